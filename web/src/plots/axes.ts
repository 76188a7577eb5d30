// How the axes are labelled.
import { formatNumber } from '../run/numbers';

/** Ticks so far apart, the largest that large: all get the digits that tell them apart, and no more. */
export function tickTexts(ticks: (number | null)[], step: number): string[] {
  const largest = Math.max(...ticks.map((tick) => Math.abs(tick ?? 0)));
  if (largest === 0) return ticks.map((tick) => (tick === null ? '' : '0'));
  const last = lastPlace(step);
  const plain = largest < 1e6 && last >= -4;
  return ticks.map((tick) => {
    if (tick === null) return '';
    // Ticks are sums of steps, so 0 may come out as 1e-17.
    if (Math.abs(tick) < step * 1e-6) return '0';
    if (plain) return tick.toFixed(Math.max(0, -last)).replace('-', '−');
    const digits = Math.floor(Math.log10(Math.abs(tick)) + 1e-9) - last + 1;
    return formatNumber(tick, Math.min(Math.max(digits, 1), 15));
  });
}

/** The power of ten of a step's last digit: 0 of 2, -1 of 2.5. */
function lastPlace(step: number): number {
  const place = Math.floor(Math.log10(step) + 1e-9);
  const digits = step / 10 ** place;
  return Math.abs(digits - Math.round(digits)) < 1e-6 ? place : place - 1;
}

/** What the axis shows: all values and some air; around a constant a band wide enough not to show its
 *  rounding. */
export function rangeOf(least: number, most: number): [number, number] {
  if (!(least <= most)) return [0, 1];
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (most - least <= 1e-9 * size) {
    const middle = (least + most) / 2;
    return size === 0 ? [-1, 1] : [middle - size / 10, middle + size / 10];
  }
  const air = (most - least) / 12;
  return [least - air, most + air];
}

/** What a logarithmic axis shows beyond its least and greatest value, as a factor. */
const kLogAir = 1.25;

/** Of positive values. */
export function logRangeOf(least: number, most: number): [number, number] {
  return least <= most ? [least / kLogAir, most * kLogAir] : [1, 10];
}

/** More powers of ten than this are not all marked. */
const kMostPowers = 6;

/** Ticks of a logarithmic axis: powers of ten, every so many of them; over few, 2 and 5 times these, too. */
export function powerTicks(low: number, high: number): number[] {
  if (!(low > 0 && high > low)) return [];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = high > 100 * low ? [1] : [1, 2, 5];
  const every = Math.ceil((last - first) / kMostPowers);
  const ticks: number[] = [];
  for (let power = first; power <= last; ++power)
    if (power % every === 0) ticks.push(...steps.map((step) => Number(`${step}e${power}`)));
  return ticks.filter((tick) => tick >= low && tick <= high);
}
