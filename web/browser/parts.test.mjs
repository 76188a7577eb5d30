// The parts of the playground beside the scene: numbers that are dragged, chaos, queries, lessons, rooms, files. One
// page for all of it: each test opens the scene that it needs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { faultsByAxe } from './axe.mjs';
import { launch } from './browser.mjs';
import { PlaygroundPage } from './playground.mjs';
import { kSource, program, textHash } from './playground_program.mjs';

let browser;
let playground;
let page;
before(async () => {
  browser = await launch('webgl2');
  playground = await PlaygroundPage.open(browser, { acceptDownloads: true });
  ({ page } = playground);
});
after(async () => {
  assert.deepEqual(playground.page.faults, []);
  await browser.close();
});

const show = (tab) => page.locator(`#tab-${tab}`).click();
const press = async (...keys) => {
  for (const key of keys) {
    await page.keyboard.press(key);
    await playground.rest();
  }
};
const valueOf = (text, key) => JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(text)?.[1] ?? 'null');

const kSpinning = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [16.0, 9.0]
sides = "wall"
[run]
until = 20.0
[[body]]
name = "block"
shape = { box = { half_extents = [1.0, 0.5] } }
position = [5.0, 4.0]
velocity = [1.0, 0.5]
mass = 1.0
orientation = 0.0
angular_velocity = 0.25
[[ball]]
name = "ball"
position = [11.0, 5.0]
radius = 0.5
mass = 1.0
`;

async function scrubBy(name, pixels) {
  const label = page.locator(`label:has(input[name=${name}]) .scrub`);
  await label.scrollIntoViewIfNeeded();
  const box = await label.boundingBox();
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) {
    await page.mouse.move(box.x + 4 + pixels * part, box.y + box.height / 2);
    await playground.painted();
  }
  const { quick } = await playground.state();
  await page.mouse.up();
  await playground.rest();
  return quick;
}

test('mass, spin, angle, bounce and gravity are dragged, by hand and by keys, and run as the program runs them', async () => {
  await show('scene');
  await playground.openScene('spinning', kSpinning);
  await page.locator('#stage').focus();
  const state = await playground.state();
  if (state.selected !== 1) await press('n');
  const before = await playground.text();
  assert.equal(await scrubBy('mass-0', 40), true, 'while it is dragged no text is read');
  assert.equal((await playground.state()).quick, false, 'at rest it is');
  const heavier = await playground.text();
  assert.notEqual(heavier, before);
  assert.equal(await textHash(heavier, 0), await playground.hash());
  for (const [name, key] of [['orientation-0', 'orientation'], ['angular_velocity-0', 'angular_velocity'], ['restitution-0', 'restitution'], ['gravity-1', 'gravity']]) {
    const text = await playground.text();
    await scrubBy(name, name === 'restitution-0' ? -60 : 30);
    const dragged = await playground.text();
    assert.notDeepEqual(valueOf(dragged, key), valueOf(text, key), key);
    await page.locator(`input[name=${name}]`).focus();
    await page.keyboard.press('ArrowDown');
    await playground.rest();
    assert.notDeepEqual(valueOf(await playground.text(), key), valueOf(dragged, key), key);
  }
  await page.evaluate(() => window.firsthit.seek(1.5));
  await playground.rest();
  assert.equal(await playground.hash(), textHash(await playground.text(), 1.5));
});

test('a body that turns is turned by its pointer, and by keys', async () => {
  await playground.openScene('spinning', kSpinning);
  await page.locator('#stage').focus();
  if (!(await page.locator('.handles path.knob').count())) await press('n');
  const box = await page.locator('.handles path.knob').boundingBox();
  const [x, y] = await playground.project([5, 4]);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60);
  await page.mouse.move(x, y - 90);
  await page.mouse.up();
  await playground.rest();
  assert.equal(valueOf(await playground.text(), 'orientation'), 90);
  await press('(');
  assert.equal(valueOf(await playground.text(), 'orientation'), 95);
});

test('at a later time a body that turns is changed as it then stands', async () => {
  await playground.openScene('spinning', kSpinning);
  await page.evaluate(() => window.firsthit.seek(2));
  await page.locator('#stage').focus();
  if (!(await page.locator('.handles path.knob').count())) await press('n');
  await press('Alt+ArrowUp');
  const text = await playground.text();
  assert.ok(Math.abs(valueOf(text, 'orientation') - (0.25 * 2 * 180) / Math.PI) < 1e-9, text);
  assert.equal(await playground.hash(), textHash(text, 0));
});

test('chaos: the copy is one unit in the last place off, and then more and more', async () => {
  await playground.openScene('gas2d', readFileSync(join(kSource, 'scenes', 'gas2d.toml'), 'utf8').replace(/count = \d+/, 'count = 30'));
  await show('compare');
  await page.locator('#chaos-shown').check();
  await page.locator('#chaos-plot canvas').waitFor();
  await playground.rest();
  const note = () => page.locator('#chaos-note').textContent();
  const [, first] = /begin (\S+) apart/.exec(await note());
  assert.match(first, /10⁻¹[⁴-⁷]$/);
  const { end } = await playground.state();
  await page.evaluate((time) => window.firsthit.seek(time), end);
  await playground.rest();
  const [, last] = /are (\S+) apart now/.exec(await note());
  assert.ok(Number(last) > 0.01, await note());
  await page.locator('#chaos-shown').uncheck();
  assert.equal(await page.locator('#chaos-plot canvas').count(), 0);
});

test('the table has all that is foreseen, finds who meets whom, and goes there; theory tells of speeds', async () => {
  await show('scene');
  await playground.openScene('gas2d', readFileSync(join(kSource, 'scenes', 'gas2d.toml'), 'utf8').replace(/count = \d+/, 'count = 60'));
  await page.locator('#stage').focus();
  await press('Escape'); // who is selected is looked for
  await show('events');
  await playground.rest();
  const foreseen = await page.evaluate(() => window.firsthit.foreseenImpacts());
  assert.ok(foreseen.length >= 1000, String(foreseen.length));
  const count = () => page.locator('#collision-count').textContent();
  const all = foreseen.length.toLocaleString('en');
  assert.equal(await count(), `${all} of ${all}`);
  const { a, b } = foreseen[20];
  await page.locator('#filter-one').fill(a);
  await page.locator('#filter-other').fill(b);
  const theirs = foreseen.filter((each) => [each.a, each.b].includes(a) && [each.a, each.b].includes(b));
  assert.equal(await count(), `${theirs.length} of ${all}`);
  await page.locator('#collision-rows .row').first().click();
  await playground.rest();
  assert.equal((await playground.state()).time, theirs[0].time);
  // By keys from collision to collision of all, and no further than the last.
  await page.locator('#filter-one').fill('');
  await page.locator('#filter-other').fill('');
  await page.locator('#collision-rows').focus();
  const at = foreseen.findIndex(({ time }) => time === theirs[0].time);
  for (const [key, expected] of [['ArrowDown', at + 1], ['ArrowUp', at], ['Home', 0], ['End', foreseen.length - 1]]) {
    await page.keyboard.press(key);
    await playground.rest();
    assert.equal((await playground.state()).time, foreseen[expected].time, key);
  }
  assert.match(await page.locator('#speeds').textContent(), /Maxwell.*Temperature now [\d.]+\./s);
  // A drag changes who meets whom: the table follows when the hand rests.
  await page.locator('#start').click();
  await page.locator('#stage').focus();
  await press('n', 'Alt+ArrowUp');
  const changed = await page.evaluate(() => window.firsthit.foreseenImpacts());
  assert.notDeepEqual(changed[at], foreseen[at]);
  await page.locator('#filter-one').fill('');
  await page.keyboard.press('Home');
  await page.locator('#collision-rows').focus();
  await press('Home');
  assert.equal((await playground.state()).time, changed[0].time);
  await show('scene');
});

test('a thousand events are gone back, and forth again to the same hash', async () => {
  await playground.openScene('gas2d', readFileSync(join(kSource, 'scenes', 'gas2d.toml'), 'utf8').replace(/count = \d+/, 'count = 60'));
  const start = await playground.hash();
  const go = async (button) => {
    await page.evaluate((id) => {
      for (let i = 0; i < 1000; ++i) document.getElementById(id).click();
    }, button);
    await playground.rest();
    return [(await playground.state()).impact, await playground.hash()];
  };
  const there = await go('next');
  assert.equal(there[0], 999);
  assert.notEqual(there[1], start);
  assert.deepEqual(await go('previous'), [-1, start]);
  assert.deepEqual(await go('next'), there);
});

test('queries of the bench are answered as by the program, with the stages of the answer', async () => {
  await show('query');
  const lines = readFileSync(join(kSource, 'scenes', 'queries.jsonl'), 'utf8').trim().split('\n');
  const answers = program(['query', '--explain', '-'], `${lines.join('\n')}\n`).trim().split('\n').map((line) => JSON.parse(line));
  const fact = (list, term) => page.evaluate(([l, t]) => [...document.querySelectorAll(`#query-${l} > div`)].find((row) => row.firstChild.textContent === t)?.lastChild.textContent.replaceAll('−', '-') ?? null, [list, term]);
  const outcomes = new Set();
  for (const [i, answer] of answers.entries()) {
    await page.locator('#query-examples').selectOption(String(i));
    assert.equal(await fact('answer', 'Outcome'), answer.outcome, lines[i]);
    assert.equal(await fact('answer', 'Free before'), String(answer.delay ?? Infinity));
    assert.equal(await fact('stages', 'Kernel'), answer.explain.kernel);
    assert.equal(await fact('stages', 'Last stage'), answer.explain.stage);
    assert.equal(await fact('stages', 'Decisions'), `${answer.explain.by_filter} by the filter, ${answer.explain.by_exact} exact`);
    outcomes.add(answer.outcome);
  }
  assert.ok(outcomes.size >= 2);
});

