// Bodies of space whose moments of inertia are not equal: between two knots they tumble, as Euler's equations say.
import { DamagedReport, expect } from './damage';
import { asObject, vectorIn, type Json } from './json';
import type { Sections } from './sections';
import type { Top, Tops, Turning } from './types';

/** Stands for a body that is no top. */
const kNoTop = 0xffffffff;

/** Null where there is none. Throws DamagedReport. */
export function readTops(header: Json, sections: Sections, bodies: number): Tops | null {
  if (!sections.has('body_top')) return null;
  const list = header['tops'];
  expect(Array.isArray(list), `paths: tops: expected a list, found ${JSON.stringify(list)}.`);
  const tops = list.map((each, index) => readTop(asObject(each, `tops[${index}]`), `tops[${index}]`));
  const who = sections.take('body_top', 'u32', bodies);
  const unknown = who.find((each) => each >= tops.length && each !== kNoTop);
  expect(unknown === undefined, `paths: body_top: expected an index below ${tops.length}, found ${unknown}.`);
  return { who, tops };
}

function readTop(json: Json, where: string): Top {
  const moments = vectorIn(json, 'moments', 3, `${where}.moments`);
  const axes = vectorIn(json, 'axes', 4, `${where}.axes`);
  if (!moments.every((moment) => moment > 0))
    throw new DamagedReport(`paths: ${where}: expected moments of inertia above 0, found ${moments.join(', ')}.`);
  if (axes.every((part) => part === 0))
    throw new DamagedReport(`paths: ${where}: expected a quaternion, found 0 only.`);
  return { moments, axes };
}

/** [rad] Of one step. The method errs by some (1/16)^5 / 100 in each: by 1e-6 a turn, far below a pixel. */
const kStep = 1 / 16;
/** Steps from one state that is kept to the next: going back costs no more. */
const kStepsKept = 32;
/** [rad] So far a flight is followed step by step; from there on whole periods are passed over. */
const kFollowed = 128;
/** [rad] No period is taken for longer: only of what nearly rests about its middle axis it is, and of what two
 *  moments all but equal turn. There it shows as a leap each time. */
const kLongest = 2 ** 14;

/** What a top's turning is at a time: that time, the angular velocity along its principal axes, and the
 *  quaternion that turns these as they stand. */
type State = [number, number, number, number, number, number, number, number];

/** From one knot to the next, or to any time. */
class TopFlight {
  readonly #gain: number[];
  readonly #moments: number[];
  readonly #back: number[];
  readonly #speed: number;
  /** The begin, and every so many steps up to where it was asked for last. */
  readonly #kept: State[];
  /** So many steps after the last that is kept. */
  #at: State;
  #steps = 0;
  #period: number | null = null;
  #periodTurns = 0;

  constructor({ moments, axes }: Top, orientation: ArrayLike<number>, velocity: ArrayLike<number>) {
    const [a, b, c] = moments;
    this.#moments = moments;
    this.#gain = [(b - c) / a, (c - a) / b, (a - b) / c];
    const [w, x, y, z] = unit(axes);
    this.#back = [w, -x, -y, -z];
    this.#speed = Math.hypot(velocity[0], velocity[1], velocity[2]);
    const [qw, qx, qy, qz] = product(unit(Array.from(orientation)), [w, x, y, z]);
    this.#kept = [[0, velocity[0], velocity[1], velocity[2], qw, qx, qy, qz]];
    this.#at = this.#kept[0];
  }

