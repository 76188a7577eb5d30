// How fast the playground follows a hand, opens and plays, in Chromium without a window, drawing in software: the
// slowest that a person would have. Prints a line for each, with the bound that holds on two quiet cores. With --hours=N
// it also plays for so long, and tells what memory that takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { launch } from './browser.mjs';
import { manyBalls, memoryOf, round } from './play.mjs';
import { PlaygroundPage } from './playground.mjs';
import { kSource } from './program.mjs';

/** Each is measured so often, and the least told: a machine may be shared, and what others do only adds. */
const kRepeats = 5;
const kMoves = 120;
const kFrames = 200;
const hours = Number(/--hours=(\S+)/.exec(process.argv.join(' '))?.[1] ?? 0);

function print(what, figure, bound) {
  console.log(`${what.padEnd(62)} ${figure.padStart(34)}   ${bound}`);
}

const part = (values, of) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(of * values.length), values.length - 1)];

/** Of several runs. */
const spread = (runs) => [0.5, 0.95].map((of) => Math.min(...runs.map((values) => part(values, of))).toFixed(1)).join(', 95 %: ');

async function repeated(measure) {
  const results = [];
  for (let i = 0; i < kRepeats; ++i) results.push(await measure());
  return results;
}

/** Lets the page note how long each of its pictures takes to be computed and drawn, and when after a move it is there. */
const noteFrames = (page) =>
  page.evaluate(() => {
    window.scripts = [];
    window.waits = [];
    let moved = null;
    addEventListener('pointermove', ({ timeStamp }) => (moved ??= timeStamp), true);
    const plain = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      plain((now) => {
        const begin = performance.now();
        draw(now);
        window.scripts.push(performance.now() - begin);
        const since = moved;
        moved = null;
        if (since !== null) setTimeout(() => window.waits.push(performance.now() - since));
      });
  });

async function drags(browser, count) {
  const playground = await PlaygroundPage.open(browser);
  const { page } = playground;
  await playground.openScene('many', manyBalls(count));
  const [x, y] = await playground.project([2, 2]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await noteFrames(page);
  const scripts = [];
  for (let i = 0; i < kMoves; ++i) {
    await page.mouse.move(x + (i % 8), y - (i % 5));
    await playground.painted();
    scripts.push(await page.evaluate(() => Math.max(...window.scripts.splice(0))));
  }
  const waits = await page.evaluate(() => window.waits);
  const { renderer } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  const { quick } = await playground.state();
  if (quick !== true) throw new Error('the drags read the text');
  await page.mouse.up();
  await playground.close();
  return { scripts, waits, renderer };
}

async function playing(browser, count) {
  const playground = await PlaygroundPage.open(browser);
  const { page } = playground;
  await playground.openScene('many', manyBalls(count));
  await noteFrames(page);
  await page.locator('#play').click();
  const frames = await page.evaluate(
    (most) =>
      new Promise((done) => {
        const stamps = [];
        const next = (now) => (stamps.push(now) > most ? done(stamps) : requestAnimationFrame(next));
        requestAnimationFrame(next);
      }),
    kFrames,
  );
  const scripts = await page.evaluate(() => window.scripts.filter((each) => each > 0.05));
  await playground.close();
  return { frames: frames.slice(1).map((time, k) => time - frames[k]), scripts };
}

async function opening(browser, throttled) {
  const blank = await browser.newContext({ offline: true });
  const page = await blank.newPage();
  const session = await blank.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttled });
  const begin = performance.now();
  await page.goto(`file://${join(kSource, 'web', 'dist', 'playground.html')}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  await page.evaluate(() => window.firsthit.rest());
  const passed = performance.now() - begin;
  await blank.close();
  return passed;
}

const size = gzipSync(readFileSync(join(kSource, 'web', 'dist', 'playground.html')), { level: 9 }).length;
print('size, packed by gzip [MB]', (size / 1e6).toFixed(3), 'at most 1.2');
const browser = await launch('webgl2');
print('opens, at a quarter of the speed [s]', (Math.min(...(await repeated(() => opening(browser, 4)))) / 1000).toFixed(2), 'at most 2');
for (const [count, bound] of [[100, 8], [4000, 100]]) {
  const runs = await repeated(() => drags(browser, count));
  const [scripts, waits] = ['scripts', 'waits'].map((key) => runs.map((run) => run[key]));
  const { renderer } = runs[0];
  print(`a drag among ${count} bodies, ${renderer}: computed and drawn [ms]`, spread(scripts), `95 %: at most ${bound}`);
  print(`a drag among ${count} bodies: painted after [ms]`, spread(waits), count === 100 ? '95 %: at most 33' : '');
}
for (const count of [1000, 10_000]) {
  const runs = await repeated(() => playing(browser, count));
  const [frames, scripts] = ['frames', 'scripts'].map((key) => runs.map((run) => run[key]));
  print(`${count} bodies play: script a picture [ms]`, spread(scripts), '');
  print(`${count} bodies play: from picture to picture [ms]`, spread(frames), '');
}
if (hours > 0) {
  const playground = await PlaygroundPage.open(browser);
  const end = Date.now() + 3.6e6 * hours;
  for (let rounds = 0; rounds < 3 || Date.now() < end; ++rounds) {
    await round(playground);
    if (rounds % 10 !== 2) continue;
    const { page, core } = await memoryOf(playground);
    print(`memory after ${rounds + 1} rounds of play: page, core [MB]`, `${(page / 1e6).toFixed(2)}, ${(core / 1e6).toFixed(1)}`, '');
  }
}
await browser.close();
