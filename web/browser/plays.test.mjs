// A report is opened, played, scrubbed and stepped through as a person does it, and what it says is compared
// with the files of the run: for a break, a gas in 3D, a periodic box, an empty run and an interrupted one,
// with and without WebGL.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { kRenderers, shared } from './browser.mjs';
import { impactsOf, interrupt, parseCsv, rowsOf, run, summaryOf } from './program.mjs';
import { OpenReports } from './open_reports.mjs';
import { Report } from './report.mjs';
import { kBreak, kEmpty, kEndless, kGas3d, kPeriodic2d } from './scenes.mjs';

const kRuns = [
  { name: 'the break', folder: run(kBreak, ['--events']), dimension: 2 },
  { name: 'a gas in 3D', folder: run(kGas3d, ['--events']), dimension: 3 },
  { name: 'a periodic box', folder: run(kPeriodic2d, ['--events']), dimension: 2 },
  { name: 'an empty run', folder: run(kEmpty, ['--events']), dimension: 2 },
  { name: 'an interrupted run', folder: await interrupt(kEndless, ['--events']), dimension: 2 },
];

const browserFor = shared(after);
const reports = new OpenReports();

for (const renderer of Object.keys(kRenderers)) {
  for (const each of kRuns) {
    const check = (what, body) =>
      test(`${each.name}, ${renderer}: ${what}`, { timeout: 300_000 }, () => {
        const open = async () => Report.open(await browserFor(renderer), each.folder);
        return reports.use(`${each.name}, ${renderer}`, open, async (report) => {
          assert.equal((await report.facts()).renderer, renderer);
          await body(report, { ...each, summary: summaryOf(each.folder) });
        });
      });
    check('it plays, is scrubbed and stepped', usesTheControls);
    if (renderer === 'webgl2') check('it says what the files of the run say', agreesWithTheFiles);
  }
}

async function usesTheControls(report, { folder, dimension, summary }) {
  const { page } = report;
  const end = summary.simulated_time;
  const impacts = impactsOf(folder, dimension);
  assert.deepEqual(await report.facts(), { ...(await report.facts()), time: 0, playing: false });

  await page.locator('#play').click();
  await page.waitForFunction(() => Number(document.documentElement.dataset.time) > 0);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.documentElement.dataset.playing === 'false');

  // A press on the middle of the bar: half of the run, to a pixel of the bar.
  const bar = await page.locator('#seek').boundingBox();
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await report.settle();
  assertClose((await report.facts()).time, end / 2, (2 * end) / bar.width);
  await page.keyboard.press('End');
  await report.settle();
  assertClose((await report.facts()).time, end, 1e-9 * end);
  await page.keyboard.press('Home');
  await report.settle();
  assert.equal((await report.facts()).time, 0);
  await page.locator('#time').fill(String(end / 4));
  await page.keyboard.press('Enter');
  await report.settle();
  assertClose((await report.facts()).time, end / 4, 1e-3 * end);

  await report.seek(0);
  await page.locator('#stage').focus();
  for (const impact of impacts.slice(0, 3)) {
    await page.keyboard.press('.');
    await report.settle();
    const facts = await report.facts();
    assert.equal(facts.impact, impact.index);
    assertClose(facts.time, impact.time, 1e-12 * end);
  }
  if (impacts.length > 3) {
    await page.keyboard.press(',');
    await report.settle();
    assertClose((await report.facts()).time, impacts[1].time, 1e-12 * end);
  }
}

