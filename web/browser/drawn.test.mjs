// What is drawn is where the program says: discs are found in screenshots by their colour, and compared with
// the positions in trajectory.xyz and the impacts in events.csv. The viewer's own words about its camera are
// not asked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { areaOf, discsOf, gapBetween, partlySeen, piecesOf, seenBodies } from './bodies.mjs';
import { kRenderers, shared } from './browser.mjs';
import { distance, fitParallel, fitPlane } from './fit.mjs';
import { commonColor, edgeOfDisc } from './image.mjs';
import { OpenReports } from './open_reports.mjs';
import { framesOf, impactsOf, run } from './program.mjs';
import { Report } from './report.mjs';
import { colorsIn, kBreak, kFalling2d, kGas3d, kLong2d, kPeriodic2d } from './scenes.mjs';

/** All collisions are stepped to; of so many one is looked at. */
const kOneOf = process.env.FIRSTHIT_LONG === '1' ? 1 : 10;

const browserFor = shared(after);
const reports = new OpenReports();

const kScenes = [
  { name: 'the break', scene: kBreak, dimension: 2, atLeast: 16 },
  { name: 'a periodic box', scene: kPeriodic2d, dimension: 2, side: 9, atLeast: 9 },
  { name: 'a long run', scene: kLong2d, dimension: 2, side: 9, atLeast: 9, isLong: true },
  { name: 'a gas that falls', scene: kFalling2d, dimension: 2, atLeast: 18 },
  { name: 'a gas in 3D', scene: kGas3d, dimension: 3, atLeast: 12 },
].map((each) => {
  const folder = run(each.scene, each.isLong ? ['--xyz'] : ['--xyz', '--events']);
  const colors = colorsIn(readFileSync(join(folder, 'scene.toml'), 'utf8'));
  const { dimension } = each;
  return {
    ...each,
    folder,
    colors,
    frames: framesOf(folder, dimension),
    impacts: each.isLong ? null : impactsOf(folder, dimension),
  };
});

for (const renderer of Object.keys(kRenderers)) {
  for (const scene of kScenes) {
    const look = (what, check) =>
      test(`${scene.name}, ${renderer}: ${what}`, { timeout: 600_000 }, (context) =>
        withReport(context, renderer, scene, check),
      );
    look('bodies are drawn where the program has them', bodiesAreInPlace);
    const touch = scene.dimension === 2 ? collisionsTouch : collisionsTouchIn3d;
    if (scene.impacts) look('at collisions stepped to, the two touch to a pixel', touch);
  }
}

function withReport(context, renderer, scene, check) {
  const open = async () => {
    const report = await Report.open(await browserFor(renderer), scene.folder);
    await report.bodiesOnly();
    assert.equal((await report.facts()).renderer, renderer);
    return report;
  };
  return reports.use(`${scene.name}, ${renderer}`, open, (report) => check(report, scene, context));
}

/** The map from places to pixels that the bodies seen in a picture of a frame speak of. */
function fit(scene, seen) {
  return scene.dimension === 2 ? fitPlane(seen) : fitParallel(seen);
}

async function bodiesAreInPlace(report, scene, context) {
  const count = scene.frames.length;
  for (const frame of [scene.frames[1], scene.frames[Math.floor(count / 3)], scene.frames[count - 1]]) {
    await report.seek(frame.time);
    const image = await report.picture();
    const seen = seenBodies(image, scene, frame);
    assert.ok(seen.length >= scene.atLeast, `only ${seen.length} bodies are seen at ${frame.time}`);
    const { worst, scale, skew } = fit(scene, seen);
    context.diagnostic(`at ${frame.time}: ${seen.length} bodies, at most ${worst.toFixed(3)} pixels off`);
    assert.ok(worst < 1, `a body is ${worst} pixels off at ${frame.time}`);
    if (skew !== undefined) assert.ok(skew < 0.02, `the picture is squeezed by ${skew}`);
    if (scene.side) eachIsDrawnWhole(image, scene, seen[0].drawn);
    for (const { id, pixel, radius } of seen) {
      const edge = edgeOfDisc(image, ...pixel, commonColor(image), scale * radius + 5);
      if (edge !== null)
        assert.ok(
          Math.abs(edge - scale * radius) <= 1,
          `body ${id} has radius ${edge}, not ${scale * radius}`,
        );
    }
  }
}

