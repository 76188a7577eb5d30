// What axe says against a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that is serious or critical: among it contrast below 4.5 (3 for large letters). */
export async function faultsByAxe(page) {
  await page.evaluate(kAxe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}
