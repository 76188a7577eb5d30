import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kSensor, type Shape } from '../src/run/types';
import { Figures, pointsOf } from '../src/view/shapes/figures';
import type { Batch, Discs, Solids } from '../src/view/marks/marks';
import { kCornerNumbers } from '../src/view/shapes/mesh';
import { paintOrder } from '../src/view/canvas/paint_order';
import { bodyAt } from '../src/view/pick';
import { silhouetteOf } from '../src/view/marks/rims';
import { Stage } from '../src/view/marks/stage';
import { Speeds } from '../src/plots/speeds';
import { BodyColors } from '../src/view/colors';
import { Motion } from '../src/run/motion';
import { kLight } from '../src/view/theme';
import { madeRun, type Made, type MadeBody } from './made_run';
import { planeShapes, spaceShapes } from './made_shapes';
import { viewOf } from './made_view';

/** x and y of all solids of a stage, groups in any order. */
function solidsOf(batches: Batch[]): { solids: Solids; index: number; x: number; y: number }[] {
  return batches.flatMap((batch) =>
    batch.kind !== 'solids'
      ? []
      : [...batch.marks.groups.values()].flatMap((solids) =>
          Array.from({ length: solids.count }, (_, index) => {
            const [x, y] = solids.numbers.subarray(index * solids.stride);
            return { solids, index, x: x as number, y: y as number };
          }),
        ),
  );
}

const box = (...half_extents: number[]): Shape => ({ box: { half_extents } });

function atRest(position: number[], more: Partial<MadeBody>): MadeBody {
  return { position, velocity: position.map(() => 0), ...more };
}

test('a body reaches in at a periodic side where its shape reaches out at the other, and only there', async () => {
  // The long one lies along x: near the lower y side it stays inside, however far it reaches along x.
  const run = await madeRun({
    dimension: 2,
    end: 1,
    min: [0, 0],
    max: [10, 10],
    sides: ['periodic', 'periodic'],
    bodies: [atRest([5, 1], { shape: box(3, 0.5) }), atRest([9, 5], { shape: box(1.5, 0.5) })],
  });
  const view = viewOf(run);
  const stage = new Stage(2);
  stage.compose(view);
  const places = solidsOf(stage.batches).map(({ x, y }) =>
    view.camera.unproject(x, y).map(Math.round).join(),
  );
  assert.deepEqual(places.sort(), ['-1,5,0', '5,1,0', '9,5,0']);
});

test('of bodies of a shape there is one mesh, and it is finer where they are larger', async () => {
  const capsule = { capsule: { from: [-1, 0], to: [1, 0], radius: 0.5 } };
  const bodies = Array.from({ length: 50 }, (_, i) => atRest([i, 0], { shape: capsule }));
  const run = await madeRun({ dimension: 2, end: 1, min: [0, -5], max: [50, 5], bodies });
  const view = viewOf(run);
  const stage = new Stage(2);
  stage.compose(view);
  assert.equal(view.figures.forms.length, 1);
  const { corners } = view.figures.forms[0]!;
  assert.equal(view.figures.used, corners * kCornerNumbers);
  view.camera.zoom(30);
  stage.compose(view);
  assert.equal(view.figures.forms.length, 2);
  assert.ok(view.figures.forms[1]!.corners > corners);
});

type Pixel = [number, number];

test('of a mesh in space only what is seen is kept, and that covers all of its silhouette', async () => {
  const view = viewOf(await madeRun(spaceShapes()));
  const { camera, figures } = view;
  const stage = new Stage(3);
  for (const turn of [0, 150, 333]) {
    camera.orbit(turn, 0.1 * turn);
    stage.compose(view);
    // The box and the octahedron: three faces of two triangles, and four of eight.
    for (const [body, corners] of [
      [0, 18],
      [3, 12],
    ] as const) {
      const figure = figures.ofBody(body)!;
      const form = figures.forms[figures.formOf(figure, 0)]!;
      assert.equal(form.corners, corners);
      const places = Array.from({ length: corners }, (_, i) =>
        camera.project(figures.numbers.subarray((form.first + i) * kCornerNumbers)).slice(0, 2),
      ) as Pixel[];
      let area = 0;
      for (let i = 0; i < corners; i += 3) {
        const [[ax, ay], [bx, by], [cx, cy]] = places.slice(i, i + 3) as [Pixel, Pixel, Pixel];
        area += ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / 2;
      }
      const whole = silhouetteOf(figure, camera).outline.area;
      assert.ok(Math.abs(area / whole - 1) < 1e-4, `${area} of ${whole}`);
    }
  }
});

