import { kMarked, type Discs } from './marks';

const kKeys = 1 << 16;
/** Of a disc's words, unless it is marked. */
const kUsed = 6;

/** Room for sorting. */
export interface DepthOrder {
  starts: Uint32Array;
  keys: Uint16Array;
}

export function newDepthOrder(): DepthOrder {
  return { starts: new Uint32Array(kKeys + 1), keys: new Uint16Array(0) };
}

/** Copies discs so that the farthest come first; those of the same depth, to 16 bits, keep their order. */
export function sortByDepth(from: Discs, to: Discs, room: DepthOrder): void {
  const { count, stride, numbers, words } = from;
  to.clear();
  to.reserve(count);
  to.count = count;
  if (room.keys.length < count) room.keys = new Uint16Array(2 * count);
  const { starts, keys } = room;
  starts.fill(0);
  for (let i = 0; i < count; ++i) {
    const key = ((1 - numbers[i * stride + 2]) * (kKeys - 1)) | 0;
    keys[i] = key;
    ++starts[key + 1];
  }
  for (let key = 1; key < kKeys; ++key) starts[key] += starts[key - 1];
  const target = to.words;
  for (let i = 0; i < count; ++i) {
    const begin = stride * starts[keys[i]]++;
    const source = stride * i;
    const used = words[source + 5] & kMarked ? stride : kUsed;
    for (let k = 0; k < used; ++k) target[begin + k] = words[source + k];
  }
}
