// What the plots over time show, from the run's tables. Numbers and times are the tables' own: absolute, in
// the scene's units.
import { columnOf, writeTable } from '../run/csv';
import { dimensionText, formatCount, formatNumber, labelWithDimension } from '../run/numbers';
import type { Column, Run, Table } from '../run/types';
import { pressureInTheory, whyNoEquation } from './theory';

export interface Line {
  label: string;
  values: Float64Array;
}

/** How to get the viewer's time from an x: x / unit - begin. */
export interface Clock {
  begin: number;
  unit: number;
}

export interface Series {
  key: string;
  label: string;
  /** What the y axis is called, where the label is too long. */
  axis?: string;
  dimension: string;
  x: Column;
  lines: Line[];
  /** line: from value to value; steps: a value holds since the sample before; bars: x is the middle of a bin,
   *  and the first line is drawn as bars. */
  drawn: 'line' | 'steps' | 'bars';
  /** Null where x is no time. */
  clock: Clock | null;
  note: string;
}

/** Over time: those that the run's samples define. */
export function seriesOf(run: Run): Series[] {
  const table = run.observables;
  const time = columnOf(table, 'time');
  if (time === null || table.rows === 0) return [];
  const clock = { begin: run.begin, unit: run.units.time };
  const over = (
    key: string,
    label: string,
    dimension: string,
    lines: Line[],
    note = '',
    drawn: Series['drawn'] = 'line',
  ) => ({
    key,
    label,
    dimension,
    x: time,
    lines: lines.filter(({ values }) => values.some(Number.isFinite)),
    drawn,
    clock,
    note,
  });
  const from = formatNumber(Number(run.summary['measure_from'] ?? 0));
  const average = `The average from t = ${from} up to each time.`;
  const plain = (name: string, label: string, note: string) => {
    const column = columnOf(table, name);
    return column === null
      ? []
      : [over(name, label, column.dimension, [{ label, values: column.values }], note)];
  };
  // Of a pool table, or of agents, temperature and pressure say nothing.
  const isThermal = run.summary.thermodynamics !== false;
  return [
    ...energies(run, over),
    ...momentum(table, over),
    ...(isThermal ? plain('temperature', 'Temperature', average) : []),
    ...(isThermal ? plain('pressure', 'Pressure', average).map((series) => withTheory(run, series)) : []),
    ...collisionRate(table, time, over),
    ...plain('mean_square_displacement', 'Mean square displacement', ''),
    ...plain('velocity_autocorrelation', 'Velocity autocorrelation', ''),
    ...plain('mean_free_time', 'Mean free time', average),
    ...plain('mean_free_path', 'Mean free path', average),
  ].filter((series) => series.lines.length > 0);
}

/** With the equation of state's pressure beside the run's own, or why there is none. */
function withTheory(run: Run, pressure: Series): Series {
  const theory = pressureInTheory(run);
  const why = whyNoEquation(run);
  if (theory === null)
    return why === '' ? pressure : { ...pressure, note: `${pressure.note} No theory: ${why}.` };
  const measured = pressure.lines[0]?.values ?? new Float64Array(0);
  const values = measured.map((value) => (Number.isFinite(value) ? theory.pressure : NaN));
  return {
    ...pressure,
    lines: [
      { label: 'measured', values: measured },
      { label: theory.name, values },
    ],
    note: `${pressure.note} Theory is at the temperature of the whole run.`,
  };
}

type Over = (
  key: string,
  label: string,
  dimension: string,
  lines: Line[],
  note?: string,
  drawn?: Series['drawn'],
) => Series;

function energies({ observables: table, summary }: Run, over: Over): Series[] {
  const energy = columnOf(table, 'energy');
  if (energy === null) return [];
  const lines: Line[] = [{ label: 'total', values: energy.values }];
  const potential = columnOf(table, 'potential_energy');
  const kinetic = columnOf(table, 'kinetic_energy');
  // Without gravity all energy is kinetic.
  if (kinetic !== null && potential !== null && potential.values.some((value) => value !== 0)) {
    lines.push(
      { label: 'kinetic', values: kinetic.values },
      { label: 'potential', values: potential.values },
    );
  }
  const total = over('energy', 'Energy', energy.dimension, lines);
  // Where the energy is meant to change, its change is no drift.
  return summary.energy_conserved === false ? [total] : [total, drift(energy, over)];
}

/** Relative to the first energy, unless that is 0. */
function drift(energy: Column, over: Over): Series {
  const first = energy.values[0] ?? NaN;
  const change = energy.values.map((value) => (first === 0 ? value - first : (value - first) / first));
  const [note, dimension] =
    first === 0 ? ['E − E₀, as E₀ is 0.', energy.dimension] : ['(E − E₀) / E₀, E₀ being the first.', '1'];
  return over('energy_drift', 'Energy drift', dimension, [{ label: 'drift', values: change }], note);
}

function momentum(table: Table, over: Over): Series[] {
  const columns = ['x', 'y', 'z'].flatMap((axis) => {
    const column = columnOf(table, `momentum_${axis}`);
    return column === null ? [] : [{ label: axis, values: column.values, dimension: column.dimension }];
  });
  return [over('momentum', 'Momentum', columns[0]?.dimension ?? '', columns)];
}

