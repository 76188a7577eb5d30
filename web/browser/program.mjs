// Runs of firsthit, and what the program itself says of them: in its tables and its trajectory, not in the
// report.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const kSource = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const kProgram =
  process.env['FIRSTHIT_RELEASE_PROGRAM'] ?? join(kSource, 'build', 'release', 'bin', 'firsthit');

/** A folder that vanishes when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'firsthit-web-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a scene (the text of a scene file, or the path of one) and returns its folder. */
export function run(scene, words = [], status = 0) {
  const folder = temporaryFolder();
  const result = spawnSync(kProgram, ['run', sceneFile(scene, folder), '-o', join(folder, 'run'), ...words], {
    encoding: 'utf8',
  });
  if (result.error) throw result.error;
  if (result.status !== status)
    throw new Error(`firsthit run ended with ${result.status}:\n${result.stderr}`);
  return join(folder, 'run');
}

/** Runs a scene until a few samples are written, then interrupts it as Ctrl-C does. */
export async function interrupt(scene, words = []) {
  const folder = temporaryFolder();
  const out = join(folder, 'run');
  const child = spawn(kProgram, ['run', sceneFile(scene, folder), '-o', out, ...words], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const samples = () => {
    const path = join(out, 'observables.csv');
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 0;
  };
  while (samples() < 20 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  const status = await ended;
  if (status !== 130) throw new Error(`an interrupted run ended with ${status}, not 130`);
  return out;
}

function sceneFile(scene, folder) {
  if (existsSync(scene)) return scene;
  const path = join(folder, 'scene.toml');
  writeFileSync(path, scene);
  return path;
}

export function summaryOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

/** A CSV file of the run as rows { name: text }; dimensions in the header are dropped. */
export function rowsOf(folder, file) {
  return parseCsv(readFileSync(join(folder, file), 'utf8'));
}

export function parseCsv(text) {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/);
  const names = header.split(',').map((name) => name.replace(/ \[.*\]$/, ''));
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
  });
}

/** The frames of trajectory.xyz: { time, bodies: [{ id, position, radius, orientation }] }, the last as x, y, z and w of a
 *  quaternion, where bodies spin. */
export function framesOf(folder, dimension) {
  const lines = readFileSync(join(folder, 'trajectory.xyz'), 'utf8').split('\n');
  const frames = [];
  for (let at = 0; at < lines.length - 1;) {
    const count = Number(lines[at]);
    const bodies = lines.slice(at + 2, at + 2 + count).map((line) => {
      const cells = line.split(' ');
      const numbers = cells.slice(1).map(Number);
      const [position, orientation] = [numbers.slice(0, dimension), numbers.slice(9, 13)];
      return { position, velocity: numbers.slice(3, 3 + dimension), radius: numbers[6], id: numbers[8], orientation };
    });
    frames.push({ time: Number(/Time=(\S+)/.exec(lines[at + 1])[1]), bodies });
    at += 2 + count;
  }
  return frames;
}

/** The rows of events.csv that are impacts of two balls or of a ball and something else, with numbers:
 *  { index, time, kind, a, b, point, normal }. */
export function impactsOf(folder, dimension) {
  const axes = ['x', 'y', 'z'].slice(0, dimension);
  return rowsOf(folder, 'events.csv').map((row) => ({
    index: Number(row.index),
    time: Number(row.time),
    kind: row.kind,
    a: Number(row.a),
    b: Number(row.b),
    point: axes.map((axis) => Number(row[`point_${axis}`])),
    normal: axes.map((axis) => Number(row[`normal_${axis}`])),
  }));
}
