// How much one body's impacts give back. Pairs of materials have that in a scene: so a body gets a material of its own,
// and a `[[contact]]` with each other one.
import type { Origin } from './changes';
import { tablesOf, textOfTable, tomlNumber, valueOf, withTable, withValue } from '../scene/scene_text';

const kDefault = 'default';

function unquoted(value: string | null): string | null {
  return value === null ? null : value.slice(1, -1);
}

/** Of all bodies, groups and sides, one for each that tells it. */
function materialsIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*material[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/gm)].map((match) => match[1] ?? match[2]);
}

/** The number of the `[[contact]]` of two materials, or -1. */
function contactOf(text: string, a: string, b: string): number {
  const pairs = tablesOf(text)
    .filter(({ name }) => name === 'contact')
    .map((_, i) => valueOf(text, 'contact', i, 'materials') ?? '')
    .map((value) => [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2]));
  return pairs.findIndex((pair) => pair.length === 2 && pair.includes(a) && pair.includes(b) && (a !== b || pair[0] === pair[1]));
}

/** The material that no other has, or null. */
function ownMaterial(text: string, { table, index }: NonNullable<Origin>): string | null {
  const material = unquoted(valueOf(text, table, index, 'material'));
  return material !== null && materialsIn(text).filter((each) => each === material).length === 1 ? material : null;
}

/** Of a body with whatever has no material; null where it is not told. */
export function bounceOf(text: string, origin: Origin): number | null {
  const own = origin && ownMaterial(text, origin);
  const contact = own === null ? -1 : contactOf(text, own, kDefault);
  const told = contact < 0 ? null : valueOf(text, 'contact', contact, 'restitution');
  return told === null ? null : Number(told);
}

/** `name`: of the body, for a material that has none yet. */
export function withBounce(text: string, origin: Origin, name: string, restitution: number): string {
  if (!origin) return text;
  const { table, index } = origin;
  const before = unquoted(valueOf(text, table, index, 'material')) ?? kDefault;
  const materials = new Set([kDefault, ...materialsIn(text)]);
  let own = ownMaterial(text, origin);
  if (own === null) for (own = name; materials.has(own); ) own += "'";
  let changed = withValue(text, table, index, 'material', JSON.stringify(own));
  for (const other of materials) {
    if (other === own) continue;
    let contact = contactOf(changed, own, other);
    if (contact < 0) {
      const like = contactOf(changed, before, other);
      const copied = like < 0 ? '[[contact]]\n' : (textOfTable(changed, 'contact', like) ?? '');
      contact = tablesOf(changed).filter((each) => each.name === 'contact').length;
      changed = withTable(changed, copied);
      changed = withValue(changed, 'contact', contact, 'materials', JSON.stringify([own, other]));
    }
    // Who passes, slides or stops gives nothing back.
    const response = valueOf(changed, 'contact', contact, 'response');
    if (response === null || response === '"bounce"')
      changed = withValue(changed, 'contact', contact, 'restitution', tomlNumber(restitution));
  }
  return changed;
}
