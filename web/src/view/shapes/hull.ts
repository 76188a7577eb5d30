// Convex hulls of a few points. What is flatter than rounding counts as flat.
import { anyAcross, cross, dot, minus, unit, type Triple } from './space';

/** Of the points' extent: less is rounding. */
const kFlat = 1e-9;

/**
 * The corners of the convex hull in the plane, counterclockwise; two where the points lie in a line, or one.
 */
export function planeHull(points: readonly ArrayLike<number>[]): [number, number][] {
  const sorted = points.map((p): [number, number] => [p[0], p[1]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const size = sizeOf(sorted);
  const half = (list: [number, number][]): [number, number][] => {
    const chain: [number, number][] = [];
    for (const point of list) {
      while (chain.length >= 2 && !isLeft(chain[chain.length - 2], chain[chain.length - 1], point, size))
        chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  const corners = [...half(sorted), ...half(sorted.reverse())];
  const first = sorted[0];
  const apart = corners.filter(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return Math.hypot(u - x, v - y) > kFlat * size;
  });
  return apart.length > 0 ? apart : [first];
}

/** Whether c lies to the left of the way from a to b by more than rounding. */
function isLeft(a: [number, number], b: [number, number], c: [number, number], size: number): boolean {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  return x * (c[1] - a[1]) - y * (c[0] - a[0]) > kFlat * size * Math.hypot(x, y);
}

function sizeOf(points: readonly ArrayLike<number>[]): number {
  let size = 0;
  for (const point of points)
    for (let k = 0; k < point.length; ++k) size = Math.max(size, Math.abs(point[k] - points[0][k]));
  return size;
}

/**
 * A convex body's surface. One without a volume has faces all around it nevertheless, on either side of what
 * is flat, and of no size around its edges: so rounding it is as rounding any other.
 */
export interface Polyhedron {
  vertices: Triple[];
  /** Corners counterclockwise as seen from outside, with the unit vector that points there. */
  faces: { loop: number[]; normal: Triple }[];
  /** Whether it has no volume. */
  flat: boolean;
}

export function hullOf(points: readonly ArrayLike<number>[]): Polyhedron {
  const vertices = points.map((p): Triple => [p[0], p[1], p[2]]);
  const least = kFlat * sizeOf(vertices);
  const start = farthest(vertices, (p) => Math.hypot(...minus(p, vertices[0])));
  const from = vertices[start];
  const a = farthest(vertices, (p) => Math.hypot(...minus(p, from)));
  const along = unit(minus(vertices[a], from));
  const b = farthest(vertices, (p) => Math.hypot(...cross(minus(p, from), along)));
  const normal = unit(cross(along, minus(vertices[b], from)));
  const offLine = Math.hypot(...cross(minus(vertices[b], from), along));
  if (!(offLine > least)) return needle(vertices, along);
  const c = farthest(vertices, (p) => Math.abs(dot(minus(p, from), normal)));
  if (!(Math.abs(dot(minus(vertices[c], from), normal)) > least)) return plate(vertices, along, normal);
  return grown(vertices, [start, a, b, c], least);
}

function farthest(points: Triple[], distance: (p: Triple) => number): number {
  return points.reduce((best, p, i) => (distance(p) > distance(points[best]) ? i : best), 0);
}

/** Of points in a line along a unit vector; of a single one, where that is 0. */
function needle(points: Triple[], along: Triple): Polyhedron {
  const direction: Triple = dot(along, along) > 0 ? along : [1, 0, 0];
  const low = points[farthest(points, (p) => -dot(p, direction))];
  const high = points[farthest(points, (p) => dot(p, direction))];
  const side = anyAcross(direction);
  const back = (v: Triple): Triple => [-v[0], -v[1], -v[2]];
  const normal = cross(direction, side);
  return prism([low, high, high, low], [back(side), direction, side, back(direction)], normal);
}

function plate(points: Triple[], along: Triple, normal: Triple): Polyhedron {
  const other = cross(normal, along);
  const from = points[0];
  const corners = planeHull(points.map((p) => [dot(minus(p, from), along), dot(minus(p, from), other)]));
  const place = ([x, y]: [number, number]): Triple =>
    [0, 1, 2].map((k) => from[k] + x * along[k] + y * other[k]) as Triple;
  const loop = corners.map(place);
  const outward = loop.map((p, i) => unit(cross(minus(loop[(i + 1) % loop.length], p), normal)));
  return prism(loop, outward, normal);
}

/** Of no height, on a loop that is counterclockwise as seen from where its normal points to. */
function prism(loop: Triple[], outward: Triple[], normal: Triple): Polyhedron {
  const n = loop.length;
  const up = loop.map((_, i) => i);
  const faces: Polyhedron['faces'] = [
    { loop: up, normal },
    { loop: up.map((i) => n + i).reverse(), normal: [-normal[0], -normal[1], -normal[2]] },
    ...up.map((i) => {
      const j = (i + 1) % n;
      return { loop: [n + i, n + j, j, i], normal: outward[i] };
    }),
  ];
  return { vertices: [...loop, ...loop], faces, flat: true };
}

/** Point after point, from a tetrahedron on: each takes the place of the faces that it sees. */
function grown(
  vertices: Triple[],
  [a, b, c, d]: [number, number, number, number],
  least: number,
): Polyhedron {
  const face = (i: number, j: number, k: number): { loop: number[]; normal: Triple } => {
    const normal = unit(cross(minus(vertices[j], vertices[i]), minus(vertices[k], vertices[i])));
    return { loop: [i, j, k], normal };
  };
  const height = ({ loop, normal }: { loop: number[]; normal: Triple }, p: Triple): number =>
    dot(normal, minus(p, vertices[loop[0]]));
  let faces = [face(a, b, c), face(a, c, d), face(a, d, b), face(b, d, c)];
  if (height(faces[0], vertices[d]) > 0) faces = [face(a, c, b), face(a, d, c), face(a, b, d), face(b, c, d)];
  vertices.forEach((p, index) => {
    const seen = faces.filter((each) => height(each, p) > least);
    if (seen.length === 0) return;
    const edges = new Set(seen.flatMap(({ loop }) => loop.map((i, k) => `${i} ${loop[(k + 1) % 3]}`)));
    const hidden = faces.filter((each) => height(each, p) <= least);
    const rim = [...edges]
      .map((edge) => edge.split(' ').map(Number))
      .filter(([i, j]) => !edges.has(`${j} ${i}`));
    faces = [...hidden, ...rim.map(([i, j]) => face(i, j, index))];
  });
  return { vertices, faces, flat: false };
}
