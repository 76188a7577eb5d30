// Where the bodies of a run are, at any time: on their true paths up to run.pathsEnd, from there on straight lines
// between the frames.
import { firstIndex, makeLists, type Lists } from './lists';
import type { Segments } from './segments';
import type { Knots, Moment, Run, Starts } from './types';

/** A body as it will be at an impact to come. */
export interface Ghost {
  impact: number;
  body: number;
  time: number;
  position: number[];
}

/** Of a trail not more than this many pieces are drawn: the latest. A body that crosses a small periodic box many times
 *  within it would otherwise be all that the viewer ever draws. */
const kMostPieces = 512;
/** Pieces of a flight that falls, at most; more cannot be told apart. */
const kMostChords = 32;

export class Motion {
  readonly #run: Run;
  readonly #dimension: number;
  /** Per axis: the length of the box where it is periodic, else 0. */
  readonly #box: Float64Array;
  /** The knots, and the impacts, of each body. */
  readonly #knots: Lists;
  readonly #impacts: Lists;
  /** How far a chord may stray from a parabola [L]. */
  readonly #chordError: number;

  // Of the time that the cursors stand at: how many knots of all, how many of each body, how many impacts were before;
  // and what each body's flight began with, together in memory.
  #knotsPassed = 0;
  readonly #passed: Uint32Array;
  readonly #flights: Starts;
  readonly #flightTimes: Float64Array;
  #impactsPassed = 0;
  readonly #collisions: Uint32Array;

  constructor(run: Run) {
    this.#run = run;
    this.#dimension = run.dimension;
    const { min, max, sides } = run.space;
    const extents = max.map((high, i) => high - (min[i] as number));
    this.#box = Float64Array.from(extents, (extent, i) => (sides[i] === 'periodic' ? extent : 0));
    this.#chordError = Math.max(...extents) / 4000;
    const n = run.bodies.count;
    this.#knots = makeLists(n, [run.knots.body]);
    this.#impacts = makeLists(n, [run.impacts.a, run.impacts.b]);
    this.#passed = new Uint32Array(n);
    const { position, velocity, acceleration } = run.starts;
    this.#flights = { position: position.slice(), velocity: velocity.slice(), acceleration: acceleration?.slice() ?? null };
    this.#flightTimes = new Float64Array(n);
    this.#collisions = new Uint32Array(n);
  }