test('the gap of a query is plotted, and its things are dragged', async () => {
  await show('query');
  const line = '{"a": {"ball": {"radius": 1}, "position": [0, 0], "velocity": [1, 0]}, "b": {"ball": {"radius": 1}, "position": [10, 0]}}';
  await page.locator('#query-text').fill(line);
  await page.locator('#query-seek').fill('8');
  // Twelve units of time are shown; at 8 they touch.
  const value = await page.locator('#query-plot').textContent();
  assert.match(value, /t = (8|7\.98|8\.04)/);
  const second = page.locator('#query-picture .thing.second circle');
  await second.scrollIntoViewIfNeeded();
  const box = await second.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + box.height / 2 - 40);
  await page.mouse.up();
  const { b } = JSON.parse(await page.locator('#query-text').inputValue());
  assert.ok(b.position[0] > 10 && b.position[1] > 0, JSON.stringify(b));
  await page.locator('#query-text').fill('{"a": {"bal": {}}}');
  assert.match(await page.locator('#query-problem').textContent(), /expected/);
  await show('scene');
  await playground.openScene('spinning', kSpinning);
});

test('each lesson sees what is done', async () => {
  const begin = async (which) => {
    await show('lessons');
    await page.locator('#lessons button').nth(which).click();
    await playground.rest();
  };
  const done = () => page.locator('#lesson-tasks [data-done=true]').count();
  const type = async (from, to) => {
    await page.evaluate(([a, b]) => window.firsthit.type(a, b), [from, to]);
    await playground.rest();
  };
  await begin(0);
  assert.equal(await done(), 0);
  await type('velocity = [3.0, 1.0]', 'velocity = [0.0, -3.0]');
  assert.equal(await done(), 1);
  await type('velocity = [0.0, -3.0]', 'velocity = [30.0, 8.0]');
  assert.equal(await done(), 2);
  await page.locator('#next').click();
  await playground.rest();
  assert.equal(await done(), 3);

  await begin(1);
  await show('compare');
  await page.locator('#others-shown').check();
  const step = async (text) => {
    await page.locator('#others-step').fill(text);
    await page.locator('#others-step').press('Enter');
    await playground.rest();
  };
  await page.evaluate(() => window.firsthit.seek(0.24));
  await step('0.02');
  assert.equal(await done(), 1);
  await step('0.018');
  assert.equal(await done(), 1);
  await step('0.001');
  assert.equal(await done(), 2);
  await page.locator('#others-shown').uncheck();

  await begin(2);
  assert.equal(await done(), 0);
  await show('rooms');
  await page.evaluate(() => window.firsthit.walk(330, { right: true }));
  await playground.rest();
  assert.equal(await done(), 1);
  await page.locator('#walk').click();

  await begin(3);
  assert.equal(await done(), 1, 'three collisions are there from the start');
  await type('velocity = [-1.0, 0.0]\nmass = 1.0', 'velocity = [-1.0, 0.0]\nmass = 100.0');
  assert.equal(await done(), 2);
  await type('mass = 100.0', 'mass = 10000.0');
  assert.equal(await done(), 3);
});

