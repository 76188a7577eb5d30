import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/run/motion';
import { boundsOf, type Bounds } from '../src/view/bounds';
import { Camera } from '../src/view/camera';
import { droppedBall, madeRun, randomNumbers, twoBalls } from './made_run';

const kBox: Bounds = { min: [-2, 1, 0], max: [6, 5, 0] };
const kCube: Bounds = { min: [-1, -2, -3], max: [3, 4, 5] };

function cameraOf(dimension: 2 | 3, width = 800, height = 600): Camera {
  const camera = new Camera(dimension, dimension === 2 ? kBox : kCube);
  camera.resize(width, height);
  return camera;
}

function near(actual: ArrayLike<number>, expected: ArrayLike<number>, error: number): void {
  assert.equal(actual.length, expected.length);
  for (let k = 0; k < actual.length; ++k)
    assert.ok(
      Math.abs(actual[k] - expected[k]) <= error,
      `number ${k}: expected ${expected[k]}, found ${actual[k]}`,
    );
}

/** Numbers of a fixed seed, from -1 to 1. */
function numbers(): () => number {
  const next = randomNumbers(5);
  return () => 2 * next() - 1;
}

test('a plane is fitted upright, with the same margin on both sides', () => {
  const camera = cameraOf(2);
  const [left, low] = camera.project([-2, 1]);
  const [right, high] = camera.project([6, 5]);
  assert.ok(left > 0 && left < 60, `left: ${left}`);
  near([left, low], [800 - right, 600 - high], 1e-9);
  assert.ok(high < low, 'y points up');
  near([right - left, low - high], [8 * camera.scale, 4 * camera.scale], 1e-9);
});

