import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DamagedReport } from '../src/run/damage';
import { readPaths } from '../src/run/paths';
import { kRound, type Shape } from '../src/run/types';
import { Labels } from '../src/ui/labels';
import { kindText, shapeText } from '../src/ui/words';
import { encodePaths, madeRun, twoBalls, type Made } from './made_run';
import { kCorner, planeShapes, spaceShapes } from './made_shapes';

test('bodies have their shapes as cores and radii, whatever they are named', async () => {
  const run = await madeRun(planeShapes());
  assert.deepEqual(
    run.shapes.map(({ name, radius }) => [name, radius]),
    [
      ['box', 0],
      ['oriented_box', 0],
      ['capsule', 0.5],
      ['hull', 0.3],
      ['polygon', 0],
      ['segment', 0],
      ['box', 0],
    ],
  );
  assert.deepEqual([...(run.bodies.shape ?? [])], [0, 1, 2, 3, 4, 5, kRound, 6, 6, kRound]);
  assert.deepEqual([...(run.bodies.kind ?? [])], [0, 0, 0, 0, 0, 0, 0, 1, 2, 2]);
  const corners = run.shapes[0]?.vertices.map(String).sort();
  assert.deepEqual(corners, ['-1,-0.5', '-1,0.5', '1,-0.5', '1,0.5']);
  assert.deepEqual(run.shapes[4]?.vertices, kCorner);
  // The far corner of the tilted one lies along the sum of its axes, each as long as its half extent.
  const far = run.shapes[1]?.vertices[3] as number[];
  assert.ok(Math.abs((far[0] as number) - (1.2 * Math.cos(0.5) - 0.4 * Math.sin(0.5))) < 1e-12);
  assert.ok(Math.abs((far[1] as number) - (1.2 * Math.sin(0.5) + 0.4 * Math.cos(0.5))) < 1e-12);
});

test('obstacles have the shapes of bodies, and may be sensors or be passed one way', async () => {
  const { obstacles } = await madeRun(planeShapes());
  assert.deepEqual(
    obstacles.map(({ solid, sensor, oneWay }) => [solid?.name, sensor, oneWay]),
    [
      ['box', false, [0, 1]],
      ['box', true, null],
    ],
  );
});

test('a run of balls knows of no shapes and kinds', async () => {
  const { bodies, shapes } = await madeRun(twoBalls());
  assert.deepEqual([bodies.shape, bodies.kind, shapes], [null, null, []]);
});

async function refused(made: Made, message: RegExp): Promise<void> {
  const bytes = await encodePaths(made);
  await assert.rejects(readPaths(bytes), (error) => {
    assert.ok(error instanceof DamagedReport, String(error));
    assert.match(error.message, message);
    return true;
  });
}

test('shapes and kinds that cannot be are refused with their place', async () => {
  const made = planeShapes();
  const indices = [0, 1, 2, 3, 4, 5, kRound, 6, 7, kRound];
  await refused(
    { ...made, replaced: { body_shape: indices } },
    /body_shape: expected an index below 7, found 7/,
  );
  await refused({ ...made, replaced: { body_shape: [0, 1] } }, /body_shape: expected 10 numbers, found 2/);
  await refused({ ...made, replaced: { body_kind: [1, 2] } }, /body_kind: expected 10 numbers, found 2/);
  const kinds = [0, 0, 0, 4, 0, 0, 0, 0, 0, 0];
  await refused({ ...made, replaced: { body_kind: kinds } }, /body_kind: expected 0 to 3, found 4/);
});

const kWrong: [2 | 3, unknown, RegExp][] = [
  [2, { blob: {} }, /unknown shape "blob"/],
  [2, {}, /expected one shape, found \[\]/],
  [2, 7, /expected an object/],
  [2, { box: { half_extents: [1] } }, /box\.half_extents: expected 2 numbers, found \[1\]/],
  [2, { box: { half_extents: [1, -1] } }, /box\.half_extents: expected >= 0, found \[1,-1\]/],
  [2, { oriented_box: { half_extents: [1, 1], axes: [[1, 0]] } }, /axes: expected 2 places, found 1/],
  [2, { capsule: { from: [0, 0], to: [1, 0] } }, /capsule\.radius: expected a number, found undefined/],
  [2, { capsule: { from: [0, 0], to: [1, 0], radius: -1 } }, /capsule\.radius: expected >= 0, found -1/],
  [2, { segment: { from: [0, 0] } }, /segment\.to: expected 2 numbers, found undefined/],
  [2, { hull: { vertices: [] } }, /hull\.vertices: expected 1 or more places, found 0/],
  [2, { hull: { vertices: [[0, 'a']] } }, /hull\.vertices\[0\]: expected 2 numbers, found \[0,"a"\]/],
  [
    2,
    {
      polygon: {
        vertices: [
          [0, 0],
          [1, 0],
        ],
      },
    },
    /polygon\.vertices: expected 3 or more places, found 2/,
  ],
  [2, { triangle: { vertices: [] } }, /triangle is of three dimensions/],
  [3, { polygon: { vertices: [] } }, /polygon is of two dimensions/],
  [3, { triangle: { vertices: [[0, 0, 0]] } }, /triangle\.vertices: expected 3 places, found 1/],
];

test('a shape that makes no sense is refused, of a body and of an obstacle', async () => {
  for (const [dimension, wrong, message] of kWrong) {
    const shape = wrong as Shape;
    const made = dimension === 2 ? planeShapes() : spaceShapes();
    const named = (where: string): RegExp => new RegExp(`${where}.*${message.source}`);
    const bodies = made.bodies.map((body, i) => (i === 1 ? { ...body, shape, radius: 1 } : body));
    await refused({ ...made, bodies }, named('shapes\\[1\\]'));
    const obstacles = [...(made.obstacles ?? []), { name: '', color: null, position: made.min, shape }];
    await refused({ ...made, obstacles }, named(`obstacles\\[${obstacles.length - 1}\\]\\.shape`));
  }
});

test('what only obstacles are is checked too', async () => {
  const made = planeShapes();
  const obstacle = (shape: unknown): Made => ({
    ...made,
    obstacles: [{ name: '', color: null, position: [0, 0], shape: shape as Shape }],
  });
  await refused(obstacle({ ball: {} }), /obstacles\[0\]\.shape\.ball\.radius: expected a number/);
  await refused(
    obstacle({ half_space: { normal: [1], offset: 0 } }),
    /half_space\.normal: expected 2 numbers/,
  );
  await refused(obstacle({ arc: { radius: 1, from: 0 } }), /arc\.to: expected a number/);
});

test('bodies are told by their shapes and sizes', async () => {
  const run = await madeRun({ ...planeShapes(), units: { length: 10, time: 1, mass: 1 } });
  const labels = new Labels(run);
  assert.deepEqual(run.shapes.length && [...run.bodies.id].map((_, body) => shapeText(run, labels, body)), [
    'box, 20 × 10',
    'box, 24 × 8',
    'capsule, length 17.09, radius 5',
    'hull of 4 corners, radius 3',
    'polygon of 6 corners',
    'segment, length 22.36',
    'ball, radius 9',
    'box, 20 × 15',
    'box, 20 × 15',
    'ball, radius 9',
  ]);
  assert.equal(shapeText(await madeRun(spaceShapes()), labels, 0), 'box, 20 × 16 × 12');
  assert.deepEqual([0, 1, 2, 3].map(kindText), [
    'dynamic',
    'kinematic',
    'dynamic sensor',
    'kinematic sensor',
  ]);
});
