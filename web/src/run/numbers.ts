// Numbers and dimensions as a reader sees them.

const kSuperscripts: Record<string, string> = {
  '-': '⁻',
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((c, i) => [i, c])),
};

/** `M L^2/T^2` becomes `M L²/T²`; `1`, a pure number, stays empty. */
export function dimensionText(dimension: string): string {
  if (dimension === '1') return '';
  return dimension.replace(/\^(-?\d+)/g, (_match, power: string) =>
    [...power].map((digit) => kSuperscripts[digit] ?? digit).join(''),
  );
}

/** `name [dimension]`, or the name alone for a pure number. */
export function labelWithDimension(label: string, dimension: string): string {
  const text = dimensionText(dimension);
  return text ? `${label} [${text}]` : label;
}

/** So many significant digits, trailing zeros dropped, with a power of ten where the plain form would be
 *  long. The minus sign is a real one. What is not finite is a dash. */
export function formatNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const [mantissa = '', power = '0'] = value.toExponential(digits - 1).split('e');
  const exponent = Number(power);
  const plain = exponent >= -4 && exponent < Math.max(digits, 6);
  const text = plain
    ? trimZeros(Number(value.toPrecision(digits)).toFixed(Math.max(0, digits - 1 - exponent)))
    : trimZeros(mantissa);
  const signed = text.replace('-', '−');
  return plain ? signed : `${signed}·10${dimensionText(`^${exponent}`)}`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** `1,234,567`: whole numbers for counting. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en');
}
