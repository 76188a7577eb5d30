import { formatCount, formatNumber, labelWithDimension } from '../run/numbers';
import type { Run } from '../run/types';
import { make } from './dom';
import { vector } from './format';

/**
 * What summary.json measures, in the order of the table: key, label, dimension (D stands for the space's).
 */
const kMeasured: readonly (readonly [string, string, string])[] = [
  ['culprits', 'Collapsed', '1'],
  ['simulated_time', 'Simulated time', 'T'],
  ['collisions', 'Collisions', '1'],
  ['collisions_by_kind', 'Collisions by kind', '1'],
  ['energy_initial', 'Energy at the start', 'M L^2/T^2'],
  ['energy_final', 'Energy at the end', 'M L^2/T^2'],
  ['momentum_initial', 'Momentum at the start', 'M L/T'],
  ['momentum_final', 'Momentum at the end', 'M L/T'],
  ['measure_from', 'Measured from', 'T'],
  ['measured_time', 'Measured time', 'T'],
  ['temperature', 'Temperature', 'M L^2/T^2'],
  ['pressure', 'Pressure', 'M/(L T^2)'],
  ['compressibility', 'Compressibility', '1'],
  ['collision_rate_per_body', 'Collision rate per body', '1/T'],
  ['mean_square_displacement', 'Mean square displacement', 'L^2'],
  ['velocity_autocorrelation', 'Velocity autocorrelation', 'L^2/T^2'],
  ['mean_free_time', 'Mean free time', 'T'],
  ['mean_free_path', 'Mean free path', 'L'],
  ['deepest_overlap', 'Deepest overlap', 'L'],
  ['wall_seconds', 'Took', 's'],
  ['seed', 'Seed', '1'],
  ['state_hash', 'State hash', '1'],
  ['firsthit_version', 'firsthit', '1'],
];

const kKinds: Record<string, string> = {
  body_body: 'of bodies',
  body_obstacle: 'with obstacles',
  body_side: 'with sides',
};

/** Rows for all that the summary defines; what is null in it, nobody asked for. */
export function summaryRows(run: Run): HTMLTableRowElement[] {
  const rows: HTMLTableRowElement[] = [];
  for (const [key, label, unit] of kMeasured) {
    const value = run.summary[key];
    if (value === null || value === undefined || isEmpty(value)) continue;
    const head = make('th', '', labelWithDimension(label, unitIn(run, key, unit)));
    head.scope = 'row';
    const cell = make('td', '', text(value));
    cell.dataset.key = key;
    rows.push(make('tr', '', head, cell));
  }
  return rows;
}

function unitIn(run: Run, key: string, unit: string): string {
  return key === 'pressure' && run.dimension === 2 ? 'M/T^2' : unit;
}

function text(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) >= 1e4 ? formatCount(value) : formatNumber(value);
  if (isTexts(value)) return value.join(', ');
  if (Array.isArray(value)) return vector(value as number[]);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([kind, many]) => `${text(many)} ${kKinds[kind] ?? kind}`)
      .join(', ');
  return String(value);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string';
}
