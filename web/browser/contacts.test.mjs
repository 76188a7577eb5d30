// Where bodies rest at the end of a run: the forces are drawn where contacts.csv has them, and told in numbers
// that add up.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { faultsByAxe } from './axe.mjs';
import { kRenderers, shared } from './browser.mjs';
import { checker } from './devices.mjs';
import { colorAt, isShadeOf, patches, rgb } from './image.mjs';
import { rowsOf, run, summaryOf } from './program.mjs';
import { Report } from './report.mjs';

/** Three crates that fall flat onto each other, grey, under g = 10; a ball flies over them until the end. */
const kStack = run(`
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [12.0, 8.0]
[physics]
gravity = [0.0, -10.0]
restitution = 0.25
[[contact]]
materials = ["default", "rubber"]
restitution = 1.0
[run]
until = 3.0
sample_every = 0.5
${[1, 2, 4]
  .map(
    (mass, i) => `
[[body]]
name = "crate-${i}"
color = "#8d99a6"
shape = {box = {half_extents = [1.0, 0.5]}}
position = [4.0, ${0.75 + 1.5 * i}]
mass = ${mass}.0
`,
  )
  .join('')}
[[ball]]
name = "flier"
color = "#8d99a6"
position = [9.0, 1.0]
velocity = [0.0, 5.0]
material = "rubber"
radius = 0.5
mass = 100.0
`);
/** Nobody rests. */
const kFlight = run(`
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [4.0, 4.0]
[run]
until = 1.0
[[ball]]
position = [1.0, 1.0]
velocity = [1.0, 0.5]
radius = 0.5
mass = 1.0
`);

const kForce = { light: '#b3123f', dark: '#ff5c8a' };
const kScale = 60; // pixels to a length

const contacts = rowsOf(kStack, 'contacts.csv').map((row) => ({
  a: row.name_a,
  b: row.name_b,
  point: [Number(row.point_x), Number(row.point_y)],
  size: Math.hypot(Number(row.force_x), Number(row.force_y)),
  up: Number(row.force_y),
}));

test('the run is one that shows something: three crates stand, and a ball flies', () => {
  assert.deepEqual(new Set(contacts.map(({ a }) => a)), new Set(['crate-0', 'crate-1', 'crate-2']));
  assert.ok(Math.abs(Math.max(...contacts.map(({ size }) => size)) - 70) < 1e-9, JSON.stringify(contacts));
});

const browserFor = shared(after);

for (const renderer of Object.keys(kRenderers))
  for (const colorScheme of ['light', 'dark'])
    test(`forces are drawn at the end, ${renderer}, ${colorScheme}`, { timeout: 300_000 }, async (context) => {
      const report = await Report.open(await browserFor(renderer), kStack, { colorScheme });
      context.after(() => report.close());
      assert.equal((await report.facts()).renderer, renderer);
      await report.bodiesOnly();
      const red = isShadeOf(rgb(kForce[colorScheme]));
      const redness = async () => patches(await report.picture(), red).reduce((sum, { area }) => sum + area, 0);
      await report.seek(0.1);
      assert.equal(await redness(), 0, 'while they fall none is');
      await report.seek(summaryOf(kStack).simulated_time);
      await report.lookAt([4, 2], kScale);
      const drawn = patches(await report.picture(), red);
      // Through all three crates, from the floor to the middle of the upmost, as all lies one above the other.
      const { left, right, top, bottom } = drawn[0];
      assert.ok(Math.abs(bottom - top - 2.5 * kScale) < 6, `${bottom - top} pixels high`);
      // The broadest, at the floor, has 8 pixels, and the 40 on the upmost joint 4.6.
      const image = await report.picture();
      const breadth = (y) => {
        let count = 0;
        for (let x = Math.floor(left); x < right; ++x) if (red(...colorAt(image, x, Math.floor(y)))) ++count;
        return count;
      };
      for (const [height, force] of [[0.2, 70], [1.25, 60], [2.25, 40]]) {
        const wide = breadth(bottom - height * kScale);
        assert.ok(Math.abs(wide - (8 * force) / 70) <= 1.6, `${wide} pixels for ${force}`);
      }
      const before = await report.picture();
      await report.page.locator('#forces').setChecked(false);
      assert.equal(await redness(), 0, 'the switch hides them');
      await report.page.locator('#forces').setChecked(true);
      const again = await report.picture();
      const changed = before.data.some((value, i) => Math.abs(value - again.data[i]) > 2);
      assert.ok(!changed, 'and shows them again');
      assert.deepEqual(report.page.faults, []);
    });

const check = checker({ stack: kStack, flight: kFlight });

check('the forces are told in numbers that add up, and the button leads to them', 'stack', async (report, page) => {
  await report.seek(0.1);
  const card = page.locator('#contacts-card');
  await card.scrollIntoViewIfNeeded();
  const fact = async (name) => (await page.locator(`#contacts-facts [data-fact=${name}]`).innerText()).trim();
  const most = contacts.reduce((one, other) => (other.size > one.size ? other : one));
  assert.equal(Number(await fact('largest')), Number(most.size.toPrecision(5)));
  assert.equal(await fact('largest-between'), `${most.a} on ${most.b}`);
  // 1 + 2 + 4, at g = 10; the floor bears it all.
  assert.equal(await fact('weight'), '70');
  assert.equal(await fact('borne'), '70');
  const floor = contacts.filter(({ b }) => b === 'lower y side');
  assert.ok(Math.abs(floor.reduce((sum, { up }) => sum + up, 0) - 70) < 1e-9);
  assert.match(await page.locator('#contacts-when').innerText(), new RegExp(`^Bodies rest at ${contacts.length} places`));
  await page.locator('#contacts-show').click();
  await report.drawn();
  assert.equal((await report.facts()).time, summaryOf(kStack).simulated_time);
  const { right } = await card.evaluate((element) => element.getBoundingClientRect().toJSON());
  assert.ok(right <= (await page.evaluate(() => innerWidth)), 'the card is within the page');
  assert.deepEqual(await faultsByAxe(page), []);
});

check('where nobody rests nothing is said of it', 'flight', async (_, page) => {
  assert.equal(await page.locator('#contacts-card').isVisible(), false);
  assert.equal(await page.locator('#forces-label').isVisible(), false);
});
