// Chromium without a window: with WebGL2 in software, or with WebGL off; and pages that must not use the
// network.
import { chromium } from 'playwright-core';

/** The two ways a report draws, by the name it gives them in <html data-renderer>, and what makes Chromium
 *  offer them. Without a graphics card, also where there is one, and with WebGL as it chooses then. */
export const kRenderers = {
  webgl2: ['--disable-gpu', '--enable-unsafe-swiftshader'],
  canvas2d: ['--disable-3d-apis'],
};

export function launch(renderer = 'webgl2', more = []) {
  return chromium.launch({
    executablePath: process.env['FIRSTHIT_CHROMIUM'] ?? '/usr/bin/chromium',
    // Chromium's own sandbox cannot be had as root, which continuous integration is. What it opens here is
    // our own.
    chromiumSandbox: process.getuid() !== 0,
    // Colours as the page names them, whatever the screen.
    args: ['--force-color-profile=srgb', '--hide-scrollbars', ...kRenderers[renderer], ...more],
  });
}

/** One browser for each way of drawing, for all tests of a file: `shared(after)(renderer)`. Starting one takes longer
 *  than most of them. `after`: that of node:test. */
export function shared(after) {
  const started = new Map();
  after(async () => {
    for (const browser of started.values()) await (await browser).close();
  });
  return (renderer) => {
    if (!started.has(renderer)) started.set(renderer, launch(renderer));
    return started.get(renderer);
  };
}

/** What Chromium's software driver says of its own reading of pictures, and no page can help. */
const kOfDriver = /GPU stall due to ReadPixels/;

/** A new page, offline. `page.faults` collects all that must not happen: requests, errors, warnings on the
 *  console. */
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
    offline: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.faults = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && url.split(/[?#]/)[0] !== page.opened)
      page.faults.push(`it asked for ${url}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()) && !kOfDriver.test(message.text()))
      page.faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`not caught: ${error.stack ?? error}`));
  return page;
}
