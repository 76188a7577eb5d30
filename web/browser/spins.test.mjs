// How balls stand is drawn where theory has it: a line in the plane, spots in space, looked for in
// screenshots; and what a crowd's paths tell of it is what its table of collisions says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { kRenderers, shared } from './browser.mjs';
import { colorAt, difference, rgb } from './image.mjs';
import { imported } from './made.mjs';
import { kSource, rowsOf, run } from './program.mjs';
import { OpenReports } from './open_reports.mjs';
import { Report } from './report.mjs';
import { kSpinning2d } from './scenes.mjs';

const kPlane = run(kSpinning2d);
const kNineBall = run(join(kSource, 'scenes', 'nine-ball.toml'), ['--until', '1.5']);

const browserFor = shared(after);
const reports = new OpenReports();

for (const renderer of Object.keys(kRenderers))
  for (const colorScheme of ['light', 'dark']) {
    const check = (what, folder, body) =>
      test(`${what}, ${renderer}, ${colorScheme}`, { timeout: 300_000 }, () => {
        const open = async () => {
          const report = await Report.open(await browserFor(renderer), folder);
          assert.equal((await report.facts()).renderer, renderer);
          await report.bodiesOnly();
          return report;
        };
        return reports.use(`${renderer} ${folder}`, open, async (report) => {
          await report.page.emulateMedia({ colorScheme });
          await report.page.locator(`html[data-theme=${colorScheme}]`).waitFor();
          await report.settle();
          await body(report);
        });
      });
    check('in the plane a line across a ball is at the angle w t', kPlane, hasItsAngle);
    check('in space a spot is where the ball has turned it to', kNineBall, hasItsSpot);
  }

// --- In the plane

/** [pixel] The radius of a ball as looked at. */
const kRadius = 90;

async function hasItsAngle(report) {
  for (const time of [0, 0.35, 1.9, 7.5]) {
    await report.seek(time);
    for (const [x, color, w] of [
      [2, '#e8b21d', 3],
      [6, '#1b1b1b', -0.7],
    ]) {
      await report.lookAt([x, 2], kRadius);
      const { angle, from, to } = lineAcross(await report.picture(), color);
      const off = Math.abs(Math.sin(0.5 * (angle - w * time)));
      assert.ok(off < 0.01, `at ${time} the line is at ${angle}, not ${w * time}`);
      assert.ok(from < 0.1 && to > 0.8 && to < 1, `it leads from ${from} to ${to} radii from the middle`);
    }
    await report.lookAt([10, 2], kRadius);
    assert.equal(lineAcross(await report.picture(), '#d8322b'), null, 'one that does not spin has none');
  }
}

/** Of what has another colour within the ball in the middle of a picture: its angle, and where it begins and
 *  ends, in radii; null of nothing. */
function lineAcross(image, color) {
  const places = [];
  const [left, top] = [image.width, image.height].map((size) => Math.floor(size / 2 - kRadius));
  for (let y = Math.max(top, 0); y < Math.min(top + 2 * kRadius + 2, image.height); ++y)
    for (let x = Math.max(left, 0); x < Math.min(left + 2 * kRadius + 2, image.width); ++x) {
      const place = [x + 0.5 - image.width / 2, image.height / 2 - y - 0.5];
      const isInside = Math.hypot(...place) < 0.95 * kRadius;
      if (isInside && difference(colorAt(image, x, y), rgb(color)) > 30) places.push(place);
    }
  if (places.length === 0) return null;
  const [x, y] = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0));
  const along = places.map((place) => (place[0] * x + place[1] * y) / Math.hypot(x, y) / kRadius);
  return { angle: Math.atan2(y, x), from: Math.min(...along), to: Math.max(...along) };
}

// --- In space

const kBall = 0.028575;
const kGravity = 9.81;
/** [L] Before these balls of the bench hit others. */
const kStart = [0.69285, kBall];

/** Where a ball of the bench is, and by how much it has turned about y: it slips, as friction of 0.2 brakes
 *  the one and quickens the other, or it rolls, braked by rolling friction of 0.01. */
const kShots = [
  { y: 1.7, v: 0.9739609848, w: -53.71487181, brake: 0.2 * kGravity, gain: (2.5 * 0.2 * kGravity) / kBall },
  { y: 1.95, v: 0.6240432677, w: 21.83878452, brake: 0.01 * kGravity, gain: (-0.01 * kGravity) / kBall },
];

async function hasItsSpot(report) {
  let [dark, light] = [0, 0];
  for (const { y, v, w, brake, gain } of kShots)
    for (const time of [0.02, 0.045, 0.05, 0.055, 0.125, 0.14, 0.17, 0.18]) {
      await report.seek(time);
      const place = [kStart[0] + v * time - 0.5 * brake * time * time, y, kStart[1]];
      await report.lookAt(place, kRadius / kBall);
      // Around y, from x towards -z.
      const angle = w * time + 0.5 * gain * time * time;
      const { toward, pixel } = await directions(report, place, [Math.cos(angle), 0, -Math.sin(angle)]);
      // At the rim little of a spot is to be seen; on white a light one is not.
      if (toward < -0.5) ++light;
      if (toward < 0.5) continue;
      ++dark;
      const [x, down] = darkSpot(await report.picture(), pixel);
      const off = Math.hypot(x - pixel[0], down - pixel[1]);
      assert.ok(off < 2, `at ${time} the spot is at ${x}, ${down}, not ${pixel}`);
    }
  assert.ok(dark >= 3 && light >= 3, `${dark} spots are seen, ${light} are on the far side`);
}

