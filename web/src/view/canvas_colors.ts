// Packed colours (colors.ts) as Canvas2D wants them.

export function unpacked(color: number): number {
  return ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255);
}

export function alphaOf(color: number): number {
  return (color >>> 24) / 255;
}

export function cssOf(color: number, alpha = 1): string {
  return `rgba(${color >> 16},${(color >> 8) & 255},${color & 255},${alpha})`;
}

export function cssOfPacked(color: number): string {
  return cssOf(unpacked(color), alphaOf(color));
}
