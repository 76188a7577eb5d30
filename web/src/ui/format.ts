import { formatCount, formatNumber } from '../run/numbers';

export function vector(values: ArrayLike<number>, digits = 5): string {
  return `(${Array.from(values, (each) => formatNumber(each, digits)).join(', ')})`;
}

/** 1 impact, 2 impacts. */
export function many(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

/**
 * Decimals of times in runs that are so long: six, whatever the run, unless it is so short that they would all be 0,
 * or so long that doubles do not have them.
 */
export function decimalsOf(span: number): number {
  if (!(span > 0)) return 6;
  const power = Math.floor(Math.log10(span));
  return Math.min(Math.max(6, 4 - power), Math.max(0, 14 - power), 20);
}

/** A time with fixed decimals, so that its digits stand still. */
export function fixed(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('-', '−');
}

/** With as many digits as it takes to tell it from every other double. */
export function allDigits(value: number): string {
  return String(value).replace('-', '−');
}

/** What a person typed: a real minus sign, a decimal comma and spaces are fine. NaN if it is no number. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace('−', '-').replace(/\s/g, '').replace(',', '.');
  return plain === '' ? NaN : Number(plain);
}
