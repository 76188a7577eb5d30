// The tests' own eyes, on pictures whose content is known.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, newPage } from './browser.mjs';
import { distance, fitParallel, fitPlane } from './fit.mjs';
import { commonColor, decodePng, edgeOfDisc, isColor, isShadeOf, patches, rgb } from './image.mjs';

let browser;
let image;
const kDiscs = [
  { x: 60.3, y: 50.7, r: 20, color: '#e8b21d' },
  { x: 106.8, y: 67.2, r: 29.343, color: '#1f5fb4' }, // touches the first
  { x: 150.5, y: 120.25, r: 6.5, color: '#d8322b' },
];

before(async () => {
  browser = await launch('canvas2d');
  const page = await newPage(browser);
  await page.setContent(
    '<style>body{margin:0;background:#f8f8f4}</style><canvas width=200 height=150></canvas>',
  );
  await page.evaluate((discs) => {
    const context = document.querySelector('canvas').getContext('2d');
    for (const { x, y, r, color } of discs) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(x, y, r, 0, 7);
      context.fill();
    }
  }, kDiscs);
  image = decodePng(await page.screenshot());
});
after(() => browser.close());

test('a disc is found by its colour, its centre and radius to a small part of a pixel', () => {
  assert.deepEqual(commonColor(image), rgb('#f8f8f4'));
  for (const { x, y, r, color } of kDiscs) {
    const [disc] = patches(image, isColor(rgb(color)));
    assert.ok(distance([disc.x, disc.y], [x, y]) < 0.12, `${color}: ${disc.x} ${disc.y}`);
    const radius = edgeOfDisc(image, disc.x, disc.y, rgb('#f8f8f4'), r + 5);
    assert.ok(Math.abs(radius - r) < 0.25, `${color}: ${radius}, not ${r}`);
  }
});

test('discs that touch are as far apart in the picture as their radii say', () => {
  const [a, b] = kDiscs.map(({ color }) => patches(image, isColor(rgb(color)))[0]);
  assert.ok(Math.abs(distance([a.x, a.y], [b.x, b.y]) - kDiscs[0].r - kDiscs[1].r) < 0.2);
});

test('shades of a hue belong to it, greys and other hues do not', () => {
  const isBlue = isShadeOf(rgb('#1f5fb4'));
  assert.ok(isBlue(...rgb('#103060')));
  assert.ok(!isBlue(...rgb('#808080')));
  assert.ok(!isBlue(...rgb('#6a3d9a')));
});

test('the map from places to pixels is found, and a place that is off shows', () => {
  const plane = ([x, y]) => [12.5 + 80 * x, 300 - 80 * y];
  const worlds = [
    [0, 0],
    [1, 0.5],
    [2.5, 1],
    [0.3, 1.2],
  ];
  const pairs = worlds.map((world) => ({ world, pixel: plane(world) }));
  const fitted = fitPlane(pairs);
  assert.ok(Math.abs(fitted.scale - 80) < 1e-9 && fitted.worst < 1e-9);
  pairs[2].pixel[0] += 5;
  assert.ok(fitPlane(pairs).worst > 1);
});

test('the map of a camera on parallel lines is found, and a squeezed picture shows', () => {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const camera = ([x, y, z]) => [200 + 30 * (c * x - s * y), 150 - 30 * (0.6 * (s * x + c * y) + 0.8 * z)];
  const worlds = [
    [0, 0, 0],
    [1, 2, 3],
    [3, 1, 2],
    [2, 3, 0.5],
    [0.2, 2.5, 1],
    [2.7, 0.1, 0.4],
  ];
  const fitted = fitParallel(worlds.map((world) => ({ world, pixel: camera(world) })));
  assert.ok(fitted.worst < 1e-9 && fitted.skew < 1e-9 && Math.abs(fitted.scale - 30) < 1e-9);
  const squeezed = (world) => [camera(world)[0], 0.9 * camera(world)[1]];
  assert.ok(fitParallel(worlds.map((world) => ({ world, pixel: squeezed(world) }))).skew > 0.1);
});
