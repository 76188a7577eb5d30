// The playground: what it tells is what first_hit says, what it foresees is what then happens, and all of it can be
// done by mouse, touch and keys.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { faultsByAxe } from './axe.mjs';
import { launch } from './browser.mjs';
import { decodePng, isColor, patches, rgb } from './image.mjs';
import { manyBalls } from './play.mjs';
import { PlaygroundPage } from './playground.mjs';
import { impactsOf, kSource, program, summaryUntil } from './playground_program.mjs';

const kLong = process.env.FIRSTHIT_LONG === '1';
/** Collisions of each scene that are compared. */
const kForeseen = 200;
/** Steps that are undone. */
const kSteps = kLong ? 50 : 20;
const kPhone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Where a page is opened: once for all tests that name it, each of which has the first scene anew. */
const kDevices = { 'a desk': {}, 'a phone': kPhone };

let browser;
const pages = new Map();
before(async () => (browser = await launch('webgl2')));
after(() => browser.close());

/** `where`: one of kDevices, or the options of a page of its own. */
function check(what, where, body) {
  test(what, { timeout: 300_000 }, async () => {
    const playground = pages.get(where) ?? (await PlaygroundPage.open(browser, kDevices[where] ?? where));
    if (pages.delete(where)) await playground.rewind();
    try {
      await body(playground, playground.page);
      assert.deepEqual(playground.page.faults, []);
    } catch (error) {
      await playground.close();
      throw error;
    }
    if (typeof where === 'string') pages.set(where, playground);
    else await playground.close();
  });
}

/** The balls of a text, by name, as queries have them. */
function ballsOf(text) {
  const number = (table, key) => JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(table)?.[1] ?? 'null');
  return text
    .split('[[ball]]')
    .slice(1)
    .map((table) => ({
      name: number(table, 'name'),
      query: { ball: { radius: number(table, 'radius') }, position: number(table, 'position'), velocity: number(table, 'velocity') },
    }));
}

const kSides = [
  ['lower x side', [1, 0], 0],
  ['upper x side', [-1, 0], -16],
  ['lower y side', [0, 1], 0],
  ['upper y side', [0, -1], -9],
].map(([name, normal, offset]) => [name, { half_space: { normal, offset }, position: [0, 0] }]);

/** Whom the first ball of each `two balls` meets first, and when: asked of the program, of all that it can meet. */
function expectedContacts(texts) {
  const pairs = texts.map((text) => {
    const [blue, orange] = ballsOf(text);
    return [['orange', orange.query], ...kSides].map(([name, b]) => ({ name, line: JSON.stringify({ a: blue.query, b }) }));
  });
  const lines = pairs.flat().map(({ line }) => line);
  const answers = program(['query', '-'], `${lines.join('\n')}\n`).trim().split('\n').map((line) => JSON.parse(line));
  return pairs.map((others, i) =>
    others
      .map(({ name }, k) => ({ name, ...answers[i * others.length + k] }))
      .filter(({ outcome }) => outcome === 'impact')
      .sort((a, b) => a.delay - b.delay)[0],
  );
}