async function agreesWithTheFiles(report, { folder, summary }) {
  const { page } = report;
  assert.equal(await page.locator('#scene').innerText(), readFileSync(join(folder, 'scene.toml'), 'utf8'));
  assert.match(await page.locator('#scene-name').innerText(), new RegExp(summary.scene));
  if (summary.outcome === 'interrupted')
    assert.match(await page.locator('#outcome').innerText(), /interrupted/i);

  for (const key of [
    'collisions',
    'energy_initial',
    'energy_final',
    'temperature',
    'pressure',
    'state_hash',
  ]) {
    const cells = await page.locator(`#summary [data-key=${key}]`).allInnerTexts();
    const isHidden = !summary.thermodynamics && (key === 'temperature' || key === 'pressure');
    const isTold = !isHidden && (summary[key] !== null || key in summary.absent);
    assert.equal(cells.length, isTold ? 1 : 0, key);
    if (!isTold) continue;
    if (summary[key] === null) assert.equal(cells[0], `– ${summary.absent[key]}`);
    else if (typeof summary[key] === 'string') assert.equal(cells[0], summary[key]);
    else assertClose(numberIn(cells[0]), summary[key], 1e-5 * Math.abs(summary[key]), key);
  }

  const rows = rowsOf(folder, 'observables.csv');
  for (const plot of ['energy', 'momentum', 'temperature', 'pressure']) {
    if (!summary.thermodynamics && (plot === 'temperature' || plot === 'pressure')) {
      assert.equal(await page.locator(`[data-plot=${plot}]`).count(), 0, plot);
      continue;
    }
    const column = plot === 'momentum' ? 'momentum_x' : plot;
    if (rows.every((row) => row[column] === '')) continue;
    await readOffPlot(page, plot, column, rows, summary.simulated_time);
    await compareDownload(page, plot, column, rows);
  }
}

/** Moves the pointer over a plot: what it reads there is the row of the table at that time. */
async function readOffPlot(page, plot, column, rows, end) {
  const figure = page.locator(`[data-plot=${plot}]`);
  await figure.scrollIntoViewIfNeeded();
  const area = await figure.locator('.u-over').boundingBox();
  for (const part of [0.3, 0.8]) {
    await page.mouse.move(area.x + part * area.width, area.y + area.height / 2);
    await page.waitForTimeout(100);
    const readout = await figure.locator('.plot-readout').evaluate((line) => {
      const { x, values } = line.dataset;
      return { x, values, bold: line.querySelector('strong, b').innerText };
    });
    const x = Number(readout.x);
    assertClose(x, part * end, 0.06 * end, `${plot}: the time under the pointer`);
    const row = rows.find((each) => Math.abs(Number(each.time) - x) <= 1e-9 * end);
    assert.ok(row, `${plot}: no sample at ${x}`);
    const values = Object.values(JSON.parse(readout.values));
    assertClose(values[0], Number(row[column]), 1e-9 * Math.abs(Number(row[column])), `${plot} at ${x}`);
    assertClose(
      numberIn(readout.bold),
      Number(row[column]),
      1e-4 * Math.abs(Number(row[column])),
      `${plot}, in words`,
    );
  }
}

/** The CSV that a plot gives has the table's numbers. */
async function compareDownload(page, plot, column, rows) {
  const waiting = page.waitForEvent('download');
  await page.locator(`[data-plot=${plot}] button`, { hasText: 'CSV' }).click();
  const text = readFileSync(await (await waiting).path(), 'utf8');
  const given = parseCsv(text);
  const name = Object.keys(given[0]).find((each) => each !== 'time');
  const [first, last] = [given[0], given.at(-1)];
  for (const row of [first, last]) {
    const own = rows.find((each) => Number(each.time) === Number(row.time));
    assert.ok(
      own && Number(own[column]) === Number(row[name]),
      `${plot}: ${JSON.stringify(row)} is not in the table`,
    );
  }
}

/** A number as people read it: 1,234.5 or −1.5·10⁻⁷. */
function numberIn(text) {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻';
  const power = (_, signs) => 'e' + [...signs].map((sign) => '0123456789-'[digits.indexOf(sign)]).join('');
  return parseFloat(
    text
      .replace('−', '-')
      .replace(/,(?=\d{3})/g, '')
      .replace(/·10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)/, power),
  );
}

function assertClose(found, wanted, tolerance, what = 'the value') {
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what} is ${found}, not ${wanted}`);
}
