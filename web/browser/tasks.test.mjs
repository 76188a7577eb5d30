// The five tasks can be done, in few presses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch } from './browser.mjs';
import { doTask, kTasks } from './tasks.mjs';

const kMostPresses = 8;

let browser;
before(async () => (browser = await launch('webgl2')));
after(() => browser.close());

for (const each of kTasks)
  test(each.task, { timeout: 120_000 }, async () => {
    const { done, presses, faults } = await doTask(browser, each);
    assert.ok(done);
    assert.ok(presses <= kMostPresses, `${presses} presses`);
    assert.deepEqual(faults, []);
  });
