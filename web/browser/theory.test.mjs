// A run beside theory and beside another run, at a desk and on a phone. What is expected comes from the run's
// own files and from the papers' formulas.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch } from './browser.mjs';
import { framesOf, kSource, rowsOf, run, summaryOf } from './program.mjs';
import { Report } from './report.mjs';
import { kBreak } from './scenes.mjs';

const kDevices = {
  'at a desk': {},
  'on a phone': {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};
const kGas = (scene, words) => run(join(kSource, 'scenes', scene), [...words, '--set', 'run.measure_from=1']);
const kXyz = ['--xyz'];
const kNudge = ['--set', 'ball.0.position=[0.635, 0.635001]'];
/** A press that pushes a crate into a corner, at time 13.8: its energy grows without bound. */
const kPress = `
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 6.0]
[run]
until = 50.0
[[body]]
name = "crate"
position = [2.0, 2.0]
shape = {box = {half_extents = [0.5, 0.3]}}
mass = 1.0
[[body]]
name = "press"
kind = "kinematic"
position = [8.0, 2.0]
velocity = [-0.5, 0.0]
shape = {box = {half_extents = [0.1, 1.0]}}
`;
const kFolders = {
  gas2d: kGas('gas2d.toml', ['--until', '6', '--set', 'run.sample_every=0.1']),
  gas3d: kGas('gas3d.toml', ['--until', '3', '--set', 'run.sample_every=0.05']),
  granular: run(join(kSource, 'scenes', 'granular.toml'), ['--until', '5', '--set', 'run.sample_every=0.25']),
  crushed: run(kPress, ['--set', 'run.sample_every=1'], 3),
  'crushed at once': run(kPress, [], 3),
  break: run(kBreak, kXyz),
  nudged: run(kBreak, [...kXyz, ...kNudge]),
};

let browser;
before(async () => (browser = await launch('webgl2')));
after(() => browser.close());

function check(what, name, body) {
  for (const [device, options] of Object.entries(kDevices)) {
    test(`${device}, ${what}`, { timeout: 120_000 }, async () => {
      const report = await Report.open(browser, kFolders[name], options);
      await body(report, report.page, summaryOf(kFolders[name]));
      assert.deepEqual(report.page.faults, []);
      await report.close();
    });
  }
}

const cell = (page, key) => page.locator(`#summary [data-key=${key}]`).innerText();

/** What a plot reads at the time that is shown. */
const readout = (page, plot) =>
  page
    .locator(`[data-plot=${plot}] .plot-readout`)
    .first()
    .evaluate((line) => JSON.parse(line.dataset.values));

check(
  'an ending, kinds of collisions and what is no gas are told in plain words',
  'break',
  async (_, page) => {
    assert.equal(await page.locator('#outcome').innerText(), 'Finished (t = 8)');
    assert.equal(await cell(page, 'collisions_by_kind'), '43 body-body, 0 body-obstacle, 52 body-wall');
    assert.match(await cell(page, 'thermodynamics'), /^say nothing here: no gas/);
    for (const plot of ['temperature', 'pressure', 'energy_drift'])
      assert.equal(await page.locator(`[data-plot=${plot}]`).count(), 0, plot);
    assert.equal(await page.locator('[data-plot=energy]').count(), 1);
  },
);

check(
  'a run that was crushed has the figures of its last sound state',
  'crushed',
  async (_, page, summary) => {
    assert.match(await page.locator('#outcome').innerText(), /^Crushed \(t = /);
    assert.match(await cell(page, 'culprits'), /crate.*press/);
    assert.equal(await page.locator('#summary th', { hasText: 'Collapsed' }).count(), 0);
    assert.equal(Number(await cell(page, 'sound_time')), summary.sound_time);
    // A crate of mass 1 that a press has hit, with twice its speed: the energy of a few such hits, not of thousands.
    assert.ok(
      summary.energy_final < 100 && Number(await cell(page, 'energy_final')) === summary.energy_final,
    );
  },
);

check('where no state was sound, every figure says why it is absent', 'crushed at once', async (_, page) => {
  for (const key of ['energy_final', 'momentum_final', 'sound_time'])
    assert.match(await cell(page, key), /^– crushed at t = .*run\.sample_every/, key);
  const ticks = await page.locator('[data-plot=speeds-now] .plot-readout').first().innerText();
  assert.ok(Number(/speed = ([\d.]+)/.exec(ticks)[1]) < 100, ticks);
});

/** P V / (N T) of N hard disks or balls whose momentum is 0. */
const kEquations = {
  gas2d: { source: 'Henderson, 1975', of: (eta) => (1 + eta ** 2 / 8) / (1 - eta) ** 2, packing: 0.5 },
  gas3d: {
    source: 'Carnahan and Starling, 1969',
    of: (eta) => (1 + eta + eta ** 2 - eta ** 3) / (1 - eta) ** 3,
    packing: 0.4,
  },
};

for (const [name, { source, of, packing }] of Object.entries(kEquations))
  check(`the pressure of ${name} stands beside ${source}`, name, async (report, page, summary) => {
    const bodies = 4000;
    const theory = (of(packing) * (bodies - 1)) / bodies;
    const told = await cell(page, 'against_theory');
    assert.ok(
      told.startsWith(`${source}: ${theory.toPrecision(6).replace(/0+$/, '')} ±`),
      `${told}; ${theory}`,
    );
    const percent = (100 * (summary.compressibility - theory)) / theory;
    const found = Number(/measured (\S+) %/.exec(told)[1].replace('−', '-'));
    assert.ok(Math.abs(found - percent) <= 0.06 * Math.abs(percent), `${told}; ${percent} %`);
    assert.match(told, /error bars$/);
    await report.seek(summary.simulated_time);
    await page.locator('[data-plot=pressure]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(200);
    const [measured, line] = await readout(page, 'pressure');
    const last = rowsOf(kFolders[name], 'observables.csv').at(-1);
    assert.equal(measured, Number(last.pressure));
    assert.ok(Math.abs(line / measured - theory / summary.compressibility) < 1e-9);
  });

check('speeds stand beside Maxwell, with the deviation in error bars', 'gas3d', async (_, page) => {
  await page.locator('[data-plot=speeds-now]').scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const note = await page.locator('[data-plot=speeds-now] .plot-note').innerText();
  const [, chi, degrees, bars] = /χ² = ([\d.]+) of (\d+), ([+−][\d.]+) error bars/.exec(note);
  const wanted = (Number(chi) - Number(degrees)) / Math.sqrt(2 * Number(degrees));
  assert.ok(Math.abs(Number(bars.replace('−', '-')) - wanted) < 0.06, note);
  assert.ok(Number(degrees) > 10 && Math.abs(wanted) < 6, note);
});

check('where theory does not apply, the page says why', 'granular', async (_, page) => {
  const note = await page.locator('[data-plot=speeds-now] .plot-note').innerText();
  assert.match(note, /No Maxwell curve: impacts have a restitution of 0\.6/);
  assert.match(
    await page.locator('[data-plot=pressure]').innerText(),
    /No theory: impacts have a restitution/,
  );
});

check('axes turn logarithmic where their values allow it', 'granular', async (report, page) => {
  const plot = page.locator('[data-plot=temperature]');
  await report.seek(4);
  await plot.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const before = await readout(page, 'temperature');
  const picture = () => plot.locator('canvas').screenshot();
  const linear = await picture();
  for (const axis of ['x', 'y']) {
    const toggle = plot.getByRole('button', { name: `log ${axis} axis` });
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
  }
  await page.waitForTimeout(200);
  assert.deepEqual(await readout(page, 'temperature'), before);
  assert.notDeepEqual(await picture(), linear);
  // Momentum is also negative.
  assert.equal(await page.locator('[data-plot=momentum] button', { hasText: 'log y' }).count(), 0);
});

check('no title of an axis is longer than the axis', 'gas2d', async (_, page) => {
  const axes = await page.locator('.plot-canvas').evaluateAll((plots) =>
    plots.map((plot) => {
      const context = document.createElement('canvas').getContext('2d');
      context.font = `11px ${getComputedStyle(plot).fontFamily}`;
      const room = plot.querySelector('.u-over').clientHeight;
      return { name: plot.dataset.axis, width: context.measureText(plot.dataset.axis).width, room };
    }),
  );
  assert.ok(axes.length >= 5);
  for (const { name, width, room } of axes) assert.ok(width <= room, `${name}: ${width} of ${room} pixels`);
});

check(
  'another run is put beside this one, and their difference is told',
  'break',
  async (report, page, summary) => {
    const other = summaryOf(kFolders.nudged);
    await page.setInputFiles('#compare-file', join(kFolders.nudged, 'report.html'));
    await page.locator('#compare-card').waitFor();
    assert.equal(await page.locator('#twin-box canvas').isVisible(), true);
    const hash = (which) => page.locator(`#compare-table [data-key=state_hash-${which}]`).innerText();
    assert.deepEqual([await hash('this'), await hash('other')], [summary.state_hash, other.state_hash]);
    const energy = await page.locator('#compare-table [data-key=energy_final-difference]').innerText();
    const percent = (100 * (other.energy_final - summary.energy_final)) / summary.energy_final;
    assert.ok(
      Math.abs(Number(energy.replace('−', '-').replace(' %', '')) - percent) <= 0.06 * Math.abs(percent),
    );

    // The distance between the two, by their trajectories.
    const [ours, theirs] = ['break', 'nudged'].map((name) => framesOf(kFolders[name], 2));
    const rows = await tableOf(page, '[data-plot=distance] button');
    for (const time of [2, 4, 6]) {
      const [one, two] = [ours, theirs].map((frames) =>
        frames.find((frame) => Math.abs(frame.time - time) < 1e-9),
      );
      const squares = one.bodies.map(({ position: [x, y] }, i) => {
        const [u, v] = two.bodies[i].position;
        return (u - x) ** 2 + (v - y) ** 2;
      });
      const wanted = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);
      const near = rows.reduce((best, row) =>
        Math.abs(row[0] - time) < Math.abs(best[0] - time) ? row : best,
      );
      assert.ok(Math.abs(near[1] / wanted - 1) < 0.1, `at ${time}: ${near[1]}, not ${wanted}`);
    }

    await page.locator('#compare-quantity').selectOption('energy');
    await report.seek(summary.simulated_time);
    await page.locator('[data-plot=energy_difference]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(200);
    const [difference] = await readout(page, 'energy_difference');
    assert.ok(Math.abs(difference - (other.energy_final - summary.energy_final)) < 1e-12);

    await page.locator('#compare-close').click();
    assert.equal(await page.locator('#twin-box').isVisible(), false);
    assert.equal(await page.locator('#compare-card').isVisible(), false);
  },
);

async function tableOf(page, button) {
  const waiting = page.waitForEvent('download');
  await page.locator(button).first().click();
  const stream = await (await waiting).createReadStream();
  let text = '';
  for await (const part of stream) text += part;
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
}

check('a file that is no report is refused in words', 'break', async (_, page) => {
  await page.setInputFiles('#compare-file', join(kFolders.break, 'scene.toml'));
  await page.locator('#compare-problem').waitFor();
  assert.match(await page.locator('#compare-problem').innerText(), /scene\.toml: This file is no report/);
  assert.equal(await page.locator('#compare-card').isVisible(), false);
});
