// How fast reports open and move in Chromium without a window, drawing in software: the slowest that a person
// would have. Prints a line for each, with the bound that holds on two quiet cores.
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { kRenderers, launch, newPage } from './browser.mjs';
import { madeReport, pointsInBox } from './made.mjs';
import { run } from './program.mjs';
import { Report } from './report.mjs';
import { largeGas } from './scenes.mjs';

const kFrames = 300;

/** Milliseconds from opening to the first picture. */
async function openingTime(renderer, folder) {
  const browser = await launch(renderer);
  // The first page of a browser pays for its start.
  await (await newPage(browser)).goto('about:blank');
  const before = performance.now();
  const report = await Report.open(browser, folder);
  await report.settle();
  const passed = performance.now() - before;
  await browser.close();
  return passed;
}

/** Milliseconds from frame to frame while it plays, sorted: whole sixtieths of a second, but for rounding. */
async function frameTimes(renderer, folder) {
  const browser = await launch(renderer);
  const report = await Report.open(browser, folder, { viewport: { width: 1600, height: 1000 } });
  await report.page.locator('#play').click();
  const times = await report.page.evaluate(
    (count) =>
      new Promise((done) => {
        const stamps = [];
        const next = (now) => (stamps.push(now) > count ? done(stamps) : requestAnimationFrame(next));
        requestAnimationFrame(next);
      }),
    kFrames,
  );
  await browser.close();
  return times
    .slice(1)
    .map((time, k) => time - times[k])
    .sort((a, b) => a - b);
}

async function printFrameTimes(what, renderer, folder) {
  const times = await frameTimes(renderer, folder);
  const [median, late] = [0.5, 0.95].map((part) => times[Math.floor(part * times.length)].toFixed(1));
  const mean = (times.reduce((sum, time) => sum + time) / times.length).toFixed(1);
  const bound = renderer === 'webgl2' ? 'median at most 33' : '';
  print(`${what}, ${renderer}: ${kFrames} frames [ms]`, `${median}, 95 %: ${late}, mean: ${mean}`, bound);
}

/** Ten thousand bodies that fly through one another: what they meet costs nothing to draw. */
function crowd(shape, dimension) {
  const made = pointsInBox(10_000, dimension, 4);
  const size = made.bodies[0].radius;
  const end = [0, 0, 0].slice(0, dimension).map(() => 0.8 * size);
  const shapes = {
    boxes: { box: { half_extents: end } },
    capsules: { capsule: { from: end.map((x) => -x), to: end, radius: 0.5 * size } },
  };
  return { ...made, bodies: made.bodies.map((body) => ({ ...body, shape: shapes[shape] })) };
}

function print(what, figure, bound) {
  console.log(`${what.padEnd(58)} ${figure.padStart(32)}   ${bound}`);
}

const tenThousand = {
  '2D': run(largeGas(10_000, 300, 2), ['--no-trajectory']),
  '3D': run(largeGas(10_000, 300, 3), ['--no-trajectory']),
};
for (const [dimension, folder] of Object.entries(tenThousand))
  for (const renderer of Object.keys(kRenderers))
    await printFrameTimes(`10,000 bodies in ${dimension}`, renderer, folder);
for (const [shape, dimension] of [
  ['boxes', 2],
  ['boxes', 3],
  ['capsules', 3],
])
  await printFrameTimes(
    `10,000 ${shape} in ${dimension}D`,
    'webgl2',
    await madeReport(`${shape} ${dimension}`, crowd(shape, dimension)),
  );
const hundredThousand = run(largeGas(100_000, 200), ['--no-trajectory']);
const megabytes = statSync(join(hundredThousand, 'report.html')).size / 1e6;
print('100,000 bodies, 200 frames: size [MB]', megabytes.toFixed(1), 'at most 60');
for (const renderer of Object.keys(kRenderers)) {
  const passed = await openingTime(renderer, hundredThousand);
  print(`100,000 bodies, 200 frames, ${renderer}: opens in [s]`, (passed / 1000).toFixed(2), 'at most 5');
}
