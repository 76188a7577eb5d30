import type { StageView } from './stage_view';
import type { Viewer } from './viewer';

/**
 * `window.firsthit`: what tests (and the curious, in the console) may ask. Times are as shown on the page.
 *   seek(t)       pauses at a time
 *   state()       what is shown: time, impact (index or -1), playing, renderer, rate, selected (index or -1)
 *   project(x)    CSS pixels on the page of a place [L]; null where it is not on the stage
 *   lookAt(x, s)  puts a place into the middle of the stage, at s pixels per [L]
 */
export function exposeForTests(viewer: Viewer, stage: StageView): void {
  const { clock, labels } = viewer;
  const firsthit = {
    seek(time: number): void {
      clock.pause();
      viewer.seek(labels.timeFrom(time));
    },
    state: () => ({
      time: labels.time(clock.time),
      impact: viewer.impact,
      playing: clock.playing,
      rate: labels.duration(clock.rate),
      selected: viewer.selected,
      renderer: stage.rendererKind,
      scale: stage.pixelsPerLength,
    }),
    project: (place: number[]) => stage.project(place),
    lookAt: (place: number[], scale?: number) => stage.lookAt(place, scale),
  };
  Object.assign(window, { firsthit });
  const page = document.documentElement;
  viewer.onPicture(() => {
    page.dataset.time = String(labels.time(clock.time));
    page.dataset.impact = String(viewer.impact);
    page.dataset.renderer = stage.rendererKind;
    page.dataset.ready = 'true';
  });
}
