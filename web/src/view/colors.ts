import { kKinematic, kNoColor, newMoment, type Moment, type Run } from '../run/types';
import type { Course } from './bounds';
import { kDarkMark, kLightMark, kMarkShare } from './patterns';
import type { StageTheme } from './theme';

/**
 * Okabe and Ito's palette, told apart by colour-blind eyes, without its black and yellow; as in picture.svg.
 */
export const kPalette: readonly number[] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xe69f00];

/** So many bodies have all a colour of the palette; of more only the first few: what an eye can follow. */
const kFewBodies = 64;
const kFollowed = 18;

/**
 * Viridis at equal steps, by van der Walt and Smith (matplotlib, CC0): its lightness grows evenly, so that
 * it is read without seeing hues.
 */
const kViridis: readonly number[] = [
  0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725,
];

export type ColorMode = 'own' | 'speed' | 'energy' | 'kind' | 'collisions';

export const kColorModes: readonly { mode: ColorMode; label: string }[] = [
  { mode: 'own', label: 'Own colour' },
  { mode: 'speed', label: 'Speed' },
  { mode: 'energy', label: 'Kinetic energy' },
  { mode: 'kind', label: 'Material' },
  { mode: 'collisions', label: 'Collisions so far' },
];

/** What the colours mean: names of colours, or a scale with the values at its ends. Colours as 0xRRGGBB. */
export type Legend =
  | { type: 'names'; title: string; entries: { label: string; color: number }[] }
  | {
      type: 'scale';
      title: string;
      dimension: string;
      low: number;
      high: number;
      colors: number[];
      open: boolean;
    };

/** Brightness below which a dark line across a body would not be seen. */
const kDark = 64;

/** `from` with a share of `to`, 0 to 1. */
export function mix(from: number, to: number, share: number): number {
  let color = 0;
  for (let shift = 16; shift >= 0; shift -= 8) {
    const a = (from >> shift) & 255;
    const b = (to >> shift) & 255;
    color |= Math.round(a + (b - a) * share) << shift;
  }
  return color;
}

/** As four bytes red, green, blue, alpha in memory: what graphics cards read on a little-endian machine. */
export function packed(color: number, alpha = 1): number {
  const swapped = ((color & 255) << 16) | (color & 0xff00) | ((color >> 16) & 255);
  return (swapped | (Math.round(alpha * 255) << 24)) >>> 0;
}

/** 0xRRGGBB of a packed colour. */
export function unpacked(color: number): number {
  return ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255);
}

/** A packed colour as seen through, 0 to 1. */
export function faded(color: number, alpha: number): number {
  return ((color & 0xffffff) | (Math.round(alpha * 255) << 24)) >>> 0;
}

/** A packed colour with a share of another. */
export function blend(from: number, to: number, share: number): number {
  let color = from & 0xff000000;
  for (let shift = 0; shift < 24; shift += 8) {
    const a = (from >>> shift) & 255;
    color |= ((a + (((to >>> shift) & 255) - a) * share + 0.5) | 0) << shift;
  }
  return color >>> 0;
}

/** 0 to 255, of a packed colour. */
function brightness(color: number): number {
  return 0.3 * (color & 255) + 0.59 * ((color >>> 8) & 255) + 0.11 * ((color >>> 16) & 255);
}

/** A packed colour as lines have it: where it is too close to the paper's, a grayer one. */
export function lineColor(color: number, theme: StageTheme): number {
  const bright = brightness(color);
  return (theme.dark ? bright < 70 : bright > 180) ? blend(color, packed(theme.quiet), 0.6) : color;
}

/** Packed, of a line across a body of this colour: dark, but on what is dark itself. */
export function markColor(color: number): number {
  return blend(color, packed(brightness(color) < kDark ? kLightMark : kDarkMark), kMarkShare);
}

