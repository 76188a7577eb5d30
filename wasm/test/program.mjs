// The program beside which the package is tested, and the scenes that both run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const kSource = process.env.FIRSTHIT_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const kProgram = process.env.FIRSTHIT_PROGRAM ?? join(kSource, 'build', 'release', 'bin', 'firsthit');

export function program(words, input) {
  return execFileSync(kProgram, words, { input, encoding: 'utf8', cwd: kSource, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** What a run of the program tells of itself. */
export function summaryOf(scene, limits) {
  const folder = mkdtempSync(join(tmpdir(), 'firsthit-'));
  try {
    const words = ['run', join(kSource, 'scenes', `${scene}.toml`), ...limits, '--no-trajectory', '--no-report', '--json', '-o', join(folder, 'run')];
    return JSON.parse(program(words));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function sceneText(scene) {
  return readFileSync(join(kSource, 'scenes', `${scene}.toml`), 'utf8');
}

/** How far each bundled scene runs in tests: tests/cli/test_hashes.py says it. */
export function scenesAndLimits() {
  const text = readFileSync(join(kSource, 'tests', 'cli', 'test_hashes.py'), 'utf8');
  const table = /^SHORT = \{\n(.*?)^\}/ms.exec(text)[1];
  return [...table.matchAll(/^ {4}"([^"]+)": (\[.*\]),$/gm)].map(([, scene, words]) => [scene, JSON.parse(words)]);
}

/** The same limits as settings of a scene, as the package takes them. */
export function settingsOf(limits) {
  const settings = [];
  for (let i = 0; i < limits.length; i += 2) settings.push(limits[i] === '--set' ? limits[i + 1] : `run.${limits[i].slice(2)}=${limits[i + 1]}`);
  return settings;
}
