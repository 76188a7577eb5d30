import { kNobody, type Run } from '../../run/types';

/** Which impacts are looked for, by what a body meets. */
export type Kind = 'all' | 'bodies' | 'obstacles' | 'sides';

/** Who take part: indices of partners as impacts have them; null where anybody may. */
export interface Wanted {
  kind: Kind;
  one: ReadonlySet<number> | null;
  other: ReadonlySet<number> | null;
}

/** The impacts of that kind in which `one` and `other` meet, in their order. */
export function filtered({ impacts, bodies, obstacles }: Run, { kind, one, other }: Wanted): Uint32Array {
  const found = new Uint32Array(impacts.count);
  const firstSide = bodies.count + obstacles.length;
  const isSide = (x: number, y: number): boolean =>
    (x >= firstSide && x !== kNobody) || (y >= firstSide && y !== kNobody);
  const isObstacle = (x: number): boolean => x >= bodies.count && x < firstSide;
  const kindOf = (x: number, y: number): Kind =>
    isSide(x, y) ? 'sides' : isObstacle(x) || isObstacle(y) ? 'obstacles' : 'bodies';
  const has = (wanted: ReadonlySet<number> | null, x: number): boolean => wanted === null || wanted.has(x);
  let count = 0;
  for (let i = 0; i < impacts.count; ++i) {
    const [x, y] = [impacts.a[i], impacts.b[i]];
    if (kind !== 'all' && kindOf(x, y) !== kind) continue;
    if ((has(one, x) && has(other, y)) || (has(one, y) && has(other, x))) found[count++] = i;
  }
  return found.subarray(0, count);
}

/**
 * Whom a person means: a body by its number or name, an obstacle or a side by its name, or, where nobody is
 * called just so, all whose names have that text in them. Null where nothing is said.
 */
export function partiesCalled(run: Run, text: string): Set<number> | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const number = /^(?:body )?(\d+)$/.exec(wanted)?.[1];
  const names = namesOf(run);
  const found = new Set(names.filter(([, name]) => name.toLowerCase() === wanted).map(([party]) => party));
  const body = number === undefined ? -1 : run.bodies.id.indexOf(Number(number));
  if (body >= 0) found.add(body);
  if (found.size > 0) return found;
  return new Set(names.filter(([, name]) => name.toLowerCase().includes(wanted)).map(([party]) => party));
}

/** All that have names, as partners of impacts are counted. */
export function namesOf({ bodies, obstacles, sideNames }: Run): [party: number, name: string][] {
  return [
    ...bodies.names,
    ...obstacles.map(({ name }, i): [number, string] => [bodies.count + i, name]),
    ...sideNames.map((name, i): [number, string] => [bodies.count + obstacles.length + i, name]),
  ].filter(([, name]) => name !== '');
}
