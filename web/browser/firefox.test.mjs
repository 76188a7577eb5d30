// The playground in Firefox, by WebDriver BiDi: it opens, drags, and gives the program's hashes. Of the bundled scenes
// a few, in the long form all.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

import { kSource, program, summaryUntil } from './playground_program.mjs';

const kFirefox = process.env.FIRSTHIT_FIREFOX ?? '/usr/bin/firefox-esr';
const kPage = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'playground.html');
const kScenes = readdirSync(join(kSource, 'scenes')).filter((file) => file.endsWith('.toml'));
const kFew = ['break.toml', 'cradle.toml', 'gas3d.toml', 'windmill.toml'];
const scenes = process.env.FIRSTHIT_LONG === '1' ? kScenes : kFew;
const options = { timeout: 300_000, skip: existsSync(kFirefox) ? false : `there is no ${kFirefox}: apt-get install firefox-esr` };

let browser;
let page;
const faults = [];
const rest = () => page.evaluate(() => window.firsthit.rest());

before(async () => {
  if (options.skip) return;
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: kFirefox, headless: true });
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.setViewport({ width: 1280, height: 860 });
  await page.goto(pathToFileURL(kPage).href);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', { timeout: 120_000 });
  await rest();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  assert.deepEqual(faults, []);
});

test('in Firefox bundled scenes give the hash of the program', options, async () => {
  for (const file of scenes) {
    const name = file.replace('.toml', '');
    await page.evaluate((n, text) => window.firsthit.open(n, text), name, readFileSync(join(kSource, 'scenes', file), 'utf8'));
    await rest();
    const until = await page.evaluate(() => Number((0.5 * window.firsthit.state().end).toPrecision(3)));
    await page.evaluate((time) => window.firsthit.seek(time), until);
    assert.equal(await page.evaluate(() => window.firsthit.hash()), summaryUntil(name, until).state_hash, name);
  }
});

test('in Firefox a drag shows the time of first_hit, to the last digit', options, async () => {
  await page.select('#scenes', 'two balls');
  await rest();
  const [x, y] = await page.evaluate(() => window.firsthit.project([3, 3.2]));
  const [toX, toY] = await page.evaluate(() => window.firsthit.project([4, 5]));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 4 });
  await page.evaluate(() => window.firsthit.painted());
  const shown = await page.$eval('#contact-delay', (element) => element.textContent);
  const { contact } = await page.evaluate(() => window.firsthit.state());
  const answer = JSON.parse(program(['query', '-'], `${JSON.stringify(contact.query)}\n`));
  assert.equal(shown, String(answer.delay));
  assert.notEqual(contact.query.a.position[1], 3.2);
  await page.mouse.up();
  await rest();
});
