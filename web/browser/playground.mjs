// The playground as its tests use it: opened from disk, moved by mouse, touch and keys.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { newPage } from './browser.mjs';

const kPage = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'playground.html');

export class PlaygroundPage {
  static async open(browser, { fragment = '', query = '', ...options } = {}) {
    const page = await newPage(browser, options);
    const address = pathToFileURL(kPage).href;
    page.opened = address;
    await page.goto(address + query + fragment);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    const opened = new PlaygroundPage(page);
    await opened.rest();
    const { name } = await opened.state();
    opened.first = [name, await opened.text()];
    return opened;
  }

  constructor(page) {
    this.page = page;
  }

  async close() {
    await this.page.context().close();
  }

  /** The scene that it opened with, anew, and nothing pointed at. */
  async rewind() {
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => {
      window.firsthit.show('scene');
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await this.openScene(...this.first);
  }

  state() {
    return this.page.evaluate(() => window.firsthit.state());
  }

  text() {
    return this.page.evaluate(() => window.firsthit.text());
  }

  hash() {
    return this.page.evaluate(() => window.firsthit.hash());
  }

  /** Until all that was asked for is foreseen, kept and painted. */
  rest() {
    return this.page.evaluate(() => window.firsthit.rest());
  }

  /** Until what was just asked for is foreseen and painted. */
  painted() {
    return this.page.evaluate(() => window.firsthit.painted());
  }

  async openScene(name, text) {
    await this.page.evaluate(([n, t]) => window.firsthit.open(n, t), [name, text]);
    await this.rest();
  }

  /** CSS pixels of a place of the scene. */
  project(place) {
    return this.page.evaluate((at) => window.firsthit.project(at), place);
  }

  async contact() {
    const read = (id) => this.page.evaluate((at) => document.getElementById(at)?.textContent ?? null, id);
    return {
      delay: plain(await read('contact-delay')),
      upper: plain(await read('contact-upper')),
      normal: plain(await read('contact-normal')),
    };
  }
}

/** A number as the page writes it, with a real minus sign. */
export function plain(text) {
  return text?.replaceAll('−', '-') ?? null;
}
