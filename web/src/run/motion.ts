// Where the bodies of a run are, at any time: on their true paths up to run.pathsEnd, from there on straight
// lines between the frames.
import { Box } from './box';
import { Flights } from './flights';
import { FrameLines } from './frame_lines';
import { firstIndex, makeLists, type Lists } from './lists';
import type { Segments } from './segments';
import type { Moment, Run } from './types';

/** A body as it will be at an impact to come. */
export interface Ghost {
  impact: number;
  body: number;
  time: number;
  position: number[];
}

/** Of a trail not more than this many pieces are drawn: the latest. A body that crosses a small periodic box
 *  many times within it would otherwise be all that the viewer ever draws. */
const kMostPieces = 512;

export class Motion {
  readonly #run: Run;
  readonly #flights: Flights;
  readonly #lines: FrameLines;
  /** Of each body. */
  readonly #impacts: Lists;
  // Of the last moment: how many impacts were before, in all and of each body.
  #impactsPassed = 0;
  readonly #collisions: Uint32Array;

  constructor(run: Run) {
    this.#run = run;
    const box = new Box(run.space);
    this.#flights = new Flights(run, box);
    this.#lines = new FrameLines(run, box);
    this.#impacts = makeLists(run.bodies.count, [run.impacts.a, run.impacts.b]);
    this.#collisions = new Uint32Array(run.bodies.count);
  }

  /** Fills the moment. Costs as much as there are bodies, and knots and impacts between this time and the
   *  last one. At an impact's very time the bodies touch and have the velocities after it. */
  at(time: number, moment: Moment): void {
    moment.time = time;
    moment.exact = this.#isExact(time);
    if (moment.exact) this.#flights.fill(time, moment);
    else this.#lines.fill(time, moment);
    this.#countImpacts(time);
    moment.collisions.set(this.#collisions);
  }

  /** One body's place, at any time and without moving to it. */
  positionOf(body: number, time: number, out: Float32Array | number[], offset = 0): void {
    if (this.#isExact(time)) this.#flights.place(body, time, out, offset);
    else this.#lines.place(body, time, out, offset);
  }

  /** Where the x axis of a body that spins points, of length 1, or in space the y axis; false of others, and
   *  between frames, which do not tell. */
  axisOf(body: number, time: number, out: number[], which: 'x' | 'y' = 'x'): boolean {
    return this.#isExact(time) && this.#flights.axis(body, time, out, which);
  }

  /** Appends the body's way from one time to a later one, the oldest piece first, cut where it passes
   *  periodic sides. */
  trail(body: number, from: number, to: number, out: Segments): void {
    const { pathsEnd, end } = this.#run;
    const first = out.count;
    const most = first + kMostPieces;
    const [since, until] = [Math.max(from, 0), Math.min(to, end)];
    if (!this.#isExact(until)) this.#lines.goBack(body, Math.max(since, pathsEnd), until, most, out);
    this.#flights.goBack(body, since, this.#lines.exist ? Math.min(until, pathsEnd) : until, most, out);
    out.reverse(first);
  }

  /** How many impacts there are up to and including this time; so also the first that comes after. */
  impactsUntil(time: number): number {
    const times = this.#run.impacts.time;
    return firstIndex(0, times.length, (i) => (times[i] as number) > time);
  }

  /** The last impact before this time, or -1. */
  impactBefore(time: number): number {
    const times = this.#run.impacts.time;
    return firstIndex(0, times.length, (i) => (times[i] as number) >= time) - 1;
  }

  /** The next impacts from impact `first` on, at most `count`: all, or those of body `only`. */
  coming(first: number, count: number, only = -1): number[] {
    const coming: number[] = [];
    if (only < 0) {
      const end = Math.min(first + count, this.#run.impacts.count);
      for (let impact = first; impact < end; impact++) coming.push(impact);
      return coming;
    }
    const { first: begins, items } = this.#impacts;
    const end = begins[only + 1] as number;
    let at = firstIndex(begins[only] as number, end, (i) => (items[i] as number) >= first);
    for (; at < end && coming.length < count; at++) {
      const impact = items[at] as number;
      // A body that meets its own image is listed twice.
      if (coming.at(-1) !== impact) coming.push(impact);
    }
    return coming;
  }

  /** The bodies of these impacts, where they will be then. */
  ghosts(impacts: readonly number[]): Ghost[] {
    const { bodies, dimension } = this.#run;
    const { a, b, time } = this.#run.impacts;
    const ghosts: Ghost[] = [];
    for (const impact of impacts) {
      const when = time[impact] as number;
      for (const body of new Set([a[impact] as number, b[impact] as number])) {
        if (body >= bodies.count) continue;
        const position = new Array<number>(dimension).fill(0);
        this.positionOf(body, when, position);
        ghosts.push({ impact, body, time: when, position });
      }
    }
    return ghosts;
  }

  #isExact(time: number): boolean {
    return time <= this.#run.pathsEnd || !this.#lines.exist;
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
}