test('in the room of cracks one walks by keys and by buttons, and no joint holds', async () => {
  await show('rooms');
  await page.locator('#rooms button', { hasText: 'cracks' }).click();
  await playground.rest();
  await page.locator('#walk').click();
  const at = async () => Number(/\((\S+),/.exec(await page.locator('#walk-place').textContent())?.[1].replace('−', '-'));
  await page.keyboard.down('ArrowRight');
  await page.waitForFunction(() => Number(/\(([\d.]+),/.exec(document.querySelector('#walk-place').textContent)?.[1]) > 1);
  await page.keyboard.up('ArrowRight');
  const there = await at();
  const pad = await page.locator('#pad [data-key=left]').boundingBox();
  await page.mouse.move(pad.x + 10, pad.y + 10);
  await page.mouse.down();
  await page.waitForFunction((from) => Number(/\(([\d.−]+),/.exec(document.querySelector('#walk-place').textContent)?.[1].replace('−', '-')) < from - 0.5, there);
  await page.mouse.up();
  await page.locator('#stage').focus();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#pad').isVisible(), false);
  // Every step is as long as the last one: 5 a second, 120 steps a second.
  const places = await page.evaluate(() => [
    window.firsthit.walk(1, {}),
    ...Array.from({ length: 280 }, () => window.firsthit.walk(1, { right: true })),
  ]);
  places.forEach(([x, y], i) => {
    if (i > 0) assert.ok(Math.abs(x - places[i - 1][0] - 5 / 120) < 1e-9, `${i}: from ${places[i - 1]} to ${x}`);
    assert.ok(Math.abs(y - 0.7) < 1e-9);
  });
  await page.evaluate(() => window.firsthit.walk(40, { right: true }));
  await page.locator('#walk-note', { hasText: 'come through' }).waitFor();
  await page.locator('#walk').click();
});

test('in the room for climbing one walks up steps and a slope, and jumps onto a platform from below', async () => {
  await show('rooms');
  await page.locator('#rooms button', { hasText: 'climb' }).click();
  await playground.rest();
  const walk = (steps, keys) => page.evaluate(([n, held]) => window.firsthit.walk(n, held), [steps, keys]);
  const ground = () => page.locator('#walk-ground').textContent();
  await walk(1, {});
  // Steps up to 0.6, a slope to 1.6: half of a body of 1.4 above the landing.
  const [x, y] = await walk(255, { right: true });
  assert.ok(x > 9.75 && Math.abs(y - 2.3) < 1e-6, `${x}, ${y}`);
  assert.notEqual(await ground(), 'the air');
  const [, high] = await walk(45, { jump: true });
  assert.equal(await ground(), 'the air');
  assert.ok(high > 3, String(high));
  const [, up] = await walk(120, {});
  assert.ok(Math.abs(up - 4.2) < 1e-6, `on the platform, whose top is at 3.5: ${up}`);
  await page.locator('#walk').click();
});

test('a ball is added by its button, is foreseen, and is undone', async () => {
  await show('scene');
  await page.locator('#scenes').selectOption('two balls');
  await playground.rest();
  const before = await playground.text();
  await page.locator('#add').click();
  await playground.rest();
  assert.equal((await playground.state()).bodies, 3);
  assert.equal(await playground.hash(), textHash(await playground.text(), 0));
  await page.locator('#undo').click();
  await playground.rest();
  assert.equal(await playground.text(), before);
});

test('the tunnel, the corner: nobody gets through, everybody comes back', async () => {
  await show('rooms');
  await page.locator('#rooms button', { hasText: 'tunnel' }).click();
  await playground.rest();
  await page.evaluate(() => window.firsthit.seek(4));
  await playground.rest();
  for (const { position } of await page.evaluate(() => window.firsthit.states())) assert.ok(position[0] <= 11 - 0.15 + 1e-9, String(position));
  await page.locator('#rooms button', { hasText: 'corner' }).click();
  await playground.rest();
  // From (2, 2) the diagonal ball meets the corner (4, 4) at a distance of its radius, and goes back as it came.
  await page.evaluate(() => window.firsthit.seek(2));
  await playground.rest();
  const [diagonal, joint] = await page.evaluate(() => window.firsthit.states());
  assert.ok(Math.abs(diagonal.velocity[0] + 1) < 1e-12 && Math.abs(diagonal.velocity[1] + 1) < 1e-12, String(diagonal.velocity));
  assert.ok(joint.velocity[0] === 0 && joint.velocity[1] === 2, String(joint.velocity));
});

test('the picture is saved as SVG: what is drawn stands where it stands', async () => {
  await page.locator('#scenes').selectOption('two balls');
  await playground.rest();
  const waiting = page.waitForEvent('download');
  await page.locator('#drawing').click();
  const text = readFileSync(await (await waiting).path(), 'utf8');
  const circles = [...text.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="rgba\(238,118,35,1\)"/g)];
  assert.equal(circles.length, 1);
  const stage = await page.locator('#stage').boundingBox();
  const [x, y] = await playground.project([11, 5]);
  assert.ok(Math.hypot(Number(circles[0][1]) - (x - stage.x), Number(circles[0][2]) - (y - stage.y)) < 0.6);
  const shown = await page.evaluate((svg) => new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null, text);
  assert.equal(shown, null);
});

test('the camera follows the selected body, and a grid has lines at round lengths', async () => {
  await page.locator('#scenes').selectOption('two balls');
  await playground.rest();
  await page.locator('#grid').check();
  await playground.rest();
  const path = await page.locator('.grid path').getAttribute('d');
  const stage = await page.locator('#stage').boundingBox();
  const [x0] = await playground.project([2, 2]);
  assert.ok(path.split('M').some((line) => Math.abs(Number(line.split(' ')[0]) - (x0 - stage.x)) < 0.6), path);
  await page.locator('#follow').check();
  await page.evaluate(() => window.firsthit.seek(1));
  await playground.rest();
  const [{ position }] = await page.evaluate(() => window.firsthit.states());
  const [x, y] = await playground.project(position);
  assert.ok(Math.abs(x - stage.x - stage.width / 2) < 1 && Math.abs(y - stage.y - stage.height / 2) < 1, `${x} ${y}`);
  await page.locator('#follow').uncheck();
  await page.locator('#grid').uncheck();
  await page.locator('#fit').click();
  await playground.rest();
});

test('by keys one goes from tab to tab, and axe finds nothing on any of them', async () => {
  await page.locator('#tab-scene').focus();
  for (const name of ['events', 'compare', 'query', 'lessons', 'rooms', 'scene']) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator(`#tab-${name}`).getAttribute('aria-selected'), 'true');
    assert.ok(await page.locator(`#page-${name}`).isVisible());
    assert.deepEqual(await faultsByAxe(page), [], name);
  }
});

