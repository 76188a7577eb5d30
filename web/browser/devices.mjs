// What is tested at a desk and on a phone alike.
import { after, before, test } from 'node:test';

import { launch } from './browser.mjs';
import { OpenReports } from './open_reports.mjs';
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
 * one browser. Each report is opened once: what a body chooses and switches it leaves as it was.
 */
export function checker(folders) {
  let browser;
  const reports = new OpenReports();
  before(async () => (browser = await launch('webgl2')));
  after(() => browser.close());
  return (what, name, body) => {
    for (const [device, options] of Object.entries(kDevices)) {
      test(`${device}, ${what}`, { timeout: 120_000 }, async () => {
        const open = () => Report.open(browser, folders[name], options);
        await reports.use(`${name} ${device}`, open, (report) => body(report, report.page, folders[name]));
      });
    }
  };
}
