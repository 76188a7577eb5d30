// Where a moving thing of a query is, and what it looks like, in the plane: for a picture, to rounding.
import type { Moving } from '../../../../wasm/package/index.js';

type Plane = readonly [number, number];

/** Half the size [L] of what has no end, per size of the picture. */
const kEndless = 4;

export interface Pose {
  place: Plane;
  degrees: number;
}

function number(of: unknown): number {
  return typeof of === 'number' ? of : 0;
}

function plane(of: readonly number[] | undefined): Plane {
  return [of?.[0] ?? 0, of?.[1] ?? 0];
}

export function poseAt(thing: Moving, delay: number): Pose {
  const turning = number(thing.angular_velocity) + number(thing.precession) + number(thing.spin);
  const degrees = number(thing.orientation) + (turning * delay * 180) / Math.PI;
  if (thing.control) {
    const t = Math.min(delay / (thing.duration ?? 1), 1);
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    const at = (k: 0 | 1): number => weights.reduce((sum, weight, i) => sum + weight * plane(thing.control?.[i])[k], 0);
    return { place: [at(0), at(1)], degrees };
  }
  const [x, v, a] = [plane(thing.position), plane(thing.velocity), plane(thing.acceleration)];
  const at = (k: 0 | 1): number => x[k] + v[k] * delay + 0.5 * a[k] * delay * delay;
  return { place: [at(0), at(1)], degrees };
}

/** Is everything about it in the plane? */
export function isPlane(thing: Moving): boolean {
  return (thing.position ?? thing.control?.[0] ?? []).length === 2;
}

/** How far [L] its parts are from its place at most; 0 of what has no end. */
export function reachOf(thing: Moving): number {
  const points = pointsOf(thing);
  const radius = radiusOf(thing);
  const [cx, cy] = plane(thing.centre);
  return Math.max(0, ...points.map(([x, y]) => Math.hypot(x - cx, y - cy))) + radius;
}

function radiusOf(thing: Moving): number {
  if ('ball' in thing) return thing.ball.radius;
  if ('capsule' in thing) return thing.capsule.radius;
  if ('arc' in thing) return thing.arc.radius;
  return 'hull' in thing ? (thing.hull.radius ?? 0) : 0;
}

function pointsOf(thing: Moving): Plane[] {
  if ('segment' in thing) return [plane(thing.segment.from), plane(thing.segment.to)];
  if ('capsule' in thing) return [plane(thing.capsule.from), plane(thing.capsule.to)];
  if ('box' in thing) return cornersOf(plane(thing.box.half_extents), [1, 0]);
  if ('oriented_box' in thing) {
    const told = thing.oriented_box;
    const angle = 'angle' in told ? (told.angle * Math.PI) / 180 : Math.atan2(told.axes[0][1], told.axes[0][0]);
    return cornersOf(plane(told.half_extents), [Math.cos(angle), Math.sin(angle)]);
  }
  if ('hull' in thing) return hullOf(thing.hull.vertices.map(plane));
  if ('polygon' in thing) return thing.polygon.vertices.map(plane);
  return [];
}

function cornersOf([a, b]: Plane, [c, s]: Plane): Plane[] {
  return ([[a, b], [-a, b], [-a, -b], [a, -b]] as const).map(([x, y]): Plane => [c * x - s * y, s * x + c * y]);
}

/** Counterclockwise (Andrew's monotone chain). */
export function hullOf(points: readonly Plane[]): Plane[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (all: readonly Plane[]): Plane[] => {
    const chain: Plane[] = [];
    for (const p of all) {
      while (chain.length > 1) {
        const [a, b] = [chain[chain.length - 2], chain[chain.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** What it looks like, in its own coordinates: an element of SVG. `size` [L]: of the picture. */
export function drawingOf(thing: Moving, size: number): string {
  const list = (points: readonly Plane[]): string => points.map((point) => point.join(',')).join(' ');
  const dot = 0.006 * size;
  if ('ball' in thing) return `<circle r="${Math.max(thing.ball.radius, dot)}"/>`;
  if ('point' in thing) return `<circle r="${dot}"/>`;
  if ('half_space' in thing) {
    const { normal, offset = 0 } = thing.half_space;
    const [x, y] = plane(normal);
    const angle = (Math.atan2(y, x) * 180) / Math.PI;
    const far = kEndless * size;
    return `<rect x="${offset / Math.hypot(x, y) - far}" y="${-far}" width="${far}" height="${2 * far}" transform="rotate(${angle})"/>`;
  }
  if ('arc' in thing) {
    const { radius, from, to } = thing.arc;
    const turn = (((to - from) % 360) + 360) % 360 || 360;
    const count = 64;
    const points = Array.from({ length: count + 1 }, (_, i): Plane => {
      const angle = ((from + (turn * i) / count) * Math.PI) / 180;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return `<polyline fill="none" points="${list(points)}"/>`;
  }
  const points = pointsOf(thing);
  const radius = radiusOf(thing);
  if (points.length === 2 && radius > 0) {
    const [[ax, ay], [bx, by]] = points;
    const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    const length = Math.hypot(bx - ax, by - ay);
    return `<rect x="${-radius}" y="${-radius}" width="${length + 2 * radius}" height="${2 * radius}" rx="${radius}" transform="translate(${ax} ${ay}) rotate(${angle})"/>`;
  }
  const round = radius > 0 ? ` stroke-linejoin="round" stroke-width="${2 * radius}"` : '';
  return `<polygon points="${list(points)}"${round}/>`;
}
