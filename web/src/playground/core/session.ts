// A scene's text, and what the core foresees of it.
import { SceneError, type BodyState, type FirstHit, type Scene, type World } from '../../../../wasm/package/index.js';
import { parseTable } from '../../run/csv';
import { Motion } from '../../run/motion';
import { readRawPaths, type Paths } from '../../run/paths';
import type { Run } from '../../run/types';

/** Collisions that are foreseen while something is dragged; and at rest, at first and at most. */
export const kFew = 40;
export const kMany = 2000;
const kMost = 50_000;
/** Events in one go: a world in which nothing ever meets comes back, too. */
const kPatience = 3_000_000;
/** Bodies of a scene whose drags are rehearsed: more take time that a hand would notice. */
const kMostRehearsed = 1000;

/** What was foreseen of a scene: its run from the start on, as far as it was asked for. */
export interface Foreseen {
  text: string;
  name: string;
  scene: Scene;
  run: Run;
  motion: Motion;
  /** Whether the run ends there by itself: nothing more happens, its time is over, or as much as is kept. */
  whole: boolean;
  /** How far it was asked for. */
  collisions: number;
  /** How the run ended, where that is worth a word. */
  ending: string;
  /** Its text has not been read yet, only what a hand changed of it. */
  quick: boolean;
}

/** One number, or vector, of one body by which a text differs from that of what was foreseen. */
export interface Change {
  of: Foreseen;
  /** In the world. */
  body: number;
  key: string;
  numbers: readonly number[];
  /** A hand still holds it: what is wrong then is only said, and needs no place in the text. */
  held?: boolean;
}

/** A run of which nothing but the paths is known. */
export function runOf(paths: Paths, sceneText: string): Run {
  return {
    ...paths,
    summary: {},
    sceneText,
    observables: parseTable('time [T]\n', 'observables.csv'),
    speedHistogram: null,
    radialDistribution: null,
    contacts: null,
  };
}

export class Session {
  private present: { text: string; world: World } | null = null;

  constructor(private readonly firsthit: FirstHit) {}

  get core(): FirstHit {
    return this.firsthit;
  }

  /** Throws SceneError, or InputError for what a world refuses. `change`: what the text changes, if that is known. */
  foresee(text: string, name: string, collisions: number, change?: Change): Foreseen {
    const changed = change ? this.changed(change) : null;
    const scene = changed ?? this.firsthit.scene(text, { name: `${name}.toml` });
    return this.lookAhead(scene, { text, name, collisions, quick: changed !== null });
  }

  /** What a drag of a body will ask for, to no effect: code that ran before is fast when a hand waits for it. */
  rehearse(of: Foreseen): void {
    const { text, name, run } = of;
    if (run.bodies.count === 0 || run.bodies.count > kMostRehearsed) return;
    const { position } = this.stateAt(of, 0, 0);
    const scene = this.changed({ of, body: run.bodies.id[0], key: 'position', numbers: position });
    if (scene) this.lookAhead(scene, { text, name, collisions: kFew, quick: true }).scene.free();
  }

  /** Takes the scene. */
  private lookAhead(
    scene: Scene,
    { text, name, collisions, quick }: Pick<Foreseen, 'text' | 'name' | 'collisions' | 'quick'>,
  ): Foreseen {
    let world: World | null = null;
    try {
      world = scene.world();
      world.watch();
      const limit = Math.min(collisions, scene.collisions, kMost);
      const { outcome } = world.runUntil(scene.until, { collisions: limit, events: kPatience });
      const run = runOf(readRawPaths(world.paths()), text);
      const whole = outcome !== 'reached collisions' || limit < collisions;
      const ending =
        outcome === 'collapsed'
          ? 'Infinitely many impacts follow in finite time'
          : outcome === 'crushed'
            ? 'Somebody is pressed between bodies that do not give way'
            : '';
      return { text, name, scene, run, motion: new Motion(run), whole, collisions, ending, quick };
    } catch (error) {
      scene.free();
      throw error;
    } finally {
      world?.free();
    }
  }

  /** Without reading the text anew; null where that cannot be, or is wrong: then the text says why, and where. */
  private changed({ of, body, key, numbers, held }: Change): Scene | null {
    try {
      return of.scene.changed(body, key, numbers);
    } catch (error) {
      if (!(error instanceof SceneError)) throw error;
      // What cannot be changed in this way is told by the key; else the scene that it gives is wrong.
      const cannot = error.problems.some(({ message }) => message.startsWith(`${key}: `));
      if (held && !cannot) throw error;
      return null;
    }
  }

  /** The world of what was foreseen, at a time; until the next call. */
  worldAt(of: Foreseen, time: number): World {
    const { present } = this;
    if (present && present.text === of.text && present.world.time <= time) {
      if (present.world.time < time) present.world.runUntil(time, { events: kPatience });
      return present.world;
    }
    present?.world.free();
    this.present = null;
    const world = of.scene.world();
    this.present = { text: of.text, world };
    if (time > 0) world.runUntil(time, { events: kPatience });
    return world;
  }

  stateAt(of: Foreseen, time: number, body: number): BodyState {
    return this.worldAt(of, time).state(of.run.bodies.id[body]);
  }
}