  /** The unit quaternion that turns the shape as it stands after a time. */
  standsAfter(elapsed: number): number[] {
    if (!(this.#speed * elapsed > kFollowed)) return this.#shape(this.#followed(elapsed));
    const period = (this.#period ??= this.#findPeriod());
    const count = Math.floor(elapsed / period);
    const angle = (count * this.#periodTurns) % (2 * Math.PI);
    const stands = this.#followed(Math.max(elapsed - count * period, 0));
    const [x, y, z] = this.#momentum().map((part) => part * Math.sin(angle / 2));
    return product([Math.cos(angle / 2), x, y, z], this.#shape(stands));
  }

  #shape([, , , , w, x, y, z]: State): number[] {
    return unit(product([w, x, y, z], this.#back));
  }

  /** It depends on nothing but the time, whatever was asked before. */
  #followed(elapsed: number): State {
    if (elapsed < this.#at[0]) {
      while (this.#kept.length > 1 && this.#kept[this.#kept.length - 1][0] > elapsed) this.#kept.pop();
      this.#at = this.#kept[this.#kept.length - 1];
      this.#steps = 0;
    }
    for (;;) {
      const [time, a, b, c] = this.#at;
      const step = kStep / Math.sqrt(a * a + b * b + c * c);
      if (!(time + step < elapsed)) return this.#stepped(this.#at, elapsed - time);
      this.#at = this.#stepped(this.#at, step);
      if (++this.#steps < kStepsKept) continue;
      this.#kept.push(this.#at);
      this.#steps = 0;
    }
  }

  /** Runge and Kutta's classical method. */
  #stepped(from: State, step: number): State {
    const half = step / 2;
    const first = this.#slope(from);
    const second = this.#slope(along(from, first, half));
    const third = this.#slope(along(from, second, half));
    const fourth = this.#slope(along(from, third, step));
    const mean = first.map((each, i) => (each + 2 * (second[i] + third[i]) + fourth[i]) / 6) as State;
    const next = along(from, mean, step);
    const size = Math.hypot(next[4], next[5], next[6], next[7]);
    for (let i = 4; i < 8; i++) next[i] /= size;
    return next;
  }

  /** Euler's equations, and what the turning does to the quaternion. */
  #slope([, a, b, c, w, x, y, z]: State): State {
    const [ga, gb, gc] = this.#gain;
    return [
      1,
      ga * b * c,
      gb * c * a,
      gc * a * b,
      -(x * a + y * b + z * c) / 2,
      (w * a + y * c - z * b) / 2,
      (w * b + z * a - x * c) / 2,
      (w * c + x * b - y * a) / 2,
    ];
  }

  /** Where the angular momentum points, which stays; of length 1. */
  #momentum(): number[] {
    const [, a, b, c, w, x, y, z] = this.#kept[0];
    const [ia, ib, ic] = this.#moments;
    const [l, m, n] = [ia * a, ib * b, ic * c];
    const size = Math.hypot(l, m, n);
    const [, p, q, r] = product(product([w, x, y, z], [0, l, m, n]), [w, -x, -y, -z]);
    return [p / size, q / size, r / size];
  }

  /** The time in which the angular velocity along the axes comes back; and so what it turns the top by, about its
   *  momentum. */
  #findPeriod(): number {
    const begin = this.#kept[0];
    const steady = this.#slope(begin).slice(1, 4).every((gain) => gain === 0);
    const found = steady ? (2 * Math.PI) / this.#speed : periodOf(this.#moments, begin.slice(1, 4));
    const period = Math.min(found, kLongest / this.#speed);
    const [, , , , w, x, y, z] = this.#followed(period);
    const [p, q, r, s] = product([w, x, y, z], [begin[4], -begin[5], -begin[6], -begin[7]]);
    const [l, m, n] = this.#momentum();
    this.#periodTurns = 2 * Math.atan2(q * l + r * m + s * n, p);
    return period;
  }
}

function along(from: State, slope: State, step: number): State {
  return from.map((each, i) => each + step * slope[i]) as State;
}

/** First q, then p. */
function product([pw, px, py, pz]: number[], [qw, qx, qy, qz]: number[]): number[] {
  return [
    pw * qw - px * qx - py * qy - pz * qz,
    pw * qx + px * qw + py * qz - pz * qy,
    pw * qy + py * qw + pz * qx - px * qz,
    pw * qz + pz * qw + px * qy - py * qx,
  ];
}

function unit(quaternion: number[]): number[] {
  const size = Math.hypot(...quaternion);
  return quaternion.map((part) => part / size);
}

/** Landau and Lifshitz, Mechanics, par. 37; the elliptic integral by Gauss' arithmetic and geometric means. */
function periodOf(moments: number[], turning: number[]): number {
  const unit = Math.max(...turning.map(Math.abs));
  const own = moments.map((moment, i) => (moment * turning[i]) / unit);
  const size = own.reduce((sum, each) => sum + each * each, 0);
  const energy = own.reduce((sum, each, i) => sum + (each * turning[i]) / unit, 0);
  const [low, middle, high] = [...moments].sort((a, b) => a - b);
  const [first, last] = energy * middle > size ? [high, low] : [low, high];
  const all = low * middle * high;
  let a = Math.sqrt(((size - energy * first) * (last - middle)) / all);
  let b = Math.sqrt(Math.max(((size - energy * middle) * (last - first)) / all, 1e-30 * a * a));
  for (let i = 0; i < 64 && Math.abs(a - b) > 1e-15 * a; ++i) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  const period = (2 * Math.PI) / a / unit;
  return period > 0 ? period : Infinity;
}

/** How the tops of a run stand. What is found of their flights is kept: a picture a little later costs little. */
export class Tumbling {
  readonly #tops: Tops;
  /** By their begin. */
  readonly #flights = new Map<number, TopFlight>();

  constructor(tops: Tops) {
    this.#tops = tops;
  }

  has(body: number): boolean {
    return this.#tops.who[body] !== kNoTop;
  }

  /** Where the x axis of a top points after a time, or the y axis: as axisAfter. `isKnot`: whether `row` is one
   *  of a knot. */
  axisAfter(
    body: number,
    turning: Turning,
    isKnot: boolean,
    row: number,
    elapsed: number,
    out: number[],
    axis: 'x' | 'y',
  ): void {
    const [w, x, y, z] = this.#flight(body, turning, isKnot, row).standsAfter(elapsed);
    if (axis === 'x') {
      out[0] = w * w + x * x - y * y - z * z;
      out[1] = 2 * (x * y + w * z);
      out[2] = 2 * (x * z - w * y);
    } else {
      out[0] = 2 * (x * y - w * z);
      out[1] = w * w - x * x + y * y - z * z;
      out[2] = 2 * (y * z + w * x);
    }
  }

  #flight(body: number, turning: Turning, isKnot: boolean, row: number): TopFlight {
    const key = isKnot ? row : -1 - row;
    const known = this.#flights.get(key);
    if (known) return known;
    if (this.#flights.size > 4 * this.#tops.who.length + 64) this.#flights.clear();
    const flight = new TopFlight(
      this.#tops.tops[this.#tops.who[body]],
      turning.orientation.subarray(4 * row, 4 * row + 4),
      turning.velocity.subarray(3 * row, 3 * row + 3),
    );
    this.#flights.set(key, flight);
    return flight;
  }
}
