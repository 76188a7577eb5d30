// Queries: the program's answers to the last bit, exact answers of a public set, and what is wrong with questions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { InputError, load, SceneError } from '../package/index.js';
import { kSource, program, sceneText } from './program.mjs';

const firsthit = await load();

/** As JSON tells them, which has no infinity. */
const plain = (answer) => JSON.parse(JSON.stringify(answer));

function asked(line) {
  const { a, b, ...query } = JSON.parse(line);
  return [a, b, query];
}

test('answers are those of `firsthit query --explain`', () => {
  const lines = readFileSync(join(kSource, 'scenes', 'queries.jsonl'), 'utf8').trim().split('\n');
  const answers = program(['query', '--explain', '-'], lines.join('\n') + '\n').trim().split('\n');
  assert.equal(answers.length, lines.length);
  lines.forEach((line, i) => {
    const { line: _, ...expected } = JSON.parse(answers[i]);
    assert.deepEqual(plain(firsthit.explain(...asked(line))), expected);
    const { explain: __, ...bare } = expected;
    assert.deepEqual(plain(firsthit.firstHit(...asked(line))), bare);
  });
});

/** Repeats, from a seed. */
function* randoms(seed) {
  for (let state = BigInt(seed); ; ) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    yield Number(state >> 11n) / 2 ** 53;
  }
}

test('so are answers to random and hostile queries', () => {
  const numbers = randoms(20261127);
  const next = () => numbers.next().value;
  const between = (low, high) => low + (high - low) * next();
  // Round numbers make touches that only exact arithmetic can tell.
  const place = () => (next() < 0.5 ? Math.round(between(-4, 4)) : between(-4, 4));
  const vector = () => [place(), place()];
  const kinds = [
    () => ({ ball: { radius: next() < 0.5 ? 1 : between(0, 2) } }),
    () => ({ box: { half_extents: [1, between(0.1, 2)] } }),
    () => ({ capsule: { from: [-1, 0], to: [1, place()], radius: between(0, 1) } }),
    () => ({ hull: { vertices: [vector(), vector(), vector(), vector()] } }),
    () => ({ point: {} }),
  ];
  const thing = () => ({
    ...kinds[Math.floor(5 * next())](),
    position: vector(),
    velocity: vector(),
    ...(next() < 0.2 ? { acceleration: vector() } : {}),
    ...(next() < 0.2 ? { angular_velocity: place() } : {}),
  });
  const lines = Array.from({ length: 2000 }, () => JSON.stringify({ a: thing(), b: thing(), horizon: 20 }));
  const answers = program(['query', '-'], lines.join('\n') + '\n').trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(answers.length, lines.length);
  const outcomes = {};
  lines.forEach((line, i) => {
    const { line: _, ...expected } = answers[i];
    outcomes[expected.outcome] = (outcomes[expected.outcome] ?? 0) + 1;
    assert.deepEqual(plain(firsthit.firstHit(...asked(line))), expected, line);
  });
  for (const outcome of ['miss', 'graze', 'impact', 'overlap']) assert.ok(outcomes[outcome] > 20, JSON.stringify(outcomes));
});

/** A number of C's %a, all of whose digits count. */
function hexadecimal(text) {
  if (/^-?0$/.test(text)) return Number(text);
  const [, sign, whole, fraction = '', exponent] = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]?\d+)$/.exec(text);
  const digits = parseInt(whole + fraction.padEnd(13, '0'), 16);
  return (sign ? -1 : 1) * digits * 2 ** -52 * 2 ** Number(exponent);
}

test('4,884 public queries are answered without a miss or a false hit', () => {
  const folder = join(kSource, 'tests', 'data', 'ccd-queries');
  const read = (name) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const places = read('places.txt').map((line) => line.split(' ').map(hexadecimal));
  let kind = '';
  let [queries, hits] = [0, 0];
  for (const line of read('queries.txt')) {
    const words = line.split(' ');
    if (words[0] === 'set') {
      kind = words[2];
      continue;
    }
    const at = words.slice(0, 8).map((index) => places[Number(index)]);
    const touch = firsthit.firstTouch(kind, at.slice(0, 4), at.slice(4));
    ++queries;
    assert.equal(touch.touches, words[8] === 'hit', line);
    if (!touch.touches) continue;
    ++hits;
    const [lower, upper] = words.slice(9).map(hexadecimal);
    assert.ok(touch.lower <= upper && touch.upper >= lower, line);
    assert.ok(touch.upper - touch.lower <= 1e-12, line);
  }
  assert.deepEqual([queries, hits], [4884, 225]);
});

test('what is wrong with a query is told', () => {
  const ball = { ball: { radius: 1 }, position: [0, 0] };
  const wrong = (a, message) => assert.throws(() => firsthit.firstHit(a, ball), { name: 'InputError', message });
  wrong({ ball: { radius: -1 }, position: [0, 0] }, 'a.ball.radius: expected >= 0, found -1');
  wrong({ ...ball, position: [0, NaN] }, /expected a finite number, found NaN/);
  wrong({ ...ball, position: [0, 0, 0] }, /b\.position/);
  assert.throws(() => firsthit.firstTouch('edge', [], []), InputError);
  assert.equal(firsthit.firstHit({ ...ball, velocity: [1, 0] }, { point: {}, position: [5, 0] }, { horizon: Infinity }).delay, 4);
});

test('what is wrong with a scene is told, all of it, with its place', () => {
  const text = sceneText('cradle').replace(/radius = [\d.]+/g, 'radius = -1');
  assert.throws(
    () => firsthit.scene(text, { name: 'mine.toml' }),
    (error) => error instanceof SceneError && error.problems.length > 1 && error.problems.every(({ line, text: whole }) => line > 0 && whole.startsWith('mine.toml:')),
  );
  const scene = firsthit.scene(sceneText('cradle'));
  scene.free();
  assert.throws(() => scene.world(), { name: 'InputError', message: 'this scene has been freed' });
  assert.throws(() => firsthit.scene(sceneText('cradle')).world().state(99), { message: /no body 99/ });
});

test('what a world foresees is what first_hit says, and what then happens', () => {
  const scene = firsthit.scene(sceneText('galperin'));
  const world = scene.world();
  const [next] = world.predictedImpacts(1);
  const ball = (id) => {
    const { position, velocity, acceleration } = world.state(id);
    return { ...world.body(id).shape, position, velocity, acceleration };
  };
  const meeting = firsthit.firstHit(ball(next.a), ball(next.b));
  assert.equal(meeting.outcome, 'impact');
  assert.ok(Math.abs(meeting.delay - next.time) <= 2 * Number.EPSILON * next.time);
  world.runUntil(Infinity, { collisions: 1 });
  assert.equal(world.time, next.time);
});
