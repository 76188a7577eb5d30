import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planeHull } from '../src/view/shapes/hull';
import { insideOf } from '../src/view/shapes/mesh';
import { Outline, type Contour } from '../src/view/shapes/outline';
import { randomNumbers } from './made_run';
import { kCorner } from './made_shapes';

/** So many points a turn miss a circle's area by a part of (2 pi / 512)^2 / 6. */
const kFine = 512;
const kMissed = 2.6e-5;

/** What a contour goes around, moved outwards by so much. */
function areaWithin({ count, x, y, u, v }: Contour, off: number): number {
  const at = (i: number): [number, number] => [
    (x[i % count] as number) + off * (u[i % count] as number),
    (y[i % count] as number) + off * (v[i % count] as number),
  ];
  let area = 0;
  for (let i = 0; i < count; ++i) {
    const [[ax, ay], [bx, by]] = [at(i), at(i + 1)];
    area += (ax * by - bx * ay) / 2;
  }
  return area;
}

function assertNear(found: number, wanted: number, part: number): void {
  assert.ok(Math.abs(found - wanted) <= part * Math.abs(wanted), `${found}, not ${wanted}`);
}

const kTriangle = [
  [0, 0],
  [4, 0],
  [0, 3],
];

test('a grown hull has the area A + P r + pi r^2', () => {
  for (const r of [0.1, 1, 10]) {
    const outline = Outline.around([...kTriangle, [1, 1]], r);
    assertNear(areaWithin(outline.contour(kFine), r), 6 + 12 * r + Math.PI * r * r, kMissed);
  }
});

test('a capsule has round ends, and a point grows to a disc', () => {
  const capsule = Outline.around(
    [
      [-1, -1],
      [2, 3],
    ],
    0.5,
  );
  assertNear(areaWithin(capsule.contour(kFine), 0.5), 2 * 0.5 * 5 + Math.PI * 0.25, kMissed);
  assertNear(areaWithin(Outline.around([[3, 4]], 2).contour(kFine), 2), 4 * Math.PI, kMissed);
});

test('a ring around sharp corners is round there, and around a notch follows it', () => {
  // Each of its five outer corners adds a quarter of a disc; at the inner one two strips share a square.
  const ring = Outline.of(kCorner).contour(kFine, true);
  const d = 0.2;
  assertNear(areaWithin(ring, d), 3 + 8 * d + 5 * (Math.PI / 4) * d * d - d * d, 1e-4);
});

test('sharp corners stay sharp as they are moved, but very sharp ones are cut', () => {
  const box = Outline.around(
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    0,
  ).contour(kFine);
  assert.equal(box.count, 4);
  assertNear(areaWithin(box, -0.25), 1.5 * 1.5, 1e-12);
  assertNear(areaWithin(box, 0.5), 9, 1e-12);
  const needle = Outline.around(
    [
      [0, 0],
      [100, 0],
      [100, 1],
    ],
    0,
  ).contour(kFine);
  const longest = Math.max(...Array.from(needle.u, (u, i) => Math.hypot(u, needle.v[i] as number)));
  assert.ok(longest <= 4 + 1e-12 && longest > 3.9);
});

test('the hull of points in the plane has their outermost, and no point of a side', () => {
  const corners = planeHull([
    [0, 0],
    [2, 0],
    [1, 0],
    [2, 2],
    [1, 1],
    [0, 2],
    [2, 0],
    [0, 1],
  ]);
  assert.deepEqual(corners, [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ]);
  assert.equal(
    planeHull([
      [0, 0],
      [1, 1],
      [3, 3],
      [2, 2],
    ]).length,
    2,
  );
  assert.deepEqual(
    planeHull([
      [5, 6],
      [5, 6],
    ]),
    [[5, 6]],
  );
});

test('a concave polygon is filled within its sides, either way around', () => {
  const star = Array.from({ length: 14 }, (_, i) => {
    const [r, angle] = [i % 2 ? 1 : 3, (i * Math.PI) / 7];
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
  // Seven kites, each of two triangles with sides 3 and 1 and the angle pi / 7 between.
  const area = 14 * 0.5 * 3 * Math.sin(Math.PI / 7);
  for (const [polygon, wanted] of [
    [kCorner, 3],
    [[...kCorner].reverse(), 3],
    [star, area],
  ] as const) {
    const outline = Outline.of(polygon);
    assertNear(outline.area, wanted, 1e-12);
    const contour = outline.contour(kFine);
    const inside = insideOf(outline, contour);
    let filled = 0;
    for (let i = 0; i < inside.length; i += 3) {
      const [a, b, c] = inside.slice(i, i + 3).map((k) => [contour.x[k] as number, contour.y[k] as number]);
      filled += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
      const middle = [0, 1].map((k) => (a[k] + b[k] + c[k]) / 3);
      assert.ok(outline.distance(middle[0] as number, middle[1] as number) < 0);
    }
    // As they cover no more than there is, they do not overlap.
    assertNear(filled, wanted, 1e-12);
  }
});

test('the distance from a box, a capsule and an L is what geometry says', () => {
  const random = randomNumbers(7);
  const box = Outline.around(
    [
      [-2, -1],
      [2, -1],
      [2, 1],
      [-2, 1],
    ],
    0,
  );
  const capsule = Outline.around(
    [
      [-2, 0],
      [2, 0],
    ],
    0.5,
  );
  let inside = 0;
  for (let i = 0; i < 2000; ++i) {
    const x = 8 * random() - 4;
    const y = 6 * random() - 3;
    const [dx, dy] = [Math.abs(x) - 2, Math.abs(y) - 1];
    const wanted = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0);
    assert.ok(Math.abs(box.distance(x, y) - wanted) < 1e-12);
    if (wanted < 0) ++inside;
    assert.ok(Math.abs(capsule.distance(x, y) - (Math.hypot(Math.max(dx, 0), y) - 0.5)) < 1e-12);
  }
  assert.ok(inside > 200 && inside < 1800);
  const corner = Outline.of(kCorner);
  assert.equal(corner.distance(0.5, 0.5), 0.5, 'in the notch');
  assert.equal(corner.distance(-0.5, 0.5), -0.5);
});
