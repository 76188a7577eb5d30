// Bodies in the plane with Canvas2D. They do not hide one another: all of a colour are one path.
import { kKinematic, kSensor } from '../../run/types';
import { alphaOf, cssOf } from './canvas_colors';
import { mix, unpacked } from '../colors';
import type { Figures } from '../shapes/figures';
import { axisOfTurn, type Discs, type SolidGroups } from '../marks/marks';
import type { Rectangle } from '../marks/stage';
import type { Contour } from '../shapes/outline';
import { kSensorFill, kStripe, kStripeFill, kStripes, rimWidth } from '../patterns';
import type { StageTheme } from '../theme';

/** CSS pixels: radii up to which discs look like squares, and from which bodies have an outline. */
const kTiny = 1;
const kOutlined = 4;
/** CSS pixels that soft edges reach beyond a disc. */
const kSoft = 1;
/** Half the side of a square per radius of the disc of its area. */
const kSquared = 0.5 * Math.sqrt(Math.PI);

interface Paint {
  color: number;
  kind: number;
  fill: Path2D;
  rim: Path2D;
}

/** Paths by colour and kind. Each sensor has its own: its stripes move with it. */
class Paints {
  private readonly known = new Map<string, Paint>();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: StageTheme,
  ) {}

  of(color: number, kind: number): Paint {
    const name = `${color} ${kind}`;
    let paint = this.known.get(name);
    if (!paint) this.known.set(name, (paint = { color, kind, fill: new Path2D(), rim: new Path2D() }));
    return paint;
  }

  draw(): void {
    for (const paint of this.known.values()) this.drawPaint(paint);
  }

  drawSensor(color: number, kind: number, x: number, y: number, add: (paint: Paint) => void): void {
    const paint = { color, kind, fill: new Path2D(), rim: new Path2D() };
    add(paint);
    this.drawPaint(paint, [x, y]);
  }

  private drawPaint({ color, kind, fill, rim }: Paint, stripes?: [number, number]): void {
    const { context: c, theme } = this;
    const alpha = alphaOf(color);
    c.fillStyle = cssOf(unpacked(color), alpha * (stripes ? kSensorFill : 1));
    c.fill(fill);
    if (stripes) drawStripes(c, fill, stripes, cssOf(unpacked(color), alpha * kStripeFill));
    c.fillStyle = cssOf(mix(unpacked(color), theme.ink, rimDark(kind, theme)), alpha * (stripes ? 0.9 : 1));
    c.fill(rim);
  }
}

/** From the lower left to the upper right, wherever the body at (x, y) is. */
function drawStripes(
  c: CanvasRenderingContext2D,
  inside: Path2D,
  [x, y]: [number, number],
  color: string,
): void {
  const { width, height } = c.canvas;
  const reach = width + height;
  const apart = kStripes * Math.SQRT2;
  c.save();
  c.clip(inside);
  c.strokeStyle = color;
  c.lineWidth = 2 * kStripe;
  c.beginPath();
  const first = (x + y + 0.5 * apart) % apart;
  for (let at = first - apart; at < 2 * reach; at += apart) {
    c.moveTo(at, 0);
    c.lineTo(at - reach, reach);
  }
  c.stroke();
  c.restore();
}

/** Those that are seen in a part of the picture. */
export function drawFlatDiscs(c: CanvasRenderingContext2D, marks: Discs, part: Rectangle, theme: StageTheme): void {
  const { numbers, words, count, stride } = marks;
  const paints = new Paints(c, theme);
  const opaque = new Map<string, OpaqueDiscs>();
  for (let i = 0; i < count; ++i) {
    const begin = i * stride;
    const x = numbers[begin];
    const y = numbers[begin + 1];
    const r = numbers[begin + 3];
    const reach = r + kSoft;
    if (x - reach > part.right || x + reach < part.left || y - reach > part.bottom || y + reach < part.top) continue;
    const color = words[begin + 4];
    const kind = words[begin + 5];
    if (kind & kSensor) paints.drawSensor(color, kind, x, y, (paint) => addDisc(paint, x, y, r));
    else if (r < kTiny || alphaOf(color) < 1) addDisc(paints.of(color, kind), x, y, r);
    else {
      const name = `${color} ${kind}`;
      let discs = opaque.get(name);
      if (!discs) opaque.set(name, (discs = { color, kind, places: [] }));
      discs.places.push(x, y, r);
    }
  }
  paints.draw();
  for (const discs of opaque.values()) drawOpaque(c, discs, theme);
}

