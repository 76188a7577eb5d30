// Reports of runs made by hand, test/made_run.ts and made_shapes.ts, in folders as the program writes them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

import { temporaryFolder } from './program.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = temporaryFolder();
const names = ['made_run', 'made_shapes'];
await build({
  entryPoints: names.map((name) => join(web, 'test', `${name}.ts`)),
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
});
const [{ pointsInBox, reportPage }, { kHues, planeShapes, spaceShapes }] = await Promise.all(
  names.map((name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)),
);
export { planeShapes, pointsInBox, spaceShapes };

/** As image.mjs names colours. */
export const kColors = kHues.map((hue) => `#${hue.toString(16).padStart(6, '0')}`);

/** The folder of a run's report. */
export async function madeReport(name, made) {
  const out = join(folder, name);
  mkdirSync(out);
  const template = readFileSync(join(web, 'dist', 'report.html'), 'utf8');
  writeFileSync(join(out, 'report.html'), await reportPage(template, made));
  return out;
}