test('however a view turns, no more groups of solids are kept than are drawn', async () => {
  const view = viewOf(await madeRun(spaceShapes()));
  const stage = new Stage(3);
  for (let turn = 0; turn < 40; ++turn) {
    view.camera.orbit(17, 3);
    stage.compose(view);
  }
  stage.compose(view);
  const batches = stage.batches.filter((batch) => batch.kind === 'solids');
  const sizes = batches.flatMap(({ marks }) => [...marks.groups.values()].map(({ count }) => count));
  assert.ok(sizes.length > 3 && sizes.every((count) => count > 0), sizes.join());
});

test('what is round has as many points as it needs to look round', () => {
  for (const radius of [0, 0.5, 3, 40, 200]) {
    const points = pointsOf(radius, 0.05);
    const missed = radius * (1 - Math.cos(Math.PI / points));
    assert.ok(missed <= 0.05 + 1e-12, `${missed} pixels off at a radius of ${radius}`);
  }
});

test('a figure knows what it spans, and how wide it is', async () => {
  const run = await madeRun(spaceShapes());
  const figures = new Figures(run);
  const near = (found: readonly number[], wanted: number[]): void =>
    found.forEach((x, k) => assert.ok(Math.abs(x - (wanted[k] as number)) < 1e-12, `${found}`));
  near(figures.ofBody(0)!.low, [-1, -0.8, -0.6]);
  near(figures.ofBody(2)!.high, [1, 0.8, 0.9]);
  assert.ok(Math.abs(figures.ofBody(0)!.girth - 0.6) < 1e-12);
  // Between opposite faces of an octahedron of radius 1.
  assert.ok(Math.abs(figures.ofBody(3)!.girth - 1 / Math.sqrt(3)) < 1e-12);
  assert.deepEqual(
    [2, 5, 6].map((body) => figures.ofBody(body)!.thin),
    [false, true, true],
  );
  assert.equal(figures.ofBody(7), null);
  assert.ok(figures.ofBody(0)!.contains([0.9, -0.7, 0.5]) && !figures.ofBody(0)!.contains([0.9, -0.9, 0.5]));
});

test('a body is picked by its true shape in the plane', async () => {
  const view = viewOf(await madeRun(planeShapes()));
  const { camera } = view;
  const pick = (x: number, y: number): number => {
    const [px, py] = camera.project([x, y]);
    return bodyAt(view, px, py);
  };
  // The box at (1.5, 6.5): its corner, and a place as far from the middle that is beside it.
  assert.equal(pick(1.5 + 0.98, 6.5 + 0.48), 0);
  assert.equal(pick(1.5, 6.5 + 0.98), -1);
  // The L at (13.5, 6.5): in the arm, and in the notch.
  assert.equal(pick(13.5 - 0.5, 6.5 + 0.8), 4);
  assert.equal(pick(13.5 + 0.7, 6.5 + 0.7), -1);
  // A capsule's end is round.
  const [u, v] = [0.8 / Math.hypot(0.8, 0.3), 0.3 / Math.hypot(0.8, 0.3)];
  assert.equal(pick(7.5 + 0.8 + 0.48 * u, 6.5 + 0.3 + 0.48 * v), 2);
  // Beside a thin line, within reach of a finger.
  const [x, y] = camera.project([1.5, 3]);
  assert.equal(bodyAt(view, x, y + 5), 5);
  assert.equal(bodyAt(view, x, y + 15), -1);
});

test('a sensor is picked only where nothing else is', async () => {
  const run = await madeRun({
    ...planeShapes(),
    bodies: [atRest([5, 5], { radius: 0.5 }), atRest([5, 5], { shape: box(2, 2), sensor: true })],
  });
  const view = viewOf(run);
  const [x, y] = view.camera.project([5, 5]);
  assert.equal(bodyAt(view, x, y), 0);
  assert.equal(bodyAt(view, x + 1.5 * view.camera.scale, y), 1);
});

/** A wide low box, a small ball on either half of it, and one below. */
function onTable(): Made {
  return {
    dimension: 3,
    end: 1,
    min: [0, 0, 0],
    max: [20, 20, 10],
    bodies: [
      atRest([10, 10, 4], { shape: box(9, 9, 0.5) }),
      atRest([3, 17, 5.5], { radius: 1 }),
      atRest([17, 3, 5.5], { radius: 1 }),
      atRest([12, 12, 2], { radius: 1 }),
    ],
  };
}

test('in space the body in front is picked, however wide the one behind it is', async () => {
  const view = viewOf(await madeRun(onTable()));
  for (const [body, place] of [
    [1, [3, 17, 5.5]],
    [2, [17, 3, 5.5]],
    [0, [12, 12, 2]],
  ] as const) {
    const [x, y] = view.camera.project(place);
    assert.equal(bodyAt(view, x, y), body);
  }
});

