/** For each of n owners the items that are its own, in the items' order. */
export interface Lists {
  /** n + 1 numbers: the items of owner i are items[first[i]] up to items[first[i + 1] - 1]. */
  first: Uint32Array;
  items: Uint32Array;
}

/** `owners` are arrays of equal length: item i belongs to owners[..][i] where that is below n. */
export function makeLists(n: number, owners: Uint32Array[]): Lists {
  const first = new Uint32Array(n + 1);
  for (const owner of owners) {
    for (let i = 0; i < owner.length; i++) {
      const at = owner[i] as number;
      if (at < n) first[at + 1] = (first[at + 1] as number) + 1;
    }
  }
  for (let i = 0; i < n; i++) first[i + 1] = (first[i + 1] as number) + (first[i] as number);
  const items = new Uint32Array(first[n] as number);
  const next = first.slice(0, n);
  const length = owners[0]?.length ?? 0;
  for (let i = 0; i < length; i++) {
    for (const owner of owners) {
      const at = owner[i] as number;
      if (at >= n) continue;
      items[next[at] as number] = i;
      next[at] = (next[at] as number) + 1;
    }
  }
  return { first, items };
}

/** The first index in [low, high) for which `after` is true; it is false up to some index, and true from
 *  there on. */
export function firstIndex(low: number, high: number, after: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (after(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
