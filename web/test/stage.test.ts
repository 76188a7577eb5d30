import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Impacts, Space } from '../src/run/types';
import { Camera } from '../src/view/camera';
import { Flashes } from '../src/view/flashes';
import { Cover } from '../src/view/marks/hidden';
import { Discs } from '../src/view/marks/marks';
import { newDepthOrder, sortByDepth } from '../src/view/marks/order';
import { barOf } from '../src/view/overlay';
import { bodyAt } from '../src/view/pick';
import { kGlowReach, Stage } from '../src/view/marks/stage';
import { madeRun, pointsInBox, randomNumbers, twoBalls, type Made } from './made_run';
import { viewOf } from './made_view';

const kOpen: Space = { min: [0, 0], max: [1, 1], sides: ['open', 'open'] };

/** x, y, depth, radius of each. */
function listOf(discs: Discs): number[][] {
  return Array.from({ length: discs.count }, (_, i) => [
    ...discs.numbers.subarray(i * discs.stride, i * discs.stride + 4),
  ]);
}

test('at a collision two discs touch to a hundredth of a pixel', async () => {
  const run = await madeRun(twoBalls());
  const stage = new Stage(2);
  const view = viewOf(run, 4);
  for (const factor of [1, 8]) {
    view.camera.zoom(factor);
    view.camera.lookAt([9, 0]);
    stage.compose(view);
    const [a, b] = listOf(stage.bodies);
    assert.ok(Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1]) - a[3] - b[3]) < 0.01);
    assert.ok(Math.abs(a[3] - view.camera.scale) < 1e-3, 'the radius is 1');
  }
});

test('a body that reaches out of a periodic side reaches in at the other', async () => {
  const made: Made = {
    dimension: 2,
    end: 1,
    min: [0, 0],
    max: [10, 10],
    sides: ['periodic', 'periodic'],
    bodies: [
      { position: [0.5, 5], velocity: [0, 0] },
      { position: [9.5, 9.75], velocity: [0, 0] },
      { position: [4, 4], velocity: [0, 0] },
    ],
  };
  const run = await madeRun(made);
  const view = viewOf(run);
  const stage = new Stage(2);
  stage.compose(view);
  const places = listOf(stage.bodies).map(([x, y]) => {
    const place = view.camera.unproject(x, y);
    return [Math.round(4 * place[0]) / 4, Math.round(4 * place[1]) / 4];
  });
  const expected = [
    [0.5, 5],
    [10.5, 5],
    [9.5, 9.75],
    [-0.5, 9.75],
    [9.5, -0.25],
    [-0.5, -0.25],
    [4, 4],
  ];
  const sorted = (list: number[][]): string => list.map(String).sort().join(' ');
  assert.equal(sorted(places), sorted(expected));
});

test('an impact across a periodic side glows where one sees both bodies', async () => {
  // They meet at x = 10.25, which is 0.25: the first reaches in there.
  const run = await madeRun({
    dimension: 2,
    end: 1,
    min: [0, 0],
    max: [10, 10],
    sides: ['periodic', 'wall'],
    bodies: [
      { position: [9.25, 5], velocity: [0, 0] },
      { position: [1.25, 5], velocity: [0, 0] },
    ],
    impacts: [{ time: 0.5, a: 0, b: 1, point: [10.25, 5], normal: [1, 0] }],
  });
  const view = viewOf(run, 0.5);
  view.flashes = [{ impact: 0, strength: 1 }];
  const stage = new Stage(2);
  stage.compose(view);
  const glow = stage.batches.find((batch) => batch.kind === 'discs' && batch.style === 'glow');
  assert.ok(glow?.kind === 'discs' && glow.marks.count === 1);
  const [[x, y]] = listOf(glow.marks);
  const touching = listOf(stage.bodies).filter(
    (disc) => Math.abs(Math.hypot(disc[0] - x, disc[1] - y) - disc[3]) < 0.01,
  );
  assert.equal(touching.length, 2);
});

test('a lone speck is drawn large enough to be seen, and as large as it is when zoomed in', async () => {
  const speck = { position: [0, 0], velocity: [0, 0], radius: 1e-3 };
  const run = await madeRun({ ...twoBalls(), bodies: [speck], knots: [], impacts: [] });
  const view = viewOf(run);
  const stage = new Stage(2);
  stage.compose(view);
  assert.equal(listOf(stage.bodies)[0][3], Math.fround(1.2));
  view.camera.lookAt([0, 0], 5e4);
  stage.compose(view);
  assert.ok(Math.abs(listOf(stage.bodies)[0][3] - 50) < 1e-3);
});

test('bodies outside of the picture are not drawn', async () => {
  const run = await madeRun(pointsInBox(500, 2, 1));
  const view = viewOf(run);
  const stage = new Stage(2);
  stage.compose(view);
  assert.equal(stage.bodies.count, 500);
  view.camera.zoom(10);
  stage.compose(view);
  assert.ok(stage.bodies.count > 0 && stage.bodies.count < 50, `${stage.bodies.count}`);
});

test('in 3D the farthest body is drawn first', () => {
  const random = randomNumbers(3);
  const from = new Discs();
  const to = new Discs();
  for (let i = 0; i < 5000; ++i) from.add(random(), random(), random(), random(), i);
  sortByDepth(from, to, newDepthOrder());
  assert.equal(to.count, 5000);
  const depths = listOf(to).map((disc) => disc[2]);
  for (let i = 1; i < depths.length; ++i) assert.ok(depths[i] <= depths[i - 1] + 2 ** -15);
  const colors = Array.from({ length: 5000 }, (_, i) => to.words[i * to.stride + 4]).sort((a, b) => a - b);
  assert.deepEqual(
    colors,
    Array.from({ length: 5000 }, (_, i) => i),
  );
});