test('all corners of a box are in the picture, whichever its shape', () => {
  for (const [width, height] of [
    [800, 600],
    [300, 900],
    [40, 30],
    [1, 1],
  ]) {
    const camera = cameraOf(3, width, height);
    for (let corner = 0; corner < 8; ++corner) {
      const point = [0, 1, 2].map((k) => ((corner >> k) & 1 ? kCube.max : kCube.min)[k]);
      const [x, y] = camera.project(point);
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${width} x ${height}: ${x}, ${y}`);
    }
  }
});

test('a ball is a disc of its radius times the scale, wherever it is and however one looks', () => {
  const random = numbers();
  const camera = cameraOf(3);
  for (let i = 0; i < 200; ++i) {
    camera.orbit(300 * random(), 300 * random());
    const center = [random(), random(), random()];
    const middle = camera.project(center);
    let farthest = 0;
    for (let j = 0; j < 50; ++j) {
      const direction = [random(), random(), random()];
      const length = Math.hypot(...direction);
      const spot = camera.project(center.map((x, k) => x + (0.5 * direction[k]) / length));
      farthest = Math.max(farthest, Math.hypot(spot[0] - middle[0], spot[1] - middle[1]));
    }
    assert.ok(farthest <= 0.5 * camera.scale * (1 + 1e-12));
    // The points of the surface that are seen at the rim.
    const rim = camera.project(center.map((x, k) => x + 0.5 * camera.right[k]));
    near([rim[0] - middle[0], rim[1] - middle[1], rim[2] - middle[2]], [0.5 * camera.scale, 0, 0], 1e-9);
  }
});

test('what looks right, up and away keeps right angles and its hand', () => {
  const random = numbers();
  const camera = cameraOf(3);
  for (let i = 0; i < 100; ++i) {
    camera.orbit(500 * random(), 500 * random());
    const { right, up, away } = camera;
    const dot = (a: readonly number[], b: readonly number[]): number =>
      a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    near([dot(right, right), dot(up, up), dot(away, away)], [1, 1, 1], 1e-12);
    near([dot(right, up), dot(up, away), dot(away, right)], [0, 0, 0], 1e-12);
    // right x up points at who looks, or pictures would be mirrored.
    const toViewer = [
      right[1] * up[2] - right[2] * up[1],
      right[2] * up[0] - right[0] * up[2],
      right[0] * up[1] - right[1] * up[0],
    ];
    near(
      toViewer,
      away.map((x) => -x),
      1e-12,
    );
    assert.ok(up[2] >= -1e-12, 'z never points down');
  }
});

test('a place is found again from its pixel and depth', () => {
  const random = numbers();
  for (const dimension of [2, 3] as const) {
    const camera = cameraOf(dimension);
    for (let i = 0; i < 100; ++i) {
      camera.orbit(100 * random(), 100 * random());
      camera.zoom(2 ** random(), 400 + 100 * random(), 300);
      const point = [random(), 3 + random(), dimension === 3 ? random() : 0];
      const [x, y, depth] = camera.project(point);
      near(camera.unproject(x, y, depth), point, 1e-9);
    }
  }
});

test('zooming keeps what is under the pointer', () => {
  for (const dimension of [2, 3] as const) {
    const camera = cameraOf(dimension);
    const under = camera.unproject(450, 280);
    const before = camera.scale;
    camera.zoom(1.7, 450, 280);
    assert.equal(camera.scale, 1.7 * before);
    near(camera.project(under), [450, 280, 0], 1e-9);
  }
});

test('panning moves the picture by the pixels asked for', () => {
  for (const dimension of [2, 3] as const) {
    const camera = cameraOf(dimension);
    const before = camera.project([1, 2, 1]);
    camera.pan(12, -7);
    const after = camera.project([1, 2, 1]);
    near([after[0] - before[0], after[1] - before[1]], [12, -7], 1e-9);
  }
});

test('the middle of the picture stays within what there is', () => {
  const camera = cameraOf(2);
  camera.pan(1e6, 1e6);
  const [x, y] = camera.unproject(400, 300);
  assert.deepEqual([x, y], [-2, 5]);
});

test('a zoom ends where places are no longer known to a fraction of a pixel', () => {
  const camera = cameraOf(2);
  camera.zoom(1e30);
  // A float32 of up to 6 [L] is known to 2^-22.
  assert.ok(camera.scale * 2 ** -22 <= 0.25, `${camera.scale}`);
  assert.ok(camera.scale > 1e4);
  camera.zoom(1e-30);
  const fitted = cameraOf(2).scale;
  assert.ok(camera.scale < fitted && camera.scale > 0.05 * fitted);
});

test('a picture nobody has moved is fitted to a new size, another keeps its scale', () => {
  const camera = cameraOf(2);
  const small = camera.scale;
  camera.resize(1600, 1200);
  assert.ok(camera.scale > 1.9 * small);
  assert.ok(camera.isFitted);
  camera.pan(3, 0);
  const { scale } = camera;
  camera.resize(800, 600);
  assert.equal(camera.scale, scale);
  assert.ok(!camera.isFitted);
  camera.fit();
  assert.equal(camera.scale, small);
});

test('a world of no size has a scale too', () => {
  const camera = new Camera(2, { min: [3, 4, 0], max: [3, 4, 0] });
  camera.resize(100, 100);
  assert.ok(camera.scale > 0 && Number.isFinite(camera.scale));
  near(camera.project([3, 4]), [50, 50, 0], 0);
});

test('bounds are the space, and along open sides what bodies span over the run', async () => {
  const closed = await madeRun(twoBalls());
  assert.deepEqual(boundsOf(closed, new Motion(closed)), { min: [-5, -5, 0], max: [21, 5, 0] });

  // A point that goes from x = 0 to 2; its space, open along x, begins at -5 and ends at 5.
  const open = await madeRun({ ...droppedBall(), min: [0.5, 0], max: [1.5, 10] });
  const bounds = boundsOf(open, new Motion(open));
  near(bounds.min, [0 - 0.08, 0, 0], 1e-6);
  near(bounds.max, [2 + 0.08, 10, 0], 1e-6);
});

test('bounds hold a short excursion and the wall that ends it', async () => {
  // A ball of radius 1 goes to x = 19 and back within a hundredth of the run.
  const run = await madeRun({
    dimension: 2,
    end: 1000,
    min: [0, 0],
    max: [12, 4],
    sides: ['open', 'open'],
    bodies: [{ position: [9, 2], velocity: [2, 0] }],
    knots: [
      { body: 0, time: 5, position: [19, 2], velocity: [-2, 0] },
      { body: 0, time: 10, position: [9, 2], velocity: [0, 0] },
    ],
    impacts: [{ time: 5, a: 0, b: 1, point: [20, 2], normal: [1, 0] }],
    obstacles: [
      { name: 'wall', color: null, position: [20, 0], shape: { half_space: { normal: [-1, 0], offset: 0 } } },
    ],
  });
  const bounds = boundsOf(run, new Motion(run));
  assert.ok(bounds.max[0] >= 20 && bounds.max[0] < 21, `${bounds.max[0]}`);
});

test('a body that flies off does not make all others specks', async () => {
  const made = droppedBall();
  const run = await madeRun({
    ...made,
    bodies: [...made.bodies, { position: [0, 1], velocity: [1e6, 0], acceleration: [0, 0] }],
  });
  const bounds = boundsOf(run, new Motion(run));
  assert.ok(bounds.max[0] <= 5 + 10 * 1.1, `${bounds.max[0]}`);
});
