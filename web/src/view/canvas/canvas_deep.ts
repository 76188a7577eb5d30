import type { Camera } from '../camera';
import { alphaOf, cssOf, cssOfPacked } from './canvas_colors';
import { mix, unpacked } from '../colors';
import type { Depths } from '../marks/depths';
import type { Figures } from '../shapes/figures';
import { kMarked, kTurnedAway, type Batch, type Discs, type Lines, type Solids } from '../marks/marks';
import { kCornerNumbers } from '../shapes/mesh';
import { paintOrder } from './paint_order';
import { kDarkMark, kLeastSpot, kLightMark, kMarkShare, kSpot } from '../patterns';
import type { ViewState } from '../renderer';
import { dot, unit, type Triple } from '../shapes/space';
import type { StageTheme } from '../theme';

/** Shades of distance. */
const kHazes = 16;
/** Device pixels: the picture of a shaded ball that is scaled to the balls' sizes. */
const kSpritePixels = 128;
/** Pictures of balls that are kept; more colours than this are drawn with fewer shades. */
const kMostSprites = 2048;
/** Device pixels: of a larger radius a scaled picture would look soft. */
const kLargestSprite = 60;
/** Corners of a spot. */
const kSpotCorners = 24;
/** CSS pixels: lines around faces. */
const kSeam = 0.6;

/**
 * Triangles of a form that are seen, those of a shade together: pixels from the body's place, six numbers
 * each.
 */
interface Facet {
  /** To the right, down, to who looks. */
  normal: Triple;
  points: number[];
}

/** Whether bodies may hide what a batch draws, or it hides bodies: then it is drawn among them. */
export function isAmongBodies(batch: Batch): boolean {
  if (batch.kind === 'lines') return batch.depth !== 'none';
  if (batch.kind === 'solids') return batch.style === 'lit';
  return batch.kind === 'discs' && (batch.style === 'shaded' || batch.style === 'spotted');
}

/** Bodies in 3D with Canvas2D: the farthest first, and lines in between. */
export class DeepPainter {
  private readonly sprites = new Map<number, HTMLCanvasElement>();
  private readonly facets = new Map<string, Facet[]>();
  private spriteTheme: StageTheme | null = null;
  private ratio = 1;

  constructor(private readonly context: CanvasRenderingContext2D) {}

  clear(): void {
    this.sprites.clear();
  }

  draw(batches: Batch[], depths: Depths, { theme, figures, camera }: ViewState, ratio: number): void {
    if (theme !== this.spriteTheme) this.sprites.clear();
    this.spriteTheme = theme;
    this.ratio = ratio;
    this.facets.clear();
    const discs = batches.flatMap((batch) => (batch.kind === 'discs' ? [batch.marks] : []));
    const solids = batches.flatMap((batch) =>
      batch.kind === 'solids' ? [...batch.marks.groups.values()] : [],
    );
    const lines = batches.flatMap((batch) => (batch.kind === 'lines' ? [batch.marks] : []));
    for (const { disc, solid, line, index } of paintOrder(discs, solids, lines, {
      figures,
      camera,
      depths,
    })) {
      if (disc !== null) this.drawDisc(disc, index, theme);
      if (solid !== null) this.drawSolid(solid, index, figures, camera, theme);
      if (line !== null) this.drawLine(line, index);
    }
    this.context.globalAlpha = 1;
  }

  private drawDisc(marks: Discs, index: number, theme: StageTheme): void {
    const begin = index * marks.stride;
    this.drawBall(marks, begin, theme);
    if (marks.words[begin + 5] & kMarked) this.drawSpots(marks, begin, theme);
  }

  /** A scaled picture of a ball. */
  private drawBall({ numbers, words }: Discs, begin: number, theme: StageTheme): void {
    const { context: c } = this;
    const x = numbers[begin];
    const y = numbers[begin + 1];
    const r = numbers[begin + 3];
    const color = words[begin + 4];
    const haze = Math.round(numbers[begin + 2] * kHazes);
    c.globalAlpha = alphaOf(color);
    if (r * this.ratio > kLargestSprite) {
      c.fillStyle = this.shading(c, x, y, r, unpacked(color), haze, theme);
      c.beginPath();
      c.arc(x, y, r, 0, 2 * Math.PI);
      c.fill();
      return;
    }
    // The picture has a free pixel on each side.
    const reach = (r * kSpritePixels) / (kSpritePixels - 2);
    c.drawImage(this.sprite(unpacked(color), haze, theme), x - reach, y - reach, 2 * reach, 2 * reach);
  }