/** The colour behind a disc. */
function around(image, x, y, radius) {
  return commonColor(image, {
    left: x - 2 * radius,
    right: x + 2 * radius,
    top: y - 2 * radius,
    bottom: y + 2 * radius,
  });
}

/** What a periodic side cuts off a body is drawn on the other side: all pieces together make a whole disc,
 *  but for what the line of the side hides. */
function eachIsDrawnWhole(image, scene, radius) {
  for (const [id, color] of scene.colors.entries()) {
    const part = areaOf(image, color) / (Math.PI * radius ** 2);
    assert.ok(Math.abs(part - 1) < 0.2, `of body ${id} ${part} is drawn`);
  }
}

/** What the first frame tells of the stage: the map of places to pixels, and how much narrower than the
 *  body the patch of  its colour is, by the outline. */
async function calibrate(report, scene) {
  const [frame] = scene.frames;
  await report.seek(frame.time);
  const seen = seenBodies(await report.picture(), scene, frame);
  const { scale, map, worst } = fit(scene, seen);
  assert.ok(seen.length >= scene.atLeast && worst < 1, `${seen.length} bodies are seen, ${worst} pixels off`);
  const outline = seen.reduce((sum, { radius, drawn }) => sum + scale * radius - drawn, 0) / seen.length;
  return { scale, map, outline };
}

async function collisionsTouch(report, scene, context) {
  const { scale, map, outline } = await calibrate(report, scene);
  const radii = scene.frames[0].bodies.map((body) => body.radius);
  const [left, bottom] = map([0, 0]);
  const [right, top] = scene.side ? map([scene.side, scene.side]) : [NaN, NaN];
  const placeOf = (image, id) => {
    const color = scene.colors[id];
    const radius = scale * radii[id] - outline;
    const place = scene.side
      ? piecesOf(image, color, radius, { left, right, top, bottom })[0]
      : seenAs(image, color, radius);
    assert.ok(place, `body ${id} is not seen`);
    return place;
  };
  const near = scene.side ? null : await calibrateNear(report, scene);
  await report.seek(0);
  const worst = { far: 0, near: 0 };
  for await (const impact of collisionsLookedAt(report, scene)) {
    const image = await report.picture();
    const withBall = impact.kind === 'body_body';
    const b = withBall ? placeOf(image, impact.b) : asPlace(map(impact.point));
    const reach = scale * (radii[impact.a] + (withBall ? radii[impact.b] : 0));
    const gap = gapBetween(placeOf(image, impact.a), b, reach, right - left);
    assert.ok(Math.abs(gap) <= 1, `at impact ${impact.index} the two are ${gap} pixels apart`);
    worst.far = Math.max(worst.far, Math.abs(gap));
    if (withBall && near)
      worst.near = Math.max(worst.near, await gapFromNear(report, scene, impact, radii, near));
  }
  context.diagnostic(
    `${scene.impacts.length} collisions: at most ${worst.far.toFixed(3)} pixels between the two`,
  );
  if (near) context.diagnostic(`seen from near: ${worst.near.toFixed(3)}`);
}

/** The disc of a colour, if it has about the radius that it should have. */
function seenAs(image, color, radius, tolerance = 1) {
  const disc = discsOf(image, color)[0] ?? partlySeen(image, color);
  return disc && Math.abs(disc.radius - radius) < tolerance ? disc : null;
}

/** [pixel] The radius of the balls of the break, seen from near. */
const kNear = 40;

