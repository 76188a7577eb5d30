// Five tasks as somebody does them, by mouse and keys alone: how many presses and how many seconds each takes.
// `node browser/tasks.mjs` prints a table; the test of the same name does them, too.
import { launch } from './browser.mjs';
import { PlaygroundPage } from './playground.mjs';

class Hand {
  presses = 0;

  constructor(playground) {
    this.playground = playground;
    this.page = playground.page;
  }

  async click(selector) {
    ++this.presses;
    await this.page.locator(selector).click();
    await this.playground.rest();
  }

  async key(name) {
    ++this.presses;
    await this.page.keyboard.press(name);
    await this.playground.rest();
  }

  async type(selector, text) {
    ++this.presses;
    await this.page.locator(selector).fill(text);
    await this.page.locator(selector).press('Enter');
    await this.playground.rest();
  }

  async drag(from, to) {
    ++this.presses;
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 5 });
    await this.page.mouse.up();
    await this.playground.rest();
  }

  text(selector) {
    return this.page.locator(selector).textContent();
  }
}

/** Each: what is asked, how it is done, and whether it was. */
export const kTasks = [
  {
    task: 'What meets next?',
    async solve(hand) {
      return /meets/.test(await hand.text('#contact .meeting'));
    },
  },
  {
    task: 'Make these two miss',
    async solve(hand) {
      const [x, y] = await hand.playground.project([3, 3.2]);
      await hand.drag([x, y], [x, y + 80]);
      return /blue meets .* side/.test(await hand.text('#contact .meeting'));
    },
  },
  {
    task: 'Find the step at which the stepped world loses the ball',
    async solve(hand) {
      await hand.click('#tab-rooms');
      await hand.click('#rooms button:has-text("tunnel")');
      await hand.click('#tab-compare');
      await hand.click('#others-shown');
      await hand.page.evaluate(() => window.firsthit.seek(0.4));
      for (const step of ['0.001', '0.005', '0.02']) {
        await hand.type('#others-step', step);
        const off = Number(/is ([\d.]+) away/.exec(await hand.text('#others-note'))?.[1]);
        if (off > 1) return true;
      }
      return false;
    },
  },
  {
    task: 'Share this',
    async solve(hand) {
      ++hand.presses;
      await hand.page.locator('#share').click();
      await hand.page.waitForFunction(() => location.hash.startsWith('#scene='));
      return true;
    },
  },
  {
    task: 'Walk the room of cracks',
    async solve(hand) {
      await hand.click('#tab-rooms');
      await hand.click('#rooms button:has-text("cracks")');
      await hand.click('#walk');
      ++hand.presses;
      await hand.page.keyboard.down('ArrowRight');
      await hand.page.locator('#walk-note', { hasText: 'come through' }).waitFor();
      await hand.page.keyboard.up('ArrowRight');
      return true;
    },
  },
];

/** Does a task on a fresh page. */
export async function doTask(browser, { task, solve }) {
  const playground = await PlaygroundPage.open(browser);
  const hand = new Hand(playground);
  const begin = performance.now();
  const done = await solve(hand);
  const seconds = (performance.now() - begin) / 1000;
  const { faults } = playground.page;
  await playground.close();
  return { task, done, presses: hand.presses, seconds, faults };
}

if (process.argv[1]?.endsWith('tasks.mjs')) {
  const browser = await launch('webgl2');
  for (const task of kTasks) {
    const { done, presses, seconds } = await doTask(browser, task);
    console.log(`${task.task}: ${done ? 'done' : 'not done'}, ${presses} presses, ${seconds.toFixed(1)} s`);
  }
  await browser.close();
}
