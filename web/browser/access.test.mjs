// Everybody can use a report: by keyboard, on a phone, in either theme, with motion reduced, with a screen
// reader.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { faultsByAxe } from './axe.mjs';
import { launch } from './browser.mjs';
import { madeReport, planeShapes } from './made.mjs';
import { OpenReports } from './open_reports.mjs';
import { run, temporaryFolder } from './program.mjs';
import { Report } from './report.mjs';
import { kBreak, kEmpty, kGas3d } from './scenes.mjs';

const kLong = process.env.FIRSTHIT_LONG === '1';
const kPhone = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const kFolders = {
  'a break': run(kBreak),
  'a gas in 3D': run(kGas3d),
  'an empty run': run(kEmpty),
  'bodies of all shapes': await madeReport('shapes', planeShapes()),
};

const reports = new OpenReports();
let browser;
before(async () => (browser = await launch('webgl2')));
after(() => browser.close());

function check(what, folder, options, body) {
  test(what, { timeout: 300_000 }, async () => {
    const open = () => Report.open(browser, folder, options);
    await reports.use(`${folder} ${JSON.stringify(options)}`, open, (report) => body(report.page, report));
  });
}

for (const [name, folder] of Object.entries(kFolders))
  for (const [device, options, usual] of [
    ['a desk', {}, 'light'],
    ['a phone', kPhone, 'dark'],
  ]) {
    // All reports have one style sheet: each in both themes, and the first in both on each device.
    const themes = kLong || name === 'a break' ? ['dark', 'light'] : [usual];
    check(`${name}, ${themes.join(' and ')}, on ${device}: axe finds nothing`, folder, options, async (page, report) => {
      await report.allPlots();
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        await report.settle();
        assert.deepEqual(await faultsByAxe(page), [], colorScheme);
      }
    });
  }

check(
  'every control is reached by Tab, and shows that it has the focus',
  kFolders['a break'],
  {},
  async (page) => {
    const controls = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
        .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }) && !each.disabled)
        .map((each, k) => (each.dataset.tested = String(k))),
    );
    assert.ok(controls.length > 15, `only ${controls.length} controls`);
    const reached = new Set();
    for (let k = 0; k < 2 * controls.length + 20 && reached.size < controls.length; ++k) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at?.dataset.tested) return null;
        // A checkbox may leave its ring to the label around it.
        const places = [at, at.closest('label'), at.nextElementSibling]
          .filter(Boolean)
          .map((each) => getComputedStyle(each));
        const seen = places.some((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none');
        return { id: at.dataset.tested, what: at.id || at.outerHTML.slice(0, 80), seen };
      });
      if (!focus) continue;
      reached.add(focus.id);
      assert.ok(focus.seen, `nothing shows that ${focus.what} has the focus`);
    }
    const missed = await page.evaluate(
      (ids) =>
        [...document.querySelectorAll('[data-tested]')]
          .filter((each) => !ids.includes(each.dataset.tested))
          .map((each) => each.outerHTML.slice(0, 80)),
      [...reached],
    );
    assert.deepEqual(missed, []);
  },
);

check('every control has a name', kFolders['a break'], {}, async (page) => {
  const [seen, nameless] = await page.evaluate(() => {
    const controls = [...document.querySelectorAll('button, input, select')].filter((each) => each.checkVisibility({ checkVisibilityCSS: true }));
    const nameOf = (each) => each.ariaLabel || each.innerText || [...(each.labels ?? [])].map((label) => label.innerText).join();
    return [controls.length, controls.filter((each) => nameOf(each).trim() === '').map((each) => each.outerHTML)];
  });
  assert.ok(seen > 15, `only ${seen} controls`);
  assert.deepEqual(nameless, []);
});

check(
  'on a phone nothing sticks out, and everything is large enough for a finger',
  kFolders['a break'],
  kPhone,
  async (page) => {
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    assert.ok(scroll <= width, `${scroll} pixels of ${width}`);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, label:has(input[type=checkbox])')]
        .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }))
        .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
        .map(([what, { width: w, height: h }]) => ({ what, w, h })),
    );
    assert.ok(sizes.length > 10, `only ${sizes.length} controls`);
    for (const { what, w, h } of sizes) assert.ok(Math.min(w, h) >= 43.5, `${what} is ${w} x ${h}`);
  },
);

check('on a phone one plays by touch', kFolders['a gas in 3D'], kPhone, async (page) => {
  await page.locator('#play').tap();
  await page.waitForFunction(() => Number(document.documentElement.dataset.time) > 0);
});

check('a moment can be shared by its address', kFolders['a break'], {}, async (page, report) => {
  await report.seek(1.5);
  await page.locator('#color').selectOption('speed');
  await page.waitForFunction(() => location.hash.includes('speed'));
  const again = await Report.open(browser, kFolders['a break'], {}, new URL(page.url()).hash);
  assert.equal((await again.facts()).time, 1.5);
  assert.equal(await again.page.locator('#color').inputValue(), 'speed');
  await again.close();
});

check(
  'with motion reduced it waits',
  kFolders['a break'],
  { reducedMotion: 'reduce' },
  async (page, report) => {
    await page.waitForTimeout(500);
    const { time, playing } = await report.facts();
    assert.deepEqual([time, playing], [0, false]);
  },
);

// Last of this page: the faults stay.
check('axe finds planted faults', kFolders['a break'], {}, async (page) => {
  await page.evaluate(() => {
    document.querySelector('#scene-name').style.color = '#bbbbbb';
    document.querySelector('#play').removeAttribute('aria-label');
    document.querySelector('#play').removeAttribute('title');
  });
  const faults = await faultsByAxe(page);
  assert.ok(
    faults.some((fault) => fault.startsWith('color-contrast: #scene-name')),
    faults.join(),
  );
  assert.ok(
    faults.some((fault) => fault.startsWith('button-name: #play')),
    faults.join(),
  );
});

test('a damaged report says so, and is never blank', async () => {
  const text = readFileSync(join(kFolders['a break'], 'report.html'), 'utf8');
  const data = /(id="firsthit-paths">)([^<]*)/;
  const texts = /(id="firsthit-run">)([^<]*)/;
  const damages = {
    'cut text': text.replace(texts, (_, head, body) => head + body.slice(0, 4 * (body.length >> 3))),
    cut: text.replace(data, (_, head, body) => head + body.slice(0, body.length / 2)),
    gone: text.replace(data, '$1'),
    scrambled: text.replace(data, (_, head, body) => head + '!'.repeat(body.length)),
  };
  for (const [name, damaged] of Object.entries(damages)) {
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'report.html'), damaged);
    await assert.rejects(Report.open(browser, folder), /cannot be shown[^]*\w{5}/, name);
  }
});
