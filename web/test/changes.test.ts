import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Changes, merged } from '../src/view/canvas/changes';
import { Stage, type Rectangle } from '../src/view/marks/stage';
import { kDark } from '../src/view/theme';
import { randomNumbers, madeRun, pointsInBox } from './made_run';
import { planeShapes } from './made_shapes';
import { viewOf } from './made_view';

const holds = (outer: Rectangle, inner: Rectangle): boolean =>
  outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
const meet = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const around = (x: number, y: number, r: number): Rectangle => ({ left: x - r, top: y - r, right: x + r, bottom: y + r });

test('few rectangles hold all that changed, and none overlaps another', () => {
  const random = randomNumbers(5);
  for (let round = 0; round < 200; ++round) {
    const boxes = Array.from({ length: 1 + Math.floor(20 * random()) }, () => around(800 * random(), 600 * random(), 1 + 40 * random()));
    const found = merged(boxes);
    assert.ok(found.length <= 4);
    for (const box of boxes) assert.ok(found.some((each) => holds(each, box)));
    for (const [i, a] of found.entries()) for (const b of found.slice(0, i)) assert.ok(!meet(a, b));
  }
  // What is far apart stays apart.
  assert.equal(merged([around(10, 10, 5), around(500, 300, 5)]).length, 2);
});

test('of a picture in which one body has moved, where it was and is is painted anew, and little else', async () => {
  const run = await madeRun(pointsInBox(100, 2, 1));
  const view = viewOf(run);
  const stage = new Stage(2);
  const changes = new Changes();
  const next = (): Rectangle[] | null => {
    stage.compose(view);
    return changes.since(stage, view);
  };
  const disc = (): Rectangle => around(...(stage.bodies.numbers.subarray(7 * 8, 7 * 8 + 2) as unknown as [number, number]), stage.bodies.numbers[7 * 8 + 3]);
  assert.equal(next(), null, 'the first picture is painted as a whole');
  assert.deepEqual(next(), []);
  const before = disc();
  view.moment.position[2 * 7] += 20 / view.camera.scale;
  const parts = next() ?? [];
  for (const place of [before, disc()]) assert.ok(parts.some((part) => holds(part, place)));
  const area = parts.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
  assert.ok(area < 0.05 * view.camera.width * view.camera.height, `${area} pixels`);
  assert.deepEqual(next(), []);
  view.ghosts = [{ body: 3, time: 0, position: [0.5, 0.5] }];
  assert.equal(next()?.length, 1, 'a mark that is new');
  view.ghosts = [];
  assert.equal(next()?.length, 1, 'one that is gone');
  view.theme = kDark;
  assert.equal(next(), null);
  view.camera.zoom(2);
  assert.notDeepEqual(next(), []);
  changes.forget();
  assert.equal(next(), null);
});

test('a body that is no ball is painted anew where its corners reach', async () => {
  const run = await madeRun(planeShapes());
  const view = viewOf(run);
  const stage = new Stage(2);
  const changes = new Changes();
  stage.compose(view);
  changes.since(stage, view);
  const body = Array.from({ length: run.bodies.count }, (_, i) => i).findIndex((i) => view.figures.ofBody(i) !== null);
  assert.ok(body >= 0);
  view.moment.position[2 * body] += 1 / view.camera.scale;
  stage.compose(view);
  const parts = changes.since(stage, view) ?? [];
  const place = view.camera.project([...view.moment.position.subarray(2 * body, 2 * body + 2)]);
  const reach = run.bodies.radius[body] * view.camera.scale;
  assert.ok(parts.length > 0 && parts.some((part) => holds(part, around(place[0], place[1], 0.7 * reach))), JSON.stringify(parts));
});

test('where a scene without figures follows one that has them, all is painted anew', async () => {
  const stage = new Stage(2);
  const changes = new Changes();
  const box = { min: [0, 0], max: [10, 10] };
  const runs = await Promise.all([planeShapes(), pointsInBox(10, 2, 1)].map((made) => madeRun({ ...made, ...box })));
  for (const run of [runs[0], runs[1], runs[0]]) {
    const view = viewOf(run);
    view.camera.lookAt([5, 5], 40);
    stage.compose(view);
    assert.equal(changes.since(stage, view), null);
    assert.deepEqual(changes.since(stage, view), []);
  }
});
