// The sections of paths.bin: arrays of numbers.
import { DamagedReport, expect } from './damage';
import { asObject, countIn, type Json } from './json';
import { unpacked } from './unpack';

const kArrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
type ArrayName = keyof typeof kArrays;
type ArrayOf<T extends ArrayName> = InstanceType<(typeof kArrays)[T]>;

/** By their names. */
export class Sections {
  #arrays = new Map<string, ArrayBufferView>();

  set(name: string, array: ArrayBufferView): void {
    this.#arrays.set(name, array);
  }

  has(name: string): boolean {
    return this.#arrays.has(name);
  }

  /** The section must be of this type and hold `count` numbers. */
  take<T extends ArrayName>(name: string, type: T, count: number): ArrayOf<T> {
    const array = this.#arrays.get(name);
    expect(array !== undefined, `paths: the section ${name} is missing.`);
    expect(array instanceof kArrays[type], `paths: ${name}: expected numbers of type ${type}.`);
    const found = (array as ArrayOf<T>).length;
    expect(found === count, `paths: ${name}: expected ${count} numbers, found ${found}.`);
    return array as ArrayOf<T>;
  }

  length(name: string): number {
    return (this.#arrays.get(name) as Uint8Array | undefined)?.length ?? 0;
  }
}

export async function readSections(header: Json, bytes: Uint8Array): Promise<Sections> {
  const list = header['sections'];
  expect(Array.isArray(list), 'paths: sections: expected a list.');
  const sections = new Sections();
  const reading = list.map(async (entry) => {
    const section = asObject(entry, 'sections');
    const name = String(section['name']);
    sections.set(name, await readSection(section, name, bytes));
  });
  await Promise.all(reading);
  return sections;
}

/** The same, at once, of sections that are not packed, or only look so: what the core gives to a page. */
export function readRawSections(header: Json, bytes: Uint8Array): Sections {
  const list = header['sections'];
  expect(Array.isArray(list), 'paths: sections: expected a list.');
  const sections = new Sections();
  for (const entry of list) {
    const section = asObject(entry, 'sections');
    const name = String(section['name']);
    const place = placeOf(section, name, bytes);
    const stored = section['encoding'] === 'deflate';
    sections.set(name, place.numbers(stored ? storedBytes(place.stored, place.length, name) : rawBytes(section, name, place)));
  }
  return sections;
}

async function readSection(section: Json, name: string, bytes: Uint8Array): Promise<ArrayBufferView> {
  const place = placeOf(section, name, bytes);
  const packed = section['encoding'] === 'deflate';
  return place.numbers(packed ? await inflate(place.stored, place.length, name) : rawBytes(section, name, place));
}

/** Where a section stands. */
interface Place {
  stored: Uint8Array;
  /** Bytes of its numbers. */
  length: number;
  numbers(raw: Uint8Array): ArrayBufferView;
}

function placeOf(section: Json, name: string, bytes: Uint8Array): Place {
  const type = String(section['type']) as ArrayName;
  const offset = countIn(section, 'offset');
  const stored = countIn(section, 'bytes');
  const Numbers = kArrays[type];
  expect(Numbers !== undefined, `paths: ${name}: unknown type ${type}.`);
  expect(
    offset + stored <= bytes.length,
    `paths: cut off within ${name}: ${bytes.length} of ${offset + stored} bytes.`,
  );
  const length = countIn(section, 'count') * Numbers.BYTES_PER_ELEMENT;
  return {
    stored: bytes.subarray(offset, offset + stored),
    length,
    numbers(raw) {
      const aligned = raw.byteOffset % Numbers.BYTES_PER_ELEMENT === 0 ? raw : raw.slice();
      return new Numbers(aligned.buffer as ArrayBuffer, aligned.byteOffset, length / Numbers.BYTES_PER_ELEMENT);
    },
  };
}

function rawBytes(section: Json, name: string, { stored, length }: Place): Uint8Array {
  expect(section['encoding'] === 'raw', `paths: ${name}: unknown encoding ${String(section['encoding'])}.`);
  expect(stored.length === length, `paths: ${name}: expected ${length} bytes, found ${stored.length}.`);
  return stored;
}

/** Bytes before a zlib stream's first block, of a block's head, and behind its last one. */
const kHead = 2;
const kBlockHead = 5;
const kSum = 4;

/** What a zlib stream holds whose blocks are only stored. */
function storedBytes(packed: Uint8Array, length: number, name: string): Uint8Array {
  const raw = new Uint8Array(length);
  let [at, filled, last] = [kHead, 0, false];
  while (!last) {
    const [kind, low, high] = packed.subarray(at, at + kBlockHead);
    const size = (low as number) | ((high as number) << 8);
    const fits = (kind === 0 || kind === 1) && at + kBlockHead + size + kSum <= packed.length && filled + size <= length;
    expect(fits, `paths: ${name}: expected ${length} stored bytes, found what is packed or cut off.`);
    raw.set(packed.subarray(at + kBlockHead, at + kBlockHead + size), filled);
    filled += size;
    at += kBlockHead + size;
    last = kind === 1;
  }
  expect(filled === length, `paths: ${name}: expected ${length} bytes, found ${filled}.`);
  return raw;
}

/** The most that deflate packs into a byte: whoever promises more is wrong, and must not cost us memory. */
const kMostPerByte = 1032;

async function inflate(packed: Uint8Array, length: number, name: string): Promise<Uint8Array> {
  expect(
    length <= packed.length * kMostPerByte,
    `paths: ${name}: ${packed.length} bytes cannot hold ${length}.`,
  );
  const raw = new Uint8Array(length);
  const reader = unpacked(packed).getReader();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      expect(filled + value.length <= length, `paths: ${name}: more than the ${length} bytes expected.`);
      raw.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    if (error instanceof DamagedReport) throw error;
    throw new DamagedReport(`paths: ${name} cannot be unpacked: ${(error as Error).message}.`);
  }
  expect(filled === length, `paths: ${name}: expected ${length} bytes, found ${filled}.`);
  return raw;
}
