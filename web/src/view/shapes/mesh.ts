// Shapes as triangles. Corners are moved outwards along their normals when drawn, so that one mesh serves
// every radius, also one that is told in pixels.
import earcut from 'earcut';
import type { Polyhedron } from './hull';
import type { Contour, Outline } from './outline';
import { angleBetween, dot, turned, unit, type Triple } from './space';

/**
 * Numbers of a corner: its place in the core, 1 at a flat mesh's rim and 0 within, the normal, and one to
 * spare.
 */
export const kCornerNumbers = 8;

/** Angles less than this [radians] are none: faces of rounding's making. */
const kStraight = 1e-6;

/** Its place, its normal, and 1 at a flat mesh's rim. */
type Corner = readonly [ArrayLike<number>, ArrayLike<number>, 0 | 1];

/** Corners, three a triangle, counterclockwise as seen from outside or from where z points to. */
export class Mesh {
  private readonly list: number[] = [];

  get corners(): number {
    return this.list.length / kCornerNumbers;
  }

  get numbers(): readonly number[] {
    return this.list;
  }

  /** One with two equal corners is left out: edges of no length have such. */
  triangle(a: Corner, b: Corner, c: Corner): void {
    if (isSame(a, b) || isSame(b, c) || isSame(c, a)) return;
    for (const [p, n, rim] of [a, b, c]) this.list.push(p[0], p[1], p[2], rim, n[0], n[1], n[2], 0);
  }

  /** Numbers of the triangles of which a part may face someone who looks along a direction. */
  facing(away: ArrayLike<number>): number[] {
    const seen: number[] = [];
    for (let at = 0; at < this.list.length; at += 3 * kCornerNumbers) {
      const triangle = this.list.slice(at, at + 3 * kCornerNumbers);
      const faces = (i: number): boolean =>
        dot(triangle.slice(i * kCornerNumbers + 4, i * kCornerNumbers + 7), away) < 0;
      if (faces(0) || faces(1) || faces(2)) seen.push(...triangle);
    }
    return seen;
  }
}

function isSame([p, n, rim]: Corner, [q, m, other]: Corner): boolean {
  return rim === other && [0, 1, 2].every((k) => p[k] === q[k] && n[k] === m[k]);
}

/** In the plane: the inside, and around it a strip that an edge is drawn on. */
export function flatMesh(outline: Outline, contour: Contour): Mesh {
  const mesh = new Mesh();
  const { count, x, y, u, v } = contour;
  const corner = (i: number, rim: 0 | 1): Corner => [[x[i], y[i], 0], [u[i], v[i], 0], rim];
  const inside = insideOf(outline, contour);
  for (let k = 0; k < inside.length; k += 3)
    mesh.triangle(corner(inside[k], 0), corner(inside[k + 1], 0), corner(inside[k + 2], 0));
  for (let i = 0; i < count; ++i) {
    const j = (i + 1) % count;
    mesh.triangle(corner(i, 0), corner(i, 1), corner(j, 1));
    mesh.triangle(corner(i, 0), corner(j, 1), corner(j, 0));
  }
  return mesh;
}

/**
 * Three indices of a contour a triangle. Only polygons may be concave, which are no rounder than they are.
 */
export function insideOf(outline: Outline, { count, x, y }: Contour): number[] {
  if (outline.radius === 0 && count === outline.corners.length && count > 3)
    return earcut(Array.from({ length: 2 * count }, (_, i) => (i & 1 ? y : x)[i >> 1]));
  return Array.from({ length: 3 * (count - 2) }, (_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3)));
}

/** The faces of a body with sharp edges. */
export function sharpMesh(body: Polyhedron): Mesh {
  const mesh = new Mesh();
  addFaces(mesh, body);
  return mesh;
}

/**
 * The faces of a body, and what is round along its edges and around its corners, with so many points a turn.
 */
export function roundMesh(body: Polyhedron, turn: number): Mesh {
  const mesh = new Mesh();
  addFaces(mesh, body);
  const next = neighboursOf(body);
  const piece = (2 * Math.PI) / turn;
  const around = new Map<number, number>();
  body.faces.forEach(({ loop }, face) =>
    loop.forEach((from, k) => {
      around.set(from, face);
      const to = loop[(k + 1) % loop.length];
      if (from < to) addEdge(mesh, body, face, next(to, from), from, to, piece);
    }),
  );
  for (const [vertex, face] of around)
    addCorner(mesh, body.vertices[vertex], normalsAround(body, next, vertex, face), piece);
  return mesh;
}

