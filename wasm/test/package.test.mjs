// What `npm pack` makes, in fresh projects: plain Node.js, TypeScript, and a page built by Vite.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { kSource } from './program.mjs';

const kModules = join(kSource, 'web', 'node_modules');
const kTenLines = `import { load } from 'firsthit';
const firsthit = await load();
const ball = { ball: { radius: 1 }, position: [0, 0], velocity: [1, 0] };
const other = { box: { half_extents: [1, 1] }, position: [5, 0.5] };
const hit = firsthit.firstHit(ball, other, { horizon: 10 });
console.log(hit.outcome, hit.delay, hit.normal);
`;

const folder = mkdtempSync(join(tmpdir(), 'firsthit-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A fresh project in which the packed package is installed, without a network. */
function project(name) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }');
  const words = ['pack', join(kSource, 'wasm', 'package'), '--pack-destination', path, '--silent'];
  const archive = execFileSync('npm', words, { encoding: 'utf8', cwd: path }).trim().split('\n').at(-1);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(path, archive)], { cwd: path });
  return path;
}

const run = (path, words) => execFileSync(process.execPath, words, { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('in plain Node.js a few lines print a first hit', () => {
  const path = project('node');
  writeFileSync(join(path, 'main.js'), kTenLines);
  assert.equal(run(path, ['main.js']), 'impact 3 [ 1, 0 ]\n');
  const files = readdirSync(join(path, 'node_modules', 'firsthit'), { recursive: true }).filter((file) => statSync(join(path, 'node_modules', 'firsthit', file)).isFile());
  assert.deepEqual(files.sort(), ['LICENSE', 'README.md', 'dist/code.js', 'dist/core.js', 'index.d.ts', 'index.js', 'package.json']);
  const size = gzipSync(readFileSync(join(path, 'node_modules', 'firsthit', 'dist', 'code.js'))).length;
  assert.ok(size < 1_000_000, `${size} bytes`);
});

test('its types know what is right, and what is wrong', { skip: !existsSync(kModules) }, () => {
  const path = project('types');
  const compile = (text) => {
    writeFileSync(join(path, 'main.ts'), text);
    const tsc = join(kModules, 'typescript', 'bin', 'tsc');
    return run(path, [tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'main.ts']);
  };
  assert.equal(compile(`${kTenLines}const world = firsthit.scene('').world();\nconst time: number = world.time;\nvoid time;\n`), '');
  const wrong = (text, message) => assert.throws(() => compile(kTenLines + text), (error) => message.test(error.stdout));
  wrong('hit.dealy;', /Property 'dealy' does not exist/);
  wrong("firsthit.firstHit({ bal: { radius: 1 } }, other);", /'bal' does not exist/);
});

test('a page built by Vite is one file that finds it', { skip: !existsSync(kModules) }, () => {
  const path = project('vite');
  for (const name of ['vite', 'rollup', 'esbuild']) symlinkSync(join(kModules, name), join(path, 'node_modules', name));
  writeFileSync(join(path, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(join(path, 'main.js'), kTenLines.replace('console.log', 'document.body.textContent = String'));
  run(path, [join(kModules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', '--target', 'es2022']);
  const scripts = readdirSync(join(path, 'dist', 'assets'));
  assert.equal(scripts.length, 1);
  assert.match(readFileSync(join(path, 'dist', 'assets', scripts[0]), 'utf8'), /H4sI[A-Za-z0-9+/]{100000}/);
});
