// Reports of runs made by hand, test/made_run.ts and made_shapes.ts, in folders as the program writes them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

import { temporaryFolder } from './program.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = temporaryFolder();

/** TypeScript of the viewer or its tests, for Node. `path`: from web/ on, without an ending. */
export async function imported(path) {
  const outfile = join(folder, `${basename(path)}.mjs`);
  await build({
    entryPoints: [join(web, `${path}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

const { pointsInBox, reportPage } = await imported('test/made_run');
const { kHues, planeShapes, spaceShapes } = await imported('test/made_shapes');
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
