// Worlds that are changed, saved and walked through; and how far two are apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { InputError, load, SceneError } from '../package/index.js';
import { sceneText } from './program.mjs';

const firsthit = await load();

const kHead = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [20.0, 10.0]
sides = "wall"
[run]
until = 30.0
`;
const kBall = (numbers) => {
  const told = { position: '[3.0, 3.0]', velocity: '[2.0, 0.5]', radius: '0.5', mass: '1.0', orientation: '15.0', angular_velocity: '0.5', ...numbers };
  return `[[ball]]\n${Object.entries(told).map(([key, value]) => `${key} = ${value}\n`).join('')}`;
};
const kRest = `[[ball]]
position = [9.0, 3.25]
radius = 0.75
mass = 2.0
[[body]]
shape = { box = { half_extents = [0.5, 1.0] } }
position = [15.0, 5.0]
velocity = [-1.0, 0.0]
`;

function hashOf(scene) {
  const world = scene.world();
  world.runUntil(30);
  assert.ok(world.collisions >= 3);
  return world.stateHash();
}

test('a scene that is changed by numbers runs as one whose text was changed', () => {
  const scene = firsthit.scene(`${kHead}[physics]\nfriction = 0.5\n${kBall({})}${kRest}`);
  const before = hashOf(scene);
  const changes = { position: [4, 6.25], velocity: [-1, 3.5], radius: [0.25], mass: [7.5], orientation: [121.5], angular_velocity: [-3] };
  for (const [key, numbers] of Object.entries(changes)) {
    const value = numbers.length === 1 ? numbers[0].toFixed(3) : `[${numbers.map((x) => x.toFixed(3)).join(', ')}]`;
    const typed = firsthit.scene(`${kHead}[physics]\nfriction = 0.5\n${kBall({ [key]: value })}${kRest}`);
    const hash = hashOf(typed);
    assert.notEqual(hash, before, key);
    assert.equal(hashOf(scene.changed(0, key, numbers)), hash, key);
  }
  // Bodies of other shapes have ids after those of balls; and what was changed is changed again.
  const twice = scene.changed(2, 'velocity', [-1, 0.5]).changed(0, 'mass', [3]);
  const typed = `${kHead}[physics]\nfriction = 0.5\n${kBall({ mass: '3.0' })}${kRest.replace('[-1.0, 0.0]', '[-1.0, 0.5]')}`;
  assert.equal(hashOf(twice), hashOf(firsthit.scene(typed)));
  assert.equal(hashOf(scene), before);
  assert.throws(() => twice.text, /no text/);
});

test('what numbers cannot change is refused', () => {
  const scene = firsthit.scene(`${kHead}${kBall({})}${kRest}`);
  const refused = (body, key, numbers, why) => assert.throws(() => scene.changed(body, key, numbers), (error) => error instanceof SceneError && why.test(error.message));
  refused(0, 'position', [9, 3], /ball-2 overlaps ball-1/);
  refused(0, 'position', [0.25, 5], /ball-1 lies outside: 0\.25 deep/);
  refused(0, 'position', [1, 2, 3], /position: expected 2 numbers, found 3/);
  refused(0, 'mass', [-1], /mass: expected > 0, found -1/);
  refused(0, 'velocity', [NaN, 0], /velocity/);
  refused(0, 'name', [1], /name: expected position/);
  refused(1, 'angular_velocity', [1], /a body that spins/);
  refused(2, 'radius', [1], /of a ball/);
  refused(7, 'mass', [1], /the id of a moving body, found 7/);
  const gas = firsthit.scene(`${kHead}${kBall({})}[[gas]]\ncount = 5\nradius = 0.25\nmass = 1.0\ntemperature = 1.0\n`);
  assert.throws(() => gas.changed(0, 'position', [4, 4]), /makes way/);
});

for (const [name, settings, half] of [['break', ['run.until=3'], 1.5], ['windmill', [], 1], ['agents', [], 2], ['rough-gas', ['run.until=2', 'run.measure_from=0'], 0.75]])
  test(`${name} goes on from where it was saved, with the same bits`, () => {
    const scene = firsthit.scene(sceneText(name), { name: `${name}.toml`, settings });
    const end = Math.min(scene.until, 4 * half);
    const whole = scene.world();
    whole.runUntil(end, { collisions: scene.collisions });
    const first = scene.world();
    first.runUntil(half, { collisions: scene.collisions });
    const bytes = first.save();
    const atHalf = first.stateHash();
    first.free();
    const second = scene.load(bytes);
    assert.equal(second.time, half);
    assert.equal(second.stateHash(), atHalf);
    second.runUntil(end, { collisions: scene.collisions });
    assert.notEqual(second.stateHash(), atHalf);
    assert.equal(second.stateHash(), whole.stateHash());
    assert.equal(second.collisions, whole.collisions);
    assert.throws(() => scene.load(bytes.slice(0, bytes.length / 2)), InputError);
    assert.throws(() => scene.load(bytes.map((byte, i) => (i > 40 && i < 80 ? byte ^ 85 : byte))), InputError);
  });

const kTiles = Array.from({ length: 1000 }, (_, i) => `[[body]]\nkind = "fixed"\nshape = { box = { half_extents = [0.05, 0.05] } }\nposition = [${0.1 * i}, -0.05]\n`).join('');
const kHero = '[[body]]\nname = "hero"\nkind = "kinematic"\nshape = { box = { half_extents = [0.5, 0.5] } }\nposition = [1.0, 0.5]\n';

test('a character goes over a thousand tiles as if they were one, and stops at a wall', () => {
  const scene = firsthit.scene(`format = 1\ndimension = 2\n[run]\nuntil = 1.0\n${kTiles}${kHero}[[body]]\nkind = "fixed"\nshape = { box = { half_extents = [0.5, 5.0] } }\nposition = [90.0, 0.0]\n`);
  const world = scene.world();
  const joints = new Set();
  let result;
  for (let frame = 1; frame <= 800; ++frame) {
    result = world.move(0, [0.1, -1]);
    for (const { normal } of result.hits) joints.add(normal.join());
    assert.ok(Math.abs(result.position[0] - (1 + 0.1 * frame)) < 1e-9, `${frame}: ${result.position}`);
  }
  assert.deepEqual([...joints], ['0,-1']);
  result = world.move(0, [50, -1]);
  assert.equal(result.position[0], 89);
  assert.ok(result.hits.some(({ normal }) => normal[0] === 1));
});

test('it stands on ground, is carried by a lift, and does as its policy says', () => {
  const lift = '[[body]]\nname = "lift"\nkind = "kinematic"\nshape = { box = { half_extents = [2.0, 0.25] } }\nposition = [1.0, -0.25]\nvelocity = [0.0, 2.0]\n';
  const scene = firsthit.scene(`format = 1\ndimension = 2\n[run]\nuntil = 1.0\n${kHero}${lift}`);
  const world = scene.world();
  const up = [0, 1];
  const stands = world.move(0, [0, -0.125], { up, snapDistance: 0.25 });
  assert.equal(stands.grounded, true);
  assert.equal(stands.ground, 1);
  assert.ok(stands.groundNormal[0] === 0 && stands.groundNormal[1] === 1);
  world.advance(0.5);
  const carried = world.move(0, [0.5, 0], { up, snapDistance: 0.25 });
  assert.ok(Math.abs(carried.carried[1] - 1) < 1e-12 && Math.abs(carried.position[1] - 1.5) < 1e-12, JSON.stringify(carried));
  assert.equal(carried.position[0], 1.5);
  assert.throws(() => world.move(0, [1, 0], { response: 'fly' }), /expected one of slide/);
  assert.throws(() => world.move(9, [1, 0]), InputError);
});

test('gaps are those of elementary geometry, negative inside, as things move, fall and turn', () => {
  const near = (found, expected) => found.forEach((gap, i) => assert.ok(Math.abs(gap - expected[i]) < 1e-12, `${found} for ${expected}`));
  const ball = (radius, position, more = {}) => ({ ball: { radius }, position, ...more });
  near(firsthit.gaps(ball(1, [0, 0], { velocity: [1, 0] }), ball(0.5, [5, 0]), [0, 2, 3.5, 4]), [3.5, 1.5, 0, -0.5]);
  near(firsthit.gaps(ball(1, [0, 8], { velocity: [0, 1], acceleration: [0, -2] }), { half_space: { normal: [0, 1] }, position: [0, 0] }, [0, 1, 2]), [7, 7, 5]);
  // A rod of half length 2 turns about its middle: after a quarter of a turn its end points at the ball.
  const rod = { capsule: { from: [-2, 0], to: [2, 0], radius: 0.25 }, position: [0, 0], angular_velocity: Math.PI };
  near(firsthit.gaps(rod, ball(0.5, [0, 4]), [0, 0.5, 1]), [3.25, 1.25, 3.25]);
  const spinning = { box: { half_extents: [2, 1, 1] }, position: [0, 0, 0], angular_velocity: [0, 0, Math.PI] };
  near(firsthit.gaps(spinning, ball(0.5, [0, 5, 0]), [0, 0.5]), [3.5, 2.5]);
  const top = { box: { half_extents: [2, 1, 1] }, position: [0, 0, 0], precession: [0, 0, Math.PI / 2], spin: [0, 0, Math.PI / 2] };
  near(firsthit.gaps(top, ball(0.5, [0, 5, 0]), [0, 0.5]), [3.5, 2.5]);
  // With the moments (i, i, k), the precession is the angular momentum over i, the spin (1 / k - 1 / i) times that along z.
  const [i, k, rate] = [3, 2, [0.5, -1, 2]];
  const brick = { box: { half_extents: [1, 1, 2] }, position: [0, 0, 0] };
  const precesses = { ...brick, precession: [rate[0], rate[1], (k * rate[2]) / i], spin: [0, 0, (1 / k - 1 / i) * k * rate[2]] };
  const tumbles = { ...brick, angular_velocity: rate, inertia: { moments: [i, i, k] } };
  const delays = [0, 0.25, 1, 7];
  near(firsthit.gaps(tumbles, ball(0.5, [0, 5, 0]), delays), firsthit.gaps(precesses, ball(0.5, [0, 5, 0]), delays));
  assert.throws(() => firsthit.gaps({ ...brick, inertia: { moments: [i, i, k] } }, ball(1, [9, 0, 0]), [0]), /expected angular_velocity/);
  assert.throws(() => firsthit.gaps(ball(-1, [0, 0]), ball(1, [3, 0]), [0]), InputError);
});

test('what turns is set, and told again', () => {
  const world = firsthit.scene(`${kHead}${kBall({})}`).world();
  world.setAngularVelocity(0, -2.5);
  world.setOrientation(0, 90);
  assert.equal(world.state(0).angularVelocity, -2.5);
  const [w, , , z] = world.state(0).orientation;
  assert.ok(Math.abs(2 * Math.atan2(z, w) - Math.PI / 2) < 1e-15);
  assert.throws(() => world.setOrientation(0, [1, 2]), /expected 1 numbers, found 2/);
});

test('a lift that starts presses what it carries by what Newton says', () => {
  const world = firsthit
    .scene(
      `format = 1
