// Draws the pictures of reports and of the playground that the documents show, into docs/images: the same moments of the same runs
// each time.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from './browser.mjs';
import { kSource, run } from './program.mjs';
import { PlaygroundPage } from './playground.mjs';
import { Report } from './report.mjs';
import { kBreak } from './scenes.mjs';

const kPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const kDesk = { viewport: { width: 1280, height: 800 } };

const breaks = run(kBreak);
const gas = run(join(kSource, 'scenes', 'gas3d.toml'), ['--until', '2', '--no-trajectory']);
const kPictures = [
  { name: 'report-2d-light', folder: breaks, time: 0.42, options: kDesk, arrows: true },
  {
    name: 'report-2d-dark',
    folder: breaks,
    time: 0.42,
    options: { ...kDesk, colorScheme: 'dark' },
    arrows: true,
  },
  {
    name: 'report-3d-dark',
    folder: gas,
    time: 1.5,
    options: { ...kDesk, colorScheme: 'dark' },
    color: 'speed',
  },
  { name: 'report-phone', folder: breaks, time: 0.42, options: kPhone },
];

const images = join(kSource, 'docs', 'images');
mkdirSync(images, { recursive: true });
const browser = await launch('webgl2');
for (const { name, folder, time, options, color, arrows = false } of kPictures) {
  const report = await Report.open(browser, folder, options);
  if (color) await report.page.locator('#color').selectOption(color);
  await report.show({ arrows });
  await report.seek(time);
  await report.page.mouse.move(0, 0);
  await report.page.waitForTimeout(500); // plots follow the time at leisure
  const path = join(images, `${name}.png`);
  await report.page.screenshot({ path, animations: 'disabled' });
  console.log(`docs/images/${name}.png  ${Math.round(statSync(path).size / 1000)} kB`);
  await report.close();
}

const kLarge = { viewport: { width: 1280, height: 860 } };
for (const [name, options, prepare] of [
  ['playground', kLarge],
  ['playground-phone-dark', { ...kPhone, colorScheme: 'dark' }],
  ['playground-embed', { viewport: { width: 480, height: 320 }, query: '?embed=1' }],
  [
    'playground-chaos',
    kLarge,
    async ({ page }) => {
      await page.locator('#tab-compare').click();
      await page.locator('#chaos-shown').check();
      await page.locator('#chaos-plot canvas').waitFor();
      await page.evaluate(() => window.firsthit.seek(112));
    },
  ],
  [
    'playground-events',
    kLarge,
    async (playground) => {
      const { page } = playground;
      const gas = readFileSync(join(kSource, 'scenes', 'gas2d.toml'), 'utf8').replace(/count = \d+/, 'count = 200');
      await playground.openScene('gas2d', gas);
      await page.locator('#tab-events').click();
      for (let i = 0; i < 4; ++i) await page.locator('#next').click();
    },
  ],
  [
    'playground-query',
    { ...kLarge, colorScheme: 'dark' },
    async ({ page }) => {
      await page.locator('#tab-query').click();
      await page.locator('#query-now').click();
    },
  ],
  [
    'playground-rooms',
    kLarge,
    async ({ page }) => {
      await page.locator('#tab-rooms').click();
      await page.locator('#rooms button', { hasText: 'climb' }).click();
      await page.locator('#walk').click();
      await page.evaluate(() => window.firsthit.walk(230, { right: true }));
    },
  ],
]) {
  const playground = await PlaygroundPage.open(browser, options);
  await prepare?.(playground);
  await playground.rest();
  await playground.page.mouse.move(0, 0);
  const path = join(images, `${name}.png`);
  await playground.page.screenshot({ path, animations: 'disabled' });
  console.log(`docs/images/${name}.png  ${Math.round(statSync(path).size / 1000)} kB`);
  await playground.close();
}
await browser.close();
