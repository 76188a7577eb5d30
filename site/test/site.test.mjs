// The site as a reader has it: opened from disk in Chromium, without a network.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const root = new URL('../../build/site/html/', import.meta.url);
let browser;

const launch = (...args) => chromium.launch({
  executablePath: process.env.FIRSTHIT_CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: process.getuid() !== 0, args,
});
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Opens a page, and fails the test for anything that goes wrong on it or is asked of a network. */
async function open(page, look = {}, by = browser) {
  const context = await by.newContext({ viewport: { width: 1280, height: 860 }, offline: true, ...look });
  const tab = await context.newPage();
  const faults = [];
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('request', (request) => {
    if (!/^(file|data|blob|about):/.test(request.url())) faults.push(request.url());
  });
  await tab.goto(new URL(page, root).href);
  return { tab, close: async () => { await context.close(); assert.deepEqual(faults, []); } };
}

/** The pages that a search finds, best first. */
async function found(words) {
  const { tab, close } = await open('index.html');
  await tab.locator('input[data-md-component=search-query]').fill(words);
  await tab.waitForFunction(() => document.querySelector('.md-search-result__meta').textContent.match(/match|No/), null, { timeout: 20000 });
  const links = await tab.locator('.md-search-result__item > a').evaluateAll((all) => all.map((a) => a.href));
  await close();
  return links.map((link) => link.slice(root.href.length).replace(/[?#].*/, ''));
}

// What somebody who is new would type, and the pages that answer it: one of these must come first.
const words = {
  'ghost collision': ['how-it-works.html', 'words.html'],
  tunnelling: ['how-it-works.html', 'words.html'],
  'time of impact': ['how-it-works.html', 'words.html', 'concepts/queries.html'],
  'hard spheres': ['words.html', 'gallery/equation-of-state.html'],
  'continuous collision detection': ['how-it-works.html', 'words.html'],
  'character controller': ['words.html', 'concepts/worlds.html'],
  'event-driven molecular dynamics': ['how-it-works.html', 'words.html'],
  raycast: ['words.html', 'concepts/worlds.html'],
  billiards: ['words.html', 'formats/scene.html'],
  determinism: ['words.html', 'invariants.html'],
};
for (const [word, pages] of Object.entries(words)) {
  test(`who searches for "${word}" finds it first`, async () => {
    const [first, ...others] = await found(word);
    assert.ok(pages.includes(first), `${first} comes first, then ${others.slice(0, 4).join(', ')}`);
  });
}

test('words that stand beside an asterisk in code are found by how they begin', async () => {
  for (const beginning of ['of', 'offsets', 'FirsthitShape']) assert.notDeepEqual(await found(beginning), [], beginning);
});

test('a search for what nobody wrote finds nothing', async () => {
  assert.deepEqual(await found('xylophonist'), []);
});

test('pages fit a desktop and a telephone, light and dark', async () => {
  for (const page of ['index.html', 'how-it-works.html', 'api/cpp/world.html', 'formats/scene.html', 'playground.html']) {
    for (const width of [1280, 390]) {
      for (const colorScheme of ['light', 'dark']) {
        const { tab, close } = await open(page, { viewport: { width, height: 844 }, colorScheme });
        const [wide, scheme] = await tab.evaluate(() => [document.documentElement.scrollWidth, document.body.getAttribute('data-md-color-scheme')]);
        assert.ok(wide <= width, `${page} is ${wide} wide on a screen of ${width}`);
        assert.equal(scheme, colorScheme === 'light' ? 'default' : 'slate');
        await close();
      }
    }
  }
});

test('on a telephone no page scrolls sideways, and no table runs past the edge', async () => {
  const pages = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.html') && !name.startsWith('source/'));
  assert.ok(pages.length > 100, `${pages.length} pages`);
  const { tab, close } = await open('index.html', { viewport: { width: 390, height: 844 } });
  let tables = 0;
  for (const page of pages) {
    await tab.goto(new URL(page, root).href, { waitUntil: 'domcontentloaded' });
    const [wide, edges] = await tab.evaluate(() => [document.documentElement.scrollWidth,
      [...document.querySelectorAll('.md-content table:not(.highlighttable)')].map((table) => table.getBoundingClientRect().right)]);
    assert.ok(wide <= 390, `${page} is ${wide} wide`);
    for (const edge of edges) assert.ok(edge <= 390, `a table of ${page} ends at ${edge}`);
    tables += edges.length;
  }
  assert.ok(tables > 100, `${tables} tables`);
  await close();
});

test('the playground plays within its page', async () => {
  const { tab, close } = await open('playground.html');
  const frame = tab.frameLocator('iframe.playground');
  await frame.getByText('1.52752').first().waitFor({ timeout: 20000 });  // when the two balls of its first scene meet
  await close();
});

test('the pictures of how it works move, and stand still for who wants that', async () => {
  // What a page is told by playwright does not reach pictures; what the system wants does.
  const still = await launch('--force-prefers-reduced-motion');
  for (const by of [browser, still]) {
    const { tab, close } = await open('how-it-works.html', {}, by);
    const pictures = tab.locator('img[src$=".svg"]');
    assert.equal(await pictures.count(), 5);
    for (let i = 0; i < 5; ++i) {
      await pictures.nth(i).scrollIntoViewIfNeeded();
      const then = await pictures.nth(i).screenshot();
      let moved = false;
      for (let look = 0; look < (by === still ? 2 : 8) && !moved; ++look) {
        await tab.waitForTimeout(500);
        moved = !then.equals(await pictures.nth(i).screenshot());
      }
      assert.equal(moved, by === browser, `picture ${i}`);
    }
    await close();
  }
  await still.close();
});