  /** Where the x axis of a ball leaves its surface, as in shaders.ts. */
  private drawSpots({ numbers, words }: Discs, begin: number, theme: StageTheme): void {
    const { context: c } = this;
    const [x, y, depth, r] = numbers.subarray(begin, begin + 4);
    const [u, v] = numbers.subarray(begin + 6, begin + 8);
    const toward = Math.sqrt(Math.max(1 - u * u - v * v, 0));
    const away = (words[begin + 5] & kTurnedAway) !== 0;
    const size = Math.max(kSpot, kLeastSpot / r);
    for (const near of [true, false]) {
      const axis: Triple = near ? [u, v, toward] : [-u, -v, -toward];
      if (axis[2] < -size) continue;
      const painted = mix(unpacked(words[begin + 4]), near === away ? kLightMark : kDarkMark, kMarkShare);
      c.fillStyle = cssOf(mix(lit(painted, axis), theme.faces[1], 0.5 * depth));
      addSpot(c, x, y, r, axis, size);
      c.fill();
    }
  }

  private drawSolid(marks: Solids, index: number, figures: Figures, camera: Camera, theme: StageTheme): void {
    const { context: c } = this;
    const begin = index * marks.stride;
    const [x, y, depth, radius] = marks.numbers.subarray(begin, begin + 4);
    const color = marks.words[begin + 4];
    const form = marks.form(index);
    // Nothing shows between faces: those of what is round have lines around them, of what is sharp are drawn at
    // once first. Of what one sees through, too little shows.
    const opaque = alphaOf(color) === 1;
    const seam = opaque && figures.forms[form].figure.isRound ? kSeam : 0;
    const name = `${form} ${radius} ${seam}`;
    let facets = this.facets.get(name);
    if (!facets) this.facets.set(name, (facets = facetsOf(figures, form, radius - 0.5 * seam, camera)));
    const shade = ({ normal }: Facet): string =>
      cssOf(mix(lit(unpacked(color), normal), theme.faces[1], 0.5 * depth));
    c.globalAlpha = alphaOf(color);
    c.lineWidth = seam;
    if (opaque && seam === 0) fillFacets(c, facets, x, y, shade(facets[0]));
    for (const facet of facets) {
      fillFacets(c, [facet], x, y, shade(facet));
      if (seam > 0) c.stroke();
    }
  }

  private drawLine({ numbers, words, stride }: Lines, index: number): void {
    const { context: c } = this;
    const begin = index * stride;
    c.globalAlpha = 1;
    c.beginPath();
    c.moveTo(numbers[begin], numbers[begin + 1]);
    c.lineTo(numbers[begin + 3], numbers[begin + 4]);
    c.strokeStyle = cssOfPacked(words[begin + 7]);
    c.lineWidth = numbers[begin + 6];
    c.stroke();
  }

  private sprite(color: number, haze: number, theme: StageTheme): HTMLCanvasElement {
    const key = color * (kHazes + 1) + haze;
    let sprite = this.sprites.get(key);
    if (sprite) return sprite;
    if (this.sprites.size >= kMostSprites) this.sprites.clear();
    sprite = document.createElement('canvas');
    sprite.width = sprite.height = kSpritePixels;
    const context = sprite.getContext('2d', { willReadFrequently: true })!;
    const middle = kSpritePixels / 2;
    context.fillStyle = this.shading(context, middle, middle, middle - 1, color, haze, theme);
    context.beginPath();
    context.arc(middle, middle, middle - 1, 0, 2 * Math.PI);
    context.fill();
    this.sprites.set(key, sprite);
    return sprite;
  }

