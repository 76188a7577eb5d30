// Bodies of space that tumble stand, at any time of a flight, as the program's own trajectory has them: in what the page
// finds between knots, and in the pixels of screenshots.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { kRenderers, shared } from './browser.mjs';
import { colorAt, difference } from './image.mjs';
import { imported } from './made.mjs';
import { framesOf, kSource, run } from './program.mjs';
import { Report } from './report.mjs';

/** [L] */
const kHalf = [1, 0.5, 0.25];
/** A brick that is thrown nearly about its middle axis, about which it turns over, and falls: one flight of 16 radians. */
const kThrown = `format = 1
dimension = 3
[space]
min = [-4.0, -4.0, -4.0]
max = [4.0, 4.0, 4.0]
sides = "open"
[physics]
gravity = [0.0, 0.0, -0.25]
[run]
until = 8.0
sample_every = 0.5
[[body]]
shape = { box = { half_extents = [${kHalf.join(', ')}] } }
position = [0.0, -1.0, 0.0]
velocity = [0.0, 0.25, 1.0]
spins = true
orientation = [0.1, 0.3, 0.9, 0.3]
angular_velocity = [-0.9, 1.6, 0.7]
color = "#1f5fb4"
`;

const thrown = run(kThrown, ['--xyz']);
const browserFor = shared(after);

/** Where a quaternion turns a vector. */
function turned([x, y, z, w], v) {
  const u = [x, y, z];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const once = cross(u, v).map((each, k) => each + w * v[k]);
  return v.map((each, k) => each + 2 * cross(u, once)[k]);
}

// [rad] Who comes to rest in a heap is put there, and paths are told where, not how it stands then: it is turned by some
// kMostMoved (docs/numerics/heaps.md) at most.
const kPut = 2 ** -10;

for (const [name, folder, least] of [
  ['a brick in one long flight', thrown, 15],
  ['bricks and capsules that fall into a bin', run(join(kSource, 'scenes', 'bricks.toml'), ['--until', '0.6', '--xyz']), 400],
])
  test(`${name} stand between knots as the trajectory says`, async () => {
    const [{ readPaths }, { Motion }] = [await imported('src/run/paths'), await imported('src/run/motion')];
    const motion = new Motion(await readPaths(new Uint8Array(readFileSync(join(folder, 'paths.bin')))));
    let checked = 0;
    for (const { time, bodies } of framesOf(folder, 3))
      bodies.forEach(({ velocity, orientation }, body) => {
        const most = velocity.some((each) => each !== 0) ? 5e-5 : kPut;
        for (const [axis, unit] of [
          ['x', [1, 0, 0]],
          ['y', [0, 1, 0]],
        ]) {
          const found = [NaN, NaN, NaN];
          assert.ok(motion.axisOf(body, time, found, axis));
          const off = Math.hypot(...turned(orientation, unit).map((each, k) => each - found[k]));
          assert.ok(off < most, `${axis} of body ${body} at ${time} is ${off} off`);
        }
        checked += 1;
      });
    assert.ok(checked >= least, `${checked} are looked at`);
  });

/** Pixels per [L]. */
const kScale = 160;

for (const renderer of Object.keys(kRenderers))
  test(`a brick is drawn as it stands in the middle of a flight, ${renderer}`, { timeout: 300_000 }, async () => {
    const report = await Report.open(await browserFor(renderer), thrown);
    assert.equal((await report.facts()).renderer, renderer);
    await report.bodiesOnly();
    const { x: left, y: top } = await report.page.locator('#stage').boundingBox();
    const aims = new Set();
    for (const { time, bodies } of framesOf(thrown, 3)) {
      const [{ position, orientation }] = bodies;
      await report.seek(time);
      await report.lookAt(position, kScale);
      const image = await report.picture();
      const pixelOf = async (place) => {
        const [x, y] = await report.page.evaluate((p) => window.firsthit.project(p), place);
        return [x - left, y - top];
      };
      const middle = await pixelOf(position);
      const corners = [];
      for (const signs of [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [1, 2, 4].map((bit) => ((i & bit) === 0 ? 1 : -1)))) {
        const from = turned(orientation, signs.map((sign, k) => sign * kHalf[k]));
        corners.push(await pixelOf(position.map((each, k) => each + from[k])));
      }
      const background = colorAt(image, 4, 4);
      const rim = hull(corners);
      aims.add(rim.length);
      for (const corner of rim)
        for (const [part, isIn] of [
          [0.95, true],
          [1.05, false],
        ]) {
          const [x, y] = corner.map((each, k) => middle[k] + part * (each - middle[k]));
          const seen = difference(colorAt(image, Math.floor(x), Math.floor(y)), background) > 80; // lines of the box are fainter
          assert.equal(seen, isIn, `at ${time}, ${part} of the way to the corner at ${corner}`);
        }
    }
    assert.ok(Math.max(...aims) === 6, 'it is seen from askew');
    await report.close();
  });

/** The corners of the convex hull, by Andrew's chains. */
function hull(points) {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  const chain = (all) => {
    const rim = [];
    for (const p of all) {
      while (rim.length > 1 && turnsLeft(rim.at(-2), rim.at(-1), p) <= 0) rim.pop();
      rim.push(p);
    }
    return rim.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

const turnsLeft = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a);
