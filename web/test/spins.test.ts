import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DamagedReport } from '../src/run/damage';
import { Motion } from '../src/run/motion';
import { encodePaths, madeRun, randomNumbers, twoBalls, type Made, type MadeSpin } from './made_run';
import { readPaths } from '../src/run/paths';

type Triple = [number, number, number];

const still2 = { position: [0, 0], velocity: [0, 0] };
const still3 = { position: [0, 0, 0], velocity: [0, 0, 0] };
const plane: Made = { dimension: 2, end: 50, min: [-5, -5], max: [5, 5], bodies: [] };
const space: Made = { dimension: 3, end: 50, min: [-5, -5, -5], max: [5, 5, 5], bodies: [] };

/** Where the x axis of a run's first body points. */
async function axisAt(made: Made, time: number): Promise<number[]> {
  const axis = new Array<number>(made.dimension).fill(NaN);
  assert.ok(new Motion(await madeRun(made)).axisOf(0, time, axis));
  return axis;
}

const turningInSpace = (spin: MadeSpin, time: number): Promise<number[]> =>
  axisAt({ ...space, bodies: [{ ...still3, spin }] }, time);

function near(actual: number[], expected: number[], error = 2e-6): void {
  const off = Math.hypot(...actual.map((x, k) => x - (expected[k] as number)));
  assert.ok(off <= error, `expected ${expected}, found ${actual}, ${off} off`);
}

const direction = (angle: number): number[] => [Math.cos(angle), Math.sin(angle)];
const half = (angle: number): number[] => direction(angle / 2);

test('in the plane the angle is that at the start and w t + a t^2 / 2', async () => {
  for (const [start, w, a] of [
    [0, 3, 0],
    [1.2, -2.5, 0],
    [-2, 8, -0.5],
    [0.7, 0, 1.5],
  ] as Triple[]) {
    const spin = { orientation: half(start), velocity: [w], acceleration: [a] };
    for (const t of [0, 0.1, 1, 7, 20])
      near(
        await axisAt({ ...plane, bodies: [{ ...still2, spin }] }, t),
        direction(start + w * t + 0.5 * a * t * t),
      );
  }
});

test('from a knot on a body turns as that tells, from the start up to there as it began', async () => {
  const knots = [
    { body: 0, time: 2, ...still2, spin: { orientation: half(2), velocity: [-3] } },
    { body: 0, time: 5, ...still2, spin: { orientation: half(-7), velocity: [0] } },
  ];
  const made = { ...plane, bodies: [{ ...still2, spin: { velocity: [1] } }], knots };
  const run = await madeRun(made);
  const motion = new Motion(run);
  const axis = [0, 0];
  for (const [time, angle] of [
    [4, 2 - 3 * 2],
    [1.5, 1.5],
    [9, -7],
    [2, 2],
    [0, 0],
  ] as [number, number][]) {
    assert.ok(motion.axisOf(0, time, axis));
    near(axis, direction(angle));
  }
});

test('an orientation is where the x axis is turned to, of whatever length', async () => {
  // By 120 degrees around (1, 1, 1) x becomes y, y becomes z, z becomes x.
  for (const scale of [1, 1e-3, 50]) {
    const orientation = [0.5, 0.5, 0.5, 0.5].map((part) => scale * part);
    near(await turningInSpace({ orientation, velocity: [0, 0, 0] }, 3), [0, 1, 0]);
  }
  near(await turningInSpace({ orientation: [0.5, -0.5, -0.5, -0.5], velocity: [0, 0, 0] }, 3), [0, 0, 1]);
});

/** The right-hand rule: what is at `from` now, after `angle` around a unit axis. */
function turned(from: Triple, axis: Triple, angle: number): Triple {
  const [x, y, z] = axis;
  const along = from[0] * x + from[1] * y + from[2] * z;
  const cross: Triple = [y * from[2] - z * from[1], z * from[0] - x * from[2], x * from[1] - y * from[0]];
  return [0, 1, 2].map(
    (k) =>
      along * (axis[k] as number) +
      Math.cos(angle) * ((from[k] as number) - along * (axis[k] as number)) +
      Math.sin(angle) * (cross[k] as number),
  ) as Triple;
}

