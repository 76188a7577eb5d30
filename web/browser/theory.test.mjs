// A run beside theory and beside another run, at a desk and on a phone. What is expected comes from the run's
// own files and from the papers' formulas.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { faultsByAxe } from './axe.mjs';
import { checker } from './devices.mjs';
import { colorAt, decodePng } from './image.mjs';
import { framesOf, kSource, rowsOf, run, summaryOf } from './program.mjs';
import { kBreak } from './scenes.mjs';

const kGas = (scene, words) => run(join(kSource, 'scenes', scene), [...words, '--set', 'run.measure_from=1']);
/** Of the gases that stand beside theory: reports of some megabytes. */
const kBodies = process.env.FIRSTHIT_LONG === '1' ? 4000 : 1200;
const kCount = ['--set', `gas.0.count=${kBodies}`];
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
  gas2d: kGas('gas2d.toml', [...kCount, '--until', '6', '--set', 'run.sample_every=0.1']),
  gas3d: kGas('gas3d.toml', [...kCount, '--until', '3', '--set', 'run.sample_every=0.05']),
  granular: run(join(kSource, 'scenes', 'granular.toml'), ['--until', '5', '--set', 'run.sample_every=0.25']),
  crushed: run(kPress, ['--set', 'run.sample_every=1'], 3),
  'crushed at once': run(kPress, [], 3),
  // The same run twice, longer than its report has true paths: one ends between two frames of the other.
  long: kGas('gas2d.toml', ['--until', '10', '--set', 'run.sample_every=0.5']),
  'less long': kGas('gas2d.toml', ['--until', '9.25', '--set', 'run.sample_every=0.5']),
  break: run(kBreak, kXyz),
  nudged: run(kBreak, [...kXyz, ...kNudge]),
};

const checkReport = checker(kFolders);
const check = (what, name, body) =>
  checkReport(what, name, (report, page, folder) => body(report, page, summaryOf(folder)));

const cell = (page, key) => page.locator(`#summary [data-key=${key}]`).innerText();

/** What a plot reads at the time that is shown. */
const readout = (page, plot) =>
  page
    .locator(`[data-plot=${plot}] .plot-readout`)
    .first()
    .evaluate((line) => JSON.parse(line.dataset.values));

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

check(
  'where no state was sound, every figure says why it is absent',
  'crushed at once',
  async (report, page) => {
    for (const key of ['energy_final', 'momentum_final', 'sound_time'])
      assert.match(await cell(page, key), /^– crushed at t = .*run\.sample_every/, key);
    const speeds = await report.plot('speeds-now');
    const ticks = await speeds.locator('.plot-readout').first().innerText();
    assert.ok(Number(/speed = ([\d.]+)/.exec(ticks)[1]) < 100, ticks);
  },
);

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
    const theory = (of(packing) * (kBodies - 1)) / kBodies;
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
    await report.plot('pressure');
    await page.waitForTimeout(200);
    const [measured, line] = await readout(page, 'pressure');
    const last = rowsOf(kFolders[name], 'observables.csv').at(-1);
    assert.equal(measured, Number(last.pressure));
    assert.ok(Math.abs(line / measured - theory / summary.compressibility) < 1e-9);
  });

check('speeds stand beside Maxwell, with the deviation in error bars', 'gas3d', async (report, page) => {
  const speeds = await report.plot('speeds-now');
  await page.waitForTimeout(300);
  const note = await speeds.locator('.plot-note').innerText();
  const [, chi, degrees, bars] = /χ² = ([\d.]+) of (\d+), ([+−][\d.]+) error bars/.exec(note);
  const wanted = (Number(chi) - Number(degrees)) / Math.sqrt(2 * Number(degrees));
  assert.ok(Math.abs(Number(bars.replace('−', '-')) - wanted) < 0.06, note);
  assert.ok(Number(degrees) > 10 && Math.abs(wanted) < 6, note);
});

check('where theory does not apply, the page says why', 'granular', async (report, page) => {
  const speeds = await report.plot('speeds-now');
  const note = await speeds.locator('.plot-note').innerText();
  assert.match(note, /No Maxwell curve: impacts have a restitution of 0\.6/);
  assert.match(
    await page.locator('[data-plot=pressure]').innerText(),
    /No theory: impacts have a restitution/,
  );
});

check('axes turn logarithmic where their values allow it', 'granular', async (report, page) => {
  await report.seek(4);
  const plot = await report.plot('temperature');
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
  for (const axis of ['x', 'y']) await plot.getByRole('button', { name: `log ${axis} axis` }).click();
  // Momentum is also negative.
  assert.equal(await page.locator('[data-plot=momentum] button', { hasText: 'log y' }).count(), 0);
});

