// Bodies of all shapes are drawn as geometry has them: areas, corners and notches are measured in
// screenshots, and what is in front of what. The runs are made by hand: test/made_shapes.ts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { kRenderers, shared } from './browser.mjs';
import { distance, fitPlane } from './fit.mjs';
import { colorAt, commonColor, difference, isColor, isShadeOf, patches, rgb } from './image.mjs';
import { kColors, madeReport, planeShapes, spaceShapes } from './made.mjs';
import { OpenReports } from './open_reports.mjs';
import { Report } from './report.mjs';

const kBehind = 0.8;
const kFolders = {
  plane: await madeReport('plane', planeShapes()),
  space: await madeReport('space', spaceShapes()),
  wall: await madeReport('wall', behindWall()),
};

/** A wall across the middle of a box, and a ball on either side. Looked at askew, the one behind is less deep
 *  than the wall's middle, and the one before it deeper. */
function behindWall() {
  const body = (position, color, more) => ({ position, velocity: [0, 0, 0], color, ...more });
  return {
    dimension: 3,
    end: 1,
    min: [0, 0, 0],
    max: [10, 10, 8],
    bodies: [
      body([7.7, 3.7, 4], 0x1f5fb4, { radius: kBehind }),
      body([2.3, 6.3, 4], 0xd8322b, { radius: kBehind }),
      body([5, 5, 4], 0x2a9d4a, { shape: { box: { half_extents: [4.9, 0.2, 3.9] } } }),
    ],
  };
}

const browserFor = shared(after);
const reports = new OpenReports();

for (const renderer of Object.keys(kRenderers)) {
  const check = (what, name, body, options = {}) =>
    test(`${what}, ${renderer}`, { timeout: 300_000 }, async (context) => {
      const open = async () => {
        const report = await Report.open(await browserFor(renderer), kFolders[name], options);
        assert.equal((await report.facts()).renderer, renderer);
        await report.bodiesOnly();
        await report.settle();
        return report;
      };
      await reports.use(`${renderer} ${name} ${options.colorScheme}`, open, (report) => body(report, context));
    });
  check('in the plane bodies cover what their shapes do, light', 'plane', coversItsArea);
  check('in the plane bodies cover what their shapes do, dark', 'plane', coversItsArea, { colorScheme: 'dark' });
  check('corners are sharp, notches are free, and a line is as long as it is', 'plane', hasItsOutline);
  check('kinematic bodies have a bolder outline, and one sees through sensors', 'plane', showsItsKind);
  check('a body is pointed at, chosen and told by its shape', 'plane', isChosenByShape);
  check('one sees through a sensor in space', 'space', isSeenThrough);
  check('in space bodies cover what their shapes do', 'space', coversItsAreaInSpace);
  check('a wall hides what is behind it, and nothing before it', 'wall', hidesWhatIsBehind);
}

/** The map from places to pixels, by the middles of bodies that are alike on either side. */
function mapOf(image) {
  const { bodies } = planeShapes();
  const pairs = [0, 1, 2, 6].map((body) => {
    const [patch] = patches(image, isColor(rgb(kColors[body]), 6));
    return { world: bodies[body].position, pixel: [patch.x, patch.y] };
  });
  const fitted = fitPlane(pairs);
  assert.ok(fitted.worst < 0.5, `a body is ${fitted.worst} pixels off`);
  return fitted;
}

/** What bodies of the plane cover [L^2]. */
const kAreas = [
  2,
  2.4 * 0.8,
  2 * 0.5 * Math.hypot(1.6, 0.6) + Math.PI * 0.5 ** 2,
  // A + P r + pi r^2 of a triangle with a base of 1.4 and a height of 1.2.
  0.5 * 1.4 * 1.2 + (1.4 + 2 * Math.hypot(0.7, 1.2)) * 0.3 + Math.PI * 0.3 ** 2,
  3,
  null,
  Math.PI * 0.9 ** 2,
  3,
];

