// contacts.csv: where bodies rest at the end of the run, and what presses them there.
import { DamagedReport, expect } from './damage';
import { kKinematic, kNobody, type Contacts, type Run } from './types';

const kTable = 'contacts.csv';

/** What is told of a run before its contacts are read. */
type Known = Pick<
  Run,
  'dimension' | 'units' | 'origin' | 'end' | 'pathsEnd' | 'bodies' | 'starts' | 'knots'
>;

/** Throws DamagedReport. */
export function readContacts(text: string, run: Known): Contacts {
  const [header, ...rows] = cellsOf(text);
  expect(header !== undefined, `${kTable}: expected a line of headers, found nothing.`);
  const names = header.map((cell) => cell.replace(/ \[.*\]$/, ''));
  const axes = ['x', 'y', 'z'].slice(0, run.dimension);
  const column = (name: string): number => {
    const at = names.indexOf(name);
    expect(at >= 0, `${kTable}: expected a column ${name}, found ${names.join(', ')}.`);
    return at;
  };
  const vector = (name: string): number[] => axes.map((axis) => column(`${name}_${axis}`));
  rows.forEach((row, i) =>
    expect(
      row.length === names.length,
      `${kTable}, row ${i + 1}: expected ${names.length} cells, found ${row.length}.`,
    ),
  );
  const numbers = (columns: number[]): Float64Array =>
    Float64Array.from(rows.flatMap((row, i) => columns.map((at) => numberIn(row[at] as string, i))));
  const places = new Map(Array.from(run.bodies.id, (id, body) => [id, body]));
  const bodies = (at: number): Uint32Array =>
    Uint32Array.from(rows, (row, i) => places.get(numberIn(row[at] as string, i)) ?? kNobody);
  const force = numbers(vector('force'));
  const contacts = {
    count: rows.length,
    a: bodies(column('a')),
    b: bodies(column('b')),
    nameA: rows.map((row) => row[column('name_a')] as string),
    nameB: rows.map((row) => row[column('name_b')] as string),
    point: numbers(vector('point')).map(
      (x, i) => x / run.units.length - (run.origin[i % run.dimension] as number),
    ),
    force,
    size: Float64Array.from(rows, (_, i) =>
      Math.hypot(...force.subarray(i * run.dimension, (i + 1) * run.dimension)),
    ),
  };
  return { ...contacts, since: sinceOf(contacts, run) };
}

/** The cells of a table in which some may be quoted (RFC 4180). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell and what ends it.
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && row.length === 0 && !plain && quoted === undefined) break;
    row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : (plain ?? ''));
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

function numberIn(cell: string, row: number): number {
  const value = Number(cell);
  if (cell === '' || !Number.isFinite(value))
    throw new DamagedReport(`${kTable}, row ${row + 1}: expected a number, found "${cell}".`);
  return value;
}

/** From when on all stand as they do at the end. The paths tell it: nobody's course changes any more, and those who
 *  touch do not move. Else the end. */
function sinceOf({ a, b }: Pick<Contacts, 'a' | 'b'>, run: Known): number {
  const { bodies, starts, knots, dimension, end } = run;
  if (run.pathsEnd < end || bodies.count < bodies.total) return end;
  const velocity = starts.velocity.slice();
  for (let knot = 0; knot < knots.count; knot++) {
    const body = knots.body[knot] as number;
    velocity.set(knots.velocity.subarray(knot * dimension, (knot + 1) * dimension), body * dimension);
  }
  const moves = (body: number): boolean =>
    body !== kNobody && velocity.subarray(body * dimension, (body + 1) * dimension).some((v) => v !== 0);
  if (a.some(moves) || b.some(moves)) return end;
  return knots.count > 0 ? (knots.time[knots.count - 1] as number) : 0;
}

/** Whether those who rest at the end stand so at this time. */
export function holds({ contacts }: Run, time: number): boolean {
  return contacts !== null && time >= contacts.since;
}

/** Whether forces lead on to the place of what holds, as that can give way. */
export function givesWay({ bodies }: Run, b: number): boolean {
  return b !== kNobody && !((bodies.kind?.[b] ?? 0) & kKinematic);
}

/** What contacts come to, in the scene's units [M L/T^2]. */
export interface ContactSums {
  /** The contact with the largest force; -1 if there is none. */
  largest: number;
  /** Of all who rest; null where not all of them are shown, or gravity is not told. */
  weight: number | null;
  /** Against gravity, by what does not give way; null as above. */
  borne: number | null;
}

export function sumsOf(run: Run): ContactSums {
  const { contacts, gravity, bodies, dimension, units } = run;
  if (!contacts) return { largest: -1, weight: null, borne: null };
  const { count, a, b, size, force } = contacts;
  let largest = -1;
  for (let i = 0; i < count; i++) if (largest < 0 || (size[i] as number) > (size[largest] as number)) largest = i;
  const pull = Math.hypot(...(gravity ?? []));
  if (!gravity || !(pull > 0) || bodies.count < bodies.total) return { largest, weight: null, borne: null };
  const resting = new Set<number>();
  let borne = 0;
  for (let i = 0; i < count; i++) {
    const holder = b[i] as number;
    resting.add(a[i] as number);
    if (givesWay(run, holder)) resting.add(holder);
    else for (let k = 0; k < dimension; k++) borne -= ((force[i * dimension + k] as number) * gravity[k]) / pull;
  }
  let mass = 0;
  for (const body of resting) mass += bodies.mass[body] as number;
  return { largest, weight: (mass * units.mass * pull * units.length) / units.time ** 2, borne };
}