check('in random drags it shows the time of first_hit, to the last digit', 'a desk', async (playground, page) => {
  const drags = kLong ? 1000 : 60;
  const [x, y] = await playground.project([3, 3.2]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  let state = 12345;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const seen = [];
  let alone = 0;
  while (seen.length < drags) {
    const [toX, toY] = await playground.project([1 + 14 * random(), 1 + 7 * random()]);
    await page.mouse.move(toX, toY);
    await playground.painted();
    const shown = await playground.contact();
    // The orange one may meet a wall before they meet: then the meeting is no question of two courses.
    if (shown.delay === null) {
      ++alone;
      continue;
    }
    const text = await page.evaluate(() => window.firsthit.foreseenText());
    seen.push({ text, shown, contact: (await playground.state()).contact });
  }
  await page.mouse.up();
  const expected = expectedContacts(seen.map(({ text }) => text));
  const partners = {};
  seen.forEach(({ text, shown, contact }, i) => {
    const { name, delay, delay_upper } = expected[i];
    assert.equal(shown.delay, String(delay), text);
    assert.equal(shown.upper, String(delay_upper));
    assert.ok([contact.a, contact.b].includes(name), text);
    partners[name] = (partners[name] ?? 0) + 1;
  });
  assert.ok(alone < drags, `${alone} beside ${drags}`);
  assert.ok(Object.keys(partners).length >= 2, JSON.stringify(partners));
});

check('what is foreseen of each bundled scene is what the program says happens, and its hash is the program’s', 'a desk', async (playground, page) => {
  let compared = 0;
  for (const file of readdirSync(join(kSource, 'scenes')).filter((each) => each.endsWith('.toml'))) {
    const name = file.replace('.toml', '');
    await playground.openScene(name, readFileSync(join(kSource, 'scenes', file), 'utf8'));
    const foreseen = (await page.evaluate(() => window.firsthit.foreseenImpacts())).slice(0, kForeseen);
    const expected = impactsOf(join(kSource, 'scenes', file), foreseen.length);
    assert.deepEqual(foreseen.map(({ time }) => time), expected.map(({ time }) => time), file);
    foreseen.forEach(({ a, b }, i) => assert.deepEqual([a, b].sort(), [expected[i].a, expected[i].b].sort(), file));
    compared += foreseen.length;

    const { end } = await playground.state();
    const until = Number((end * (kLong ? 0.6 : 0.3)).toPrecision(4));
    await page.evaluate((time) => window.firsthit.seek(time), until);
    assert.equal((await playground.state()).time, until, name);
    assert.equal(await playground.hash(), summaryUntil(name, until).state_hash, name);
  }
  assert.ok(compared > 1000, String(compared));
});

check('what is foreseen is what then happens', 'a desk', async (playground, page) => {
  await page.locator('#stage').focus();
  await page.keyboard.press('Escape'); // what happens to all
  await playground.rest();
  const coming = await page.locator('#coming li').allTextContents();
  for (const expected of coming.slice(0, 3)) {
    const first = await page.locator('#coming li').first().textContent();
    assert.equal(first, expected);
    await page.locator('#next').click();
    await playground.rest();
  }
});

check('a drag of the arrow changes the velocity, one of the rim the radius', 'a desk', async (playground, page) => {
  const handles = () => page.evaluate(() => [...document.querySelectorAll('.handles .knob')].map((each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }));
  const [rim, tip] = await handles();
  const [blue] = ballsOf(await playground.text());
  const drag = async ([x, y], dx, dy) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2);
    await page.mouse.move(x + dx, y + dy);
    await page.mouse.up();
    await playground.rest();
  };
  await drag(tip, 60, -40);
  const [faster] = ballsOf(await playground.text());
  assert.ok(faster.query.velocity[0] > blue.query.velocity[0] && faster.query.velocity[1] > blue.query.velocity[1]);
  assert.deepEqual(faster.query.position, blue.query.position);
  await drag((await handles())[0], (await handles())[0][0] < rim[0] - 1 ? 0 : -15, 15);
  const [larger] = ballsOf(await playground.text());
  assert.ok(larger.query.ball.radius > 1.1 * blue.query.ball.radius);
  assert.deepEqual(larger.query.velocity, faster.query.velocity);
});

check('a ball too small for its handles is moved by its middle, selected or not', 'a desk', async (playground, page) => {
  await playground.openScene('many', manyBalls(100));
  const [x, y] = await playground.project([5.5, 5.5]);
  for (const steps of [1, 2]) {
    const before = await playground.text();
    await page.mouse.move(x + 5 * (steps - 1), y);
    await page.mouse.down();
    await page.mouse.move(x + 5 * steps, y);
    await page.mouse.up();
    await playground.rest();
    const changed = (await playground.text()).split('\n').filter((line, k) => line !== before.split('\n')[k]);
    assert.equal(changed.length, 1);
    assert.match(changed[0], /^position = \[[56]\.\d+, 5\.5\d*\]$/);
  }
});

