// Playing on takes no more memory: what is taken is used again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { launch } from './browser.mjs';
import { memoryOf, round } from './play.mjs';
import { PlaygroundPage } from './playground.mjs';

const isLong = process.env.FIRSTHIT_LONG === '1';
// Bytes of the page's own objects: texts to undo, up to 500, are kept on purpose, and code that is compiled as it is used.
const kGrowth = isLong ? 2e6 : 1e6;
const kRounds = isLong ? 60 : 2;

test('rounds of play take no more memory than the first ones', { timeout: 3_600_000 }, async () => {
  const browser = await launch('webgl2');
  const playground = await PlaygroundPage.open(browser);
  for (let i = 0; i < 2; ++i) await round(playground);
  const before = await memoryOf(playground);
  for (let i = 0; i < kRounds; ++i) await round(playground);
  const after = await memoryOf(playground);
  assert.equal(after.core, before.core);
  assert.ok(after.page < before.page + kGrowth, `from ${before.page} to ${after.page} bytes`);
  assert.deepEqual(playground.page.faults, []);
  await browser.close();
});
