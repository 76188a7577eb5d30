// The data that the program puts into the page: two script blocks of base64, packed JSON and paths.bin.
import { readContacts } from './contacts';
import { parseTable } from './csv';
import { DamagedReport, expect } from './damage';
import { formatCount } from './numbers';
import { readPaths } from './paths';
import type { Run } from './types';
import { unpacked } from './unpack';

const kRunBlock = 'firsthit-run';
const kPathsBlock = 'firsthit-paths';

/** Where script blocks are found by their names: a page, or the text of one. */
export interface Blocks {
  getElementById(id: string): { textContent: string | null } | null;
}

/** False in the bare template, which shows no run. */
export function hasRun(page: Blocks): boolean {
  return page.getElementById(kRunBlock) !== null;
}

/** Throws DamagedReport. */
export async function loadRun(page: Blocks): Promise<Run> {
  const texts = parseTexts(await unpackedText(decodeBase64(textOf(page, kRunBlock))));
  const block = page.getElementById(kPathsBlock);
  const bytes = decodeBase64(textOf(page, kPathsBlock));
  // The text of a large run is tens of megabytes that nobody needs any more.
  if (block) block.textContent = '';
  return makeRun(texts, bytes);
}

function textOf(page: Blocks, id: string): string {
  const text = page.getElementById(id)?.textContent;
  expect(text !== undefined && text !== null, `This report has no data: the block "${id}" is missing.`);
  return text;
}

async function unpackedText(packed: Uint8Array): Promise<string> {
  try {
    return await new Response(unpacked(packed)).text();
  } catch (error) {
    throw new DamagedReport(`The report's summary cannot be unpacked: ${(error as Error).message}.`);
  }
}

/** The texts of the run block. */
export interface Texts {
  summary: Record<string, unknown>;
  scene: string;
  observables: string;
  /** Rows of the run's own table; this one is thinned if it has fewer. */
  observables_rows?: number;
  speed_histogram: string | null;
  radial_distribution: string | null;
  /** contacts.csv; null where nobody rests at the end, or of more rows than there is room for. */
  contacts?: string | null;
  /** Rows of the run's own table. */
  contacts_rows?: number;
}

export function parseTexts(json: string): Texts {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw new DamagedReport(`The report's summary cannot be read: ${(error as Error).message}.`);
  }
  const texts = parsed as Texts | null;
  expect(
    typeof texts === 'object' && texts !== null,
    "The report's summary cannot be read: expected an object.",
  );
  expect(typeof texts.summary === 'object' && texts.summary !== null, 'The report lacks its summary.');
  for (const key of ['scene', 'observables'] as const) {
    expect(typeof texts[key] === 'string', `The report lacks its ${key}.`);
  }
  return texts;
}

export async function makeRun(texts: Texts, bytes: Uint8Array): Promise<Run> {
  const table = (text: string | null, name: string) =>
    text === null || text === undefined ? null : parseTable(text, name);
  const paths = await readPaths(bytes);
  const observables = parseTable(texts.observables, 'observables.csv');
  const rows = texts.observables_rows ?? observables.rows;
  if (observables.rows < rows) {
    paths.leftOut.push(`Plots show ${formatCount(observables.rows)} of ${formatCount(rows)} samples.`);
  }
  const contacts = typeof texts.contacts === 'string' ? readContacts(texts.contacts, paths) : null;
  if (!contacts && texts.contacts_rows) {
    paths.leftOut.push(`Of ${formatCount(texts.contacts_rows)} contacts at the end none is shown.`);
  }
  return {
    ...paths,
    summary: texts.summary,
    sceneText: texts.scene,
    observables,
    speedHistogram: table(texts.speed_histogram, 'speed_histogram.csv'),
    radialDistribution: table(texts.radial_distribution, 'radial_distribution.csv'),
    contacts,
  };
}

const kDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kInvalid = 64;

/** Whitespace around the text is allowed, none inside. Throws DamagedReport. */
export function decodeBase64(text: string): Uint8Array {
  const trimmed = text.trim();
  const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (native) {
    try {
      return native.call(Uint8Array, trimmed);
    } catch {
      // The table below says where it is damaged.
    }
  }
  return decodeByTable(trimmed);
}

/** For browsers without Uint8Array.fromBase64: several times as fast as atob, which makes a string of bytes
 *  first. */
export function decodeByTable(text: string): Uint8Array {
  const table = new Uint8Array(256).fill(kInvalid);
  for (let i = 0; i < kDigits.length; i++) table[kDigits.charCodeAt(i)] = i;
  const length = text.length;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  expect(
    length % 4 === 0,
    `The report's data are cut off: ${length} base64 digits, expected a multiple of 4.`,
  );
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const digits = length - padding;
  const digit = (i: number): number => (i < digits ? (table[text.charCodeAt(i) & 255] ?? kInvalid) : 0);
  let invalid = 0;
  let out = 0;
  for (let i = 0; i < length; i += 4) {
    const a = digit(i);
    const b = digit(i + 1);
    const c = digit(i + 2);
    const d = digit(i + 3);
    invalid |= a | b | c | d;
    // Beyond the end of a typed array nothing is written: that is where the padding goes.
    bytes[out++] = (a << 2) | (b >> 4);
    bytes[out++] = (b << 4) | (c >> 2);
    bytes[out++] = (c << 6) | d;
  }
  if (invalid & kInvalid) {
    const at = text.search(/[^A-Za-z0-9+/=]/);
    throw new DamagedReport(`The report's data are damaged: digit ${at + 1} is no base64.`);
  }
  return bytes;
}
