import { formatCount, formatNumber, labelWithDimension } from '../run/numbers';
import { againstTheory } from '../plots/theory';
import type { Run } from '../run/types';
import { make } from './dom';
import { vector } from './format';

/**
 * What summary.json measures, in the order of the table: key, label, dimension (D stands for the space's).
 */
const kMeasured: readonly (readonly [string, string, string])[] = [
  ['culprits', 'Stuck', '1'],
  ['simulated_time', 'Simulated time', 'T'],
  ['sound_time', 'Figures are of', 'T'],
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
  body_body: 'body-body',
  body_obstacle: 'body-obstacle',
  body_side: 'body-wall',
};

/** What says nothing of a run that is no gas. */
const kThermal = ['temperature', 'pressure', 'compressibility'];

/** Rows for all that the summary defines, and for what it says why it does not; what is just null, nobody asked for. */
export function summaryRows(run: Run): HTMLTableRowElement[] {
  const { summary } = run;
  const absent = (summary.absent ?? {}) as Record<string, unknown>;
  const rows: HTMLTableRowElement[] = [];
  const add = (key: string, head: string, content: string, quiet = false) => {
    const th = make('th', '', head);
    th.scope = 'row';
    const cell = make('td', quiet ? 'quiet' : '', content);
    cell.dataset.key = key;
    rows.push(make('tr', '', th, cell));
  };
  for (const [key, label, unit] of kMeasured) {
    const value = summary[key];
    const why = absent[key];
    if (key === 'sound_time' && isSoundToTheEnd(run)) continue;
    if (kThermal.includes(key) && summary.thermodynamics === false) {
      if (key === 'temperature')
        add(
          'thermodynamics',
          'Temperature, pressure',
          `say nothing here: ${String(absent.thermodynamics)}`,
          true,
        );
      continue;
    }
    const head = labelWithDimension(titleOf(run, key, label), unitIn(run, key, unit));
    if (value !== null && value !== undefined && !isEmpty(value)) add(key, head, textOf(run, key, value));
    else if (typeof why === 'string') add(key, head, `– ${why}`, true);
    if (key === 'compressibility') {
      const theory = againstTheory(run);
      if (theory !== '') add('against_theory', 'Against theory', theory);
    }
  }
  return rows;
}

function isSoundToTheEnd({ summary }: Run): boolean {
  return summary.sound_time === summary.simulated_time;
}

/** What no two runs of a scene have in common. */
const kOfTheMachine = ['wall_seconds'];

/** Rows for what two runs do not have in common: of this one, of the other, and by how much that is more. */
export function comparedRows(run: Run, other: Run): HTMLTableRowElement[] {
  const rows = kMeasured.flatMap(([key, label, unit]) => {
    const [one, two] = [run.summary[key], other.summary[key]];
    if (key === 'sound_time' && [run, other].every(isSoundToTheEnd)) return [];
    if (kOfTheMachine.includes(key) || JSON.stringify(one) === JSON.stringify(two)) return [];
    const head = make('th', '', labelWithDimension(label, unitIn(run, key, unit)));
    head.scope = 'row';
    const cells = [shownOf(one), shownOf(two), differenceOf(key, one, two)].map((each) => make('td', '', each));
    cells.forEach((cell, i) => (cell.dataset.key = `${key}-${['this', 'other', 'difference'][i]}`));
    return [make('tr', '', head, ...cells)];
  });
  if (rows.length > 0) return rows;
  const none = make('td', 'quiet', 'Nothing: both have the same figures.');
  none.colSpan = 4;
  return [make('tr', '', none)];
}

function shownOf(value: unknown): string {
  return value === null || value === undefined ? '–' : text(value);
}

/** In percent of the first, where both are numbers that measure something. */
function differenceOf(key: string, one: unknown, two: unknown): string {
  if (key === 'seed' || typeof one !== 'number' || typeof two !== 'number' || one === 0) return '';
  const percent = (100 * (two - one)) / Math.abs(one);
  return `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent), 2)} %`;
}

function titleOf({ summary }: Run, key: string, label: string): string {
  return key === 'culprits' && summary.outcome === 'crushed' ? 'Crushed' : label;
}

function textOf({ summary }: Run, key: string, value: unknown): string {
  if (key !== 'compressibility') return text(value);
  const { compressibility_error: error, absent } = summary;
  if (typeof error === 'number') return `${text(value)} ± ${formatNumber(error, 2)}`;
  const why = (absent as Record<string, unknown> | undefined)?.compressibility_error;
  return typeof why === 'string' ? `${text(value)}, error not known: ${why}` : text(value);
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
