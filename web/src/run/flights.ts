import type { Box } from './box';
import { firstIndex, makeLists, type Lists } from './lists';
import type { Segments } from './segments';
import { axisAfter } from './spins';
import { Tumbling } from './tops';
import type { Knots, Moment, Run, Starts } from './types';

/** Chords that a flight is drawn with, at most; more cannot be told apart. */
const kMostChords = 32;
/** How far a chord may stray from a parabola, as a share of the space: well below a pixel. */
const kChordError = 1 / 4000;

/** What a flight begins with: a row of the knots, or of the starts. */
interface Flight {
  source: Starts | Knots;
  row: number;
  time: number;
}

/** The true paths: x + v s + a s^2 / 2 from knot to knot. Its cursors move with time, so that the next moment
 *  costs only what changed. A body's knots are known by their places in #lists.items; one before its first
 *  is its start. */
export class Flights {
  readonly #run: Run;
  readonly #box: Box;
  readonly #lists: Lists;
  readonly #chordError: number;
  readonly #tumbling: Tumbling | null;
  // Of the time that the cursors stand at: how many knots of all, and of each body, were before; and what
  // each body's flight began with, together in memory.
  #knotsPassed = 0;
  readonly #passed: Uint32Array;
  readonly #begins: Starts;
  readonly #beginTimes: Float64Array;

