// How two runs differ: in what they measured, and in where their bodies are. Times and lengths are those that
// both runs' scenes have, not the runs' own units.
import { columnOf } from '../run/csv';
import { Motion } from '../run/motion';
import { newMoment, type Run } from '../run/types';
import { Labels } from '../ui/labels';
import type { Series } from '../plots/series';

/** Times at which places are compared: as many as a plot has pixels, fewer of many bodies. */
const kMostTimes = 400;
const kFewestTimes = 24;
const kMostPlaces = 4e6;

/** A quantity that both runs have, over the times of the first. */
export interface Shared {
  series: Series;
  /** Of both, with the second run's values put in between its own samples. */
  both: Series;
  /** The second less the first. */
  difference: Series;
}

export function sharedSeries(ours: readonly Series[], theirs: readonly Series[]): Shared[] {
  return ours.flatMap((series) => {
    const other = theirs.find(({ key, clock }) => key === series.key && clock !== null);
    const line = series.lines[0];
    const otherLine = other?.lines[0];
    if (series.clock === null || other === undefined || line === undefined || otherLine === undefined)
      return [];
    const values = resampled(other.x.values, otherLine.values, series.x.values, series.drawn === 'steps');
    const lines = [
      { label: 'this run', values: line.values },
      { label: 'the other', values },
    ];
    const difference = line.values.map((value, i) => (values[i] as number) - value);
    return [
      {
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
      },
    ];
  });
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
 * both show, on the shortest way in a periodic box. Null if they share none.
 */
export function distanceOver(one: Run, other: Run): Series | null {
  if (one.dimension !== other.dimension) return null;
  const pairs = bodiesOfBoth(one, other);
  if (pairs.length === 0) return null;
  const [labels, otherLabels] = [new Labels(one), new Labels(other)];
  const from = Math.max(labels.time(0), otherLabels.time(0));
  const to = Math.min(labels.time(one.end), otherLabels.time(other.end));
  if (!(to > from)) return null;
  const count = Math.round(Math.min(Math.max(kMostPlaces / pairs.length, kFewestTimes), kMostTimes));
  const times = Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
  const [motion, otherMotion] = [new Motion(one), new Motion(other)];
  const [moment, otherMoment] = [newMoment(one), newMoment(other)];
  const distance = times.map((time) => {
    motion.at(labels.timeFrom(time), moment);
    otherMotion.at(otherLabels.timeFrom(time), otherMoment);
    let squares = 0;
    for (const [a, b] of pairs)
      squares += squaredDistance(one, moment.position, a, other, otherMoment.position, b);
    return Math.sqrt(squares / pairs.length);
  });
  const x = { ...(columnOf(one.observables, 'time') ?? { name: 'time', dimension: 'T' }), values: times };
  return {
    key: 'distance',
    label: 'Distance between the two',
    axis: 'Distance',
    dimension: 'L',
    x,
    lines: [{ label: 'distance', values: distance }],
    drawn: 'line',
    clock: { begin: one.begin, unit: one.units.time },
    note: 'How far apart bodies of the same number are: the root of the mean square.',
  };
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