  /** Lit from the upper left, paler with distance. */
  private shading(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    r: number,
    color: number,
    haze: number,
    theme: StageTheme,
  ): CanvasGradient {
    const pale = (shade: number): string => cssOf(mix(shade, theme.faces[1], (0.5 * haze) / kHazes));
    const gradient = context.createRadialGradient(
      x - 0.36 * r,
      y - 0.45 * r,
      0.04 * r,
      x - 0.2 * r,
      y - 0.25 * r,
      1.35 * r,
    );
    gradient.addColorStop(0, pale(mix(color, 0xffffff, 0.3)));
    gradient.addColorStop(0.25, pale(mix(color, 0xffffff, 0.06)));
    gradient.addColorStop(0.65, pale(mix(color, 0, 0.2)));
    gradient.addColorStop(1, pale(mix(color, 0, 0.48)));
    return gradient;
  }
}

/** What is seen of all that is so close to a place on a ball: beyond the rim its edge goes along it. */
function addSpot(
  c: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  axis: Triple,
  size: number,
): void {
  const [u, v, toward] = axis;
  const across = Math.hypot(u, v);
  // Along the rim, and towards the middle.
  const [a, b] = across > 0 ? [-v / across, u / across] : [1, 0];
  const inwards: Triple = [-b * toward, a * toward, across];
  const high = Math.sqrt(Math.max(1 - size * size, 0));
  c.beginPath();
  for (let k = 0; k < kSpotCorners; ++k) {
    const angle = (2 * Math.PI * k) / kSpotCorners;
    const [cosine, sine] = [size * Math.cos(angle), size * Math.sin(angle)];
    const px = high * u + cosine * a + sine * inwards[0];
    const py = high * v + cosine * b + sine * inwards[1];
    const isSeen = high * toward + sine * inwards[2] > 0;
    const out = isSeen ? r : r / Math.hypot(px, py);
    c.lineTo(x + out * px, y + out * py);
  }
  c.closePath();
}

function fillFacets(c: CanvasRenderingContext2D, facets: Facet[], x: number, y: number, color: string): void {
  c.beginPath();
  for (const { points } of facets)
    for (let i = 0; i < points.length; i += 6) {
      c.moveTo(x + points[i], y + points[i + 1]);
      c.lineTo(x + points[i + 2], y + points[i + 3]);
      c.lineTo(x + points[i + 4], y + points[i + 5]);
      c.closePath();
    }
  c.fillStyle = c.strokeStyle = color;
  c.fill();
}

function facetsOf(
  figures: Figures,
  index: number,
  radius: number,
  { right, up, away, scale }: Camera,
): Facet[] {
  const { first, corners } = figures.forms[index];
  const facets = new Map<string, Facet>();
  const numbers = figures.numbers.subarray(first * kCornerNumbers, (first + corners) * kCornerNumbers);
  for (let at = 0; at < numbers.length; at += 3 * kCornerNumbers) {
    const triangle = [0, 1, 2].map((k) =>
      numbers.subarray(at + k * kCornerNumbers, at + (k + 1) * kCornerNumbers),
    );
    const normals = triangle.map((corner) => corner.subarray(4, 7));
    const points = triangle.flatMap((core, k) => [
      scale * dot(core, right) + radius * dot(normals[k], right),
      -scale * dot(core, up) - radius * dot(normals[k], up),
    ]);
    const [ax, ay, bx, by, cx, cy] = points;
    // Counterclockwise as seen, with y down.
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0) continue;
    const sum = [0, 1, 2].map((k) => normals[0][k] + normals[1][k] + normals[2][k]);
    const normal = unit([dot(sum, right), -dot(sum, up), -dot(sum, away)]);
    const name = normal.map((each) => Math.round(each * 1e4)).join();
    const known = facets.get(name);
    if (known) known.points.push(...points);
    else facets.set(name, { normal, points });
  }
  return [...facets.values()];
}

/** As in shaders.ts. */
function lit(color: number, normal: Triple): number {
  const light = Math.max(dot(normal, [-0.402, -0.503, 0.765]), 0);
  const strength = 0.36 + 0.56 * light + 0.16 * Math.max(normal[2], 0);
  const glint = 0.2 * 255 * light ** 16;
  let shown = 0;
  for (let shift = 16; shift >= 0; shift -= 8) {
    const channel = ((color >> shift) & 255) * strength + glint;
    shown |= Math.min(Math.round(channel), 255) << shift;
  }
  return shown;
}
