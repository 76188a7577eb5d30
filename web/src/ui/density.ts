/**
 * How many of the times, in order, fall into each of `bins` equal parts of [0, end]; of values from 0 to 1,
 * the most crowded part being 1. Square roots, so that a lone impact beside a thousand is still seen.
 */
export function density(times: ArrayLike<number>, end: number, bins: number): Float32Array {
  const heights = new Float32Array(bins);
  if (!(end > 0)) return heights;
  for (let i = 0; i < times.length; ++i) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((times[i] / end) * bins)));
    heights[bin] += 1;
  }
  const most = heights.reduce((a, b) => Math.max(a, b), 0);
  return most > 0 ? heights.map((each) => Math.sqrt(each / most)) : heights;
}