test('what stands on a table is painted after it, and what is below it before', async () => {
  const view = viewOf(await madeRun(onTable()));
  const stage = new Stage(3);
  for (const turn of [0, 200, 400, 600]) {
    view.camera.orbit(turn, 0);
    stage.compose(view);
    const solids = solidsOf(stage.batches).map((each) => each.solids);
    const discs = stage.bodies;
    const sight = { figures: view.figures, camera: view.camera, depths: stage.depths };
    const order = paintOrder([discs], [...new Set(solids)], [], sight);
    assert.equal(order.length, discs.count + 1);
    const table = order.findIndex(({ solid }) => solid !== null);
    order.forEach(({ disc, index }, rank) => {
      if (disc === null) return;
      const [x, y, depth] = disc.numbers.subarray(index * disc.stride);
      const height = view.camera.unproject(x, y, stage.depths.at(depth))[2];
      assert.equal(
        rank < table,
        height < 4,
        `a ball at height ${height} is painted at ${rank}, the table at ${table}`,
      );
    });
  }
});

test('the silhouette of a box in space has the area of its faces as they are seen', async () => {
  const view = viewOf(await madeRun(onTable()));
  const { away, scale } = view.camera;
  const { outline } = silhouetteOf(view.figures.ofBody(0)!, view.camera);
  const wanted = 18 * 1 * Math.abs(away[0]) + 18 * 1 * Math.abs(away[1]) + 18 * 18 * Math.abs(away[2]);
  assert.ok(Math.abs(outline.area / (wanted * scale ** 2) - 1) < 1e-9);
});

test('sensors are marks of their own, and seen through in space', async () => {
  for (const [made, dimension] of [
    [planeShapes(), 2],
    [spaceShapes(), 3],
  ] as const) {
    const stage = new Stage(dimension);
    stage.compose(viewOf(await madeRun(made)));
    for (const { solids, index } of solidsOf(stage.batches)) {
      const alpha = (solids.words[index * solids.stride + 4] as number) >>> 24;
      const isSensor = (solids.kind(index) & kSensor) !== 0;
      assert.equal(alpha < 255, isSensor && dimension === 3);
    }
    const kinds = (discs: Discs): number[] =>
      Array.from({ length: discs.count }, (_, i) => discs.words[i * discs.stride + 5] as number);
    assert.ok(kinds(stage.bodies).every((kind) => (kind & kSensor) === 0));
  }
});

test('a ring, a ghost and the edge of a kinematic body go around its shape', async () => {
  const view = viewOf(await madeRun(planeShapes()));
  view.highlights = [{ body: 0, style: 'selected' }];
  view.ghosts = [{ body: 4, time: 0, position: [5, 3] }];
  const stage = new Stage(2);
  stage.compose(view);
  const [x, y] = view.camera.project([1.5, 6.5]);
  const [half, high] = [view.camera.scale, 0.5 * view.camera.scale];
  const lines = stage.batches.filter((batch) => batch.kind === 'lines' && batch.marks.count > 0);
  const near: number[] = [];
  const ghost: number[] = [];
  const [gx, gy] = view.camera.project([5, 3]);
  for (const { marks } of lines as (Batch & { kind: 'lines' })[])
    for (let i = 0; i < marks.count; ++i) {
      const [x0, y0] = marks.numbers.subarray(i * marks.stride);
      const off = Math.hypot(Math.max(Math.abs(x0 - x) - half, 0), Math.max(Math.abs(y0 - y) - high, 0));
      if (off < 20 && off > 0) near.push(off);
      const [u, v] = [(x0 - gx) / view.camera.scale, (gy - y0) / view.camera.scale];
      if (Math.max(Math.abs(u), Math.abs(v)) < 1.2)
        ghost.push(view.figures.ofBody(4)!.outline!.distance(u, v));
    }
  assert.ok(near.length > 8 && near.every((off) => Math.abs(off - 3) < 0.01), near.join());
  assert.ok(ghost.length > 20 && ghost.every((off) => Math.abs(off * view.camera.scale) < 2));
});

test('what is kinematic has no kinetic energy to show, and no temperature', async () => {
  const bodies = [
    atRest([2, 2], { velocity: [1, 0], shape: box(1, 1), mass: 2 }),
    atRest([8, 8], { velocity: [9, 0], shape: box(1, 1), mass: Infinity, kinematic: true }),
  ];
  const run = await madeRun({ dimension: 2, end: 1, min: [0, 0], max: [10, 10], bodies });
  const view = viewOf(run);
  const colors = new BodyColors(run, new Motion(run), kLight);
  const legend = colors.show('energy', kLight);
  assert.ok(legend.type === 'scale' && legend.high === 1);
  const histogram = new Speeds(run).at(view.moment);
  assert.equal(histogram.temperature, null);
  assert.match(histogram.note, /kinematic/);
});
