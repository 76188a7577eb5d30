// How fast the bodies are at one moment, beside what Maxwell's distribution would have them be. In the run's
// units, as moments are.
import { extremes } from './series';
import { kKinematic, type Moment, type Run } from '../run/types';

export interface SpeedHistogram {
  /** Where the bars stand; the bins' ends are one more. */
  middle: Float64Array;
  edges: Float64Array;
  counts: Uint32Array;
  /** The share of all bodies by the bin's width [T/L]. */
  density: Float64Array;
  /** Maxwell's density, averaged over each bin; null where it does not apply, `note` says why. */
  maxwell: Float64Array | null;
  /** [M L^2/T^2] 2 E / (D N), with N - 1 for N if seen from the centre of mass; null without bodies, and
   *  where some are kinematic. */
  temperature: number | null;
  meanSpeed: number;
  /** How far the counts are from Maxwell's; null where they cannot tell. */
  deviation: Deviation | null;
  note: string;
}

/** A sum of squares, each in standard errors of a count. */
export interface Deviation {
  chiSquared: number;
  /** Degrees of freedom. */
  degrees: number;
}

/** Of fewer expected bodies a bin's count has no normal error: such are put together. */
const kFewestExpected = 5;

/** Of fewer bodies a histogram says nothing about a distribution. */
const kFewestForMaxwell = 20;
const kMostBins = 48;
/** More masses than this are put together with their neighbours. */
const kMostMasses = 64;
/** Levels of speed that frames know. */
const kLevels = 16;

export class Speeds {
  readonly #run: Run;
  readonly #edges: Float64Array;
  readonly #middle: Float64Array;
  readonly #masses: { mass: number; share: number }[];
  /** Momentum is conserved: speeds are seen from the centre of mass. */
  readonly #fromCentre: boolean;
  readonly #hasAgents: boolean;
  readonly #isDriven: boolean;

  constructor(run: Run) {
    this.#run = run;
    const bins = Math.min(Math.max(Math.round(2 * Math.sqrt(run.bodies.count)), 8), kMostBins);
    const width = (fastest(run) * (1 + 1e-6) || 1) / bins;
    this.#edges = Float64Array.from({ length: bins + 1 }, (_, i) => i * width);
    this.#middle = Float64Array.from({ length: bins }, (_, i) => (i + 0.5) * width);
    this.#masses = groupMasses(run.bodies.mass);
    this.#isDriven = run.bodies.kind?.some((kind) => (kind & kKinematic) !== 0) ?? false;
    const free = run.obstacles.length === 0 && run.space.sides.every((side) => side === 'periodic');
    this.#fromCentre = free && !this.#isDriven;
    this.#hasAgents = /^\s*\[\[\s*agent\s*\]\]/m.test(run.sceneText);
  }