interface OpaqueDiscs {
  color: number;
  kind: number;
  /** x, y and radius of each. */
  places: number[];
}

/** A disc of the rim's colour, and within it one of its own: each is a path, as two that are round are filled in less
 *  time than one that has a hole, and many in less time than one that has many parts. */
function drawOpaque(c: CanvasRenderingContext2D, { color, kind, places }: OpaqueDiscs, theme: StageTheme): void {
  for (const isRim of [true, false]) {
    c.fillStyle = cssOf(isRim ? mix(unpacked(color), theme.ink, rimDark(kind, theme)) : unpacked(color));
    for (let i = 0; i < places.length; i += 3) {
      const r = places[i + 2];
      const hasRim = r >= kOutlined;
      if (isRim && !hasRim) continue;
      c.beginPath();
      c.arc(places[i], places[i + 1], isRim || !hasRim ? r : r - rimWidth(r, kind), 0, 2 * Math.PI);
      c.fill();
    }
  }
}

/** How much of the ink's colour is in a rim. */
function rimDark(kind: number, { dark }: StageTheme): number {
  const outline = dark ? 0.3 : 0.45;
  return kind & kKinematic ? outline + 0.4 * (1 - outline) : outline;
}

function addDisc({ fill, rim, kind }: Paint, x: number, y: number, r: number): void {
  if (r < kTiny) {
    // A square of the same area.
    fill.rect(x - kSquared * r, y - kSquared * r, 2 * kSquared * r, 2 * kSquared * r);
    return;
  }
  fill.moveTo(x + r, y);
  fill.arc(x, y, r, 0, 2 * Math.PI);
  if (r < kOutlined) return;
  const inner = r - rimWidth(r, kind);
  rim.moveTo(x + r, y);
  rim.arc(x, y, r, 0, 2 * Math.PI);
  rim.moveTo(x + inner, y);
  rim.arc(x, y, inner, 0, 2 * Math.PI, true);
}

export function drawFlatSolids(
  c: CanvasRenderingContext2D,
  marks: SolidGroups,
  figures: Figures,
  scale: number,
  theme: StageTheme,
): void {
  const paints = new Paints(c, theme);
  const axis = [1, 0];
  for (const group of marks.groups.values()) {
    const { numbers, words, count, stride } = group;
    for (let i = 0; i < count; ++i) {
      const begin = i * stride;
      const x = numbers[begin];
      const y = numbers[begin + 1];
      axisOfTurn(numbers[begin + 2], axis);
      const beyond = numbers[begin + 3];
      const size = numbers[begin + 7];
      const color = words[begin + 4];
      const kind = group.kind(i);
      const contour = figures.forms[group.form(i)].contour as Contour;
      const add = ({ fill, rim }: Paint): void => {
        addContour(fill, contour, x, y, axis, scale, beyond, false);
        if (size < kOutlined) return;
        addContour(rim, contour, x, y, axis, scale, beyond, false);
        addContour(rim, contour, x, y, axis, scale, beyond - rimWidth(size, kind), true);
      };
      if (kind & kSensor) paints.drawSensor(color, kind, x, y, add);
      else add(paints.of(color, kind));
    }
  }
  paints.draw();
}

/** What outlines are added to. */
export type Outlined = Pick<Path2D, 'moveTo' | 'lineTo' | 'closePath'>;

export function addContour(
  path: Outlined,
  { count, x, y, u, v }: Contour,
  atX: number,
  atY: number,
  [cosine, sine]: readonly number[],
  scale: number,
  off: number,
  backwards: boolean,
): void {
  for (let k = 0; k < count; ++k) {
    const i = backwards ? count - 1 - k : k;
    const right = scale * x[i] + off * u[i];
    const up = scale * y[i] + off * v[i];
    const px = atX + cosine * right - sine * up;
    const py = atY - sine * right - cosine * up;
    if (k === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
  path.closePath();
}