check('a plot shows the time only where its axis has it', 'granular', async (report, page) => {
  const plot = await report.plot('temperature');
  await plot.getByRole('button', { name: 'log x axis' }).click();
  const mark = plot.locator('.plot-now');
  // Time 0 has no logarithm.
  for (const [time, seen] of [
    [4, true],
    [0, false],
    [5, true],
  ]) {
    await report.seek(time);
    await page.waitForTimeout(200);
    assert.equal(await mark.isVisible(), seen, `at ${time}`);
  }
});

check('speeds have a logarithmic axis, on which one sees a lone body', 'gas3d', async (report, page) => {
  const plot = await report.plot('speeds-now');
  await page.waitForTimeout(300);
  const bins = await tableOf(page, '[data-plot=speeds-now] button:last-child');
  const [bodies, lone] = [
    bins.reduce((sum, row) => sum + row[2], 0),
    bins.findLastIndex((row) => row[2] === 1),
  ];
  const density = 1 / (bodies * (bins[0][1] - bins[0][0]));
  const told = await readout(page, 'speeds-now');
  const toggle = plot.getByRole('button', { name: 'log y axis' });
  // Shares of the height: of an axis from 0 to 1, and of one from half a body to 1.
  for (const [pressed, wanted] of [
    ['true', Math.log(2) / -Math.log(density / 2)],
    ['false', density],
  ]) {
    await toggle.focus();
    await page.keyboard.press('Enter');
    assert.equal(await toggle.getAttribute('aria-pressed'), pressed);
    await page.waitForTimeout(300);
    assert.deepEqual(await readout(page, 'speeds-now'), told);
    const image = decodePng(await plot.locator('.u-over').screenshot());
    // The lowest column of the bar: its error bar, in the middle, is higher.
    const [from, to] = [0.25, 0.75].map((part) => Math.round(((lone + part) / bins.length) * image.width));
    const columns = Array.from({ length: to - from + 1 }, (_, i) => blueOf(image, from + i));
    const blue = Math.min(...columns);
    assert.ok(Math.abs(blue / image.height - wanted) < 0.03, `${blue} of ${image.height}, wanted ${wanted}`);
  }
});

/** Pixels of a column that are blue, as what was measured is. */
function blueOf(image, x) {
  let blue = 0;
  for (let y = 0; y < image.height; ++y) {
    const [red, , strong] = colorAt(image, x, y);
    if (strong - red > 30) ++blue;
  }
  return blue;
}

check('a compressibility without an error says why it has none', 'long', async (_, page, summary) => {
  assert.equal(summary.compressibility_error, null);
  const told = await cell(page, 'compressibility');
  assert.ok(told.endsWith(`, error not known: ${summary.absent.compressibility_error}`), told);
});

check('no title of an axis is longer than the axis', 'gas2d', async (report, page) => {
  await report.allPlots();
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

check(
  'nothing is between a run and the same run, though their reports have less of it',
  'long',
  async (_, page) => {
    await page.setInputFiles('#compare-file', join(kFolders['less long'], 'report.html'));
    await page.locator('#compare-card').waitFor();
    const rows = await tableOf(page, '[data-plot=distance] button');
    // True paths end at time 8.2; samples that both have are at 8.5 and 9.
    assert.deepEqual(
      rows.filter(([time]) => time > 8.3).map(([time]) => time),
      [8.5, 9],
    );
    assert.ok(rows.length > 100 && rows.every(([, distance]) => distance === 0));
    assert.match(await page.locator('[data-plot=distance]').innerText(), /true paths are not kept/);
  },
);

check(
  'a report is dropped onto this one; numbers stay whole, and axe finds nothing',
  'break',
  async (report, page) => {
    const text = readFileSync(join(kFolders.nudged, 'report.html'), 'utf8');
    await page.evaluate((html) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([html], 'nudged.html', { type: 'text/html' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
    await page.locator('#compare-card').waitFor();
    assert.match(await page.locator('#compare-facts').innerText(), /^nudged\.html/);
    const numbers = page.locator('#compare-table td', { hasText: /^[−+]?[\d.·⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+( %)?$/ });
    assert.ok((await numbers.count()) >= 9);
    for (const number of await numbers.all()) {
      const lines = await number.evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      assert.equal(lines, 1, `${await number.innerText()} stands in ${lines} lines`);
    }
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    assert.ok(scroll <= width, `${scroll} pixels of ${width}`);
    await report.allPlots();
    for (const colors of ['light', 'dark']) {
      if ((await page.locator('html').getAttribute('data-theme')) !== colors)
        await page.locator('#theme').click();
      assert.deepEqual(await faultsByAxe(page), [], colors);
    }
    await page.locator('#compare-close').click();
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