async function coversItsArea(report, context) {
  const image = await report.picture();
  const { map, scale } = mapOf(image);
  const background = commonColor(image, windowOf(map, [1.5, 6.5], scale));
  for (const [body, wanted] of kAreas.entries()) {
    if (wanted === null) continue;
    const found =
      coveredIn(image, windowOf(map, planeShapes().bodies[body].position, scale), background) / scale ** 2;
    context.diagnostic(`body ${body}: ${found.toFixed(4)}, not ${wanted.toFixed(4)}`);
    assert.ok(Math.abs(found / wanted - 1) < 0.015, `body ${body} covers ${found}, not ${wanted}`);
  }
}

function windowOf(map, [x, y], scale) {
  const [px, py] = map([x, y]);
  const reach = 1.45 * scale;
  return { left: px - reach, right: px + reach, top: py - reach, bottom: py + reach };
}

/** Pixels that differ from the background; one at an edge counts by how much. */
function coveredIn(image, { left, right, top, bottom }, background) {
  let covered = 0;
  for (let y = Math.ceil(top); y < bottom; ++y)
    for (let x = Math.ceil(left); x < right; ++x) {
      const off = difference(colorAt(image, x, y), background);
      const around = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => colorAt(image, x + i, y + j)));
      const most = Math.max(...around.map((color) => difference(color, background)));
      if (most > 20) covered += Math.min(off / most, 1);
    }
  return covered;
}

async function hasItsOutline(report) {
  const image = await report.picture();
  const { map, scale } = mapOf(image);
  const at = (x, y) => colorAt(image, ...map([x, y]).map(Math.floor));
  const background = commonColor(image, windowOf(map, [1.5, 6.5], scale));
  const isFree = (x, y) => difference(at(x, y), background) < 6;
  const pixel = 1 / scale;
  // Two pixels inside of the box's corner, and two outside.
  assert.ok(!isFree(2.5 - 2 * pixel, 7 - 2 * pixel));
  assert.ok(isFree(2.5 + 2 * pixel, 7 - 2 * pixel) && isFree(2.5 - 2 * pixel, 7 + 2 * pixel));
  // The L, and the corner of its notch.
  assert.ok(isFree(13.5 + 3 * pixel, 6.5 + 3 * pixel) && isFree(14.2, 7.2));
  assert.ok(!isFree(13.5 - 3 * pixel, 6.5 + 3 * pixel) && !isFree(13.5 + 3 * pixel, 6.5 - 3 * pixel));
  // A capsule of radius 0.5 is no longer than its radius beyond its end, and round: not so far across.
  const [u, v] = [1.6 / Math.hypot(1.6, 0.6), 0.6 / Math.hypot(1.6, 0.6)];
  const beyond = (along, across) => [8.3 + along * u - across * v, 6.8 + along * v + across * u];
  assert.ok(!isFree(...beyond(0.45, 0)) && isFree(...beyond(0.55, 0)) && isFree(...beyond(0.4, 0.4)));
  const line = patches(image, isShadeOf(rgb(kColors[5])))[0];
  assert.ok(Math.abs(line.right - line.left - 2 * scale) < 4, `${line.right - line.left} pixels long`);
  assert.ok(Math.abs(line.bottom - line.top - scale) < 4);
  const width = line.area / (Math.hypot(2, 1) * scale);
  assert.ok(width > 1.5 && width < 3.5, `${width} pixels wide`);
}

async function showsItsKind(report) {
  const image = await report.picture();
  const { map, scale } = mapOf(image);
  const background = commonColor(image, windowOf(map, [1.5, 6.5], scale));
  // From the left, how many pixels there are before a body's own colour.
  const outline = (body, half) => {
    const [x, y] = map(planeShapes().bodies[body].position).map(Math.floor);
    const own = rgb(kColors[body]);
    let wide = 0;
    for (let at = Math.floor(x - half * scale) - 3; at < x; ++at) {
      const color = colorAt(image, at, y);
      if (difference(color, own) < 6) return wide;
      if (difference(color, background) > 30) ++wide;
    }
    return Infinity;
  };
  assert.ok(outline(0, 1) <= 2, `${outline(0, 1)} pixels`);
  assert.ok(outline(7, 1) >= 3 && outline(7, 1) <= 5, `${outline(7, 1)} pixels`);
  for (const body of [8, 9]) {
    const [x, y] = map(planeShapes().bodies[body].position).map(Math.floor);
    const own = difference(rgb(kColors[body]), background);
    const shares = [];
    for (let at = -20; at < 20; ++at) shares.push(difference(colorAt(image, x + at, y), background) / own);
    // Stripes, and between them little of it; nowhere all.
    assert.ok(Math.max(...shares) > 0.3 && Math.max(...shares) < 0.75, `${Math.max(...shares)}`);
    assert.ok(Math.min(...shares) > 0.05 && Math.min(...shares) < 0.25, `${Math.min(...shares)}`);
    const changes = shares.filter((share, i) => i > 0 && share > 0.3 !== shares[i - 1] > 0.3).length;
    assert.ok(changes >= 6 && changes <= 12, `${changes} changes`);
  }
}

