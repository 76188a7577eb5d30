import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DamagedReport } from '../src/run/damage';
import { Motion } from '../src/run/motion';
import { readPaths } from '../src/run/paths';
import { encodePaths, madeRun, randomNumbers, type Made, type MadeTop } from './made_run';

type Quaternion = [number, number, number, number];
type Triple = [number, number, number];

const kUpright: Quaternion = [1, 0, 0, 0];
const kStill = { position: [0, 0, 0], velocity: [0, 0, 0] };
const kSpace: Made = { dimension: 3, end: 2000, min: [-5, -5, -5], max: [5, 5, 5], bodies: [] };
/** A brick of 4 : 2 : 1. */
const kBrick = { moments: [5, 17, 20] };

function product([pw, px, py, pz]: Quaternion, [qw, qx, qy, qz]: Quaternion): Quaternion {
  return [
    pw * qw - px * qx - py * qy - pz * qz,
    pw * qx + px * qw + py * qz - pz * qy,
    pw * qy + py * qw + pz * qx - px * qz,
    pw * qz + pz * qw + px * qy - py * qx,
  ];
}
const back = ([w, x, y, z]: Quaternion): Quaternion => [w, -x, -y, -z];
const turned = (q: Quaternion, v: Triple): Triple => product(product(q, [0, ...v]), back(q)).slice(1) as Triple;

/** By a constant angular velocity, in a time. */
function turn(w: Triple, time: number): Quaternion {
  const speed = Math.hypot(...w);
  if (speed === 0) return kUpright;
  const [c, s] = [Math.cos((speed * time) / 2), Math.sin((speed * time) / 2)];
  return [c, ...(w.map((x) => (s * x) / speed) as Triple)];
}

/** By its angular momentum, which stays: where axes point that turn as it says, in ever so many small turns. */
function tumbled(
  moments: number[],
  start: Quaternion,
  velocity: Triple,
  time: number,
  rate = 4000,
): Quaternion {
  const momentum = turned(start, velocity.map((w, k) => w * moments[k]) as Triple);
  const steps = Math.ceil(rate * time);
  const step = time / steps;
  let q = start;
  const slopeAt = (at: Quaternion): Triple =>
    turned(at, turned(back(at), momentum).map((l, k) => l / moments[k]) as Triple);
  for (let i = 0; i < steps; ++i) {
    const middle = product(turn(slopeAt(q), step / 2), q);
    q = product(turn(slopeAt(middle), step), q);
  }
  return q;
}

/** Where both axes point that the page asks for, as it has them. */
async function standing(top: MadeTop, orientation: number[], velocity: number[], times: number[]) {
  const run = await madeRun({ ...kSpace, bodies: [{ ...kStill, spin: { orientation, velocity }, top }] });
  const motion = new Motion(run);
  return times.map((time) => {
    const [x, y] = [
      [NaN, NaN, NaN],
      [NaN, NaN, NaN],
    ];
    assert.ok(motion.axisOf(0, time, x));
    assert.ok(motion.axisOf(0, time, y, 'y'));
    return { x, y };
  });
}

function near({ x, y }: { x: number[]; y: number[] }, expected: Quaternion, error: number, what: string): void {
  for (const [axis, found] of [
    [[1, 0, 0], x],
    [[0, 1, 0], y],
  ] as [Triple, number[]][]) {
    const off = Math.hypot(...turned(expected, axis).map((each, k) => each - found[k]));
    assert.ok(off <= error, `${what}: ${off} off`);
  }
}

const random = randomNumbers(5);
const vector = (size: number): Triple => [0, 1, 2].map(() => Math.fround(size * (2 * random() - 1))) as Triple;
const orientation = (): Quaternion => {
  const parts = [0, 1, 2, 3].map(() => 2 * random() - 1);
  return parts.map((part) => Math.fround(part / Math.hypot(...parts))) as Quaternion;
};

test('a brick stands where its angular momentum leads it', async () => {
  const times = [0, 0.3, 1, 2.5, 6];
  for (let i = 0; i < 6; ++i) {
    const [start, velocity] = [orientation(), vector(3)];
    const found = await standing(kBrick, start, velocity, times);
    times.forEach((time, k) =>
      near(found[k], tumbled(kBrick.moments, start, velocity, time), 1e-5, `at ${time}`),
    );
  }
});

test('principal axes may be others than those of the shape', async () => {
  const axes = orientation();
  const [start, velocity] = [orientation(), vector(3)];
  const [found] = await standing({ ...kBrick, axes }, start, velocity, [4]);
  const stands = tumbled(kBrick.moments, product(start, axes), velocity, 4);
  near(found, product(stands, back(axes)), 1e-5, 'askew');
});

