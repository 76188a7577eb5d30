// Bodies of all shapes that spin are drawn and pointed at as they stand: tips and notches are looked for in
// screenshots, at times when their angles are known; and at impacts the surfaces meet where they are said to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { kRenderers, shared } from './browser.mjs';
import { colorAt, difference, rgb } from './image.mjs';
import { imported } from './made.mjs';
import { kSource, run } from './program.mjs';
import { OpenReports } from './open_reports.mjs';
import { Report } from './report.mjs';
import { kTurning2d } from './scenes.mjs';

/** Without the balls: nothing is before the sails. */
const kMill = run(readFileSync(join(kSource, 'scenes', 'windmill.toml'), 'utf8').split('[[ball]]')[0]);
const kTurning = run(kTurning2d);

const browserFor = shared(after);
const reports = new OpenReports();

for (const renderer of Object.keys(kRenderers)) {
  const check = (what, folder, body) =>
    test(`${what}, ${renderer}`, { timeout: 300_000 }, () => {
      const open = async () => {
        const report = await Report.open(await browserFor(renderer), folder);
        assert.equal((await report.facts()).renderer, renderer);
        await report.bodiesOnly();
        return report;
      };
      return reports.use(`${renderer} ${folder}`, open, body);
    });
  check('sails are where they have turned to, and nowhere else', kMill, hasItsSails);
  check('boxes, capsules, lines and corners stand as they have turned', kTurning, standsTurned);
  check('a body is pointed at and chosen as it stands', kMill, isChosenAsItStands);
}

/** Pixels per [L]. */
const kScale = 100;

