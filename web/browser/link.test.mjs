// From a report to the playground with its scene.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch } from './browser.mjs';
import { PlaygroundPage } from './playground.mjs';
import { run } from './program.mjs';
import { Report } from './report.mjs';
import { kBreak } from './scenes.mjs';

let browser;
before(async () => (browser = await launch('webgl2')));
after(() => browser.close());

test('a report opens the playground with its scene, wherever that is', { timeout: 120_000 }, async () => {
  const folder = run(kBreak);
  const report = await Report.open(browser, folder);
  const link = report.page.locator('#open-playground');
  const scene = await report.page.locator('#scene').textContent();
  const beside = new URL(await link.evaluate((element) => element.href));
  assert.equal(beside.pathname, join(folder, 'playground.html'));
  await report.page.locator('#playground-place').fill('../elsewhere/play.html');
  const elsewhere = new URL(await link.evaluate((element) => element.href));
  assert.ok(elsewhere.pathname.endsWith('/elsewhere/play.html'));
  assert.equal(elsewhere.hash, beside.hash);
  assert.deepEqual(report.page.faults, []);
  await report.close();
  const playground = await PlaygroundPage.open(browser, { fragment: beside.hash });
  assert.equal(await playground.text(), scene);
  assert.deepEqual(playground.page.faults, []);
  await playground.close();
});

test('a scene that is too long for an address is not linked, and it is said why', { timeout: 120_000 }, async () => {
  const balls = Array.from({ length: 900 }, (_, i) => `[[ball]]\nposition = [${(i % 30) + Math.abs(Math.sin(i)) / 4}, ${Math.floor(i / 30) + Math.abs(Math.cos(i)) / 4}]\nradius = 0.1\nmass = 1\n`);
  const report = await Report.open(browser, run(`format = 1\ndimension = 2\n[run]\nuntil = 1\n${balls.join('')}`));
  assert.equal(await report.page.locator('#open-playground').isVisible(), false);
  assert.match(await report.page.locator('#playground-note').textContent(), /too long for an address/);
  await report.close();
});