async function isChosenByShape(report) {
  const { page } = report;
  const point = async (x, y) => {
    const [px, py] = await page.evaluate((place) => window.firsthit.project(place), [x, y]);
    await page.mouse.move(px, py);
    await page.waitForTimeout(200);
    return [px, py];
  };
  const number = page.locator('#hover-facts [data-fact=body]');
  await point(2.45, 6.95);
  assert.equal(await number.innerText(), '0');
  assert.equal(await page.locator('#hover-facts [data-fact=shape]').innerText(), 'box, 2 × 1');
  // As far from the middle, and beside it.
  await point(1.5, 7.45);
  assert.ok(await page.locator('#hover-facts').isHidden());
  await page.mouse.click(...(await point(13, 7)));
  await page.mouse.move(0, 0);
  await report.settle();
  assert.equal(await page.locator('#body').inputValue(), '4');
  assert.equal(await page.locator('#body-facts [data-fact=shape]').innerText(), 'polygon of 6 corners');
  // The ring follows the notch, three pixels off.
  const image = await report.picture();
  const { map, scale } = mapOf(image);
  const at = (x, y) => colorAt(image, ...map([x, y]).map(Math.floor));
  const accent = rgb('#b3420a');
  const off = 3 / scale;
  for (const [x, y] of [
    [12.5 - off, 6.5],
    [13.5 + off, 7],
    [14, 6.5 + off],
  ])
    assert.ok(difference(at(x, y), accent) < 60, `no ring at ${x}, ${y}: ${at(x, y)}`);
  assert.ok(difference(at(14.2, 7.2), accent) > 100);
  await page.locator('#stage').focus();
  await page.keyboard.press(']');
  assert.equal(await page.locator('#body').inputValue(), '5');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#body').inputValue(), '');
  assert.deepEqual(await page.locator('#kinds li').allInnerTexts(), ['Kinematic', 'Sensor', 'One way']);
}

/** Pixels to the right and down of each axis, and its share of the way that one looks. */
async function axesOf(report) {
  const at = (place) => report.page.evaluate((x) => window.firsthit.project(x), place);
  const from = await at([0, 0, 0]);
  const ends = await Promise.all(
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map(at),
  );
  const axes = ends.map(([x, y]) => [x - from[0], y - from[1]]);
  const row = (k) => axes.map((axis) => axis[k]);
  const [right, down] = [row(0), row(1)];
  const scale = Math.hypot(...right);
  const cross = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return (right[i] * down[j] - right[j] * down[i]) / scale ** 2;
  });
  return {
    scale,
    away: cross.map(Math.abs),
    seen: (p) => [0, 1].map((k) => p.reduce((sum, x, i) => sum + x * axes[i][k], 0)),
  };
}

/** What a convex polygon with these among its places covers. */
function hullArea(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const corners = [...half(sorted), ...half(sorted.reverse())];
  return corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
}

/** So much more is found at most: pixels of an edge count as whole ones. */
const kByEdges = 0.04;

