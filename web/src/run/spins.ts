// How bodies that spin stand: read from paths.bin, and turned on from there.
import { DamagedReport, expect } from './damage';
import type { Json } from './json';
import type { Sections } from './sections';
import { readTops } from './tops';
import type { Spins, Turning } from './types';

/** Null where nobody spins. Throws DamagedReport. */
export function readSpins(
  header: Json,
  sections: Sections,
  bodies: number,
  knots: number,
  dimension: number,
): Spins | null {
  if (!sections.has('body_spins')) return null;
  const who = sections.take('body_spins', 'u8', bodies);
  const unknown = who.find((each) => each > 1);
  expect(unknown === undefined, `paths: body_spins: expected 0 or 1, found ${unknown}.`);
  return {
    who,
    starts: readTurning(sections, 'start', bodies, dimension),
    knots: readTurning(sections, 'knot', knots, dimension),
    tops: dimension === 2 ? null : readTops(header, sections, bodies),
  };
}

function readTurning(sections: Sections, of: string, count: number, dimension: number): Turning {
  // Where no course changes there may be no sections that tell of it.
  if (count === 0)
    return { orientation: new Float32Array(0), velocity: new Float32Array(0), acceleration: null };
  const [parts, axes] = dimension === 2 ? [2, 1] : [4, 3];
  const orientation = numbersOf(sections, `${of}_orientation`, count * parts);
  for (let i = 0; i < orientation.length; i += parts) {
    if (orientation.subarray(i, i + parts).some((part) => part !== 0)) continue;
    throw new DamagedReport(`paths: ${of}_orientation: expected a quaternion, found 0 only.`);
  }
  return {
    orientation,
    velocity: numbersOf(sections, `${of}_angular_velocity`, count * axes),
    acceleration: sections.has('start_angular_acceleration')
      ? numbersOf(sections, `${of}_angular_acceleration`, count * axes)
      : null,
  };
}

function numbersOf(sections: Sections, name: string, count: number): Float32Array {
  const numbers = sections.take(name, 'f32', count);
  const unknown = numbers.find((each) => !Number.isFinite(each));
  expect(unknown === undefined, `paths: ${name}: expected finite numbers, found ${unknown}.`);
  return numbers;
}

/** Where the x axis of what turns as row `row` tells points after a time, of length 1; in space, if told, the y
 *  axis. */
export function axisAfter(
  { orientation, velocity, acceleration }: Turning,
  row: number,
  elapsed: number,
  dimension: number,
  out: number[],
  axis: 'x' | 'y' = 'x',
): void {
  if (dimension === 2) {
    const gain = acceleration?.[row] ?? 0;
    const half = Math.atan2(orientation[2 * row + 1], orientation[2 * row]);
    const angle = 2 * half + (velocity[row] + 0.5 * gain * elapsed) * elapsed;
    out[0] = Math.cos(angle);
    out[1] = Math.sin(angle);
    return;
  }
  const [w, x, y, z] = orientation.subarray(4 * row, 4 * row + 4);
  const squared = w * w + x * x + y * y + z * z;
  if (axis === 'x') {
    out[0] = (w * w + x * x - y * y - z * z) / squared;
    out[1] = (2 * (x * y + w * z)) / squared;
    out[2] = (2 * (x * z - w * y)) / squared;
  } else {
    out[0] = (2 * (x * y - w * z)) / squared;
    out[1] = (w * w - x * x + y * y - z * z) / squared;
    out[2] = (2 * (y * z + w * x)) / squared;
  }
  turnInSpace(out, velocity, acceleration, 3 * row, elapsed);
}

/** Angular velocity and acceleration lead along one axis if the sine of the angle between them is no more:
 *  what float32 rounds to, and too little to be seen. */
const kAlong = 2 ** -20;

/** Where the axis turns as well, steps per radian, and at most so many: coarser ones beyond 512 radians. A
 *  step of size h is off by some |w|^2 |w x a| h^5 / 720 radians: all together by some 1e-5 while the axis
 *  turns by one. */
const kStepsPerRadian = 4;
const kMostSteps = 2048;

/** Turns `out` by an angular velocity that grows evenly, both in rows from `at` on. Magnus' series to the
 *  fourth order, whose first term is all where the axis stays. */
function turnInSpace(
  out: number[],
  velocity: Float32Array,
  acceleration: Float32Array | null,
  at: number,
  elapsed: number,
): void {
  const [vx, vy, vz] = velocity.subarray(at, at + 3);
  if (acceleration === null) {
    turnBy(out, vx * elapsed, vy * elapsed, vz * elapsed);
    return;
  }
  const [ax, ay, az] = acceleration.subarray(at, at + 3);
  // a x w stays what it is.
  const [cx, cy, cz] = [ay * vz - az * vy, az * vx - ax * vz, ax * vy - ay * vx];
  const [speed, gain] = [Math.hypot(vx, vy, vz), Math.hypot(ax, ay, az)];
  const turns = Math.hypot(cx, cy, cz) > kAlong * speed * gain;
  const angle = elapsed * (speed + elapsed * gain);
  const steps = turns ? Math.min(Math.max(Math.ceil(kStepsPerRadian * angle), 1), kMostSteps) : 1;
  const step = elapsed / steps;
  const bend = turns ? step ** 3 / 12 : 0;
  for (let i = 0; i < steps; ++i) {
    const middle = (i + 0.5) * step;
    turnBy(
      out,
      step * (vx + middle * ax) + bend * cx,
      step * (vy + middle * ay) + bend * cy,
      step * (vz + middle * az) + bend * cz,
    );
  }
}

/** Rodrigues' formula, about a vector as long as the angle. */
function turnBy(out: number[], x: number, y: number, z: number): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  if (!(angle > 0)) return;
  const [ux, uy, uz] = [x / angle, y / angle, z / angle];
  const [a, b, c] = out;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const along = (1 - cosine) * (ux * a + uy * b + uz * c);
  out[0] = cosine * a + sine * (uy * c - uz * b) + along * ux;
  out[1] = cosine * b + sine * (uz * a - ux * c) + along * uy;
  out[2] = cosine * c + sine * (ux * b - uy * a) + along * uz;
}