/** More steps than this are put together: of short ones, each holds a collision or none. */
const kMostSteps = 100;

/** Over every k-th sample and the last; not defined at the first, nor where two stand at one time. */
function collisionRate(table: Table, time: Column, over: Over): Series[] {
  const collisions = columnOf(table, 'collisions')?.values;
  if (!collisions) return [];
  const stride = Math.max(Math.ceil((table.rows - 1) / kMostSteps), 1);
  const steps = Math.ceil((table.rows - 1) / stride);
  const samples = Array.from({ length: steps + 1 }, (_, i) => Math.min(i * stride, table.rows - 1));
  const rate = Float64Array.from(samples, (sample, i) => {
    const before = samples[i - 1] ?? sample;
    const duration = (time.values[sample] as number) - (time.values[before] as number);
    return duration > 0 ? ((collisions[sample] as number) - (collisions[before] as number)) / duration : NaN;
  });
  const note = 'Collisions in each step, by its length.';
  const series = over(
    'collision_rate',
    'Collision rate',
    '1/T',
    [{ label: 'rate', values: rate }],
    note,
    'steps',
  );
  return [
    {
      ...series,
      x: { ...time, values: Float64Array.from(samples, (sample) => time.values[sample] as number) },
    },
  ];
}

/** What the scene asked to be averaged over the run: bins, not times. */
export function curvesOf(run: Run): Series[] {
  const series: Series[] = [];
  const speeds = run.speedHistogram;
  if (speeds) {
    const note = 'Over the samples from the start of measuring on.';
    const lines: [string, string][] = [
      ['density', 'measured'],
      ['maxwell', 'Maxwell'],
    ];
    series.push(
      ...binned(
        speeds,
        'speed_distribution',
        'Speeds of the run',
        ['v_low', 'v_high', 'speed'],
        lines,
        'Density',
        note,
      ),
    );
  }
  const radial = run.radialDistribution;
  if (radial) {
    const label = 'Radial distribution g(r)';
    series.push(
      ...binned(radial, 'radial_distribution', label, ['r_low', 'r_high', 'distance'], [['g', 'g']], 'g', ''),
    );
  }
  return series;
}

/** x: the columns of the bins' ends, and what the middle is called. lines: columns and their labels. */
function binned(
  table: Table,
  key: string,
  label: string,
  [lowName, highName, name]: [string, string, string],
  lines: [string, string][],
  axis: string,
  note: string,
): Series[] {
  const low = columnOf(table, lowName);
  const high = columnOf(table, highName);
  if (low === null || high === null || table.rows === 0) return [];
  const middle = low.values.map((value, i) => (value + (high.values[i] as number)) / 2);
  const shown = lines.flatMap(([column, lineLabel]) => {
    const found = columnOf(table, column);
    const defined = found !== null && found.values.some(Number.isFinite);
    return defined ? [{ label: lineLabel, values: found.values, dimension: found.dimension }] : [];
  });
  const dimension = shown[0]?.dimension ?? '';
  const x = { name, dimension: low.dimension, values: middle };
  return shown.length > 0
    ? [{ key, label, dimension, x, lines: shown, drawn: 'bars', clock: null, note, axis }]
    : [];
}

/** The series as a table: x and a column a line. */
export function csvOf(series: Series): string {
  const columns = series.lines.map(({ label, values }) => {
    const name = series.lines.length > 1 ? `${series.key}_${label.toLowerCase()}` : series.key;
    return { name, dimension: series.dimension, values };
  });
  return writeTable([series.x, ...columns]);
}

/** What a reader who does not see the plot should know. */
export function describe(series: Series): string {
  const { x } = series;
  const unit = dimensionText(x.dimension);
  const [from, to] = [x.values[0], x.values.at(-1)].map((value) => formatNumber(value ?? NaN));
  const range = `${formatCount(x.values.length)} values, ${x.name} ${from} to ${to}${unit ? ` ${unit}` : ''}`;
  const lines = series.lines.map(({ label, values }) => {
    const defined = values.filter(Number.isFinite);
    const [first, last] = [defined[0], defined.at(-1)].map((value) => formatNumber(value ?? NaN));
    const [least, most] = extremes(defined).map((value) => formatNumber(value));
    const name = series.lines.length > 1 ? `${label}: ` : '';
    return `${name}first ${first}, last ${last}, least ${least}, greatest ${most}`;
  });
  const name = labelWithDimension(series.label, series.dimension);
  return `${name} over ${x.name}: ${range}. ${lines.join('; ')}.`;
}

/** Whether a logarithm of these can be drawn: at least two are positive and none is negative. */
export function hasLogarithm(values: ArrayLike<number>): boolean {
  let positive = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < 0) return false;
    if (value > 0) ++positive;
  }
  return positive >= 2;
}

/** Least and greatest; [Infinity, -Infinity] of nothing. */
export function extremes(values: ArrayLike<number>): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** The sample whose values hold at x: the last that is not after it, or for steps the first that is not
 *  before. */
export function sampleAt(series: Series, x: number): number {
  const { values } = series.x;
  let [low, high] = [0, values.length];
  const after = (value: number) => (series.drawn === 'steps' ? value >= x : value > x);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (after(values[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return Math.min(Math.max(series.drawn === 'steps' ? low : low - 1, 0), values.length - 1);
}
