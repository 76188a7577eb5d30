import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/run/motion';
import type { Shape } from '../src/run/types';
import { boundsOf } from '../src/view/bounds';
import { axisOfTurn, turnOf, type Batch } from '../src/view/marks/marks';
import { bodyAt } from '../src/view/pick';
import type { ViewState } from '../src/view/renderer';
import { Stage } from '../src/view/marks/stage';
import { madeRun, type Made, type MadeBody } from './made_run';
import { kCorner } from './made_shapes';
import { viewOf } from './made_view';

const kBox: Shape = { box: { half_extents: [1, 0.25] } };

function turning(position: number[], shape: Shape, velocity: number, angle = 0): MadeBody {
  const orientation = [Math.cos(angle / 2), Math.sin(angle / 2)];
  return { position, velocity: [0, 0], shape, spin: { orientation, velocity: [velocity] } };
}

const plane = (bodies: MadeBody[]): Made => ({ dimension: 2, end: 9, min: [0, 0], max: [10, 10], bodies });

function rotated([x, y]: number[], angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

/** The points of the cores that a picture draws, with their bodies' places in the middle [L]. */
function drawnCores(view: ViewState): number[][][] {
  const stage = new Stage(2);
  stage.compose(view);
  return stage.batches.flatMap((batch) =>
    batch.kind !== 'solids'
      ? []
      : [...batch.marks.groups.values()].flatMap((solids) =>
          Array.from({ length: solids.count }, (_, i) => {
            const axis = [NaN, NaN];
            axisOfTurn(solids.numbers[i * solids.stride + 2] as number, axis);
            const { x, y, count } = view.figures.forms[solids.form(i)]!.contour!;
            return Array.from({ length: count }, (_, k) => [
              (axis[0] as number) * x[k]! - (axis[1] as number) * y[k]!,
              (axis[1] as number) * x[k]! + (axis[0] as number) * y[k]!,
            ]);
          }),
        ),
  );
}

/** Where the pieces of all lines begin around a place [L], seen from it. */
function linesAround(view: ViewState, place: number[], reach: number): number[][] {
  const stage = new Stage(2);
  stage.compose(view);
  const [x, y] = view.camera.project(place);
  const { scale } = view.camera;
  const lines = stage.batches.filter((batch): batch is Batch & { kind: 'lines' } => batch.kind === 'lines');
  return lines
    .flatMap(({ marks }) =>
      Array.from({ length: marks.count }, (_, i) => {
        const at = i * marks.stride;
        const [x0, y0] = marks.numbers.subarray(at, at + 2);
        return [(x0! - x) / scale, (y - y0!) / scale];
      }),
    )
    .filter((off) => Math.hypot(...off) < reach);
}

function checkPlaces(found: number[][], expected: number[][]): void {
  assert.equal(found.length, expected.length);
  for (const place of expected) {
    const off = Math.min(...found.map((other) => Math.hypot(other[0]! - place[0]!, other[1]! - place[1]!)));
    assert.ok(off < 1e-5, `nothing is at ${place}, but ${off} beside it`);
  }
}

test('an angle is kept as a turn, half turns too', () => {
  assert.equal(turnOf([1, 0]), 0);
  for (let angle = -Math.PI; angle <= Math.PI; angle += Math.PI / 16) {
    const axis = [NaN, NaN];
    axisOfTurn(Math.fround(turnOf([Math.cos(angle), Math.sin(angle)])), axis);
    assert.ok(Math.hypot(axis[0]! - Math.cos(angle), axis[1]! - Math.sin(angle)) < 3e-7, `${angle}`);
  }
});

test('the corners of what spins are turned about its place by w t', async () => {
  const l: Shape = { polygon: { vertices: kCorner } };
  for (const [shape, corners] of [
    [
      kBox,
      [
        [-1, -0.25],
        [1, -0.25],
        [1, 0.25],
        [-1, 0.25],
      ],
    ],
    [l, kCorner],
  ] as [Shape, number[][]][])
    for (const [w, start] of [
      [1.5, 0],
      [-4, 2.5],
    ] as [number, number][])
      for (const time of [0, 0.3, Math.PI / 1.5, 7]) {
        const [found] = drawnCores(viewOf(await madeRun(plane([turning([5, 5], shape, w, start)])), time));
        checkPlaces(
          found!,
          corners.map((corner) => rotated(corner, start + w * time)),
        );
      }
});

test('what does not spin stands as listed, and so does what spins between frames', async () => {
  const still: MadeBody = { position: [7, 5], velocity: [0, 0], shape: kBox };
  const bodies = [turning([2, 5], kBox, 2), still];
  const positions = bodies.map(({ position }) => position);
  const frames = [4, 9].map((time) => ({ time, positions, speeds: [0, 0] }));
  const run = await madeRun({ ...plane(bodies), pathsEnd: 4, frames });
  const [turned, listed] = drawnCores(viewOf(run, 3));
  const corners = [-1, 1].flatMap((x) => [-0.25, 0.25].map((y) => [x, y]));
  checkPlaces(
    turned!,
    corners.map((corner) => rotated(corner, 6)),
  );
  checkPlaces(listed!, corners);
  for (const core of drawnCores(viewOf(run, 4.5))) checkPlaces(core, corners);
});

test('a body is found where it has turned to, and not where it would be', async () => {
  // After a quarter of a turn.
  const run = await madeRun(plane([turning([5, 5], kBox, Math.PI / 2), turning([2, 8], kBox, 0, 0.5)]));
  const view = viewOf(run, 1);
  const at = (x: number, y: number): number => {
    const [px, py] = view.camera.project([x, y]);
    return bodyAt(view, px, py);
  };
  assert.equal(at(5.2, 5.95), 0);
  assert.equal(at(4.8, 4.05), 0);
  assert.equal(at(5.95, 5), -1);
  assert.equal(at(4.05, 5), -1);
  // Counterclockwise: its corner is up on the right, and not on the left.
  const [right, up] = rotated([0.95, 0.2], 0.5) as [number, number];
  assert.equal(at(2 + right, 8 + up), 1);
  assert.equal(at(2 - right, 8 + up), -1);
});

test('a ring goes around what has turned, and a ghost stands as the body will then', async () => {
  const run = await madeRun(plane([turning([3, 5], kBox, 1), turning([7, 5], kBox, 1)]));
  const view = viewOf(run, 0.8);
  view.camera.lookAt([5, 5], 90);
  view.highlights = [{ body: 0, style: 'selected' }];
  view.ghosts = [{ body: 1, time: 2, position: [7, 8] }];
  const outline = view.figures.ofBody(0)!.outline!;
  const pixel = 1 / view.camera.scale;
  for (const [place, angle, low, high] of [
    [[3, 5], 0.8, 2, 4],
    [[7, 8], 2, -1.5, 0],
  ] as [number[], number, number, number][]) {
    const around = linesAround(view, place, 1.3);
    assert.ok(around.length > 3);
    for (const off of around) {
      const distance = outline.distance(...(rotated(off, -angle) as [number, number])) / pixel;
      assert.ok(distance > low && distance < high, `${distance} pixels from its outline`);
    }
  }
});

test('however it stands it is in view, and reaches in at a periodic side', async () => {
  const made = plane([turning([5, 0.5], kBox, Math.PI / 2)]);
  const open = await madeRun({ ...made, sides: ['wall', 'open'], min: [0, 0.25], max: [10, 0.75] });
  const bounds = boundsOf(open, new Motion(open));
  // No farther than the space is high; lying, it would not even leave it.
  assert.ok(bounds.min[1] <= -0.25, `${bounds.min}`);
  const periodic = viewOf(await madeRun({ ...made, sides: ['periodic', 'periodic'] }), 1);
  assert.equal(drawnCores(periodic).length, 2);
});

test('in space a picture shows a solid as it stands, and keeps nothing of it', async () => {
  // A quarter of a turn about z, then one about the x axis as it stands then.
  const box: Shape = { box: { half_extents: [2, 1, 0.5] } };
  const spin = { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], velocity: [0, Math.PI / 2, 0] };
  const run = await madeRun({
    dimension: 3,
    end: 9,
    min: [0, 0, 0],
    max: [10, 10, 10],
    bodies: [
      { position: [5, 5, 5], velocity: [0, 0, 0], shape: box, spin },
      { position: [2, 2, 2], velocity: [0, 0, 0], shape: box },
    ],
  });
  const view = viewOf(run, 1);
  const figure = view.figures.standing(0, view.motion, 1)!;
  [0.5, 2, 1].forEach((half, k) => {
    assert.ok(Math.abs(figure.high[k]! - half) < 1e-6 && Math.abs(figure.low[k]! + half) < 1e-6);
  });
  assert.equal(view.figures.standing(1, view.motion, 1), view.figures.ofBody(1));
  assert.equal(view.figures.standing(0, view.motion, 0)!.high[0]!.toFixed(5), '1.00000');
  // Under each corner, and not beside the one that is furthest to the right.
  const corners = figure.solid.vertices.map((corner) =>
    [...view.camera.project(corner.map((part: number) => 5 + 0.98 * part))].slice(0, 2),
  );
  for (const [x, y] of corners) assert.equal(bodyAt(view, x!, y!), 0);
  const [right, y] = corners.reduce((best, corner) => (corner[0]! > best[0]! ? corner : best));
  assert.equal(bodyAt(view, right! + 12, y!), -1);
  const stage = new Stage(3);
  for (let i = 0; i < 5; ++i) stage.compose(view);
  assert.equal(view.figures.forms.length, 2);
});