  at(moment: Moment): SpeedHistogram {
    const { bodies, dimension, frames } = this.#run;
    const exact = moment.exact || frames.speedScale === 0;
    const speeds = exact && this.#fromCentre ? this.#relativeSpeeds(moment) : moment.speed;
    const [edges, middle] = exact ? [this.#edges, this.#middle] : levels(frames.speedScale);
    const counts = count(speeds, edges);
    let [total, twiceEnergy] = [0, 0];
    for (let i = 0; i < bodies.count; i++) {
      const speed = speeds[i] as number;
      total += speed;
      twiceEnergy += (bodies.mass[i] as number) * speed * speed;
    }
    const free = bodies.count - (this.#fromCentre ? 1 : 0);
    const temperature = free > 0 && !this.#isDriven ? twiceEnergy / (dimension * free) : null;
    const density = Float64Array.from(
      counts,
      (n, i) => n / (bodies.count * ((edges[i + 1] as number) - (edges[i] as number))),
    );
    const why = this.#whyNoMaxwell(temperature);
    const maxwell = why === '' ? this.#maxwell(edges, temperature as number) : null;
    const coarse = exact ? '' : `Speeds are known in ${kLevels} steps here.`;
    const note = [why, coarse].filter((text) => text !== '').join(' ');
    const deviation = maxwell !== null && exact ? deviationOf(counts, maxwell, edges) : null;
    const meanSpeed = total / bodies.count;
    return { middle, edges, counts, density, maxwell, temperature, meanSpeed, deviation, note };
  }

  #whyNoMaxwell(temperature: number | null): string {
    if (this.#hasAgents) return 'No Maxwell curve: agents go where they want.';
    if (this.#isDriven) return 'No Maxwell curve: kinematic bodies drive the others.';
    const { energy_conserved: conserved, absent } = this.#run.summary;
    if (conserved === false)
      return `No Maxwell curve: ${String((absent as Record<string, unknown>)?.energy_conserved ?? 'the energy changes')}.`;
    if (haveNotMet(this.#run)) return 'No Maxwell curve: no two bodies met in this run.';
    if (this.#run.bodies.count < kFewestForMaxwell)
      return `No Maxwell curve: fewer than ${kFewestForMaxwell} bodies.`;
    return temperature !== null && temperature > 0 ? '' : 'No Maxwell curve: nothing moves.';
  }

  #relativeSpeeds(moment: Moment): Float64Array {
    const { bodies, dimension } = this.#run;
    const centre = new Float64Array(dimension);
    let mass = 0;
    for (let i = 0; i < bodies.count; i++) {
      const m = bodies.mass[i] as number;
      mass += m;
      for (let axis = 0; axis < dimension; axis++) {
        centre[axis] = (centre[axis] as number) + m * (moment.velocity[i * dimension + axis] as number);
      }
    }
    return Float64Array.from({ length: bodies.count }, (_, i) => {
      let squares = 0;
      for (let axis = 0; axis < dimension; axis++) {
        squares += ((moment.velocity[i * dimension + axis] as number) - (centre[axis] as number) / mass) ** 2;
      }
      return Math.sqrt(squares);
    });
  }

  /** Each bin's mean, by Simpson's rule. */
  #maxwell(edges: Float64Array, temperature: number): Float64Array {
    const density = (speed: number) =>
      this.#masses.reduce(
        (sum, { mass, share }) => sum + share * maxwellDensity(this.#run.dimension, speed, mass, temperature),
        0,
      );
    return Float64Array.from({ length: edges.length - 1 }, (_, i) => {
      const [low, high] = [edges[i] as number, edges[i + 1] as number];
      return (density(low) + 4 * density((low + high) / 2) + density(high)) / 6;
    });
  }
}

/**
 * Pearson's chi squared of counts beside a density. The number of bodies and the temperature were taken from the
 * counts: two degrees of freedom less. What is expected beyond the last bin counts to it.
 */
export function deviationOf(
  counts: Uint32Array,
  density: Float64Array,
  edges: Float64Array,
): Deviation | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  const groups: { found: number; expected: number }[] = [];
  let [found, expected, left] = [0, 0, total];
  for (let i = 0; i < counts.length; i++) {
    const here = total * (density[i] as number) * ((edges[i + 1] as number) - (edges[i] as number));
    found += counts[i] as number;
    expected += here;
    left -= here;
    if (expected < kFewestExpected) continue;
    groups.push({ found, expected });
    [found, expected] = [0, 0];
  }
  const last = groups.at(-1);
  if (last === undefined || groups.length < 3) return null;
  last.found += found;
  last.expected += expected + Math.max(left, 0);
  const chiSquared = groups.reduce((sum, each) => sum + (each.found - each.expected) ** 2 / each.expected, 0);
  return { chiSquared, degrees: groups.length - 2 };
}

/** In words: by how many of its own standard errors chi squared exceeds what chance gives. */
export function deviationText({ chiSquared, degrees }: Deviation): string {
  const bars = (chiSquared - degrees) / Math.sqrt(2 * degrees);
  const sign = bars < 0 ? '−' : '+';
  return `Beside Maxwell: χ² = ${chiSquared.toFixed(1)} of ${degrees}, ${sign}${Math.abs(bars).toFixed(1)} error bars.`;
}

/** Of speeds in D dimensions at that temperature [T/L]. */
export function maxwellDensity(dimension: 2 | 3, speed: number, mass: number, temperature: number): number {
  const beta = mass / temperature;
  const boltzmann = Math.exp((-beta * speed * speed) / 2);
  return dimension === 2
    ? beta * speed * boltzmann
    : Math.sqrt(2 / Math.PI) * beta ** 1.5 * speed * speed * boltzmann;
}

/**
 * The greatest speed at the start and after any knot, or in a frame; not of what was pressed without end in a run
 * that was crushed.
 */
function fastest(run: Run): number {
  const { dimension, starts, knots } = run;
  const sound = soundTime(run);
  let most = 0;
  const include = (velocity: Float32Array, row: number) => {
    let squares = 0;
    for (let axis = 0; axis < dimension; axis++) squares += (velocity[row * dimension + axis] as number) ** 2;
    if (squares > most) most = squares;
  };
  for (let body = 0; body < run.bodies.count; body++) include(starts.velocity, body);
  for (let knot = 0; knot < knots.count && (knots.time[knot] as number) <= sound; knot++)
    include(knots.velocity, knot);
  return Math.max(Math.sqrt(most), sound < run.end ? 0 : run.frames.speedScale);
}

/** [T] Since the begin: up to then a run's figures mean something. */
function soundTime({ summary, units, begin, end }: Run): number {
  if (summary.outcome !== 'crushed') return end;
  return typeof summary.sound_time === 'number' ? summary.sound_time / units.time - begin : 0;
}

/** Whose speeds are what they were at the start, or what obstacles made of them. */
function haveNotMet({ summary }: Run): boolean {
  return (summary.collisions_by_kind as Record<string, unknown> | undefined)?.['body_body'] === 0;
}

/** A frame's levels are multiples of a fifteenth of its scale; each is the middle of a bin, but for standing
 *  still. */
function levels(scale: number): [Float64Array, Float64Array] {
  const step = scale / (kLevels - 1);
  const edges = Float64Array.from({ length: kLevels + 1 }, (_, i) => (i === 0 ? 0 : (i - 0.5) * step));
  return [edges, Float64Array.from({ length: kLevels }, (_, i) => i * step)];
}

/** Speeds beyond the last edge (what falls may be faster than at any knot) are counted into the last bin. */
function count(speeds: ArrayLike<number>, edges: Float64Array): Uint32Array {
  const bins = edges.length - 1;
  const counts = new Uint32Array(bins);
  // All bins have the width of the last but, among levels, the first, which is half as wide.
  const width = (edges[bins] as number) - (edges[bins - 1] as number);
  const lead = width - (edges[1] as number);
  for (let i = 0; i < speeds.length; i++) {
    const bin = Math.min(Math.floor(((speeds[i] as number) + Math.max(lead, 0)) / width), bins - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}

/** Each different mass and the share of the bodies that have it. */
function groupMasses(masses: Float32Array): { mass: number; share: number }[] {
  const sorted = masses.slice().sort();
  const groups: { mass: number; count: number }[] = [];
  for (const mass of sorted) {
    const last = groups[groups.length - 1];
    if (last && last.mass === mass) last.count++;
    else groups.push({ mass, count: 1 });
  }
  if (groups.length <= kMostMasses)
    return groups.map(({ mass, count: n }) => ({ mass, share: n / masses.length }));
  return Array.from({ length: kMostMasses }, (_, i) => {
    const part = sorted.subarray((i * sorted.length) / kMostMasses, ((i + 1) * sorted.length) / kMostMasses);
    return {
      mass: part.reduce((sum, mass) => sum + mass, 0) / part.length,
      share: part.length / sorted.length,
    };
  });
}

/** A round number (1, 2 or 5 times a power of ten) that is not below: an axis that ends there seldom jumps.
 *  */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

/** For readers who do not see the plot. */
export function describeSpeeds(histogram: SpeedHistogram, format: (value: number) => string): string {
  const { counts, edges, middle } = histogram;
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return 'Speeds now: no bodies.';
  const [, most] = extremes(counts);
  const commonest = middle[counts.indexOf(most)] as number;
  const last = counts.reduce((found, n, i) => (n > 0 ? i : found), 0);
  return (
    `Speeds now, of ${total} bodies: mean ${format(histogram.meanSpeed)}, commonest about ${format(commonest)}, ` +
    `none above ${format(edges[last + 1] as number)}.`
  );
}