/** `#rrggbb`. */
export function css(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** The sequential map at a share of 0 to 1, 0xRRGGBB. */
export function sequential(share: number): number {
  const place = Math.min(Math.max(share, 0), 1) * (kViridis.length - 1);
  const below = Math.min(Math.floor(place), kViridis.length - 2);
  return mix(kViridis[below], kViridis[below + 1], place - below);
}

const kLevels = 256;
const kSequentialPacked = Uint32Array.from({ length: kLevels }, (_, i) =>
  packed(sequential(i / (kLevels - 1))),
);

/** How often a run is looked at, for the ends of a scale. */
const kLooks = 17;
/**
 * The share of bodies that a scale covers: a few that are far faster than all others have its last colour
 * too.
 */
const kCovered = 0.995;

/** A colour for each body, packed; `version` grows when they change. */
export class BodyColors {
  readonly packed: Uint32Array;
  version = 0;
  legend: Legend;

  private mode: ColorMode = 'own';
  private high: Partial<Record<ColorMode, { value: number; open: boolean }>> = {};

  constructor(
    private readonly run: Run,
    private readonly course: Course,
    private theme: StageTheme,
  ) {
    this.packed = new Uint32Array(run.bodies.count);
    this.legend = this.show('own', theme);
  }

  /** Chooses what the colours tell; the next `update` colours the bodies. */
  show(mode: ColorMode, theme: StageTheme = this.theme): Legend {
    this.mode = mode;
    this.theme = theme;
    this.legend = this.makeLegend();
    if (mode === 'own') this.paint((i) => this.ownColor(i));
    if (mode === 'kind') this.paint((i) => this.kindColor(this.run.bodies.material[i]));
    return this.legend;
  }

  /** Colours what changes with time. */
  update(moment: Moment): void {
    const { mode, packed: colors } = this;
    if (mode === 'own' || mode === 'kind') return;
    const { value } = this.highest(mode);
    const levels = value > 0 ? (kLevels - 1) / value : 0;
    for (let i = 0; i < colors.length; ++i) {
      const speed = moment.speed[i];
      const shown =
        mode === 'speed' ? speed : mode === 'energy' ? this.energy(i, speed) : moment.collisions[i];
      const level = shown * levels + 0.5;
      colors[i] = kSequentialPacked[level < kLevels ? level | 0 : kLevels - 1];
    }
    ++this.version;
  }

  /** 0xRRGGBB of a body now. */
  of(body: number): number {
    return unpacked(this.packed[body]);
  }

  /** Kinematic bodies have none: their mass does not count. */
  private energy(body: number, speed: number): number {
    const { mass, kind } = this.run.bodies;
    return kind !== null && kind[body] & kKinematic ? 0 : 0.5 * mass[body] * speed * speed;
  }

  private paint(color: (body: number) => number): void {
    for (let i = 0; i < this.packed.length; ++i) this.packed[i] = packed(color(i));
    ++this.version;
  }

  private ownColor(body: number): number {
    const { color, count } = this.run.bodies;
    if (color[body] !== kNoColor) return color[body] & 0xffffff;
    return count <= kFewBodies || body < kFollowed ? kPalette[body % kPalette.length] : this.theme.crowd;
  }

  private kindColor(material: number): number {
    return kPalette[material % kPalette.length];
  }

  /** What the last colour of a scale stands for; `open`: some have more. */
  private highest(mode: ColorMode): { value: number; open: boolean } {
    return (this.high[mode] ??= this.findHighest(mode));
  }

  private findHighest(mode: ColorMode): { value: number; open: boolean } {
    const { count } = this.run.bodies;
    if (count === 0) return { value: 0, open: false };
    const moment = newMoment(this.run);
    if (mode === 'collisions') {
      this.course.at(this.run.end, moment);
      return { value: moment.collisions.reduce((a, b) => Math.max(a, b), 0), open: false };
    }
    // At each look the covered share, of all looks the most: a few bodies may be faster, and rarely a moment.
    const values = new Float64Array(count);
    let covered = 0;
    let most = 0;
    for (let look = 0; look < kLooks; ++look) {
      this.course.at((this.run.end * look) / (kLooks - 1), moment);
      for (let i = 0; i < count; ++i) {
        const speed = moment.speed[i];
        values[i] = mode === 'speed' ? speed : this.energy(i, speed);
      }
      values.sort();
      covered = Math.max(covered, values[Math.ceil(kCovered * count) - 1]);
      most = Math.max(most, values[count - 1]);
    }
    const value = roundedUp(covered);
    return { value, open: most > value };
  }

  private makeLegend(): Legend {
    const { mode, run } = this;
    if (mode === 'kind') {
      const entries = run.materials.map((label, i) => ({ label, color: this.kindColor(i) }));
      return { type: 'names', title: 'Material', entries };
    }
    if (mode === 'own') return { type: 'names', title: 'Own colour', entries: [] };
    const titles = { speed: 'Speed', energy: 'Kinetic energy', collisions: 'Collisions so far' };
    const dimensions = { speed: 'L/T', energy: 'M L^2/T^2', collisions: '1' };
    const { length, time, mass } = run.units;
    const unit = { speed: length / time, energy: mass * (length / time) ** 2, collisions: 1 }[mode];
    const { value, open } = this.highest(mode);
    return {
      type: 'scale',
      title: titles[mode],
      dimension: dimensions[mode],
      low: 0,
      high: value * unit,
      colors: [...kViridis],
      open,
    };
  }
}

/** The next number of two digits: what a legend can say. */
export function roundedUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const exponent = Math.floor(Math.log10(value)) - 1;
  const digits = Math.ceil(Number(`${value}e${-exponent}`.replace(/e(.*)e(.*)/, (_, a, b) => `e${+a + +b}`)));
  return Number(`${digits}e${exponent}`);
}