function addFaces(mesh: Mesh, { vertices, faces }: Polyhedron): void {
  for (const { loop, normal } of faces)
    for (let i = 2; i < loop.length; ++i)
      mesh.triangle(
        [vertices[loop[0]], normal, 0],
        [vertices[loop[i - 1]], normal, 0],
        [vertices[loop[i]], normal, 0],
      );
}

/** The face on the left of the way from one vertex to a neighbour. */
type Neighbours = (from: number, to: number) => number;

function neighboursOf({ vertices, faces }: Polyhedron): Neighbours {
  const n = vertices.length;
  const left = new Map<number, number>();
  faces.forEach(({ loop }, face) =>
    loop.forEach((from, k) => left.set(from * n + loop[(k + 1) % loop.length], face)),
  );
  return (from, to) => left.get(from * n + to) as number;
}

/** The normals of the faces around a vertex, counterclockwise as seen from outside; equal neighbours once. */
function normalsAround({ faces }: Polyhedron, next: Neighbours, vertex: number, first: number): Triple[] {
  const normals: Triple[] = [];
  let face = first;
  do {
    const { loop, normal } = faces[face];
    const last = normals[normals.length - 1];
    if (!last || angleBetween(last, normal) > kStraight) normals.push(normal);
    face = next(vertex, loop[(loop.indexOf(vertex) + loop.length - 1) % loop.length]);
  } while (face !== first);
  return normals;
}

/** From the normal of the face on the left to that on the right. */
function addEdge(
  mesh: Mesh,
  { vertices, faces }: Polyhedron,
  left: number,
  right: number,
  from: number,
  to: number,
  piece: number,
): void {
  const [a, b] = [vertices[from], vertices[to]];
  const arc = arcOf(faces[left].normal, faces[right].normal, piece);
  for (let k = 1; k < arc.length; ++k) {
    const [n, m] = [arc[k - 1], arc[k]];
    mesh.triangle([a, n, 0], [a, m, 0], [b, m, 0]);
    mesh.triangle([a, n, 0], [b, m, 0], [b, n, 0]);
  }
}

/** The part of a sphere that the normals span. */
function addCorner(mesh: Mesh, place: Triple, normals: Triple[], piece: number): void {
  const sides = normals.map((normal, i) => arcOf(normal, normals[(i + 1) % normals.length], piece));
  const pieces = sides[0].length - 1;
  const at = (n: Triple): Corner => [place, n, 0];
  if (normals.length === 3 && sides.every((side) => side.length - 1 === pieces)) {
    const [a, b, c] = normals;
    addRows(
      mesh,
      pieces,
      (row) => between(way(a, c, row / pieces), way(b, c, row / pieces), pieces - row),
      at,
    );
    return;
  }
  const sum = normals.reduce(
    (total, n): Triple => [total[0] + n[0], total[1] + n[1], total[2] + n[2]],
    [0, 0, 0],
  );
  const middle = unit(sum);
  const widest = Math.max(...normals.map((normal) => angleBetween(normal, middle)));
  const rows = Math.ceil(widest / piece - kStraight);
  // From each side to the middle, where all of a row's points meet.
  for (const side of sides) addRows(mesh, rows, (row) => side.map((n) => way(n, middle, row / rows)), at);
}

/** Strips between so many rows of points and the next, of which one may be shorter by a point than that before. */
function addRows(
  mesh: Mesh,
  rows: number,
  rowAt: (row: number) => Triple[],
  at: (n: Triple) => Corner,
): void {
  for (let row = 0; row < rows; ++row) {
    const [low, high] = [rowAt(row), rowAt(row + 1)];
    for (let k = 1; k < low.length; ++k) {
      mesh.triangle(at(low[k - 1]), at(low[k]), at(high[k - 1]));
      if (k < high.length) mesh.triangle(at(high[k - 1]), at(low[k]), at(high[k]));
    }
  }
}

function way(from: Triple, to: Triple, share: number): Triple {
  return turned(from, to, angleBetween(from, to), share);
}

/** Points in equal steps from one to the other, both among them. */
function between(from: Triple, to: Triple, steps: number): Triple[] {
  return Array.from({ length: steps + 1 }, (_, k) => (steps === 0 ? from : way(from, to, k / steps)));
}

/** Unit vectors from one to the other; only the first where they are the same. */
function arcOf(from: Triple, to: Triple, piece: number): Triple[] {
  const angle = angleBetween(from, to);
  const pieces = angle > kStraight ? Math.ceil(angle / piece - kStraight) : 0;
  return Array.from({ length: pieces + 1 }, (_, k) => (k === 0 ? from : turned(from, to, angle, k / pieces)));
}