check('a ball cannot be dragged into another: why is said, and nothing changes', 'a desk', async (playground, page) => {
  const [x, y] = await playground.project([3, 3.2]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(...(await playground.project([10.5, 5])));
  await playground.painted();
  assert.match(await page.locator('#refusal').textContent(), /overlap/);
  await page.mouse.move(...(await playground.project([5, 5])));
  await page.mouse.up();
  await playground.rest();
  assert.equal(await page.locator('#refusal').isVisible(), false);
  const [{ query }] = ballsOf(await playground.text());
  assert.ok(Math.abs(query.position[0] - 5) < 0.1 && Math.abs(query.position[1] - 5) < 0.1);
});

check('by keys: select, move, speed up, grow, copy, delete', 'a desk', async (playground, page) => {
  const before = ballsOf(await playground.text());
  await page.locator('#stage').focus();
  for (const key of ['Escape', 'n', 'ArrowRight', 'ArrowUp', 'Alt+ArrowUp', ']']) {
    await page.keyboard.press(key);
    await playground.rest();
  }
  const [blue] = ballsOf(await playground.text());
  assert.ok(blue.query.position[0] > before[0].query.position[0] && blue.query.position[1] > before[0].query.position[1]);
  assert.ok(blue.query.velocity[1] > before[0].query.velocity[1]);
  assert.ok(Math.abs(blue.query.ball.radius - 0.88) < 1e-9);
  await page.keyboard.press('Control+d');
  await playground.rest();
  assert.deepEqual(ballsOf(await playground.text()).map(({ name }) => name), ['blue', 'orange', 'blue-2']);
  await page.keyboard.press('Delete');
  await playground.rest();
  assert.deepEqual(ballsOf(await playground.text()).map(({ name }) => name), ['orange', 'blue-2']);
});

check(`${kSteps} steps are undone to the same hash, and done again`, 'a desk', async (playground, page) => {
  const [first, text] = [await playground.hash(), await playground.text()];
  await page.locator('#stage').focus();
  for (let i = 0; i < kSteps; ++i) {
    await page.keyboard.press(i % 3 === 0 ? 'ArrowUp' : 'ArrowRight');
    await playground.rest();
  }
  const [last, changed] = [await playground.hash(), await playground.text()];
  assert.notEqual(last, first);
  for (let i = 0; i < kSteps; ++i) await page.keyboard.press('Control+z');
  await playground.rest();
  assert.equal(await playground.text(), text);
  assert.equal(await playground.hash(), first);
  for (let i = 0; i < kSteps; ++i) await page.keyboard.press('Control+Shift+z');
  await playground.rest();
  assert.equal(await playground.text(), changed);
  assert.equal(await playground.hash(), last);
});

check('the text is edited both ways, and what is wrong is told at its place', 'a desk', async (playground, page) => {
  const replace = async (from, to) => {
    await page.evaluate(([a, b]) => window.firsthit.type(a, b), [from, to]);
    await playground.rest();
  };
  await replace('radius = 0.8', 'radius = 1.1');
  assert.equal(await page.locator('input[name=radius-0]').inputValue(), '1.1');
  await page.locator('input[name=velocity-0]').fill('2.5');
  await page.locator('input[name=velocity-0]').press('Enter');
  await playground.rest();
  assert.match(await playground.text(), /velocity = \[2\.5, 1\.0\]\nradius = 1\.1/);
  await replace('radius = 1.1', 'radius = -1.1');
  assert.match(await page.locator('#problems').textContent(), /two balls\.toml:\d+:\d+: radius: expected >= 0, found -1\.1/);
  assert.ok((await page.locator('.cm-lint-marker-error').count()) > 0);
  await replace('radius = -1.1', 'radius = 1.2');
  assert.equal(await page.locator('#problems').isVisible(), false);
  assert.equal(await page.locator('.cm-lint-marker-error').count(), 0);
});

check('a shared address opens the same scene', { permissions: [] }, async (playground, page) => {
  await page.locator('#stage').focus();
  await page.keyboard.press('ArrowRight');
  await playground.rest();
  await page.locator('#share').click();
  await page.waitForFunction(() => location.hash.startsWith('#scene='));
  const fragment = new URL(page.url()).hash;
  assert.ok(fragment.length < 8192);
  const other = await PlaygroundPage.open(browser, { fragment });
  assert.equal(await other.text(), await playground.text());
  assert.equal(await other.hash(), await playground.hash());
  await other.close();
});

check('stepped to an event, a drag begins anew from there', 'a desk', async (playground, page) => {
  for (let i = 0; i < 3; ++i) await page.locator('#next').click();
  await playground.rest();
  const { time } = await playground.state();
  assert.ok(time > 0);
  await page.locator('#stage').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await playground.rest();
  assert.equal((await playground.state()).time, 0);
  assert.notDeepEqual(ballsOf(await playground.text())[1].query.position, [11, 5]);
});

check('a ball of a gas is dragged, too: all balls become tables of their own', 'a desk', async (playground, page) => {
  await playground.openScene('gas2d', readFileSync(join(kSource, 'scenes', 'gas2d.toml'), 'utf8').replace(/count = \d+/, 'count = 40'));
  const { bodies } = await playground.state();
  await page.locator('#stage').focus();
  await page.keyboard.press('n');
  const before = await playground.hash();
  await page.keyboard.press('Alt+ArrowRight');
  await playground.rest();
  const text = await playground.text();
  assert.equal(ballsOf(text).length, bodies);
  assert.doesNotMatch(text, /\[\[gas\]\]/);
  assert.notEqual(await playground.hash(), before);
});

check('by touch, on a phone', 'a phone', async (playground, page) => {
  const [x, y] = await playground.project([3, 3.2]);
  const [toX, toY] = await playground.project([4, 6]);
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let i = 1; i <= 5; ++i) await touch('touchMove', [{ x: x + ((toX - x) * i) / 5, y: y + ((toY - y) * i) / 5 }]);
  await touch('touchEnd', []);
  await playground.rest();
  const [{ query }] = ballsOf(await playground.text());
  assert.ok(Math.hypot(query.position[0] - 4, query.position[1] - 6) < 0.2, JSON.stringify(query));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
});

