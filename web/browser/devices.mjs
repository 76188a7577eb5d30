// What is tested at a desk and on a phone alike.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch } from './browser.mjs';
import { Report } from './report.mjs';

const kDevices = {
  'at a desk': {},
  'on a phone': {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};

/**
 * `check(what, name, body)`: tests body(report, page, folder) on each device with the report in folders[name], in
 * one browser.
 */
export function checker(folders) {
  let browser;
  before(async () => (browser = await launch('webgl2')));
  after(() => browser.close());
  return (what, name, body) => {
    for (const [device, options] of Object.entries(kDevices)) {
      test(`${device}, ${what}`, { timeout: 120_000 }, async () => {
        const report = await Report.open(browser, folders[name], options);
        await body(report, report.page, folders[name]);
        assert.deepEqual(report.page.faults, []);
        await report.close();
      });
    }
  };
}
