// What a scene says is text and never becomes part of the page: names, materials and comments that are made to run
// as script. One of each kind of the vectors that OWASP's pages on cross-site scripting list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, newPage } from './browser.mjs';
import { run } from './program.mjs';
import { Report } from './report.mjs';

const kDone = 'top.h=1';
export const kVectors = [
  `<script>${kDone}</script>`,
  `</script><script>${kDone}</script>`,
  `--><script>${kDone}</script><!--`,
  `<!--<script>`,
  `<ScRiPt >${kDone}</sCrIpT >`,
  `<<script>${kDone}//<</script>`,
  `<scr<script>ipt>${kDone}</scr</script>ipt>`,
  `<script/x src="data:text/javascript,${kDone}"></script>`,
  `<img src=x onerror=${kDone}>`,
  `<img src="x" onerror='${kDone}'/>`,
  `"><img src=x onerror=${kDone}>`,
  `' onmouseover='${kDone}`,
  `" autofocus onfocus="${kDone}`,
  `<svg/onload=${kDone}>`,
  `<svg><script>${kDone}</script></svg>`,
  `<svg><animate onbegin=${kDone} attributeName=x dur=1s>`,
  `<body onload=${kDone}>`,
  `<iframe src="javascript:${kDone}"></iframe>`,
  `<iframe srcdoc="<script>${kDone}</script>"></iframe>`,
  `<object data="data:text/html,<script>${kDone}</script>"></object>`,
  `<embed src="data:image/svg+xml,<svg onload=${kDone} />">`,
  `<a href="javascript:${kDone}">go</a>`,
  `<a href="jav&#x09;ascript:${kDone}">go</a>`,
  `<form action="javascript:${kDone}"><input autofocus onfocus=${kDone}></form>`,
  `<input type=image src=x onerror=${kDone}>`,
  `<video><source onerror="${kDone}"></video>`,
  `<details open ontoggle=${kDone}>`,
  `<math><mi xlink:href="data:x,<script>${kDone}</script>"></mi></math>`,
  `<style>@import 'javascript:${kDone}';</style>`,
  `<div style="background:url(javascript:${kDone})">`,
  `<link rel=stylesheet href="javascript:${kDone}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${kDone}">`,
  `<base href="javascript:${kDone}//">`,
  `<template><script>${kDone}</script></template>`,
  `&lt;script&gt;${kDone}&lt;/script&gt;`,
  `&#60;script&#62;${kDone}&#60;/script&#62;`,
  '\\u003cscript\\u003e' + kDone + '\\u003c/script\\u003e',
  `%3Cscript%3E${kDone}%3C/script%3E`,
  '${' + kDone + '}',
  '{{constructor.constructor("' + kDone + '")()}}',
  `'-(${kDone})-'`,
  `\\'-(${kDone})//`,
  `]]><script>${kDone}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${kDone}>">`,
];

/** As names may be, up to 63 letters without blanks, quotes, commas and backslashes: HTML takes a slash for a
 *  blank. The others can only stand in comments. */
const kNames = kVectors
  .map((vector) => vector.replaceAll(' ', '/').replaceAll(/["']/g, ''))
  .filter((vector, k, all) => /^[^\s,\\]{1,62}$/.test(vector) && all.indexOf(vector) === k);

/** A row of balls that meet one after the other, so that all of them are told of. */
function scene() {
  const lines = ['format = 1', 'dimension = 2', '[space]', `min = [0, 0]`, `max = [${3 * kNames.length + 3}, 4]`];
  lines.push('[run]', 'until = 200', 'sample_every = 1');
  lines.push(...kVectors.map((vector) => `# ${vector}`));
  kNames.forEach((name, k) => {
    lines.push(`# ${name}`, '[[ball]]', `name = '${name}'`, `material = 'm${name}'`);
    lines.push(`position = [${3 * k + 2}, 2]`, `velocity = [${k === 0 ? 2 : 0}, 0]`, 'radius = 0.5', 'mass = 1');
  });
  return `${lines.join('\n')}\n`;
}

let browser;
before(async () => (browser = await launch('canvas2d')));
after(() => browser.close());

async function expectUnharmed(page) {
  assert.equal(await page.evaluate(() => window.h), undefined);
}

test('names, materials and comments of a scene are text', { timeout: 300_000 }, async () => {
  const folder = run(scene());
  const report = await Report.open(browser, folder);
  const { page } = report;
  const told = new Set();
  assert.ok(kNames.length > 25, `only ${kNames.length} names`);
  for (let k = 0; k < kNames.length + 2; ++k) {
    await report.step('next');
    told.add(await page.locator('#impact-text').innerText());
  }
  await report.allPlots();
  const text = [...told].join('\n');
  const unseen = kNames.filter((name) => !text.includes(name));
  assert.deepEqual(unseen, []);
  const tags = await page.evaluate(() => [...document.querySelectorAll('*')].map((each) => each.localName));
  const foreign = ['iframe', 'object', 'embed', 'base', 'form', 'video', 'img', 'math', 'mi', 'animate', 'template'];
  assert.deepEqual(
    tags.filter((tag) => foreign.includes(tag)),
    [],
  );
  await expectUnharmed(page);
  assert.deepEqual(page.faults, []);
  await report.close();
});

test('the page runs nothing but its own scripts', { timeout: 300_000 }, async () => {
  const report = await Report.open(browser, run(scene()));
  const { page } = report;
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[\w+/=]+'/);
  assert.doesNotMatch(policy, /script-src[^;]*'unsafe/);
  await page.evaluate((vectors) => {
    // As if somebody had forgotten that it is text.
    for (const vector of vectors) document.body.insertAdjacentHTML('beforeend', vector);
    const script = document.createElement('script');
    script.textContent = 'window.h = 1';
    document.body.append(script);
  }, kVectors);
  await page.waitForTimeout(500);
  await expectUnharmed(page);
  await report.close();
});

test('a page without a policy is harmed by what the test does', { timeout: 300_000 }, async () => {
  const page = await newPage(browser);
  await page.setContent('<!doctype html><html><body></body></html>');
  await page.evaluate((vectors) => {
    for (const vector of vectors) document.body.insertAdjacentHTML('beforeend', vector);
  }, kVectors);
  await page.waitForFunction(() => window.h === 1);
  await page.context().close();
});
