import assert from 'node:assert/strict';
import { test } from 'node:test';
import { css, unpacked } from '../src/view/colors';
import { kMarked, kTurnedAway } from '../src/view/marks/marks';
import type { ViewState } from '../src/view/renderer';
import { Stage } from '../src/view/marks/stage';
import { madeRun, pointsInBox, randomNumbers, twoBalls, type Made, type MadeBody } from './made_run';
import { viewOf } from './made_view';

/** x, y, x and y of the other end, and the colour of each line. */
function linesOf(stage: Stage, view: ViewState): [number, number, number, number, string][] {
  stage.compose(view);
  const { numbers, words, count, stride } = stage.standings;
  return Array.from({ length: count }, (_, i) => {
    const [x, y, , toX, toY] = numbers.subarray(i * stride, (i + 1) * stride);
    return [x, y, toX, toY, css(unpacked(words[i * stride + 7]))];
  });
}

const isDark = (color: string): boolean => parseInt(color.slice(3, 5), 16) < 128;

test('in the plane a line leads from the middle of a ball to its rim, at the angle of its spin', async () => {
  const ball = (x: number, color: number, w: number): MadeBody => ({
    position: [x, 5],
    velocity: [0, 0],
    radius: 1,
    color,
    spin: { velocity: [w] },
  });
  const bodies = [ball(2, 0xe8b21d, 3), ball(5, 0x101010, -1), { position: [8, 5], velocity: [0, 0] }];
  const run = await madeRun({ dimension: 2, end: 9, min: [0, 0], max: [10, 10], bodies });
  for (const time of [0, 0.4, 8]) {
    const view = viewOf(run, time);
    const { scale } = view.camera;
    const lines = linesOf(new Stage(2), view);
    assert.equal(lines.length, 2);
    for (const [i, w] of [3, -1].entries()) {
      const [x, y, toX, toY] = lines[i];
      const [middleX, middleY] = view.camera.project(bodies[i].position);
      assert.ok(Math.hypot(x - middleX, y - middleY) < 1e-3);
      const length = Math.hypot(toX - x, toY - y);
      assert.ok(length > 0.8 * scale && length < scale, `${length} of ${scale}`);
      assert.ok(Math.abs(toX - x - length * Math.cos(w * time)) < 1e-2);
      assert.ok(Math.abs(y - toY - length * Math.sin(w * time)) < 1e-2, 'y points up');
    }
    assert.ok(isDark(lines[0][4]) && !isDark(lines[1][4]), 'dark, and light on what is dark');
  }
});

test('the part of a ball beyond a periodic side shows how it stands too', async () => {
  const body = { position: [0.25, 5], velocity: [0, 0], radius: 1, spin: { velocity: [1] } };
  const sides: Made['sides'] = ['periodic', 'wall'];
  const run = await madeRun({ dimension: 2, end: 1, min: [0, 0], max: [10, 10], sides, bodies: [body] });
  const view = viewOf(run, 1);
  const [one, other] = linesOf(new Stage(2), view);
  assert.ok(Math.abs(other[0] - one[0] - 10 * view.camera.scale) < 1e-2);
  assert.ok(Math.abs(other[2] - one[2] - 10 * view.camera.scale) < 1e-2);
});

test('balls that are too small to see it do not show how they stand', async () => {
  const body = { position: [5, 5], velocity: [0, 0], radius: 0.01, spin: { velocity: [1] } };
  const view = viewOf(await madeRun({ dimension: 2, end: 1, min: [0, 0], max: [10, 10], bodies: [body] }));
  const stage = new Stage(2);
  assert.equal(linesOf(stage, view).length, 0);
  view.camera.zoom(100);
  assert.equal(linesOf(stage, view).length, 1);
});

/** Balls of random places and spins, at rest. */
function spinning(count: number): Made {
  const random = randomNumbers(5);
  const vector = (size: number): number[] => [0, 1, 2].map(() => size * random());
  const bodies = Array.from({ length: count }, () => ({
    position: vector(10),
    velocity: [0, 0, 0],
    radius: 0.4,
    spin: { velocity: vector(2) },
  }));
  return { dimension: 3, end: 2, min: [0, 0, 0], max: [10, 10, 10], bodies };
}

test('in space each ball carries the near end of its x axis, from wherever one looks', async () => {
  const made = spinning(60);
  const view = viewOf(await madeRun(made), 1.5);
  const { camera } = view;
  const stage = new Stage(3);
  for (const turn of [0, 100, 390]) {
    camera.orbit(turn, 0.1 * turn);
    stage.compose(view);
    const { numbers, words, stride, count } = stage.bodies;
    assert.ok(count > 40);
    let away = 0;
    for (let i = 0; i < count; ++i) {
      const disc = numbers.subarray(i * stride, (i + 1) * stride);
      const body = made.bodies.findIndex(({ position }) => {
        const [x, y] = camera.project(position);
        return Math.hypot(x - disc[0], y - disc[1]) < 1e-2;
      });
      // x around w by |w| t, as seen: to the right, down, to who looks.
      const w = made.bodies[body]?.spin?.velocity as number[];
      const size = Math.hypot(...w);
      const [x, y, z] = w.map((part) => part / size);
      const [c, s] = [Math.cos(1.5 * size), Math.sin(1.5 * size)];
      const axis = [c + (1 - c) * x * x, (1 - c) * x * y + s * z, (1 - c) * x * z - s * y];
      const along = (to: ArrayLike<number>): number => axis.reduce((sum, part, k) => sum + part * to[k], 0);
      const isAway = along(camera.away) > 0;
      const sign = isAway ? -1 : 1;
      away += isAway ? 1 : 0;
      assert.equal(words[i * stride + 5], isAway ? kMarked | kTurnedAway : kMarked);
      assert.ok(Math.abs(disc[6] - sign * along(camera.right)) < 1e-5);
      assert.ok(Math.abs(disc[7] + sign * along(camera.up)) < 1e-5);
    }
    assert.ok(away > 5 && away < count - 5, `${away} of ${count} are turned away`);
  }
});

test('what does not spin shows nothing: no run without spins, and no frame', async () => {
  const flat = new Stage(2);
  assert.equal(linesOf(flat, viewOf(await madeRun(twoBalls()))).length, 0);
  const kindsOf = (view: ViewState): Set<number> => {
    const stage = new Stage(3);
    stage.compose(view);
    const { words, stride, count } = stage.bodies;
    return new Set(Array.from({ length: count }, (_, i) => words[i * stride + 5]));
  };
  assert.deepEqual(kindsOf(viewOf(await madeRun(pointsInBox(50, 3, 1)))), new Set([0]));
  const made = spinning(20);
  const positions = made.bodies.map(({ position }) => position);
  const frames = [1, 2].map((time) => ({ time, positions, speeds: positions.map(() => 0) }));
  const run = await madeRun({ ...made, pathsEnd: 1, frames });
  assert.deepEqual(kindsOf(viewOf(run, 1.5)), new Set([0]));
  assert.ok(!kindsOf(viewOf(run, 0.5)).has(0));
});
