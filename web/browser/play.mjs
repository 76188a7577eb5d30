// Playing with the page for a while, as a hand does that tries everything; and scenes of many balls.

/** So many balls on a square lattice, all of them moving. */
export function manyBalls(count) {
  const side = Math.ceil(Math.sqrt(count));
  const size = (3.5 * side + 4).toFixed(1);
  const balls = Array.from({ length: count }, (_, i) => {
    const place = [2 + 3.5 * (i % side), 2 + 3.5 * Math.floor(i / side)].map((x) => x.toFixed(2));
    const velocity = [Math.sin(7 * i), Math.cos(3 * i)].map((x) => x.toFixed(3));
    return `[[ball]]\nposition = [${place}]\nvelocity = [${velocity}]\nradius = 0.8\nmass = 1.0\n`;
  });
  return `format = 1\ndimension = 2\n[space]\nmin = [0.0, 0.0]\nmax = [${size}, ${size}]\nsides = "wall"\n[run]\ncollisions = 100000\n${balls.join('')}`;
}

/** Everything once: drags, keys, time, tabs, lessons, a walk. Where it ends it began. */
export async function round(playground) {
  const { page } = playground;
  await page.locator('#scenes').selectOption('two balls');
  await playground.rest();
  const [x, y] = await playground.project([3, 3.2]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 60, { steps: 12 });
  await page.mouse.up();
  await playground.rest();
  await page.locator('#stage').focus();
  for (const key of ['Alt+ArrowUp', ']', '[', 'Control+d', 'Delete', 'Control+z', 'Control+Shift+z']) {
    await page.keyboard.press(key);
    await playground.rest();
  }
  for (let i = 0; i < 5; ++i) await page.locator('#next').click();
  await page.locator('#tab-compare').click();
  await page.locator('#chaos-shown').check();
  await playground.rest();
  await page.locator('#chaos-shown').uncheck();
  await page.locator('#tab-query').click();
  for (const example of ['1', '4', '0']) await page.locator('#query-examples').selectOption(example);
  await page.locator('#tab-rooms').click();
  await page.locator('#rooms button', { hasText: 'cracks' }).click();
  await playground.rest();
  await page.evaluate(() => window.firsthit.walk(60, { right: true }));
  await page.locator('#walk').click();
  await page.locator('#tab-scene').click();
  await page.evaluate((text) => window.firsthit.open('many', text), manyBalls(100));
  await playground.rest();
}

/** Bytes of the page's own objects, once what nobody needs is collected, and of the core. */
export async function memoryOf(playground) {
  const { page } = playground;
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { page: usedSize, core: await page.evaluate(() => window.firsthit.memory()) };
}