for (const renderer of ['canvas2d', 'webgl2'])
  check(`the picture is saved as PNG, and has what is drawn in it, by ${renderer}`, { acceptDownloads: true, query: `?renderer=${renderer}` }, async (playground, page) => {
    assert.equal(await page.evaluate(() => document.documentElement.dataset.renderer), renderer);
    const waiting = page.waitForEvent('download');
    await page.locator('#picture').click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), 'two balls.png');
    const bytes = readFileSync(await download.path());
    assert.deepEqual([...bytes.subarray(1, 4)], [80, 78, 71]);
    const image = decodePng(bytes);
    // Both balls, each of its own colour, as large as they are.
    const [a, b] = await Promise.all([[0, 0], [1, 0]].map((place) => playground.project(place)));
    const length = b[0] - a[0];
    for (const [color, radius] of [['#1f5fb4', 0.8], ['#ee7623', 1.2]]) {
      const area = patches(image, isColor(rgb(color), 6)).reduce((sum, patch) => sum + patch.area, 0);
      const whole = Math.PI * (radius * length) ** 2;
      assert.ok(area > 0.7 * whole && area < 1.05 * whole, `${color}: ${area} of ${whole} pixels`);
    }
  });

check('what is painted anew in part is as if all was', 'a desk', async (playground, page) => {
  assert.equal(await page.evaluate(() => document.documentElement.dataset.renderer), 'canvas2d', 'there is no graphics card');
  const { width, height } = page.viewportSize();
  const pixels = () => page.evaluate(() => {
    const canvas = document.getElementById('stage');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const before = window.pixels;
    window.pixels = data;
    return before ? data.reduce((count, x, i) => count + (Math.abs(x - before[i]) > 32 ? 1 : 0), Math.abs(data.length - before.length)) : 0;
  });
  const scenes = { many: manyBalls(100), windmill: readFileSync(join(kSource, 'scenes', 'windmill.toml'), 'utf8') };
  for (const [name, text] of Object.entries(scenes)) {
    await playground.openScene(name, text);
    await page.locator('#stage').focus();
    for (const time of [0.3, 0.5]) await page.evaluate((at) => window.firsthit.seek(at), time);
    for (const key of ['n', 'Alt+ArrowRight', 'ArrowUp', 'ArrowRight', 'n']) {
      await page.keyboard.press(key);
      await playground.rest();
    }
    await pixels();
    // Of another size all is painted, and of the size that it had, again.
    for (const less of [7, 0]) {
      await page.setViewportSize({ width: width - less, height });
      await playground.rest();
    }
    // Where a line crosses the edge of a part, its soft edge may differ by a shade.
    const off = await pixels();
    assert.ok(off < 60, `${name}: ${off} colours of pixels are off`);
  }
});

