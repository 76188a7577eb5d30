import { partyName } from './core/contact';
import type { Foreseen } from './core/session';
import type { Playground } from './playground';
import type { Rooms } from './rooms/panel';
import type { Keys } from './rooms/walk';

/** After the picture in which that is so. */
async function until(is: () => boolean): Promise<void> {
  do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (!is());
}

function stateOf({ name, contact, present, busy }: Playground): Record<string, unknown> {
  const { foreseen, clock, selected, impact, now } = present;
  return {
    name,
    time: now,
    end: clock.end,
    whole: foreseen?.whole,
    quick: foreseen?.quick,
    impact,
    selected,
    bodies: foreseen?.run.bodies.count,
    impacts: foreseen?.run.impacts.count,
    contact: contact && { a: contact.a, b: contact.b, query: contact.query, encounter: contact.encounter },
    busy,
  };
}

/** `window.firsthit`: what tests and people at the console may ask. */
export function exposeForTests(playground: Playground, { rooms, show }: { rooms: Rooms; show: (tab: string) => void }): void {
  const { present, stage, session } = playground;
  Object.assign(window, {
    firsthit: {
      state: () => stateOf(playground),
      text: () => playground.text,
      memory: () => session.core.memory,
      /** Of the world at the time that is shown. */
      hash: () => (present.foreseen ? session.worldAt(present.foreseen, present.now).stateHash() : ''),
      states: () => {
        const { foreseen, now } = present;
        return Array.from(foreseen?.run.bodies.id ?? [], (_, body) => session.stateAt(foreseen as Foreseen, now, body));
      },
      project: (place: number[]) => stage.project(place),
      open: (name: string, text: string) => playground.openScene(name, text),
      /** All that is foreseen to meet, at times [T] of the scene. */
      foreseenImpacts: () => {
        const { foreseen } = present;
        if (!foreseen) return [];
        const { begin, units, impacts } = foreseen.run;
        return Array.from(impacts.time, (time, i) => ({
          time: (begin + time) * units.time,
          a: partyName(foreseen, impacts.a[i]),
          b: partyName(foreseen, impacts.b[i]),
        }));
      },
      seek: (time: number) => present.seek(time),
      foreseenText: () => present.foreseen?.text ?? '',
      show,
      /** Lets who walks go so many steps, and tells where they are. */
      walk: (steps: number, keys: Partial<Keys>) => {
        rooms.steps(steps, keys);
        return rooms.place;
      },
      type: (from: string, to: string) => playground.type(from, to),
      painted: () => until(() => !playground.busy),
      rest: () => until(() => playground.isAtRest),
    },
  });
  const page = document.documentElement;
  // From the first picture on a hand can do what it likes.
  void until(() => !playground.busy).then(() => {
    page.dataset.ready = 'true';
    page.dataset.renderer = stage.rendererKind;
  });
}
