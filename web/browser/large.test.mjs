// Large runs stay usable: reports of bounded size, which say what they leave out. How fast they are is
// bench.mjs's matter.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { launch } from './browser.mjs';
import { run, summaryOf } from './program.mjs';
import { Report } from './report.mjs';
import { kBreak, largeGas } from './scenes.mjs';

function sizeOf(folder) {
  return statSync(join(folder, 'report.html')).size;
}

async function opened(context, folder) {
  const browser = await launch('webgl2');
  context.after(() => browser.close());
  return Report.open(browser, folder);
}

test('the report of the break is under 1.5 MB', () => {
  assert.ok(sizeOf(run(kBreak)) < 1.5e6);
});

test(
  '100,000 bodies and 200 frames: under 60 MB, and every body is there at the end',
  { timeout: 600_000 },
  async (context) => {
    const folder = run(largeGas(100_000, 200), ['--no-trajectory']);
    assert.ok(sizeOf(folder) < 60e6, `${sizeOf(folder)} bytes`);
    const report = await opened(context, folder);
    await report.seek(summaryOf(folder).simulated_time);
    assert.match(await report.page.locator('#facts').innerText(), /100.?000 bodies/);
    assert.match(await report.page.locator('#left-out').innerText(), /straight|frames/);
    assert.deepEqual(report.page.faults, []);
  },
);

test('a million bodies: thinned, and it says so', { timeout: 600_000 }, async (context) => {
  const folder = run(largeGas(1_000_000, 3), ['--no-trajectory']);
  assert.ok(sizeOf(folder) < 60e6, `${sizeOf(folder)} bytes`);
  const report = await opened(context, folder);
  const said = await report.page.locator('#left-out').innerText();
  assert.match(said, /1.?000.?000/);
  assert.match(said, /bod/);
  assert.deepEqual(report.page.faults, []);
});
