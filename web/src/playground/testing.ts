import type { Playground } from './playground';
import type { Stage } from './stage/stage';

/** After the picture in which that is so. */
async function until(is: () => boolean): Promise<void> {
  do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (!is());
}

/** `window.firsthit`: what tests and people at the console may ask. */
export function exposeForTests(playground: Playground, stage: Stage): void {
  Object.assign(window, {
    firsthit: {
      state: () => playground.state,
      text: () => playground.text,
      hash: () => playground.hash,
      project: (place: number[]) => stage.project(place),
      open: (name: string, text: string) => playground.openScene(name, text),
      seek: (time: number) => playground.seek(time),
      foreseenText: () => playground.foreseenText,
      type: (from: string, to: string) => playground.type(from, to),
      painted: () => until(() => !playground.state['busy']),
      rest: () => until(() => playground.isAtRest),
    },
  });
  document.documentElement.dataset.ready = 'true';
  document.documentElement.dataset.renderer = stage.rendererKind;
}
