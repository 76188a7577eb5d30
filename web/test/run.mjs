// Bundles every test/*.test.ts for Node and runs them with node --test. Arguments: names to keep, e.g.
// `motion`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'build', 'test');
const wanted = process.argv.slice(2);
const tests = readdirSync(here)
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (tests.length === 0) throw new Error(`no test is named like ${wanted.join(', ')}`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: tests.map((name) => join(here, name)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  sourcemap: 'inline',
  loader: { '.css': 'empty' },
  logLevel: 'warning',
});
const bundled = tests.map((name) => join(out, name.replace(/\.ts$/, '.mjs')));
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...bundled], { stdio: 'inherit' });
process.exit(run.status ?? 1);