/** How much of the stage the first body fills, seen so large that its radius should be `kNear` pixels: its
 *  edge is  measured, so that no scale is taken on trust. Returns pixels per length, and what to ask of
 *  the stage for it. */
async function calibrateNear(report, scene) {
  const [{ time, bodies }] = scene.frames;
  const asked = kNear / bodies[0].radius;
  await report.seek(time);
  await report.lookAt(bodies[0].position, asked);
  const image = await report.picture();
  const disc = partlySeen(image, scene.colors[0]);
  const edge = edgeOfDisc(image, disc.x, disc.y, around(image, disc.x, disc.y, kNear), kNear + 8);
  assert.ok(Math.abs(edge - kNear) < 0.5, `a ball that should fill ${kNear} pixels fills ${edge}`);
  await report.fit();
  return { asked, scale: edge / bodies[0].radius };
}

/** The gap seen from near: the middles of both are found in the picture. */
async function gapFromNear(report, scene, impact, radii, near) {
  await report.lookAt(impact.point, near.asked);
  const image = await report.picture();
  const [a, b] = [impact.a, impact.b].map((id) => seenAs(image, scene.colors[id], near.scale * radii[id], 3));
  assert.ok(a && b, `one of the two is not seen from near at impact ${impact.index}`);
  await report.fit();
  const gap = distance([a.x, a.y], [b.x, b.y]) - near.scale * (radii[impact.a] + radii[impact.b]);
  assert.ok(Math.abs(gap) <= 1, `at impact ${impact.index} the two are ${gap} pixels apart, from near`);
  return Math.abs(gap);
}

function asPlace([x, y]) {
  return { x, y };
}

/** Steps to all collisions, and stays at one of `kOneOf`. */
async function* collisionsLookedAt(report, { impacts }) {
  for (let i = 0; i < impacts.length; i += kOneOf) {
    await report.step('next');
    checkTime(await report.facts(), impacts[i]);
    yield impacts[i];
    const passed = impacts.slice(i + 1, i + kOneOf);
    const told = await report.presses('next', passed.length);
    passed.forEach((impact, k) => checkTime(told[k], impact));
  }
}

function checkTime(facts, impact) {
  assert.equal(facts.impact, impact.index);
  assert.ok(
    Math.abs(facts.time - impact.time) <= 1e-12 * impact.time,
    `at ${facts.time}, not ${impact.time}`,
  );
}

/** Seen from two directions, so that a wrong depth shows as well. */
async function collisionsTouchIn3d(report, scene, context) {
  for (const turn of [null, [-260, 60]]) {
    if (turn) await report.drag(...turn);
    const { map, scale, outline } = await calibrate(report, scene);
    const radii = scene.frames[0].bodies.map((body) => body.radius);
    const looked = Math.ceil(scene.impacts.length / kOneOf);
    let worst = 0;
    let seen = 0;
    for await (const impact of collisionsLookedAt(report, scene)) {
      const image = await report.picture();
      const ends =
        impact.kind === 'body_body'
          ? [
              [impact.a, -1],
              [impact.b, 1],
            ]
          : [[impact.a, -1]];
      for (const [id, sign] of ends) {
        const ball = partlySeen(image, scene.colors[id], true);
        if (!ball || Math.abs(ball.radius + outline - scale * radii[id]) > 0.5) continue;
        const touching = impact.point.map((x, axis) => x + sign * radii[id] * impact.normal[axis]);
        const off = distance([ball.x, ball.y], map(touching));
        assert.ok(off <= 1, `at impact ${impact.index} body ${id} is ${off} pixels from touching`);
        worst = Math.max(worst, off);
        seen += 1;
      }
    }
    context.diagnostic(
      `${seen} bodies seen at ${looked} of ${scene.impacts.length} collisions, at most ${worst.toFixed(3)} off`,
    );
    assert.ok(seen > looked / 2);
  }
}