/** Of a unit vector from a place: how far it points to who looks, and the pixel of the stage on the surface
 *  there. */
async function directions(report, place, vector) {
  const { x, y } = await report.page.locator('#stage').boundingBox();
  const project = (point) => report.page.evaluate((p) => window.firsthit.project(p), point);
  const middle = await project(place);
  const units = [];
  for (const axis of [0, 1, 2]) {
    const end = await project(place.map((each, k) => each + (k === axis ? kBall : 0)));
    units.push([(end[0] - middle[0]) / kRadius, (middle[1] - end[1]) / kRadius]);
  }
  const [right, up] = [0, 1].map((k) => units.map((unit) => unit[k]));
  const near = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return right[i] * up[j] - right[j] * up[i];
  });
  const along = (axis) => axis.reduce((sum, each, k) => sum + each * vector[k], 0);
  // The middle of a spot is a little below the surface, which is bent.
  const reach = 0.96 * kRadius;
  return {
    toward: along(near),
    pixel: [middle[0] - x + reach * along(right), middle[1] - y - reach * along(up)],
  };
}

/** The middle of what is about as dark around a pixel as the darkest there. */
function darkSpot(image, [x, y]) {
  const reach = 0.4 * kRadius;
  const around = [];
  for (let py = Math.ceil(y - reach); py < y + reach; ++py)
    for (let px = Math.ceil(x - reach); px < x + reach; ++px) {
      const isOnBall = Math.hypot(px - image.width / 2, py - image.height / 2) < 0.95 * kRadius;
      if (isOnBall) around.push({ px, py, bright: Math.max(...colorAt(image, px, py)) });
    }
  const all = around.map(({ bright }) => bright);
  const [darkest, lightest] = [Math.min(...all), Math.max(...all)];
  assert.ok(lightest - darkest > 50, 'no spot is seen');
  const spot = around.filter(({ bright }) => bright < darkest + 0.35 * (lightest - darkest));
  return ['px', 'py'].map((key) => spot.reduce((sum, each) => sum + each[key] + 0.5, 0) / spot.length);
}

// --- A crowd

test('a ball of a rough gas turns from impact to impact as the table of impacts says', async () => {
  const words = ['--until', '0.6', '--set', 'run.measure_from=0', '--events'];
  const folder = run(join(kSource, 'scenes', 'rough-gas.toml'), words);
  const [{ readPaths }, { Motion }] = [await imported('src/run/paths'), await imported('src/run/motion')];
  const paths = await readPaths(new Uint8Array(readFileSync(join(folder, 'paths.bin'))));
  const motion = new Motion(paths);
  // By id: since when it turns how, and where its x axis pointed then.
  const courses = new Map();
  let checked = 0;
  const axisAfter = ({ time, w, axis }, now) => turned(axis, w, now - time);
  const check = (id, now) => {
    const course = courses.get(id) ?? { time: 0, w: [0, 0, 0], axis: [1, 0, 0] };
    const found = [NaN, NaN, NaN];
    // A little earlier: at the very time of an impact it turns as it does afterwards.
    const before = now - 1e-9;
    assert.ok(motion.axisOf(id, before, found));
    const expected = axisAfter(course, before);
    const off = Math.hypot(...found.map((each, k) => each - expected[k]));
    assert.ok(off < 2e-6, `ball ${id} points along ${found} at ${now}, not ${expected}`);
    checked += courses.has(id) ? 1 : 0;
    return axisAfter(course, now);
  };
  for (const row of rowsOf(folder, 'events.csv')) {
    const time = Number(row.time);
    for (const side of ['a', 'b']) {
      const id = Number(row[side]);
      const w = ['x', 'y', 'z'].map((axis) => Number(row[`angular_velocity_${side}_after_${axis}`]));
      courses.set(id, { time, w, axis: check(id, time) });
    }
  }
  for (const id of courses.keys()) check(id, paths.end);
  assert.ok(checked > 5000, `${checked} turns are checked`);
});

/** What is at `from`, after a time of turning by w [rad/T]. */
function turned(from, w, time) {
  const speed = Math.hypot(...w);
  if (speed === 0) return from;
  const [x, y, z] = w.map((each) => each / speed);
  const along = from[0] * x + from[1] * y + from[2] * z;
  const cross = [y * from[2] - z * from[1], z * from[0] - x * from[2], x * from[1] - y * from[0]];
  const [c, s] = [Math.cos(speed * time), Math.sin(speed * time)];
  return [x, y, z].map((unit, k) => c * from[k] + (1 - c) * along * unit + s * cross[k]);
}