  /** Fills the moment. Costs as much as there are bodies, and knots and impacts between this time and the last one. At
   *  an impact's very time the bodies touch and have the velocities after it. */
  at(time: number, moment: Moment): void {
    this.#moveTo(time);
    moment.time = time;
    moment.collisions.set(this.#collisions);
    moment.exact = time <= this.#run.pathsEnd || this.#run.frames.count === 0;
    if (moment.exact) this.#followPaths(time, moment);
    else this.#followFrames(time, moment);
  }

  /** One body's place, at any time and without moving to it. */
  positionOf(body: number, time: number, out: Float32Array | number[], offset = 0): void {
    const { frames, pathsEnd } = this.#run;
    if (time <= pathsEnd || frames.count === 0) this.#place(body, this.#knotOf(body, time), time, out, offset);
    else this.#placeBetween(body, this.#frameOf(time), time, out, offset);
  }

  /** How many impacts there are up to and including this time; so also the first that comes after. */
  impactsUntil(time: number): number {
    const times = this.#run.impacts.time;
    return firstIndex(0, times.length, (i) => (times[i] as number) > time);
  }

  /** The first impact after this time, or -1. */
  impactAfter(time: number): number {
    const index = this.impactsUntil(time);
    return index < this.#run.impacts.count ? index : -1;
  }

  /** The last impact before this time, or -1. */
  impactBefore(time: number): number {
    const times = this.#run.impacts.time;
    return firstIndex(0, times.length, (i) => (times[i] as number) >= time) - 1;
  }

  /** The body's first impact after this time, or -1. */
  nextImpact(body: number, time: number): number {
    const [first, end] = this.#range(this.#impacts, body);
    const { items } = this.#impacts;
    const times = this.#run.impacts.time;
    const at = firstIndex(first, end, (i) => (times[items[i] as number] as number) > time);
    return at < end ? (items[at] as number) : -1;
  }

  /** The bodies of the next `count` impacts, or of the next one of body `only`, where and when these will happen. */
  ghosts(time: number, count: number, only = -1): Ghost[] {
    const { impacts, bodies } = this.#run;
    const ghosts: Ghost[] = [];
    const first = only < 0 ? this.impactAfter(time) : this.nextImpact(only, time);
    if (first < 0) return ghosts;
    const end = only < 0 ? Math.min(first + count, impacts.count) : first + 1;
    for (let impact = first; impact < end; impact++) {
      const when = impacts.time[impact] as number;
      for (const body of [impacts.a[impact] as number, impacts.b[impact] as number]) {
        if (body >= bodies.count) continue;
        const position = new Array<number>(this.#dimension).fill(0);
        this.positionOf(body, when, position);
        ghosts.push({ impact, body, time: when, position });
      }
    }
    return ghosts;
  }

  /** Appends the body's way from one time to a later one, the oldest piece first, cut where it passes periodic sides. */
  trail(body: number, from: number, to: number, out: Segments): void {
    const first = out.count;
    this.#goBack(body, Math.max(from, 0), Math.min(to, this.#run.end), out);
    out.reverse(first);
  }

  /** The latest piece first. */
  #goBack(body: number, since: number, to: number, out: Segments): void {
    const { pathsEnd, frameTimes } = this.#run;
    const left = out.count + kMostPieces;
    let until = to;
    for (let frame = this.#frameOf(until); until > pathsEnd && frame >= 0 && out.count < left; frame--) {
      const start = Math.max(frameTimes[frame] as number, since);
      this.#frameLine(body, frame, start, until, left, out);
      until = start;
      if (until <= since) return;
    }
    until = Math.min(until, pathsEnd);
    const begins = this.#knots.first[body] as number;
    for (let knot = this.#knotOf(body, until); until > since && out.count < left; knot--) {
      const start = Math.max(knot < begins ? 0 : this.#timeOfKnot(knot), since);
      if (start < until) this.#flight(body, knot, start, until, left, out);
      until = start;
      if (knot < begins) return;
    }
  }

  // --- Knots. A body's knots are known by their index in #knots.items; one less than its first stands for its start.

  #range(lists: Lists, body: number): [number, number] {
    return [lists.first[body] as number, lists.first[body + 1] as number];
  }

  #timeOfKnot(knot: number): number {
    return this.#run.knots.time[this.#knots.items[knot] as number] as number;
  }

  /** The last knot that is not after the time. */
  #knotOf(body: number, time: number): number {
    const [first, end] = this.#range(this.#knots, body);
    return firstIndex(first, end, (i) => this.#timeOfKnot(i) > time) - 1;
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
    this.#countImpacts(time);
  }

