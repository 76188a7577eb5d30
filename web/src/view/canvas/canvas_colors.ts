// Packed colours as Canvas2D wants them.
import { unpacked } from '../colors';

export function alphaOf(color: number): number {
  return (color >>> 24) / 255;
}

export function cssOf(color: number, alpha = 1): string {
  return `rgba(${color >> 16},${(color >> 8) & 255},${color & 255},${alpha})`;
}

export function cssOfPacked(color: number): string {
  return cssOf(unpacked(color), alphaOf(color));
}
