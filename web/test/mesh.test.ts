import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hullOf, type Polyhedron } from '../src/view/shapes/hull';
import { kCornerNumbers, roundMesh, sharpMesh, type Mesh } from '../src/view/shapes/mesh';
import { cross, dot, minus, type Triple } from '../src/view/shapes/space';
import { randomNumbers } from './made_run';

/** So many points a turn miss a sphere's volume by a part of less than 2e-3. */
const kFine = 128;
const kMissed = 2e-3;

/** Places of the corners, moved outwards by so much. */
function cornersOf({ numbers, corners }: Mesh, radius: number): Triple[] {
  return Array.from({ length: corners }, (_, i) => {
    const at = (k: number): number => numbers[i * kCornerNumbers + k] as number;
    return [0, 1, 2].map((k) => at(k) + radius * at(4 + k)) as Triple;
  });
}

/** By the divergence theorem: right only where the surface is closed and all of it faces outwards. */
function volumeOf(mesh: Mesh, radius: number): number {
  const corners = cornersOf(mesh, radius);
  let volume = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3) as [Triple, Triple, Triple];
    volume += dot(a, cross(b, c)) / 6;
  }
  return volume;
}

/** Whether each way along a side of a triangle is the way back along another's. */
function assertClosed(mesh: Mesh, radius: number): void {
  const names = cornersOf(mesh, radius).map((p) => p.map((x) => Math.round(x * 1e7)).join());
  const ways = new Map<string, number>();
  const count = (a: string, b: string, by: number): void => {
    ways.set(`${a} ${b}`, (ways.get(`${a} ${b}`) ?? 0) + by);
  };
  for (let i = 0; i < names.length; ++i) {
    const [a, b] = [names[i] as string, names[i % 3 === 2 ? i - 2 : i + 1] as string];
    if (a === b) continue;
    if (a < b) count(a, b, 1);
    else count(b, a, -1);
  }
  assert.deepEqual(
    [...ways].filter(([, left]) => left !== 0),
    [],
  );
}

function assertNear(found: number, wanted: number, part: number): void {
  assert.ok(Math.abs(found - wanted) <= part * wanted, `${found}, not ${wanted}`);
}

function boxPoints(a: number, b: number, c: number): number[][] {
  return Array.from({ length: 8 }, (_, i) => [i & 1 ? a : 0, i & 2 ? b : 0, i & 4 ? c : 0]);
}

/** V - E + F of a sphere's surface. */
function euler({ faces }: Polyhedron): number {
  const used = new Set(faces.flatMap(({ loop }) => loop));
  return used.size - faces.reduce((sum, { loop }) => sum + loop.length, 0) / 2 + faces.length;
}

test('the hull of points in space has them all on its inner side, and no holes', () => {
  const random = randomNumbers(5);
  for (let round = 0; round < 30; ++round) {
    const points = Array.from({ length: 4 + 3 * round }, () => {
      const x = 2 * random() - 1;
      const y = 2 * random() - 1;
      const z = 2 * random() - 1;
      return [x, y, z];
    });
    const body = hullOf(points);
    assert.equal(euler(body), 2);
    for (const { loop, normal } of body.faces)
      for (const p of points)
        assert.ok(dot(normal, minus(p, body.vertices[loop[0] as number] as Triple)) < 1e-8);
    assertClosed(sharpMesh(body), 0);
    assert.ok(volumeOf(sharpMesh(body), 0) > 0);
  }
});

test('sharp bodies have their volumes, whatever lies within them or on their faces', () => {
  const box = [[1, 1.5, 2], [1, 1.5, 0], [0, 0, 2], ...boxPoints(2, 3, 4)];
  assertNear(volumeOf(sharpMesh(hullOf(box)), 0), 24, 1e-12);
  const octahedron = [0, 1, 2].flatMap((k) => [-1, 1].map((x) => [0, 1, 2].map((i) => (i === k ? x : 0))));
  assertNear(volumeOf(sharpMesh(hullOf(octahedron)), 0), 4 / 3, 1e-12);
});

test('a grown box has the volume V + S r + pi (a + b + c) r^2 + 4/3 pi r^3, and is closed', () => {
  const [a, b, c] = [2, 3, 4];
  for (const r of [0.1, 1, 5]) {
    const mesh = roundMesh(hullOf(boxPoints(a, b, c)), kFine);
    const wanted =
      a * b * c +
      2 * (a * b + b * c + c * a) * r +
      Math.PI * (a + b + c) * r ** 2 +
      (4 / 3) * Math.PI * r ** 3;
    assertNear(volumeOf(mesh, r), wanted, kMissed);
    assertClosed(mesh, r);
  }
});

test('what is thin grows as what is not: a point, a line, a sheet', () => {
  const r = 0.5;
  const sphere = (4 / 3) * Math.PI * r ** 3;
  const point = roundMesh(hullOf([[1, 2, 3]]), kFine);
  assertNear(volumeOf(point, r), sphere, kMissed);
  const line = roundMesh(
    hullOf([
      [0, 0, 0],
      [1, 2, 2],
      [0.5, 1, 1],
    ]),
    kFine,
  );
  assertNear(volumeOf(line, r), 3 * Math.PI * r ** 2 + sphere, kMissed);
  // Area 6, perimeter 12: both sides, half a cylinder along the rim, a sphere in parts.
  const sheet = roundMesh(
    hullOf([
      [0, 0, 1],
      [4, 0, 1],
      [0, 3, 1],
      [1, 1, 1],
    ]),
    kFine,
  );
  assertNear(volumeOf(sheet, r), 12 * r + 0.5 * Math.PI * 12 * r ** 2 + sphere, kMissed);
  for (const mesh of [point, line, sheet]) assertClosed(mesh, r);
  for (const thin of [
    [[1, 2, 3]],
    [
      [0, 0, 0],
      [1, 2, 2],
    ],
    boxPoints(1, 2, 0),
  ])
    assert.ok(hullOf(thin).flat);
});

test('normals are of unit length and lead outwards', () => {
  const mesh = roundMesh(hullOf(boxPoints(1, 2, 3)), 16);
  const places = cornersOf(mesh, 0.5);
  for (let i = 0; i < mesh.corners; ++i) {
    const normal = mesh.numbers.slice(i * kCornerNumbers + 4, i * kCornerNumbers + 7);
    assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-12);
    assert.ok(dot(normal, minus(places[i] as Triple, [0.5, 1, 1.5])) > 0);
  }
});
