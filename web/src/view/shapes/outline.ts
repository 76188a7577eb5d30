import { planeHull } from './hull';

/** How far a corner's point may move off it, per length that its edges move: sharper ones are cut off. */
const kSharpest = 4;
/** Turns less than this [radians] are straight on. */
const kStraight = 1e-6;

/**
 * An outline as a chain of points that can be moved outwards: the i-th point is (x + offset u, y + offset v).
 * At corners that are to be round several points have the same x and y.
 */
export interface Contour {
  count: number;
  x: Float64Array;
  y: Float64Array;
  u: Float64Array;
  v: Float64Array;
}

type Pair = [number, number];

/** All places in the plane within `radius` of a polygon, of the line between two points, or of a point. */
export class Outline {
  constructor(
    /** Counterclockwise. */
    readonly corners: readonly Pair[],
    readonly radius: number,
  ) {}

  /** Of convex hulls. */
  static around(points: readonly ArrayLike<number>[], radius: number): Outline {
    return new Outline(planeHull(points), radius);
  }

  /** Of a simple polygon, either way around. */
  static of(polygon: readonly ArrayLike<number>[]): Outline {
    const corners = polygon.map((p): Pair => [p[0], p[1]]);
    return new Outline(areaOf(corners) < 0 ? corners.reverse() : corners, 0);
  }

  /** Without the radius. */
  get area(): number {
    return areaOf(this.corners);
  }

  get length(): number {
    const { corners } = this;
    return corners.reduce((sum, [x, y], i) => {
      const [u, v] = corners[(i + 1) % corners.length];
      return sum + Math.hypot(u - x, v - y);
    }, 0);
  }

  /** Half of the width of what is long; of a disc, half of its radius. */
  get girth(): number {
    const { length } = this;
    return this.radius + (length > 0 ? this.area / length : 0);
  }

  /** How far outside a place is; negative inside. */
  distance(x: number, y: number): number {
    const { corners } = this;
    let squared = Infinity;
    let inside = false;
    for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
      const [ax, ay] = corners[j];
      const [bx, by] = corners[i];
      const [ex, ey] = [bx - ax, by - ay];
      const long = ex * ex + ey * ey;
      const share = long > 0 ? Math.min(Math.max(((x - ax) * ex + (y - ay) * ey) / long, 0), 1) : 0;
      squared = Math.min(squared, (x - ax - share * ex) ** 2 + (y - ay - share * ey) ** 2);
      if (ay > y !== by > y && x < ax + ((y - ay) / ey) * ex) inside = !inside;
    }
    return (inside ? -Math.sqrt(squared) : Math.sqrt(squared)) - this.radius;
  }

  /**
   * The chain around the corners, round ones with so many points a turn. All are round where that is asked
   * for; without a radius else only the ends of lines.
   */
  contour(turn: number, round = this.radius > 0): Contour {
    const { corners } = this;
    const n = corners.length;
    const points: [...Pair, ...Pair][] = [];
    if (n === 1) {
      for (let i = 0; i < turn; ++i) points.push([...corners[0], ...towards((2 * Math.PI * i) / turn)]);
      return packed(points);
    }
    const outwards = corners.map(([x, y], i): Pair => {
      const [u, v] = corners[(i + 1) % n];
      const long = Math.hypot(u - x, v - y) || 1;
      return [(v - y) / long, (x - u) / long];
    });
    corners.forEach((corner, i) => {
      const before = outwards[(i + n - 1) % n];
      const after = outwards[i];
      const across = before[0] * after[1] - before[1] * after[0];
      // At the end of a line it turns by half a turn, to the left as at every convex corner.
      const angle = Math.atan2(
        n === 2 ? Math.abs(across) : across,
        before[0] * after[0] + before[1] * after[1],
      );
      if (angle < kStraight || (n > 2 && !round)) points.push([...corner, ...between(before, after)]);
      else points.push(...arc(corner, before, angle, Math.ceil((turn * angle) / (2 * Math.PI) - kStraight)));
    });
    return packed(points);
  }
}

/** A contour turned about its place, by the angle of a unit vector. */
export function turned({ count, x, y, u, v }: Contour, [cosine, sine]: readonly number[]): Contour {
  const across = (a: Float64Array, b: Float64Array): Float64Array =>
    a.map((each, i) => cosine * each - sine * b[i]);
  const along = (a: Float64Array, b: Float64Array): Float64Array =>
    a.map((each, i) => sine * each + cosine * b[i]);
  return { count, x: across(x, y), y: along(x, y), u: across(u, v), v: along(u, v) };
}

function towards(angle: number): Pair {
  return [Math.cos(angle), Math.sin(angle)];
}

function arc(corner: Pair, before: Pair, angle: number, pieces: number): [...Pair, ...Pair][] {
  const begin = Math.atan2(before[1], before[0]);
  return Array.from({ length: pieces + 1 }, (_, k) => [...corner, ...towards(begin + (angle * k) / pieces)]);
}

/** Where a corner moves to as the two edges beside it move outwards by 1. */
function between(before: Pair, after: Pair): Pair {
  const [x, y] = [before[0] + after[0], before[1] + after[1]];
  const long = Math.hypot(x, y);
  if (!(long > 0)) return before;
  const reach = Math.min(2 / long, kSharpest);
  return [(x / long) * reach, (y / long) * reach];
}

function packed(points: [...Pair, ...Pair][]): Contour {
  const column = (k: number): Float64Array => Float64Array.from(points, (point) => point[k]);
  return { count: points.length, x: column(0), y: column(1), u: column(2), v: column(3) };
}

function areaOf(corners: readonly Pair[]): number {
  return corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + 0.5 * (x * v - u * y);
  }, 0);
}