function rotated([x, y], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

/** The colour of the stage at places in a body that stands in its middle, turned by an angle. */
async function colorsOf(report, angle) {
  const image = await report.picture();
  return (place) => {
    const [x, y] = rotated(place, angle);
    return colorAt(
      image,
      Math.floor(image.width / 2 + kScale * x),
      Math.floor(image.height / 2 - kScale * y),
    );
  };
}

async function hasItsSails(report) {
  const color = rgb('#8a5a3b');
  for (const time of [0, 0.4, 2.3, 11]) {
    await report.seek(time);
    await report.lookAt([0, 4], kScale);
    for (const sail of [0, 1, 2, 3]) {
      const at = await colorsOf(report, 1.5 * time + (sail * Math.PI) / 2);
      const background = at([1.5, 1.5]);
      const isFree = (x, y) => difference(at([x, y]), background) < 6;
      // Its outline is three pixels wide.
      for (const y of [-0.09, 0, 0.09])
        assert.ok(difference(at([2.54, y]), color) < 6, `at ${time} sail ${sail} is ${at([2.54, y])}`);
      for (const y of [-0.12, 0.12]) assert.ok(!isFree(2.57, y), `sail ${sail} has its corner at ${time}`);
      for (const [x, y] of [
        [2.63, 0],
        [2.5, 0.18],
        [2.5, -0.18],
        [0.19, 0.19],
      ])
        assert.ok(isFree(x, y), `at ${time} there is something at ${x}, ${y} of sail ${sail}`);
    }
  }
}

/** Of a body that nothing has met yet: where it begins and how it goes; places in it, and outside of it. */
const kCourses = [
  {
    color: '#1f5fb4',
    from: [2, 4.5],
    v: [1, -0.4],
    w: 2,
    inside: [-1, 1].flatMap((x) => [-1, 1].map((y) => [0.95 * x, 0.25 * y])),
    outside: [
      [1.03, 0],
      [-1.03, 0],
      [0.95, 0.33],
      [-0.95, -0.33],
    ],
  },
  {
    color: '#d8322b',
    from: [6, 4.5],
    v: [-1, -0.5],
    w: -3,
    inside: [
      [0.85, 0],
      [-0.85, 0],
      [0.5, 0.25],
    ],
    outside: [
      [0.93, 0],
      [0.85, 0.25],
      [-0.85, 0.25],
    ],
  },
  {
    color: '#2a9d4a',
    from: [2, 1.5],
    v: [0.8, 0.6],
    w: 1,
    inside: [
      [0.89, 0],
      [-0.89, 0],
      [0.45, 0],
    ],
    outside: [
      [0.94, 0],
      [0.5, 0.04],
      [-0.5, 0.04],
    ],
  },
  {
    color: '#e8b21d',
    from: [6, 1.5],
    v: [-0.9, 0.3],
    w: 1.5,
    inside: [
      [-0.63, -0.63],
      [0.76, -0.63],
      [0.76, 0.26],
      [0.26, 0.76],
      [-0.63, 0.76],
    ],
    outside: [
      [0.35, 0.35],
      [0.7, 0.7],
      [0.84, 0],
      [-0.72, 0],
    ],
  },
];

async function standsTurned(report) {
  for (const time of [0.3, 0.8])
    for (const { color, from, v, w, inside, outside } of kCourses) {
      await report.seek(time);
      await report.lookAt(
        from.map((x, k) => x + v[k] * time),
        kScale,
      );
      const at = await colorsOf(report, w * time);
      // Along a line pixels are shared with what is behind.
      const off = (place) => difference(at(place), rgb(color));
      for (const place of inside) assert.ok(off(place) < 80, `${at(place)} is at ${place} of ${color}`);
      for (const place of outside) assert.ok(off(place) > 120, `${at(place)} is at ${place} of ${color}`);
    }
}

async function isChosenAsItStands(report) {
  const { page } = report;
  const time = 0.4;
  await report.seek(time);
  await report.lookAt([0, 4], kScale);
  const point = async (place) => {
    const [x, y] = rotated(place, 1.5 * time);
    const pixel = await page.evaluate((p) => window.firsthit.project(p), [x, 4 + y]);
    await page.mouse.move(...pixel);
    await page.waitForTimeout(200);
    return pixel;
  };
  await point([2.55, 0.1]);
  assert.equal(await page.locator('#hover-facts [data-fact=shape]').innerText(), 'polygon of 12 corners');
  // The same place of the sails as listed.
  await point(rotated([2.55, 0.1], -1.5 * time));
  assert.ok(await page.locator('#hover-facts').isHidden());
  await page.mouse.click(...(await point([0, 2.5])));
  await page.mouse.move(0, 0);
  await report.settle();
  assert.equal(await page.locator('#body').inputValue(), 'sails');
  // The ring follows the sails, three pixels off; askew, no pixel is all of it.
  const at = await colorsOf(report, 1.5 * time);
  for (const place of [
    [2.63, 0],
    [-2.63, 0],
    [1, 0.18],
    [-0.18, 1],
  ])
    assert.ok(difference(at(place), rgb('#b3420a')) < 120, `no ring at ${place}: ${at(place)}`);
}

test('at impacts the surfaces of what has turned meet where they are said to', async () => {
  const [{ readPaths }, { Motion }] = [await imported('src/run/paths'), await imported('src/run/motion')];
  const { Outline } = await imported('src/view/shapes/outline');
  const paths = await readPaths(new Uint8Array(readFileSync(join(kTurning, 'paths.bin'))));
  const motion = new Motion(paths);
  const { impacts, shapes, bodies } = paths;
  let met = 0;
  for (let i = 0; i < impacts.count; ++i)
    for (const body of [impacts.a[i], impacts.b[i]]) {
      if (body >= bodies.count) continue;
      const { name, vertices, radius } = shapes[bodies.shape[body]];
      const outline = name === 'polygon' ? Outline.of(vertices) : Outline.around(vertices, radius);
      const [place, axis] = [[], []];
      motion.positionOf(body, impacts.time[i], place);
      assert.ok(motion.axisOf(body, impacts.time[i], axis));
      const seen = place.map((x, k) => impacts.point[2 * i + k] - x);
      const gap = outline.distance(...rotated(seen, -Math.atan2(axis[1], axis[0])));
      assert.ok(Math.abs(gap) < 1e-5, `impact ${i} is ${gap} from the surface of body ${body}`);
      ++met;
    }
  assert.ok(met >= 20, `${met} surfaces are looked at`);
});