dimension = 2
[physics]
gravity = [0.0, -10.0]
[run]
until = 9.0
[[body]]
name = "lift"
kind = "kinematic"
shape = { box = { half_extents = [8.0, 0.5] } }
position = [0.0, -0.5]
[[body]]
shape = { box = { half_extents = [0.5, 0.5] } }
position = [0.0, 0.5]
mass = 3.0
`,
    )
    .world();
  const [lift, crate] = world.body(0).name === 'lift' ? [0, 1] : [1, 0];
  world.setAcceleration(lift, [0, 2]);
  world.runUntil(2);
  assert.deepEqual(world.state(crate).velocity, [0, 4]);
  assert.deepEqual(world.contacts().map((contact) => contact.force[1]), [36]);
  assert.throws(() => world.setAcceleration(crate, [1, 0]), /expected a kinematic body/);
});

test('a conveyor takes a crate along until it stops', () => {
  const world = firsthit
    .scene(
      `format = 1
dimension = 2
[physics]
gravity = [0.0, -10.0]
friction = 0.5
[run]
until = 9.0
[[body]]
name = "belt"
kind = "fixed"
shape = { box = { half_extents = [8.0, 0.5] } }
position = [0.0, -0.5]
surface_velocity = [2.0, 0.0]
[[body]]
shape = { box = { half_extents = [0.5, 0.5] } }
position = [-4.0, 0.5]
`,
    )
    .world();
  const [crate, belt] = [0, 1]; // those that move come first
  assert.equal(world.body(belt).name, 'belt');
  world.runUntil(1);
  assert.deepEqual(world.state(crate).velocity, [2, 0]);
  world.setSurfaceVelocity(belt, [0, 0]);
  world.runUntil(2);
  assert.deepEqual(world.state(crate).velocity.map((x) => x + 0), [0, 0]);
  assert.throws(() => world.setSurfaceVelocity(crate, [1, 0]), /expected a fixed or kinematic body/);
});

const kStack = (dimension) => `format = 1
dimension = ${dimension}
[physics]
restitution = 0.25
gravity = ${dimension === 2 ? '[0.0, -10.0]' : '[0.0, -10.0, 0.0]'}
[run]
until = 20.0
${[['fixed', 1, -0.5], ['dynamic', 1, 0.75], ['dynamic', 2, 2.25]]
  .map(([kind, mass, y]) => `[[body]]
kind = "${kind}"
${kind === 'fixed' ? '' : `mass = ${mass}.0`}
shape = { box = { half_extents = ${dimension === 2 ? '[2.0, 0.5]' : '[2.0, 0.5, 2.0]'} } }
position = ${dimension === 2 ? `[1.0, ${y}]` : `[1.0, ${y}, 1.0]`}
`)
  .join('')}`;

for (const dimension of [2, 3])
  test(`contacts bear the weight of all that lies above, in ${dimension} dimensions`, () => {
    const world = firsthit.scene(kStack(dimension)).world();
    assert.deepEqual(world.contacts(), []);
    world.runUntil(20);
    const contacts = world.contacts();
    // The ids of those that move come first.
    assert.deepEqual(contacts.map(({ a, b }) => [a, b]), [[0, 2], [1, 0]]);
    contacts.forEach(({ point, normal, force }, i) => {
      for (const vector of [point, normal, force]) assert.equal(vector.length, dimension);
      assert.deepEqual(normal.map((x) => x + 0), dimension === 2 ? [0, -1] : [0, -1, 0]);
      assert.ok(Math.abs(point[1] - i) < 1e-12, String(point));
      assert.ok(Math.abs(force[1] - [30, 20][i]) < 1e-12 && force[0] === 0, String(force));
    });
    world.free();
    assert.throws(() => world.contacts(), InputError);
  });