check('embedded, at 480 x 320, it is the picture and its time', { query: '?embed=1', viewport: { width: 480, height: 320 } }, async (playground, page) => {
  const box = await page.locator('#stage').boundingBox();
  assert.ok(box.width > 440 && box.height > 220, JSON.stringify(box));
  assert.equal(await page.locator('.panel').isVisible(), false);
  assert.ok(await page.locator('#play').isVisible());
  const [over, below] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
  assert.ok(over <= 0 && below <= 0, `${over} ${below}`);
  const boxes = await page.evaluate(() => [...document.querySelectorAll('.overlay > *, .impact-label:not([hidden]), #whole')].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top, right, bottom, isScale: each.closest('.overlay') !== null };
  }));
  const scale = boxes.filter(({ isScale }) => isScale);
  const others = boxes.filter(({ isScale }) => !isScale);
  assert.ok(scale.length >= 2 && others.length >= 3, JSON.stringify(boxes));
  for (const a of scale)
    for (const b of others)
      assert.ok(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom, `over the scale: ${JSON.stringify(b)}`);
  assert.doesNotMatch(await page.locator('#whole').getAttribute('href'), /embed/);
});

check('a stepped world loses the ball, and says how far it is off', 'a desk', async (playground, page) => {
  await page.locator('#tab-compare').click();
  await page.locator('#others-shown').check();
  await page.locator('#others-step').fill('0.5');
  await page.locator('#others-step').press('Enter');
  await page.evaluate(() => window.firsthit.seek(2.9));
  await playground.rest();
  const off = Number(/After 5 steps \S+ is ([\d.]+) away/.exec(await page.locator('#others-note').textContent())[1]);
  assert.ok(off > 0.1);
  // The same over time: the plot tells what it shows at the time that is shown, of which the picture is a step's part off.
  const plot = page.locator('#others-plot');
  await plot.locator('canvas').waitFor();
  const read = async () => Number(await plot.locator('.plot-readout strong, .plot-readout b').first().textContent());
  assert.ok(Math.abs((await read()) - off) < 2, `${await read()}, not ${off}`);
  const late = await read();
  await page.evaluate(() => window.firsthit.seek(0));
  await playground.rest();
  assert.ok((await read()) < 0.1 && late > 0.1, `it grows from ${await read()} to ${late}`);
  await page.locator('#others-shown').uncheck();
  assert.equal(await plot.locator('canvas').count(), 0);
});

check('the names of numbers stand on a line each', 'a desk', async (_, page) => {
  const heights = await page.locator('.fields label > span').evaluateAll((names) =>
    names.map((name) => [name.textContent, name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)]),
  );
  assert.ok(heights.some(([name]) => name === 'own bounce'), JSON.stringify(heights));
  for (const [name, lines] of heights) assert.ok(lines < 1.5, `${name}: ${lines} lines`);
});

for (const device of Object.keys(kDevices))
  for (const colorScheme of ['dark', 'light'])
    check(`${colorScheme}, on ${device}: axe finds nothing`, device, async (playground, page) => {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      await playground.rest();
      assert.deepEqual(await faultsByAxe(page), []);
    });
