// What comes next is seen: as a list, on the stage, in the table of all collisions; at a desk and on a
// phone. What is expected comes from the run's own table of events.
import assert from 'node:assert/strict';
import { join } from 'node:path';

import { checker } from './devices.mjs';
import { impactsOf, kSource, run } from './program.mjs';
import { kBreak } from './scenes.mjs';

const kFolders = {
  break: run(kBreak, ['--events']),
  galperin: run(join(kSource, 'scenes', 'galperin.toml'), ['--events']),
  gas: run(join(kSource, 'scenes', 'gas2d.toml')),
};
const kImpacts = impactsOf(kFolders.break, 2);

const check = checker(kFolders);

/** The numbers of the collisions that are listed as the next. */
async function listed(report) {
  await report.page.waitForTimeout(150); // the list follows at leisure
  const texts = await report.page.locator('#coming li:visible .time').allInnerTexts();
  return texts.map((text) => Number(/#(\d+)/.exec(text)[1]));
}

/** Neither a body nor what the table looks for. */
async function chooseNone(page) {
  await page.locator('#stage').press('Escape');
  await page.locator('#filter-one').fill('');
}

const comingAt = (time, who = () => true) => kImpacts.filter((each) => each.time > time && who(each));
const indices = (impacts) => impacts.slice(0, 5).map(({ index }) => index);

check('the report opens on the next collisions, which follow the time', 'break', async (report) => {
  for (const time of [0, 0.3, 1.7, 5]) {
    await report.seek(time);
    assert.deepEqual(await listed(report), indices(comingAt(time)), `at ${time}`);
  }
  await report.seek(8);
  assert.deepEqual(await listed(report), []);
  assert.match(await report.page.locator('#coming-none').innerText(), /No collision comes/);
});

check(
  'both bodies are drawn where and as they will touch, with a label that tells when',
  'break',
  async (report) => {
    await report.seek(0.3);
    await report.show({ trails: false, flashes: false });
    const labels = await report.page.locator('.impact-label:visible').allInnerTexts();
    const next = comingAt(0.3).slice(0, 3);
    assert.equal(labels.length, 3);
    labels.forEach((label, i) => {
      const [rank, time] = label.split('\n');
      assert.equal(Number(rank), i + 1);
      assert.ok(Math.abs(Number(time) - next[i].time) < 1e-5, `${label} for ${next[i].time}`);
    });
    const shown = await pictureOf(report);
    await report.show({ ghosts: false });
    await report.settle();
    assert.equal(await report.page.locator('.impact-label:visible').count(), 0);
    const hidden = await pictureOf(report);
    const stage = await report.page.locator('#stage').boundingBox();
    const scale = shown.width / stage.width;
    for (const { point, normal } of next) {
      const [x, y] = await report.page.evaluate((place) => window.firsthit.project(place), point);
      // Beyond the touch along the normal, where its arrow is, and before it, where the ghost is.
      for (const along of [6, -3]) {
        const at = [x - stage.x + along * normal[0], y - stage.y - along * normal[1]].map(
          (each) => each * scale,
        );
        assert.ok(
          differsAround(shown, hidden, at, 3 * scale),
          `nothing is drawn ${along} pixels from ${point}`,
        );
      }
    }
    await report.show({ trails: true, flashes: true, ghosts: true });
  },
);

async function pictureOf(report) {
  await report.page.evaluate(() => scrollTo(0, 0));
  await report.settle();
  return report.picture();
}

function differsAround(one, other, [x, y], reach) {
  for (let row = Math.round(y - reach); row <= y + reach; ++row)
    for (let column = Math.round(x - reach); column <= x + reach; ++column)
      for (let k = 0; k < 3; ++k) {
        const at = 3 * (row * one.width + column) + k;
        if (Math.abs(one.data[at] - other.data[at]) > 8) return true;
      }
  return false;
}

check('all digits of a time are told when they are asked for', 'break', async (report, page) => {
  await report.seek(0.3);
  await page.locator('#exact').check();
  await report.settle();
  const next = comingAt(0.3);
  const texts = await page.locator('#coming li:visible .time').allInnerTexts();
  texts.forEach((text, i) => assert.equal(Number(/t = (\S+)$/.exec(text)[1]), next[i].time));
  await page.locator('#coming button').first().click();
  await report.settle();
  assert.equal(Number(await page.locator('#time').inputValue()), next[0].time);
  await page.locator('#exact').uncheck();
});

check('a body that is pressed tells its own next collision', 'break', async (report, page) => {
  await report.seek(0);
  const cue = comingAt(0, ({ kind, a, b }) => a === 0 || (kind === 'body_body' && b === 0));
  const [x, y] = await page.evaluate((place) => window.firsthit.project(place), [0.635, 0.635]);
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  await report.settle();
  assert.deepEqual(await listed(report), indices(cue));
  const wait = await page.locator('#body-facts [data-fact=next-collision]').innerText();
  assert.ok(Math.abs(Number(/in (\S+)/.exec(wait)[1]) - cue[0].time) < 1e-3 * cue[0].time, wait);
  assert.equal(await page.locator('.impact-label:visible').count(), 3);
  // The table has found its collisions, too.
  assert.equal(await page.locator('#filter-one').inputValue(), 'cue');
  assert.equal(await page.locator('#collision-count').innerText(), `${cue.length} of ${kImpacts.length}`);
  await chooseNone(page);
});

check('the table finds when a ball next meets a wall, and goes there', 'break', async (report, page) => {
  await report.seek(1);
  await page.locator('#filter-one').fill('11');
  await page.locator('#filter-kind').selectOption('sides');
  const walls = kImpacts.filter(({ kind, a }) => kind === 'body_side' && a === 11);
  assert.ok(walls.length >= 3);
  assert.equal(await page.locator('#collision-count').innerText(), `${walls.length} of ${kImpacts.length}`);
  const next = walls.find(({ time }) => time > 1);
  const row = page.locator('#collision-rows [data-when=next]');
  assert.equal(await row.locator('.number').innerText(), `#${next.index}`);
  await row.click();
  await report.settle();
  assert.deepEqual(await report.facts(), { ...(await report.facts()), time: next.time, impact: next.index });
  assert.match(await page.locator('#impact-text').innerText(), new RegExp(`Collision #${next.index}:`));
  await page.keyboard.press('ArrowDown');
  await report.settle();
  assert.equal((await report.facts()).impact, walls[walls.indexOf(next) + 1].index);

  await page.locator('#filter-one').fill('nobody');
  assert.match(await page.locator('#collision-count').innerText(), /Nobody here is called “nobody”/);
  await page.locator('#filter-kind').selectOption({ index: 0 });
  await chooseNone(page);
});

check(
  'at the pace of collisions nothing waits and nothing is passed unseen',
  'galperin',
  async (report, page) => {
    const impacts = impactsOf(kFolders.galperin, 2);
    await page.locator('#pace').selectOption('collisions');
    for (let k = 0; k < 4; ++k) await page.locator('#stage').press('>');
    assert.match(await page.locator('#speed-text').innerText(), /^20 per second/);
    const seen = await page.evaluate((last) => {
      const times = [];
      document.getElementById('play').click();
      return new Promise((done) => {
        const look = () => {
          const { time, playing } = window.firsthit.state();
          times.push(time);
          if (playing && time < last) requestAnimationFrame(look);
          else done(times);
        };
        look();
      });
    }, impacts.at(-1).time);
    // The longest wait is 350 times as long as the shortest, and both take a twentieth of a second: three
    // pictures or so, not dozens. The longest frame that counts, a tenth, passes two collisions.
    const intervals = impacts.map(({ time }, i) => [impacts[i - 1]?.time ?? 0, time]);
    const pictures = intervals.map(([from, to]) => seen.filter((time) => time > from && time <= to).length);
    const missed = pictures.filter((count) => count === 0).length;
    assert.ok(missed <= intervals.length / 2, `${missed} of ${intervals.length} passed unseen`);
    assert.ok(Math.max(...pictures) <= 8, `waits of so many pictures: ${pictures}`);
  },
);

check('after typing in a field the keys are the page’s again', 'break', async (report, page) => {
  for (const field of ['#time', '#body', '#filter-one']) {
    await page.locator(field).fill('1');
    await page.keyboard.press('Enter');
    await report.settle();
    await report.seek(0);
    await page.keyboard.press('.');
    await report.settle();
    assert.equal((await report.facts()).impact, 0, field);
  }
  await chooseNone(page);
});

check(
  'bodies that have flown far away are said to be, and are shown by Fit',
  'galperin',
  async (report, page) => {
    await report.seek(900);
    const note = page.locator('#out-of-sight');
    assert.equal(await note.isVisible(), true);
    await page.locator('#fit').click();
    await report.settle();
    assert.equal(await note.isVisible(), false);
    const shown = await pictureOf(report);
    const heavy = [0xd5, 0x5e, 0x00];
    const isHeavy = (at) => heavy.every((value, k) => Math.abs(shown.data[at + k] - value) < 8);
    let found = false;
    for (let at = 0; at < shown.data.length && !found; at += 3) found = isHeavy(at);
    assert.ok(found, 'the heavy ball is not in the picture');
  },
);

check('the stage is covered by no control', 'break', async (_report, page) => {
  const [seen, over] = await page.evaluate(() => {
    const stage = document.getElementById('stage').getBoundingClientRect();
    const controls = [...document.querySelectorAll('button, select, input')].filter((each) => each.checkVisibility({ checkVisibilityCSS: true }));
    const isOver = ({ left, right, top, bottom }) =>
      left < stage.right && right > stage.left && top < stage.bottom && bottom > stage.top;
    return [controls.length, controls.filter((each) => isOver(each.getBoundingClientRect())).map(({ id }) => id)];
  });
  assert.ok(seen > 10, `only ${seen} controls`);
  assert.deepEqual(over, []);
});

check('where collisions were not kept, Next says so and stays', 'gas', async (report, page) => {
  const end = await page.evaluate(() => Number(document.getElementById('end').textContent));
  await report.seek(0.9 * end);
  const { time } = await report.facts();
  await page.locator('#next').click();
  await report.settle();
  assert.equal((await report.facts()).time, time);
  assert.match(await page.locator('#impact-text').innerText(), /The next collision is not kept/);
  assert.match(await page.locator('#coming-none').innerText(), /None that is kept/);
});

check('of many bodies one is told how to see a velocity', 'gas', async (report, page) => {
  const hint = page.locator('#arrows-hint');
  assert.equal(await hint.isVisible(), false);
  await report.show({ arrows: true });
  await report.settle();
  assert.equal(await hint.isVisible(), true);
  await page.locator('#body').fill('17');
  await page.keyboard.press('Enter');
  await report.settle();
  assert.equal(await hint.isVisible(), false);
});
