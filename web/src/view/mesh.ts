// Shapes as triangles. Corners are moved outwards along their normals when drawn, so that one mesh serves
// every radius, also one that is told in pixels.
import earcut from 'earcut';
import type { Polyhedron } from './hull';
import type { Contour, Outline } from './outline';
import { angleBetween, turned, unit, type Triple } from './space';

/**
 * Numbers of a corner: its place in the core, 1 at a flat mesh's rim and 0 within, the normal, and one to
 * spare.
 */
export const kCornerNumbers = 8;

/** Angles less than this [radians] are none: faces of rounding's making. */
const kStraight = 1e-6;

/** Corners, three a triangle, counterclockwise as seen from outside or from where z points to. */
export class Mesh {
  private readonly list: number[] = [];

  get corners(): number {
    return this.list.length / kCornerNumbers;
  }

  get numbers(): readonly number[] {
    return this.list;
  }

  add(place: ArrayLike<number>, normal: ArrayLike<number>, rim = 0): void {
    this.list.push(place[0], place[1], place[2], rim, normal[0], normal[1], normal[2], 0);
  }
}

/** In the plane: the inside, and around it a strip that an edge is drawn on. */
export function flatMesh(outline: Outline, contour: Contour): Mesh {
  const mesh = new Mesh();
  const { count, x, y, u, v } = contour;
  const corner = (i: number, rim: number): void => mesh.add([x[i], y[i], 0], [u[i], v[i], 0], rim);
  for (const i of insideOf(outline, contour)) corner(i, 0);
  for (let i = 0; i < count; ++i) {
    const j = (i + 1) % count;
    corner(i, 0);
    corner(i, 1);
    corner(j, 1);
    corner(i, 0);
    corner(j, 1);
    corner(j, 0);
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
      for (const vertex of [loop[0], loop[i - 1], loop[i]]) mesh.add(vertices[vertex], normal);
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
    mesh.add(a, n);
    mesh.add(a, m);
    mesh.add(b, m);
    mesh.add(a, n);
    mesh.add(b, m);
    mesh.add(b, n);
  }
}

/** The part of a sphere that the normals span: rows from the arcs between them to their middle. */
function addCorner(mesh: Mesh, place: Triple, normals: Triple[], piece: number): void {
  const middle = unit(
    normals.reduce((sum, n): Triple => [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]], [0, 0, 0]),
  );
  const widest = Math.max(...normals.map((normal) => angleBetween(normal, middle)));
  const rows = Math.ceil(widest / piece - kStraight);
  normals.forEach((normal, i) => {
    const arc = arcOf(normal, normals[(i + 1) % normals.length], piece);
    const at = (k: number, row: number): Triple =>
      turned(arc[k], middle, angleBetween(arc[k], middle), row / rows);
    for (let k = 1; k < arc.length; ++k)
      for (let row = 0; row < rows; ++row) {
        const corners = [at(k - 1, row), at(k, row), at(k - 1, row + 1)];
        if (row + 1 < rows) corners.push(at(k - 1, row + 1), at(k, row), at(k, row + 1));
        for (const n of corners) mesh.add(place, n);
      }
  });
}

/** Unit vectors from one to the other; only the first where they are the same. */
function arcOf(from: Triple, to: Triple, piece: number): Triple[] {
  const angle = angleBetween(from, to);
  const pieces = angle > kStraight ? Math.ceil(angle / piece - kStraight) : 0;
  return Array.from({ length: pieces + 1 }, (_, k) => (k === 0 ? from : turned(from, to, angle, k / pieces)));
}