  #countImpacts(time: number): void {
    const { impacts, bodies } = this.#run;
    const count = (impact: number, change: number) => {
      for (const body of [impacts.a[impact] as number, impacts.b[impact] as number]) {
        if (body < bodies.count) this.#collisions[body] = (this.#collisions[body] as number) + change;
      }
    };
    let i = this.#impactsPassed;
    for (; i < impacts.count && (impacts.time[i] as number) <= time; i++) count(i, 1);
    for (; i > 0 && (impacts.time[i - 1] as number) > time; i--) count(i - 1, -1);
    this.#impactsPassed = i;
  }

  /** What a flight begins with: a row of the knots, or of the starts. */
  #flightOf(body: number, knot: number): { source: Starts | Knots; row: number; time: number } {
    const { knots, starts } = this.#run;
    if (knot < (this.#knots.first[body] as number)) return { source: starts, row: body, time: 0 };
    const row = this.#knots.items[knot] as number;
    return { source: knots, row, time: knots.time[row] as number };
  }

  /** Takes over what the body's flight at the cursors' time begins with. */
  #begin(body: number): void {
    const flights = this.#flights;
    const { source, row, time } = this.#flightOf(body, (this.#knots.first[body] as number) + (this.#passed[body] as number) - 1);
    this.#flightTimes[body] = time;
    let [to, from] = [body * this.#dimension, row * this.#dimension];
    for (let axis = 0; axis < this.#dimension; axis++, to++, from++) {
      flights.position[to] = source.position[from] as number;
      flights.velocity[to] = source.velocity[from] as number;
      if (flights.acceleration) flights.acceleration[to] = source.acceleration?.[from] ?? 0;
    }
  }

  #followPaths(time: number, moment: Moment): void {
    const { position, velocity, acceleration } = this.#flights;
    const dimension = this.#dimension;
    const n = this.#run.bodies.count;
    for (let body = 0, i = 0; body < n; body++) {
      const s = time - (this.#flightTimes[body] as number);
      let squares = 0;
      for (let axis = 0; axis < dimension; axis++, i++) {
        const a = acceleration === null ? 0 : (acceleration[i] as number);
        const v = velocity[i] as number;
        moment.position[i] = this.#wrap((position[i] as number) + (v + 0.5 * a * s) * s, axis);
        moment.velocity[i] = v + a * s;
        squares += (v + a * s) * (v + a * s);
      }
      moment.speed[body] = Math.sqrt(squares);
    }
  }

  #place(body: number, knot: number, time: number, out: Float32Array | number[], offset: number): void {
    const { source, row, time: began } = this.#flightOf(body, knot);
    for (let axis = 0; axis < this.#dimension; axis++) {
      out[offset + axis] = this.#wrap(this.#along(source, row, axis, time - began), axis);
    }
  }

  /** A coordinate of the path, s after its begin, not yet moved into the box. */
  #along(source: Starts | Knots, row: number, axis: number, s: number): number {
    const i = row * this.#dimension + axis;
    const acceleration = source.acceleration === null ? 0 : (source.acceleration[i] as number);
    return (source.position[i] as number) + ((source.velocity[i] as number) + 0.5 * acceleration * s) * s;
  }

  #wrap(x: number, axis: number): number {
    const box = this.#box[axis] as number;
    if (box === 0) return x;
    const min = this.#run.space.min[axis] as number;
    return x - box * Math.floor((x - min) / box);
  }

  // --- Frames

  /** The frame that the straight line through this time begins at; -1 before the first. */
  #frameOf(time: number): number {
    const times = this.#run.frameTimes;
    const frame = firstIndex(0, times.length, (i) => (times[i] as number) > time) - 1;
    return Math.min(frame, times.length - 2);
  }

  /** How far the line that begins at this frame has come: 0 at it, 1 at the next. */
  #progress(frame: number, time: number): number {
    const times = this.#run.frameTimes;
    const start = times[frame] as number;
    const duration = (times[frame + 1] as number) - start;
    return duration > 0 ? Math.min(Math.max((time - start) / duration, 0), 1) : 1;
  }

  /** Quanta from one frame to the next, around a periodic box the short way. */
  #step(frame: number, i: number, axis: number): number {
    const { frames, bodies } = this.#run;
    const numbers = bodies.count * this.#dimension;
    const step = (frames.position[(frame + 1) * numbers + i] as number) - (frames.position[frame * numbers + i] as number);
    if ((this.#box[axis] as number) === 0) return step;
    const steps = frames.steps[axis] as number;
    const around = step & (steps - 1);
    return around >= steps / 2 ? around - steps : around;
  }

  #placeBetween(body: number, frame: number, time: number, out: Float32Array | number[], offset: number): void {
    const { frames, bodies } = this.#run;
    const dimension = this.#dimension;
    const only = frames.count === 1;
    const from = only ? 0 : frame;
    const progress = only ? 0 : this.#progress(frame, time);
    for (let axis = 0; axis < dimension; axis++) {
      const i = body * dimension + axis;
      const q = frames.position[from * bodies.count * dimension + i] as number;
      const quanta = only ? q : q + progress * this.#step(frame, i, axis);
      out[offset + axis] = this.#wrap((frames.origin[axis] as number) + quanta * (frames.quantum[axis] as number), axis);
    }
  }

  /** Velocities are those of the straight lines, speeds those of the nearer frame. */
  #followFrames(time: number, moment: Moment): void {
    const { frames, frameTimes, bodies } = this.#run;
    const dimension = this.#dimension;
    const frame = this.#frameOf(time);
    const only = frames.count === 1;
    const duration = only ? 0 : (frameTimes[frame + 1] as number) - (frameTimes[frame] as number);
    const nearer = only ? 0 : frame + Math.round(this.#progress(frame, time));
    for (let body = 0; body < bodies.count; body++) {
      this.#placeBetween(body, frame, time, moment.position, body * dimension);
      for (let axis = 0; axis < dimension; axis++) {
        const i = body * dimension + axis;
        const quantum = frames.quantum[axis] as number;
        moment.velocity[i] = duration > 0 ? (this.#step(frame, i, axis) * quantum) / duration : 0;
      }
      const level = frames.speed[nearer * bodies.count + body] as number;
      moment.speed[body] = (level / 255) * frames.speedScale;
    }
  }

  // --- Trails

  #frameLine(body: number, frame: number, from: number, to: number, left: number, out: Segments): void {
    const { frames, bodies } = this.#run;
    const dimension = this.#dimension;
    const a = new Float64Array(dimension);
    const b = new Float64Array(dimension);
    const [start, end] = [this.#progress(frame, from), this.#progress(frame, to)];
    for (let axis = 0; axis < dimension; axis++) {
      const i = body * dimension + axis;
      const quantum = frames.quantum[axis] as number;
      const q = frames.position[frame * bodies.count * dimension + i] as number;
      const step = this.#step(frame, i, axis);
      a[axis] = (frames.origin[axis] as number) + (q + start * step) * quantum;
      b[axis] = (frames.origin[axis] as number) + (q + end * step) * quantum;
    }
    this.#line(body, a, b, from, to, left, out);
  }

  /** What the body flies between two times after the knot, as chords. */
  #flight(body: number, knot: number, from: number, to: number, left: number, out: Segments): void {
    const { source, row, time: began } = this.#flightOf(body, knot);
    const point = (time: number): Float64Array =>
      Float64Array.from({ length: this.#dimension }, (_, axis) => this.#along(source, row, axis, time - began));
    const chords = this.#chords(source.acceleration, row, to - from);
    let end = point(to);
    for (let chord = chords - 1; chord >= 0 && out.count < left; chord--) {
      const [t0, t1] = [from + ((to - from) * chord) / chords, from + ((to - from) * (chord + 1)) / chords];
      const start = point(t0);
      this.#line(body, start, end, t0, t1, left, out);
      end = start;
    }
  }

  /** So many that none strays too far: a chord over a time h is |a| h^2 / 8 off at its middle. */
  #chords(acceleration: Float32Array | null, row: number, duration: number): number {
    if (acceleration === null) return 1;
    const dimension = this.#dimension;
    let squares = 0;
    for (let i = row * dimension; i < (row + 1) * dimension; i++) squares += (acceleration[i] as number) ** 2;
    const sag = (Math.sqrt(squares) * duration * duration) / 8;
    return Math.min(Math.max(Math.ceil(Math.sqrt(sag / this.#chordError)), 1), kMostChords);
  }

  /** A straight piece that may leave the box, cut at periodic sides and moved inside, the latest part first. */
  #line(body: number, a: Float64Array, b: Float64Array, from: number, to: number, left: number, out: Segments): void {
    let end = 1;
    while (end > 0 && out.count < left) {
      // Just before `end`, in which image of the box is the body? And where, going back, did it enter that?
      let start = 0;
      const shift = new Float64Array(this.#dimension);
      for (let axis = 0; axis < this.#dimension; axis++) {
        const box = this.#box[axis] as number;
        if (box === 0) continue;
        const min = this.#run.space.min[axis] as number;
        const [x0, x1] = [a[axis] as number, b[axis] as number];
        const place = (x0 + end * (x1 - x0) - min) / box;
        // Standing on a side, it has come from inside the image that it leaves.
        const image = x1 > x0 ? Math.ceil(place - kOnSide) - 1 : Math.floor(place + kOnSide);
        shift[axis] = image * box;
        const entry = x1 > x0 ? image : image + 1;
        if (x1 !== x0) start = Math.max(start, (min + entry * box - x0) / (x1 - x0));
      }
      const i = out.add(body, from + start * (to - from), from + end * (to - from));
      for (let axis = 0; axis < this.#dimension; axis++) {
        const [x0, x1] = [a[axis] as number, b[axis] as number];
        out.ends[i + axis] = x0 + start * (x1 - x0) - (shift[axis] as number);
        out.ends[i + this.#dimension + axis] = x0 + end * (x1 - x0) - (shift[axis] as number);
      }
      end = start;
    }
  }
}

/** As a share of the box: a body this near to a side stands on it. Rounding of stored places is 2^-24. */
const kOnSide = 1e-6;