test('in space what turns about one axis turns by w t + a t^2 / 2', async () => {
  const axis: Triple = [2 / 7, -3 / 7, 6 / 7];
  const about = (size: number): number[] => axis.map((x) => size * x);
  for (const [w, a] of [
    [2, 0],
    [-5, 0],
    [6, -0.75],
    [0, 1.25],
  ] as [number, number][])
    for (const t of [0, 0.3, 4, 20]) {
      const expected = turned([1, 0, 0], axis, w * t + 0.5 * a * t * t);
      near(await turningInSpace({ velocity: about(w), acceleration: about(a) }, t), expected, 1e-4);
      if (a === 0) near(await turningInSpace({ velocity: about(w) }, t), expected, 1e-5);
    }
});

test('where the axis turns as well it points where ever so many small turns lead', async () => {
  const random = randomNumbers(7);
  const vector = (size: number): Triple =>
    [0, 1, 2].map(() => Math.fround(size * (2 * random() - 1))) as Triple;
  for (let i = 0; i < 12; ++i) {
    const velocity = vector(12);
    const acceleration = vector(6);
    const time = 0.5 + 3 * random();
    const steps = 100_000;
    let expected: Triple = [1, 0, 0];
    for (let k = 0; k < steps; ++k) {
      const middle = ((k + 0.5) * time) / steps;
      const w = velocity.map((v, axis) => v + (acceleration[axis] as number) * middle) as Triple;
      const speed = Math.hypot(...w);
      expected = turned(expected, w.map((x) => x / speed) as Triple, (speed * time) / steps);
    }
    near(await turningInSpace({ velocity, acceleration }, time), expected, 5e-5);
  }
});

test('it points with a length of 1, however fast and long it turns', async () => {
  for (const size of [1e-30, 1, 1e5, 1e30]) {
    const spin = { velocity: [size, 0, 0], acceleration: [0, size, size] };
    assert.ok(Math.abs(Math.hypot(...(await turningInSpace(spin, 50))) - 1) < 1e-9);
  }
});

test('of a body that does not spin it is not told, nor where nobody does, nor between frames', async () => {
  const bodies = [{ ...still2, spin: { velocity: [1] } }, still2];
  const positions = [
    [0, 0],
    [0, 0],
  ];
  const frames = [10, 50].map((time) => ({ time, positions, speeds: [0, 0] }));
  const axis = [7, 7];
  const motion = new Motion(await madeRun({ ...plane, bodies, pathsEnd: 10, frames }));
  assert.equal(motion.axisOf(0, 10, axis), true);
  near(axis, direction(10));
  assert.equal(motion.axisOf(1, 5, axis), false);
  assert.equal(motion.axisOf(0, 10.001, axis), false);
  const nobody = await madeRun(twoBalls());
  assert.equal(nobody.spins, null);
  assert.equal(new Motion(nobody).axisOf(0, 1, axis), false);
  near(axis, direction(10));
});

test('spins that cannot be are refused', async () => {
  const made: Made = {
    ...plane,
    bodies: [{ ...still2, spin: { velocity: [1], acceleration: [0] } }, still2],
    knots: [{ body: 0, time: 1, ...still2 }],
  };
  const cases: [Record<string, number[]>, RegExp][] = [
    [{ body_spins: [1] }, /body_spins: expected 2 numbers, found 1/],
    [{ body_spins: [1, 2] }, /body_spins: expected 0 or 1, found 2/],
    [{ start_orientation: [1, 0, 1] }, /start_orientation: expected 4 numbers, found 3/],
    [{ start_orientation: [1, 0, 0, 0] }, /start_orientation: expected a quaternion, found 0 only/],
    [{ start_orientation: [1, 0, NaN, 1] }, /start_orientation: expected finite numbers, found NaN/],
    [{ start_angular_velocity: [1, Infinity] }, /start_angular_velocity: expected finite numbers/],
    [{ start_angular_acceleration: [1] }, /start_angular_acceleration: expected 2 numbers/],
    [{ knot_orientation: [0, 0] }, /knot_orientation: expected a quaternion/],
    [{ knot_angular_velocity: [] }, /knot_angular_velocity: expected 1 numbers/],
    [{ knot_angular_acceleration: [NaN] }, /knot_angular_acceleration: expected finite numbers/],
  ];
  await readPaths(await encodePaths(made));
  const { spins } = await readPaths(await encodePaths({ ...made, knots: [] }));
  assert.deepEqual(spins?.knots.orientation, new Float32Array(0));
  for (const [replaced, message] of cases)
    await assert.rejects(encodePaths({ ...made, replaced }).then(readPaths), (error) => {
      assert.ok(error instanceof DamagedReport);
      assert.match(error.message, message);
      return true;
    });
});
