// The same scene twice: in the copy one body starts farther to the right, by a unit in the last place of the largest
// coordinate. (One of a smaller coordinate is lost as soon as two places are subtracted.)
import { Motion } from '../../run/motion';
import { readRawPaths } from '../../run/paths';
import { newMoment, type Run } from '../../run/types';
import type { World } from '../../../../wasm/package/index.js';
import { runOf, type Foreseen } from './session';

/** Times at which the two are compared. */
const kSamples = 240;
/** How long one looks on after the two have parted. */
const kAfter = 1.5;
/** Events of each in one go, as in a session. */
const kPatience = 3_000_000;
/** Of `World.states`, a body. */
const kNumbers = 20;

/** The next double above. */
export function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

export interface Apart {
  /** [T] The scene's own. */
  time: Float64Array;
  /** [L] How far the body is apart that is farthest from where it is in the other world. */
  distance: Float64Array;
}

export class Twin {
  readonly apart: Apart;
  private readonly run: Run;
  private readonly motion: Motion;
  private readonly moment;

  constructor(
    private readonly of: Foreseen,
    body: number,
  ) {
    const end = (of.run.begin + of.run.end) * of.run.units.time;
    const copy = copyOf(of, body);
    copy.watch();
    copy.runUntil(end, { events: kPatience });
    this.run = runOf(readRawPaths(copy.paths()), of.text);
    copy.free();
    this.motion = new Motion(this.run);
    this.moment = newMoment(this.run);
    this.apart = apartOf(of, body, end);
  }

  /** Where the bodies of the copy are, in the numbers of the run that is shown. */
  at(time: number): Float64Array {
    const { run, moment } = this;
    this.motion.at(Math.min(time, run.end), moment);
    const d = run.dimension;
    return Float64Array.from(moment.position, (x, i) => x + run.origin[i % d] - this.of.run.origin[i % d]);
  }
}

function copyOf({ scene, run }: Foreseen, body: number): World {
  const world = scene.world();
  const id = run.bodies.id[body];
  const [x, ...others] = world.state(id).position;
  const largest = Math.max(...[...scene.min, ...scene.max].map(Math.abs));
  const shifted = x + (nextUp(largest) - largest);
  world.setPosition(id, [shifted > x ? shifted : nextUp(x), ...others]);
  return world;
}

/** Up to some while after somebody is off by a radius: what follows has no more to tell. */
function apartOf(of: Foreseen, body: number, end: number): Apart {
  const whole = compare(of, body, end);
  const lost = whole.time[whole.distance.findIndex((each) => each > lostFrom(of))] ?? end;
  return kAfter * lost < end ? compare(of, body, kAfter * lost) : whole;
}

/** [L] The least radius: farther off, a body is elsewhere. */
export function lostFrom({ run }: Foreseen): number {
  return run.units.length * run.bodies.radius.reduce((least, radius) => Math.min(least, radius), Infinity);
}

function compare(of: Foreseen, body: number, end: number): Apart {
  const [world, copy] = [of.scene.world(), copyOf(of, body)];
  const time = Float64Array.from({ length: kSamples + 1 }, (_, i) => (end * i) / kSamples);
  const distance = time.map((at) => {
    for (const each of [world, copy]) each.runUntil(at, { events: kPatience });
    return farthest(of, world, copy);
  });
  world.free();
  copy.free();
  return { time, distance };
}

function farthest({ scene }: Foreseen, world: World, copy: World): number {
  const [a, b] = [world.states(0, scene.moving), copy.states(0, scene.moving)];
  let most = 0;
  for (let at = 1; at < a.length; at += kNumbers) {
    let squared = 0;
    for (let k = 0; k < scene.dimension; ++k) {
      const size = scene.max[k] - scene.min[k];
      let off = b[at + k] - a[at + k];
      if (scene.sides[k] === 'periodic') off -= size * Math.round(off / size);
      squared += off * off;
    }
    most = Math.max(most, squared);
  }
  return Math.sqrt(most);
}