/** Of the front row, from two directions in which all of it is seen. */
async function coversItsAreaInSpace(report, context) {
  for (const turn of [0, -40]) {
    if (turn) await report.drag(turn, 10);
    const image = await report.picture();
    const { scale, away, seen } = await axesOf(report);
    const { bodies } = spaceShapes();
    const faces = (a, b, c) => 4 * scale ** 2 * (b * c * away[0] + c * a * away[1] + a * b * away[2]);
    const { from, to, radius } = bodies[2].shape.capsule;
    const along = seen(to.map((x, k) => x - from[k]));
    const wanted = [
      faces(1, 0.8, 0.6),
      hullArea(tiltedCorners(bodies[1].shape.oriented_box).map(seen)),
      2 * radius * scale * Math.hypot(...along) + Math.PI * (radius * scale) ** 2,
      hullArea(bodies[3].shape.hull.vertices.map(seen)),
    ];
    for (const [body, area] of wanted.entries()) {
      const found = patches(image, isShadeOf(rgb(kColors[body]), 12)).reduce(
        (sum, patch) => sum + patch.area,
        0,
      );
      context.diagnostic(`body ${body}: ${found}, not ${area.toFixed(0)}`);
      assert.ok(Math.abs(found / area - 1) < kByEdges, `body ${body} covers ${found} pixels, not ${area}`);
    }
  }
}

function tiltedCorners({ half_extents, axes }) {
  return Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((k) =>
      half_extents.reduce((sum, half, axis) => sum + (i & (1 << axis) ? half : -half) * axes[axis][k], 0),
    ),
  );
}

async function isSeenThrough(report, context) {
  const image = await report.picture();
  const clip = await report.page.locator('#stage').boundingBox();
  const at = async (place) => {
    const [x, y] = await report.page.evaluate((p) => window.firsthit.project(p), place);
    return colorAt(image, Math.floor(x - clip.x), Math.floor(y - clip.y));
  };
  const { bodies } = spaceShapes();
  // Paler than a solid body as far away, but not as grey as what is behind it.
  const chroma = (color) => Math.max(...color) - Math.min(...color);
  const shareOf = async (body) => chroma(await at(bodies[body].position)) / chroma(rgb(kColors[body]));
  const [solid, through] = [await shareOf(8), await shareOf(9)];
  context.diagnostic(`${through.toFixed(2)} of its colour, ${solid.toFixed(2)} of a solid one's`);
  assert.ok(solid > 0.35 && through < 0.6 * solid, `${through} beside ${solid}`);
  assert.ok(distance(await at(bodies[9].position), await at([8, 5, 0.8])) > 25);
}

async function hidesWhatIsBehind(report) {
  const seenOf = async () => {
    const image = await report.picture();
    return ['#1f5fb4', '#d8322b'].map((color) =>
      patches(image, isShadeOf(rgb(color), 12)).reduce((sum, patch) => sum + patch.area, 0),
    );
  };
  const { scale } = await axesOf(report);
  const disc = Math.PI * (kBehind * scale) ** 2;
  const [front, back] = await seenOf();
  assert.ok(Math.abs(front / disc - 1) < 0.05, `${front} of ${disc} pixels are seen`);
  assert.equal(back, 0);
  // Half of a turn: 0.008 radians a pixel.
  await report.drag(Math.PI / 0.008 / 2, 0);
  await report.drag(Math.PI / 0.008 / 2, 0);
  const [behind, before] = await seenOf();
  assert.ok(Math.abs(before / disc - 1) < 0.05, `${before} of ${disc} pixels are seen`);
  assert.equal(behind, 0);
}

test('a report with a shape that is not there says so', { timeout: 120_000 }, async (context) => {
  const browser = await browserFor('webgl2');
  const made = planeShapes();
  const broken = {
    index: [
      { ...made, replaced: { body_shape: made.bodies.map(() => 99) } },
      /body_shape: expected an index below 7, found 99/,
    ],
    name: [
      { ...made, obstacles: [{ ...made.obstacles[0], shape: { blob: {} } }] },
      /obstacles\[0\]\.shape: unknown shape "blob"/,
    ],
    count: [{ ...made, replaced: { body_kind: [1] } }, /body_kind: expected 10 numbers, found 1/],
  };
  for (const [name, [run, message]] of Object.entries(broken))
    await assert.rejects(Report.open(browser, await madeReport(name, run)), (error) => {
      assert.match(error.message, /cannot be shown/);
      assert.match(error.message, message);
      return true;
    });
});
