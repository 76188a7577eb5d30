// The program beside which the playground is tested.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kProgram, kSource } from './program.mjs';

export { kSource };

export function program(words, input) {
  return execFileSync(kProgram, words, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The summary of a bundled scene's run until a time. */
export function summaryUntil(scene, until) {
  return summaryOfFile(join(kSource, 'scenes', `${scene}.toml`), until);
}

/** The hash of a scene's text at a time. */
export function textHash(text, until) {
  const folder = mkdtempSync(join(tmpdir(), 'firsthit-'));
  try {
    const file = join(folder, 'scene.toml');
    writeFileSync(file, text);
    return summaryOfFile(file, until).state_hash;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function summaryOfFile(file, until) {
  const folder = mkdtempSync(join(tmpdir(), 'firsthit-'));
  try {
    const words = ['run', file, '--until', String(until), '--set', 'run.measure_from=0', '--no-trajectory', '--no-report', '--json'];
    return JSON.parse(program([...words, '-o', join(folder, 'run')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first impacts of a scene's file: times [T] and names. */
export function impactsOf(file, count) {
  if (count === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'firsthit-'));
  try {
    const words = ['run', file, '--events', '--set', `run.collisions=${count}`, '--set', 'run.measure_from=0'];
    program([...words, '--no-trajectory', '--no-report', '-o', join(folder, 'run')]);
    const [head, ...lines] = readFileSync(join(folder, 'run', 'events.csv'), 'utf8').trim().split('\n');
    const columns = head.split(',');
    const [time, a, b] = ['time [T]', 'name_a', 'name_b'].map((name) => columns.indexOf(name));
    // What comes within another, and leaves it, has no number.
    const impacts = lines.map((line) => line.split(',')).filter(([index]) => index !== '');
    return impacts.map((cells) => ({ time: Number(cells[time]), a: cells[a], b: cells[b] }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