test('only discs that nearer ones hide wholly are left out', () => {
  const random = randomNumbers(11);
  const width = 120;
  const height = 90;
  for (const radius of [3, 5, 9, 30]) {
    const discs = new Discs();
    const count = Math.round(20000 / radius ** 2) + 20;
    for (let i = 0; i < count; ++i)
      discs.add(width * random(), height * random(), 1 - i / count, radius * (0.5 + random()), i);
    const all = new Set<number>();
    const pixels = (discs: Discs): Int32Array => {
      // What is seen at points four to a pixel, the farthest drawn first.
      const seen = new Int32Array(4 * width * height).fill(-1);
      for (let d = 0; d < discs.count; ++d) {
        const [x, y, , r] = discs.numbers.subarray(d * discs.stride);
        for (let i = 0; i < 2 * width; ++i)
          for (let j = 0; j < 2 * height; ++j)
            if (Math.hypot(0.5 * i + 0.25 - x, 0.5 * j + 0.25 - y) <= r)
              seen[j * 2 * width + i] = discs.words[d * discs.stride + 4];
      }
      return seen;
    };
    const before = pixels(discs);
    before.forEach((each) => all.add(each));
    new Cover().drop(discs, width, height);
    assert.deepEqual(pixels(discs), before);
    assert.ok(discs.count < count, `radius ${radius}: nothing of ${count} was left out`);
    assert.ok(discs.count >= all.size - 1);
  }
});

test('the body under the pointer is found, in 3D the nearest of them', async () => {
  const flat = viewOf(await madeRun(twoBalls()));
  const [x, y] = flat.camera.project([10, 0]);
  assert.equal(bodyAt(flat, x + 3, y), 1);
  assert.equal(bodyAt(flat, x + flat.camera.scale + 5, y), 1, 'a little beside it');
  assert.equal(bodyAt(flat, x, y + 200), -1);

  const run = await madeRun({
    dimension: 3,
    end: 1,
    min: [-5, -5, -5],
    max: [5, 5, 5],
    bodies: [
      { position: [0, 4, 0], velocity: [0, 0, 0] },
      { position: [0, -4, 0], velocity: [0, 0, 0] },
    ],
  });
  const deep = viewOf(run);
  // Along y: the second is in front of the first.
  deep.camera.orbit(-0.576 / 0.008, -1000);
  deep.camera.orbit(0, (0.5 * Math.PI) / 0.008);
  const spot = deep.camera.project([0, -4, 0]);
  const behind = deep.camera.project([0, 4, 0]);
  assert.ok(Math.hypot(spot[0] - behind[0], spot[1] - behind[1]) < 1);
  assert.equal(bodyAt(deep, spot[0], spot[1]), 1);
});

test('no place begins to glow more than twice a second, however many impacts there are', () => {
  const random = randomNumbers(17);
  const count = 20000;
  const point = Float32Array.from({ length: 2 * count }, () => random());
  const impacts = { point, count } as Impacts;
  const camera = new Camera(2, { min: [0, 0, 0], max: [1, 1, 0] });
  camera.resize(400, 400);
  const flashes = new Flashes({ impacts, dimension: 2, space: kOpen });
  const begun: { time: number; x: number; y: number }[] = [];
  const known = new Set<number>();
  let next = 0;
  for (let frame = 0; frame < 300; ++frame) {
    const now = frame / 60;
    flashes.ignite(next, (next += 60), now, camera);
    flashes.update(now);
    for (const { impact, strength } of flashes.shown) {
      assert.ok(strength > 0 && strength <= 1);
      if (known.has(impact)) continue;
      known.add(impact);
      const [x, y] = camera.project([point[2 * impact], point[2 * impact + 1]]);
      begun.push({ time: now, x, y });
    }
  }
  assert.ok(begun.length > 50, `${begun.length}`);
  for (let i = 0; i < 400; ++i) {
    const [x, y] = [400 * random(), 400 * random()];
    const times = begun
      .filter((glow) => Math.hypot(glow.x - x, glow.y - y) <= kGlowReach)
      .map((glow) => glow.time);
    for (const from of times) assert.ok(times.filter((time) => time >= from && time < from + 1).length <= 2);
  }
});

test('a glow fades and is forgotten', () => {
  const impacts = { point: new Float32Array([0.5, 0.5]), count: 1 } as Impacts;
  const camera = new Camera(2, { min: [0, 0, 0], max: [1, 1, 0] });
  const flashes = new Flashes({ impacts, dimension: 2, space: kOpen });
  flashes.ignite(0, 1, 10, camera);
  assert.ok(flashes.update(10));
  assert.equal(flashes.shown[0].strength, 1);
  assert.ok(flashes.update(10.5));
  assert.ok(flashes.shown[0].strength < 0.3);
  assert.ok(!flashes.update(11));
});

test('the scale bar is a round length that is as long as it says', () => {
  for (const scale of [3e-7, 0.02, 1, 37.5, 1e9]) {
    const bar = barOf(scale);
    assert.ok(bar);
    assert.ok(Math.abs(bar.pixels - bar.length * scale) < 1e-9);
    assert.ok(bar.pixels > 40 && bar.pixels <= 110, `${bar.pixels}`);
    assert.match(bar.length.toExponential(), /^[125]e/);
  }
  assert.equal(barOf(100)?.label, '1');
  assert.equal(barOf(1e9)?.label, '1×10⁻⁷');
  assert.equal(barOf(0), null);
});
