import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, type FirstHit } from '../../wasm/package/index.js';
import { withNumbers, withPhysics } from '../src/playground/core/changes';
import { Foresight, type Wish } from '../src/playground/core/foresight';
import { Session, type Foreseen } from '../src/playground/core/session';
import { nextUp, Twin } from '../src/playground/core/twin';
import { moved } from '../src/playground/panels/scrub';
import { hullOf, poseAt } from '../src/playground/query/poses';
import { kRooms } from '../src/playground/rooms/rooms';
import { Walk } from '../src/playground/rooms/walk';
import { withoutValue } from '../src/playground/scene/scene_text';
import { linesOf } from '../src/playground/stage/grid';

const kBodies = `[[ball]]
position = [1.0, 2.0]
radius = 0.5
density = 3.0 # heavy
[[body]]
shape = { ball = { radius = 0.25 } }
position = [4.0, 2.0]
mass = 1.0
`;

test('a mass stands for a density, and the radius of a body is that of its shape', () => {
  const ball = withNumbers(kBodies, { table: 'ball', index: 0 }, 'mass', [2]);
  assert.equal(ball.text, kBodies.replace('[[ball]]\n', '[[ball]]\nmass = 2.0\n').replace('density = 3.0 # heavy\n', ''));
  assert.equal(ball.alone, false, 'it was not told before');
  const body = withNumbers(kBodies, { table: 'body', index: 0 }, 'radius', [0.75]);
  assert.equal(body.text, kBodies.replace('radius = 0.25', 'radius = 0.75'));
  assert.equal(withoutValue(kBodies, 'ball', 0, 'mass'), kBodies);
});

test('a number is changed alone only where nothing else follows from it', () => {
  const alone = (key: string, table: 'ball' | 'body'): boolean => withNumbers(kBodies, { table, index: 0 }, key, [1]).alone;
  assert.equal(alone('radius', 'ball'), false, 'its mass is that of its size');
  assert.equal(alone('mass', 'body'), true);
  assert.equal(withNumbers(kBodies, { table: 'ball', index: 0 }, 'position', [1, 1]).alone, true);
  assert.equal(withNumbers(kBodies, { table: 'ball', index: 0 }, 'velocity', [1, 1]).alone, false);
  assert.equal(withPhysics('a = 1\n', 'restitution', [0.5]), 'a = 1\n\n[physics]\nrestitution = 0.5\n');
});

test('a number that is dragged is added to or grows, and stays within what it may be', () => {
  assert.equal(moved(3, 10, { step: 0.5, low: -Infinity, high: Infinity }), 8);
  assert.equal(moved(0.9, 100, { step: 0.005, low: 0, high: 1 }), 1);
  assert.equal(moved(2, 0, { step: null, low: 0, high: Infinity }), 2);
  assert.ok(Math.abs(moved(2, 70, { step: null, low: 0, high: Infinity }) - 2 * 1.01 ** 70) < 1e-3);
  assert.ok(moved(2, -10_000, { step: null, low: 1e-9, high: Infinity }) >= 1e-9);
});

test('the next double is the next one', () => {
  for (const [x, next] of [[1, 1 + Number.EPSILON], [0, Number.MIN_VALUE], [-1, -1 + Number.EPSILON / 2], [2 ** 52, 2 ** 52 + 1]] as const)
    assert.equal(nextUp(x), next);
});

test('a grid has lines at whole multiples, and none where there would be too many', () => {
  assert.deepEqual(linesOf(-1.2, 2.1, 1), [-1, 0, 1, 2]);
  assert.deepEqual(linesOf(0, 1e9, 1), []);
});

