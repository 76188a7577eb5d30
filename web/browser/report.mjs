// A report in the browser, as the tests use it: its controls, and its stage as a picture.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { newPage } from './browser.mjs';
import { decodePng } from './image.mjs';

export class Report {
  /** Opens the report of a run's folder, or says what the page says went wrong. `options`: of the
   *  browser's context;  `hash`: what follows # in the address. */
  static async open(browser, folder, options = {}, hash = '') {
    const report = new Report(await newPage(browser, options));
    report.page.opened = pathToFileURL(join(folder, 'report.html')).href;
    await report.page.goto(report.page.opened + hash);
    await report.page.waitForSelector('html[data-ready=true], #failure:not([hidden])');
    const failure = await report.page.locator('#failure:not([hidden])').allInnerTexts();
    if (failure.length > 0) throw new Error(failure.join('\n'));
    return report;
  }

  constructor(page) {
    this.page = page;
  }

  close() {
    return this.page.context().close();
  }

  /** What the page tells of itself in <html data-...>. */
  facts() {
    return this.page.evaluate(() => {
      const { time, impact, playing, renderer } = document.documentElement.dataset;
      return { time: Number(time), impact: Number(impact), playing: playing === 'true', renderer };
    });
  }

  /** A frame later: what was asked for is drawn, and told by the page. */
  drawn() {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  /** Two frames later: it is seen. */
  settle() {
    return this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  }

  async show(options) {
    for (const [name, wanted] of Object.entries(options))
      await this.page.locator(`#${name}`).setChecked(wanted);
  }

  /** Nothing but the bodies and what they live in. */
  bodiesOnly() {
    return this.show({ trails: false, arrows: false, ghosts: false, flashes: false });
  }

  async seek(time) {
    await this.page.evaluate((t) => window.firsthit.seek(t), time);
    await this.drawn();
  }

  async step(name) {
    await this.page.evaluate((id) => document.getElementById(id).click(), name);
    await this.drawn();
  }

  /** Presses a button so many times, all before the next picture: what the page says of itself after each. */
  presses(name, count) {
    const press = ([id, times]) =>
      Array.from({ length: times }, () => {
        document.getElementById(id).click();
        return window.firsthit.state();
      });
    return this.page.evaluate(press, [name, count]);
  }

  /** At its beginning again, all of it in sight, and nothing pointed at. */
  async rewind() {
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => {
      window.firsthit.seek(0);
      document.getElementById('fit').click();
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await this.settle();
  }

  /** Puts a place into the middle of the stage, so many CSS pixels per length. */
  async lookAt(place, scale) {
    await this.page.evaluate(([x, s]) => window.firsthit.lookAt(x, s), [place, scale]);
    await this.drawn();
  }

  /** Drags the middle of the stage. */
  async drag(dx, dy) {
    const { x, y, width, height } = await this.page.locator('#stage').boundingBox();
    await this.page.mouse.move(x + width / 2, y + height / 2);
    await this.page.mouse.down();
    for (let k = 1; k <= 4; ++k)
      await this.page.mouse.move(x + width / 2 + (dx * k) / 4, y + height / 2 + (dy * k) / 4);
    await this.page.mouse.up();
    await this.page.mouse.move(0, 0);
    // What was pointed at on the way is told a little longer.
    await this.page.locator('#hover-facts').waitFor({ state: 'hidden' });
    await this.settle();
  }

  async fit() {
    await this.page.evaluate(() => document.getElementById('fit').click());
    await this.drawn();
  }

  /** Scrolls to a plot, which is drawn when it comes into sight. */
  async plot(name) {
    const plot = this.page.locator(`[data-plot=${name}]`);
    await plot.scrollIntoViewIfNeeded();
    await plot.locator('canvas').waitFor();
    await this.settle();
    return plot;
  }

  /** Scrolls to every plot and back: all are drawn. */
  async allPlots() {
    const plots = this.page.locator('#plots [data-plot]');
    for (const name of await plots.evaluateAll((all) => all.map(({ dataset }) => dataset.plot)))
      await this.plot(name);
    await this.page.evaluate(() => scrollTo(0, 0));
    await this.settle();
  }

  /** The stage as it is seen; pixels are those of the device. */
  async picture() {
    const clip = await this.page.locator('#stage').boundingBox();
    await this.settle();
    // Of a page that may scroll, places are told in what is seen of it.
    const [x, y] = await this.page.evaluate(() => [scrollX, scrollY]);
    this.session ??= await this.page.context().newCDPSession(this.page);
    const { data } = await this.session.send('Page.captureScreenshot', {
      format: 'png',
      clip: { ...clip, x: clip.x + x, y: clip.y + y, scale: 1 },
      optimizeForSpeed: true,
    });
    return decodePng(Buffer.from(data, 'base64'));
  }
}