const kBounces = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [16.0, 9.0]
sides = "wall"
[run]
until = 4.0
[[ball]]
name = "left"
position = [4.0, 3.0]
velocity = [2.0, 0.0]
radius = 0.5
mass = 1.0
[[ball]]
name = "right"
position = [9.0, 3.0]
radius = 0.5
mass = 1.0
[[ball]]
name = "other"
position = [8.0, 7.0]
velocity = [0.0, 2.0]
radius = 0.5
mass = 1.0
`;

test('the bounce of one body is dragged: its impacts give back so much, and those of others as before', async () => {
  await show('scene');
  await playground.openScene('bounces', kBounces);
  const field = page.locator('input[name=bounce-0]');
  assert.equal(await field.inputValue(), '1');
  await scrubBy('bounce-0', -60);
  const dragged = Number(await field.inputValue());
  assert.ok(dragged > 0 && dragged < 1, String(dragged));
  await field.fill('0.5');
  await field.press('Enter');
  await playground.rest();
  await page.evaluate(() => window.firsthit.seek(3));
  await playground.rest();
  // Of equal masses, one at rest: (1 - e)/2 and (1 + e)/2 of the speed. The third has met a wall.
  const [left, right, other] = (await page.evaluate(() => window.firsthit.states())).map(({ velocity }) => velocity);
  assert.ok(Math.abs(left[0] - 0.5) < 1e-12 && Math.abs(right[0] - 1.5) < 1e-12, `${left} ${right}`);
  assert.deepEqual(other.map(Math.abs), [0, 2]);
  assert.equal(await playground.hash(), textHash(await playground.text(), 3));
});

test('with motion reduced nothing moves by itself: no scene, lesson or room', async () => {
  const still = await PlaygroundPage.open(browser, { reducedMotion: 'reduce' });
  const check = async (what) => {
    await still.page.waitForTimeout(300);
    const moving = await still.page.evaluate(() => [document.documentElement.dataset.playing, document.getAnimations().length]);
    assert.deepEqual(moving, ['false', 0], what);
    assert.equal((await still.state()).time, 0, what);
  };
  await check('the first scene');
  for (const tab of ['lessons', 'rooms'])
    for (const button of await still.page.locator(`#${tab} button`).all()) {
      await still.page.locator(`#tab-${tab}`).click();
      await button.click();
      await still.rest();
      await check(await button.textContent());
    }
  await still.page.locator('#play').click();
  await still.page.waitForFunction(() => Number(document.documentElement.dataset.time) > 0);
  assert.deepEqual(still.page.faults, []);
  await still.close();
});