test('a thing of a query is where its motion brings it', () => {
  const ball = { ball: { radius: 1 }, position: [1, 2], velocity: [2, 0], acceleration: [0, -2], orientation: 10, angular_velocity: Math.PI };
  assert.deepEqual(poseAt(ball, 2), { place: [5, -2], degrees: 370 });
  const { place } = poseAt({ ball: { radius: 1 }, control: [[0, 0], [0, 4], [4, 4], [4, 0]], duration: 2 }, 1);
  assert.deepEqual(place, [2, 3]);
  assert.deepEqual(hullOf([[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2], [1, 1]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
});

let core: FirstHit;
const ready = load().then((loaded) => (core = loaded));

const kTwo = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [8.0, 8.0]
[run]
collisions = 1000
[[ball]]
position = [2.0, 2.0]
velocity = [1.0, 0.75]
radius = 0.5
mass = 1.0
[[ball]]
position = [5.0, 4.0]
radius = 1.0
mass = 1.0
`;

test('of wishes that come before one is worked off the last counts, and only one change of the same number is quick', async () => {
  await ready;
  const session = new Session(core);
  let last: Foreseen = session.foresee(kTwo, 'two', 40);
  const foresight = new Foresight(session, (foreseen) => (last = foreseen), (message) => assert.fail(message));
  const wish = (text: string, change?: Wish['change']): Wish => ({ name: 'two', text, collisions: 40, anew: false, time: 0, ...(change ? { change } : {}) });
  const moved = kTwo.replace('[2.0, 2.0]', '[2.5, 2.0]');
  foresight.ask(wish(kTwo.replace('[2.0, 2.0]', '[2.25, 2.0]'), { body: 0, key: 'position', numbers: [2.25, 2] }));
  foresight.ask(wish(moved, { body: 0, key: 'position', numbers: [2.5, 2] }));
  assert.equal(foresight.pending, moved);
  foresight.work(last);
  assert.equal(last.quick, true);
  const read = session.foresee(moved, 'two', 40);
  assert.deepEqual(last.run.impacts.time, read.run.impacts.time);
  // Two different numbers: the text says both.
  const both = moved.replace('[1.0, 0.75]', '[2.0, 0.5]');
  foresight.ask(wish(kTwo.replace('[2.0, 2.0]', '[2.5, 2.0]'), { body: 0, key: 'position', numbers: [2.5, 2] }));
  foresight.ask(wish(both, { body: 0, key: 'velocity', numbers: [2, 0.5] }));
  foresight.work(last);
  assert.equal(last.quick, false);
  assert.deepEqual(last.run.impacts.time, session.foresee(both, 'two', 40).run.impacts.time);
});

test('two worlds that differ by a unit in the last place part by factors, and keep apart', async () => {
  await ready;
  const { time, distance } = new Twin(new Session(core).foresee(kTwo, 'two', 1000), 0).apart;
  assert.equal(time[0], 0);
  // The least that doubles of the size of the box can differ by.
  assert.equal(distance[0], 2 ** -49);
  assert.ok(Math.max(...distance) > 0.5, `${Math.max(...distance)}`);
  const small = distance.filter((each) => each > 1e-12 && each < 1e-3).length;
  assert.ok(small > 3, 'it grows on the way');
});

test('the climb can be done by keys alone: steps, slope, lifts and a jump', async () => {
  await ready;
  const room = kRooms.find(({ name }) => name === 'climb');
  assert.ok(room?.goal);
  const scene = core.scene(room.text);
  const names = Array.from({ length: scene.moving }, (_, id) => scene.nameOf(id));
  const walk = new Walk(scene, names.indexOf('hero'), room.lifts);
  const placeOf = (name: string): number[] => walk.world.state(names.indexOf(name)).position;
  const lift = (name: string): number => placeOf(name)[1] as number;
  let crushed = false;
  const go = (until: () => boolean, keys: { right?: boolean; jump?: boolean }, most = 4000): void => {
    for (let i = 0; i < most && !until(); ++i) {
      walk.step({ left: false, right: false, jump: false, ...keys });
      crushed ||= walk.result?.crushed === true;
    }
    assert.ok(until(), `stuck at ${walk.place}, lifts at ${lift('lift-1')} and ${lift('lift-2')}`);
  };
  const x = (): number => walk.place[0] as number;
  const y = (): number => walk.place[1] as number;
  go(() => x() >= 11.4, { right: true });
  assert.ok(Math.abs(y() - (1.6 + 0.7)) < 0.01, `on the ledge: ${y()}`);
  go(() => Math.abs(lift('lift-1') - 1.4) < 0.05 && (walk.world.state(names.indexOf('lift-1')).velocity[1] as number) > 0, {});
  go(() => x() >= 13, { right: true });
  go(() => lift('lift-1') > 5.5, {});
  assert.ok(Math.abs(y() - (lift('lift-1') + 0.15 + 0.7)) < 0.05, 'it is carried up');
  go(() => x() >= 15.9, { right: true });
  go(() => lift('lift-2') < 5.7 && lift('lift-2') > 5.4 && (walk.world.state(names.indexOf('lift-2')).velocity[1] as number) > 0, {});
  go(() => x() >= 18, { right: true, jump: true });
  go(() => lift('lift-2') > 7.2, {});
  go(() => x() >= (room.goal as number), { right: true, jump: true });
  go(() => walk.result?.grounded === true, {});
  assert.ok(y() > 8, `${y()}`);
  assert.equal(crushed, false);
  walk.end();
});

test('a platform is passed from below and stood on from above', async () => {
  await ready;
  const text = `format = 1\ndimension = 2\n[run]\nuntil = 0.1\n[[body]]\nname = "hero"\nkind = "kinematic"\nshape = { box = { half_extents = [0.25, 0.5] } }\nposition = [0.0, 0.5]\n[[body]]\nkind = "fixed"\nshape = { box = { half_extents = [5.0, 0.5] } }\nposition = [0.0, -0.5]\n[[body]]\nkind = "fixed"\none_way = [0.0, 1.0]\nshape = { box = { half_extents = [1.0, 0.05] } }\nposition = [0.0, 1.5]\n`;
  const walk = new Walk(core.scene(text), 0, []);
  const none = { left: false, right: false, jump: false };
  for (let i = 0; i < 20; ++i) walk.step(none);
  assert.equal(walk.result?.grounded, true);
  for (let i = 0; i < 10; ++i) walk.step({ ...none, jump: true });
  for (let i = 0; i < 240; ++i) walk.step(none);
  assert.ok(Math.abs((walk.place[1] as number) - 2.05) < 1e-6, `${walk.place}`);
  assert.equal(walk.result?.grounded, true);
  walk.end();
});