test('nearly about its middle axis a brick turns over; about it alone it never does', async () => {
  const [over] = await standing(kBrick, kUpright, [2 ** -10, 2, 0], [9]);
  near(over, tumbled(kBrick.moments, kUpright, [2 ** -10, 2, 0], 9), 1e-4, 'nearly');
  assert.ok(over.y[1] < 0, 'it has turned over');
  const times = [1, 30, 100, 1000];
  const found = await standing(kBrick, kUpright, [0, 2, 0], times);
  times.forEach((time, k) => near(found[k], turn([0, 2, 0], time), 1e-3, `at ${time}`));
});

test('a symmetric top precesses about its momentum, for as long as it flies', async () => {
  for (const [moments, axis] of [
    [[2, 2, 3], 2],
    [[1, 4, 4], 0],
  ] as [number[], number][]) {
    const [start, velocity] = [orientation(), vector(2)];
    const across = moments[(axis + 1) % 3];
    const momentum = turned(start, velocity.map((w, k) => w * moments[k]) as Triple);
    const precession = momentum.map((l) => l / across) as Triple;
    const spin: Triple = [0, 0, 0];
    spin[axis] = (1 - moments[axis] / across) * velocity[axis];
    const times = [0, 1, 7, 60, 500, 1999];
    const found = await standing({ moments }, start, velocity, times);
    times.forEach((time, k) => {
      const expected = product(product(turn(precession, time), start), turn(spin, time));
      near(found[k], expected, 1e-3, `moments of ${moments} at ${time}`);
    });
  }
});

test('whole periods are passed over of a brick that flies for long', async () => {
  const [start, velocity] = [orientation(), [1.5, 2, -1] as Triple];
  const times = [60, 130];
  const found = await standing(kBrick, start, velocity, times);
  times.forEach((time, k) =>
    near(found[k], tumbled(kBrick.moments, start, velocity, time, 1000), 1e-3, `at ${time}`),
  );
});

test('how it stands at a time depends on no time that was asked for before', async () => {
  const times = [3, 1, 40, 0, 40, 39.9, 3, 1500, 3, 1];
  const [start, velocity] = [orientation(), vector(2)];
  const found = await standing(kBrick, start, velocity, times);
  for (const [k, time] of times.entries())
    assert.deepEqual([found[k]], await standing(kBrick, start, velocity, [time]));
});

test('from a knot on it tumbles as that tells; one that is no top does not', async () => {
  const [start, velocity, later] = [orientation(), vector(3), vector(3)];
  const spin = { orientation: start, velocity };
  const motion = new Motion(
    await madeRun({
      ...kSpace,
      bodies: [{ ...kStill, spin, top: kBrick }, { ...kStill, spin: { velocity: [0, 0, 1] } }],
      knots: [{ body: 0, time: 2, ...kStill, spin: { orientation: start, velocity: later } }],
    }),
  );
  for (const [time, expected] of [
    [3.5, tumbled(kBrick.moments, start, later, 1.5)],
    [1.5, tumbled(kBrick.moments, start, velocity, 1.5)],
    [2, start],
  ] as [number, Quaternion][]) {
    const [x, y] = [[], []];
    assert.ok(motion.axisOf(0, time, x) && motion.axisOf(0, time, y, 'y'));
    near({ x, y }, expected, 1e-5, `at ${time}`);
    assert.ok(motion.axisOf(1, time, x) && motion.axisOf(1, time, y, 'y'));
    near({ x, y }, turn([0, 0, 1], time), 1e-5, `the other at ${time}`);
  }
});

test('it points with a length of 1, however fast and long it turns', async () => {
  for (const size of [1e-30, 1e5, 1e30]) {
    const [{ x, y }] = await standing(kBrick, kUpright, [size, 2 * size, -size], [1999]);
    for (const axis of [x, y]) assert.ok(Math.abs(Math.hypot(...axis) - 1) < 1e-9, `${axis}`);
  }
});

test('tops that cannot be are refused', async () => {
  const made = (top: MadeTop, replaced: Record<string, number[]> = {}): Made => ({
    ...kSpace,
    bodies: [{ ...kStill, spin: { velocity: [1, 0, 0] }, top }],
    replaced,
  });
  await readPaths(await encodePaths(made(kBrick)));
  const cases: [Made, RegExp][] = [
    [made({ moments: [1, 0, 1] }), /tops\[0\]: expected moments of inertia above 0, found 1, 0, 1/],
    [made({ moments: [1, 1] }), /tops\[0\]\.moments/],
    [made({ ...kBrick, axes: [0, 0, 0, 0] }), /tops\[0\]: expected a quaternion, found 0 only/],
    [made(kBrick, { body_top: [1] }), /body_top: expected an index below 1, found 1/],
    [made(kBrick, { body_top: [] }), /body_top: expected 1 numbers, found 0/],
  ];
  for (const [wrong, message] of cases)
    await assert.rejects(encodePaths(wrong).then(readPaths), (error) => {
      assert.ok(error instanceof DamagedReport);
      assert.match(error.message, message);
      return true;
    });
});