  constructor(run: Run, box: Box) {
    this.#run = run;
    this.#box = box;
    const n = run.bodies.count;
    this.#lists = makeLists(n, [run.knots.body]);
    this.#tumbling = run.spins?.tops ? new Tumbling(run.spins.tops) : null;
    this.#chordError =
      kChordError * Math.max(...run.space.max.map((high, i) => high - (run.space.min[i] as number)));
    this.#passed = new Uint32Array(n);
    const { position, velocity, acceleration } = run.starts;
    this.#begins = {
      position: position.slice(),
      velocity: velocity.slice(),
      acceleration: acceleration?.slice() ?? null,
    };
    this.#beginTimes = new Float64Array(n);
  }

  fill(time: number, moment: Moment): void {
    this.#moveTo(time);
    const { position, velocity, acceleration } = this.#begins;
    const { dimension } = this.#run;
    const n = this.#run.bodies.count;
    for (let body = 0, i = 0; body < n; body++) {
      const s = time - (this.#beginTimes[body] as number);
      let squares = 0;
      for (let axis = 0; axis < dimension; axis++, i++) {
        const a = acceleration === null ? 0 : (acceleration[i] as number);
        const v = velocity[i] as number;
        moment.position[i] = this.#box.wrap((position[i] as number) + (v + 0.5 * a * s) * s, axis);
        moment.velocity[i] = v + a * s;
        squares += (v + a * s) * (v + a * s);
      }
      moment.speed[body] = Math.sqrt(squares);
    }
  }

  place(body: number, time: number, out: Float32Array | number[], offset: number): void {
    const flight = this.#flight(body, this.#knotAt(body, time));
    for (let axis = 0; axis < this.#run.dimension; axis++) {
      out[offset + axis] = this.#box.wrap(this.#along(flight, time, axis), axis);
    }
  }

  /** Where the x axis of a body that spins points, of length 1, or in space the y axis; false of one that does
   *  not. */
  axis(body: number, time: number, out: number[], which: 'x' | 'y' = 'x'): boolean {
    const { spins, knots, dimension } = this.#run;
    if (spins === null || spins.who[body] === 0) return false;
    const { source, row, time: begin } = this.#flight(body, this.#knotAt(body, time));
    const isKnot = source === knots;
    const turning = isKnot ? spins.knots : spins.starts;
    if (this.#tumbling?.has(body))
      this.#tumbling.axisAfter(body, turning, isKnot, row, time - begin, out, which);
    else axisAfter(turning, row, time - begin, dimension, out, which);
    return true;
  }

  /** Appends the body's way, the latest piece first, until `out` has `most` pieces. */
  goBack(body: number, since: number, to: number, most: number, out: Segments): void {
    const first = this.#lists.first[body] as number;
    let until = to;
    for (let knot = this.#knotAt(body, to); until > since && out.count < most; knot--) {
      const flight = this.#flight(body, knot);
      const from = Math.max(flight.time, since);
      if (from < until) this.#chords(body, flight, from, until, most, out);
      until = from;
      if (knot < first) return;
    }
  }

  /** The last knot that is not after the time. */
  #knotAt(body: number, time: number): number {
    const { first, items } = this.#lists;
    const times = this.#run.knots.time;
    const after = (knot: number) => (times[items[knot] as number] as number) > time;
    return firstIndex(first[body] as number, first[body + 1] as number, after) - 1;
  }

  #flight(body: number, knot: number): Flight {
    const { knots, starts } = this.#run;
    if (knot < (this.#lists.first[body] as number)) return { source: starts, row: body, time: 0 };
    const row = this.#lists.items[knot] as number;
    return { source: knots, row, time: knots.time[row] as number };
  }

  /** A coordinate, not yet moved into the box. */
  #along({ source, row, time }: Flight, at: number, axis: number): number {
    const i = row * this.#run.dimension + axis;
    const acceleration = source.acceleration === null ? 0 : (source.acceleration[i] as number);
    const s = at - time;
    return (source.position[i] as number) + ((source.velocity[i] as number) + 0.5 * acceleration * s) * s;
  }

  #moveTo(time: number): void {
    const { knots, bodies } = this.#run;
    const passed = this.#passed;
    const before = this.#knotsPassed;
    let k = before;
    for (; k < knots.count && (knots.time[k] as number) <= time; k++) {
      const body = knots.body[k] as number;
      passed[body] = (passed[body] as number) + 1;
    }
    for (; k > 0 && (knots.time[k - 1] as number) > time; k--) {
      const body = knots.body[k - 1] as number;
      passed[body] = (passed[body] as number) - 1;
    }
    this.#knotsPassed = k;
    const [first, end] = [Math.min(before, k), Math.max(before, k)];
    if (end - first < bodies.count) {
      for (let i = first; i < end; i++) this.#begin(knots.body[i] as number);
    } else {
      for (let body = 0; body < bodies.count; body++) this.#begin(body);
    }
  }

  /** Takes over what the body's flight at the cursors' time begins with. */
  #begin(body: number): void {
    const { dimension } = this.#run;
    const begins = this.#begins;
    const knot = (this.#lists.first[body] as number) + (this.#passed[body] as number) - 1;
    const { source, row, time } = this.#flight(body, knot);
    this.#beginTimes[body] = time;
    let [to, from] = [body * dimension, row * dimension];
    for (let axis = 0; axis < dimension; axis++, to++, from++) {
      begins.position[to] = source.position[from] as number;
      begins.velocity[to] = source.velocity[from] as number;
      if (begins.acceleration) begins.acceleration[to] = source.acceleration?.[from] ?? 0;
    }
  }

  // --- Chords of a flight

  #chords(body: number, flight: Flight, from: number, to: number, most: number, out: Segments): void {
    const chords = this.#chordCount(flight, to - from);
    const point = (time: number): Float64Array =>
      Float64Array.from({ length: this.#run.dimension }, (_, axis) => this.#along(flight, time, axis));
    let end = point(to);
    for (let chord = chords - 1; chord >= 0 && out.count < most; chord--) {
      const [t0, t1] = [from + ((to - from) * chord) / chords, from + ((to - from) * (chord + 1)) / chords];
      const start = point(t0);
      this.#box.cut(body, start, end, t0, t1, most, out);
      end = start;
    }
  }

  /** So many that none strays too far: a chord over a time h is |a| h^2 / 8 off at its middle. */
  #chordCount({ source, row }: Flight, duration: number): number {
    if (source.acceleration === null) return 1;
    const { dimension } = this.#run;
    let squares = 0;
    for (let i = row * dimension; i < (row + 1) * dimension; i++)
      squares += (source.acceleration[i] as number) ** 2;
    const sag = (Math.sqrt(squares) * duration * duration) / 8;
    return Math.min(Math.max(Math.ceil(Math.sqrt(sag / this.#chordError)), 1), kMostChords);
  }
}
