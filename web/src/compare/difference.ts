// How two runs differ: in what they measured, and in where their bodies are. Times and lengths are those that
// both runs' scenes have, not the runs' own units.
import { columnOf } from '../run/csv';
import { Motion } from '../run/motion';
import { formatNumber } from '../run/numbers';
import { newMoment, type Run } from '../run/types';
import { Labels } from '../ui/labels';
import type { Line, Series } from '../plots/series';

/** Times at which places are compared: as many as a plot has pixels, fewer of many bodies. */
const kMostTimes = 400;
const kFewestTimes = 24;
const kMostPlaces = 4e6;

/** Relative: times of two runs that differ by less are one time, told in two units. */
const kRounding = 1e-12;

/** A quantity that both runs have, over the times of the first. */
export interface Shared {
  series: Series;
  /** Of both, with the second run's values put in between its own samples. */
  both: Series;
  /** The second less the first. */
  difference: Series;
}

export function sharedSeries(ours: readonly Series[], theirs: readonly Series[]): Shared[] {
  const others = theirs.flatMap(lineByLine);
  return ours.flatMap(lineByLine).flatMap((series) => {
    const other = others.find(({ key }) => key === series.key);
    return other === undefined ? [] : [beside(series, other)];
  });
}

/** Each component of a momentum and each kind of energy by itself; of what stands beside theory, what was measured. */
function lineByLine(series: Series): Series[] {
  if (series.clock === null) return [];
  const measured = series.lines.filter(({ label }) => label === 'measured');
  if (measured.length > 0) return [{ ...series, lines: measured }];
  if (series.lines.length === 1) return [series];
  return series.lines.map((line) => ({
    ...series,
    key: `${series.key}_${line.label}`,
    label: `${series.label}, ${line.label}`,
    axis: series.label,
    lines: [line],
  }));
}

function beside(series: Series, other: Series): Shared {
  const own = (series.lines[0] as Line).values;
  const theirs = (other.lines[0] as Line).values;
  const values = resampled(other.x.values, theirs, series.x.values, series.drawn === 'steps');
  const lines = [
    { label: 'this run', values: own },
    { label: 'the other', values },
  ];
  const difference = own.map((value, i) => (values[i] as number) - value);
  return {
    series,
    both: { ...series, lines, note: '' },
    difference: {
      ...series,
      key: `${series.key}_difference`,
      label: `${series.label}: the other less this`,
      axis: 'Difference',
      lines: [{ label: 'difference', values: difference }],
      note: '',
    },
  };
}

/** Values at other times: between two samples on the straight line, or of steps that which ends the step; NaN beyond. */
export function resampled(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  wanted: Float64Array,
  steps: boolean,
): Float64Array {
  const last = times.length - 1;
  let next = 0;
  return wanted.map((time) => {
    while (next <= last && times[next] < time) ++next;
    if (next > last) return NaN;
    if (times[next] === time || steps) return next === 0 && times[0] > time ? NaN : values[next];
    if (next === 0) return NaN;
    const share = (time - times[next - 1]) / (times[next] - times[next - 1]);
    return values[next - 1] + share * (values[next] - values[next - 1]);
  });
}

/**
 * The root of the mean square distance [L] between where a body is in one run and in the other, over the bodies that
 * both show, on the shortest way in a periodic box. It is that of true paths; where these are no longer kept, that of
 * frames, at the times that both have: between frames places are guessed, and by each run otherwise. Null if the runs
 * share no body or no time.
 */
export function distanceOver(one: Run, other: Run): Series | null {
  if (one.dimension !== other.dimension) return null;
  const pairs = bodiesOfBoth(one, other);
  if (pairs.length === 0) return null;
  const [labels, otherLabels] = [new Labels(one), new Labels(other)];
  const [motion, otherMotion] = [new Motion(one), new Motion(other)];
  const [moment, otherMoment] = [newMoment(one), newMoment(other)];
  const times: number[] = [];
  const distance: number[] = [];
  for (const time of timesOfBoth(one, other, pairs.length)) {
    motion.at(labels.timeFrom(time), moment);
    otherMotion.at(otherLabels.timeFrom(time), otherMoment);
    if (moment.exact !== otherMoment.exact) continue;
    let squares = 0;
    for (const [a, b] of pairs)
      squares += squaredDistance(one, moment.position, a, other, otherMoment.position, b);
    times.push(time);
    distance.push(Math.sqrt(squares / pairs.length));
  }
  if (times.length < 2) return null;
  const values = Float64Array.from(times);
  return {
    key: 'distance',
    label: 'Distance between the two',
    axis: 'Distance',
    dimension: 'L',
    x: { ...(columnOf(one.observables, 'time') ?? { name: 'time', dimension: 'T' }), values },
    lines: [{ label: 'distance', values: Float64Array.from(distance) }],
    drawn: 'line',
    clock: { begin: one.begin, unit: one.units.time },
    note: distanceNote(one, other),
  };
}

/** In order: of true paths as many as are seen, then those of frames that both have. */
function timesOfBoth(one: Run, other: Run, bodies: number): number[] {
  const [labels, otherLabels] = [new Labels(one), new Labels(other)];
  const from = Math.max(labels.time(0), otherLabels.time(0));
  const exact = exactUntil(one, other);
  const count = Math.round(Math.min(Math.max(kMostPlaces / bodies, kFewestTimes), kMostTimes));
  const times =
    exact > from ? Array.from({ length: count }, (_, i) => from + ((exact - from) * i) / (count - 1)) : [];
  const theirs = Array.from(other.frameTimes, (time) => otherLabels.time(time));
  let next = 0;
  for (const frame of one.frameTimes) {
    const time = labels.time(frame);
    const rounding = kRounding * Math.abs(time);
    while (next < theirs.length && (theirs[next] as number) < time - rounding) ++next;
    if (time > exact && Math.abs((theirs[next] ?? Infinity) - time) <= rounding) times.push(time);
  }
  return times;
}

/** Until then the true paths of both are kept. */
function exactUntil(one: Run, other: Run): number {
  return Math.min(...[one, other].map((run) => new Labels(run).time(Math.min(run.pathsEnd, run.end))));
}

function distanceNote(one: Run, other: Run): string {
  const note = 'How far apart bodies of the same number are: the root of the mean square.';
  if (one.pathsEnd >= one.end && other.pathsEnd >= other.end) return note;
  const from = formatNumber(exactUntil(one, other));
  return `${note} From t = ${from} on, where true paths are not kept, it is told at moments that both reports have.`;
}

/** Indices of the same body in both. */
function bodiesOfBoth(one: Run, other: Run): [number, number][] {
  const places = new Map(Array.from(other.bodies.id, (id, i) => [id, i]));
  return Array.from(one.bodies.id).flatMap((id, i): [number, number][] => {
    const place = places.get(id);
    return place === undefined ? [] : [[i, place]];
  });
}

function squaredDistance(
  one: Run,
  position: Float32Array,
  a: number,
  other: Run,
  otherPosition: Float32Array,
  b: number,
): number {
  const { dimension, space, units, origin } = one;
  let squares = 0;
  for (let axis = 0; axis < dimension; axis++) {
    const here = (position[a * dimension + axis] + origin[axis]) * units.length;
    const there = (otherPosition[b * dimension + axis] + other.origin[axis]) * other.units.length;
    let apart = there - here;
    if (space.sides[axis] === 'periodic') {
      const size = (space.max[axis] - space.min[axis]) * units.length;
      apart -= size * Math.round(apart / size);
    }
    squares += apart * apart;
  }
  return squares;
}
