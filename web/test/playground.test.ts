import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { madeRun } from './made_run';
import { History } from '../src/playground/scene/history';
import { Stepped, whyNotStepped } from '../src/playground/panels/stepped';
import {
  tablesOf,
  tomlNumber,
  tomlVector,
  valueOf,
  withoutTable,
  withTable,
  withValue,
} from '../src/playground/scene/scene_text';
import { fragmentOf, kMostAddress, sceneOf } from '../src/ui/scene_address';

const kText = `# a comment, with [[ball]] in it
format = 1

[space] # the box
min = [0.0, 0.0]

[[ball]]
name = "[[ball]] # no header"
position = [
  1.0, # x
  2.0,
]
radius = 0.5 # of ]]
[[ball]]
position = [3.0, 4.0]
`;

test('tables are found where they stand, and nowhere else', () => {
  assert.deepEqual(
    tablesOf(kText).map(({ name }) => name),
    ['space', 'ball', 'ball'],
  );
});

test('a value is read whole, over lines, without its comment', () => {
  assert.equal(valueOf(kText, 'ball', 0, 'radius'), '0.5');
  assert.equal(valueOf(kText, 'ball', 0, 'name'), '"[[ball]] # no header"');
  assert.match(valueOf(kText, 'ball', 0, 'position') ?? '', /^\[\n {2}1\.0, # x\n {2}2\.0,\n\]$/);
  assert.equal(valueOf(kText, 'ball', 1, 'radius'), null);
  assert.equal(valueOf(kText, 'ball', 2, 'radius'), null);
});

test('a change of a value leaves all else as it is', () => {
  const changed = withValue(kText, 'ball', 0, 'position', '[9.0, 9.5]');
  assert.equal(changed, kText.replace(/\[\n {2}1\.0, # x\n {2}2\.0,\n\]/, '[9.0, 9.5]'));
  assert.equal(withValue(kText, 'ball', 0, 'radius', '0.75'), kText.replace('0.5 #', '0.75 #'));
  assert.equal(withValue(kText, 'ball', 7, 'radius', '1.0'), kText);
});

test('a key that a table lacks becomes its first', () => {
  const changed = withValue(kText, 'ball', 1, 'mass', '2.0');
  assert.equal(changed, kText.replace('[[ball]]\nposition = [3.0', '[[ball]]\nmass = 2.0\nposition = [3.0'));
  assert.equal(withValue('[[ball]]', 'ball', 0, 'mass', '2.0'), '[[ball]]\nmass = 2.0\n');
});

test('tables come and go', () => {
  assert.equal(withoutTable(kText, 'ball', 1), kText.slice(0, kText.lastIndexOf('[[ball]]')));
  assert.equal(withTable(kText, '[[ball]]\nradius = 1.0'), `${kText.trimEnd()}\n\n[[ball]]\nradius = 1.0\n`);
});

test('numbers are floats of TOML and read back as the same double', () => {
  for (const x of [0, -0, 1, -3, 0.1, 1e21, -2.5e-7, 5e-324, Number.MAX_VALUE, 1e100]) {
    const text = tomlNumber(x);
    assert.match(text, /^-?\d+\.\d+(e[+-]?\d+)?$/);
    assert.equal(Number(text), x === 0 ? 0 : x);
  }
  assert.equal(tomlVector([1, 0.5]), '[1.0, 0.5]');
});

test('undo goes back to each text, and redo forth again', () => {
  const history = new History('0');
  for (let i = 1; i <= 50; ++i) history.push(String(i));
  history.push('50');
  for (let i = 49; i >= 0; --i) assert.equal(history.undo(), String(i));
  assert.equal(history.undo(), null);
  for (let i = 1; i <= 50; ++i) assert.equal(history.redo(), String(i));
  assert.equal(history.redo(), null);
  history.undo();
  history.push('other');
  assert.equal(history.canRedo, false);
});

const kScenes = join(process.cwd(), '..', 'scenes');

test('every bundled scene is shared in a fragment, and is the same when it is opened', async () => {
  for (const file of readdirSync(kScenes).filter((name) => name.endsWith('.toml'))) {
    const text = readFileSync(join(kScenes, file), 'utf8');
    const fragment = await fragmentOf(file, text);
    assert.ok(fragment !== null && fragment.length <= kMostAddress, file);
    assert.deepEqual(await sceneOf(fragment), { name: file, text });
  }
});

test('a scene that is too large is not shared, and what unpacks into too much is refused', async () => {
  const noise = Array.from({ length: 4000 }, (_, i) => Math.sin(i)).join(' ');
  assert.equal(await fragmentOf('noise', noise), null);
  const bomb = await fragmentOf('bomb', ' '.repeat(1_000_000));
  assert.ok(bomb !== null);
  await assert.rejects(sceneOf(bomb), /too large/);
  await assert.rejects(sceneOf(`#scene=x.${'A'.repeat(9000)}`), /too large/);
  await assert.rejects(sceneOf('#scene=x.AAAA'));
  assert.equal(await sceneOf('#t=1.5'), null);
});

const kRoom = { dimension: 2 as const, end: 10, min: [0, 0], max: [10, 10], sides: ['wall' as const, 'wall' as const] };
const kThinWall = {
  name: 'wall',
  color: null,
  position: [0, 0],
  shape: { segment: { from: [5, 0], to: [5, 10] } },
};

test('a stepped ball bounces where steps are small, and is lost where they are large', async () => {
  const body = { position: [1, 5], velocity: [10, 0], radius: 0.125, mass: 1 };
  const run = await madeRun({ ...kRoom, bodies: [body], obstacles: [kThinWall] });
  assert.equal(whyNotStepped(run), '');
  const [fine, coarse] = [new Stepped(run, 1 / 128), new Stepped(run, 1 / 16)];
  fine.runUntil(0.75);
  coarse.runUntil(0.75);
  assert.ok(fine.position[0] + run.origin[0] < 5, `${fine.position[0]}`);
  assert.ok(coarse.position[0] + run.origin[0] > 5, `${coarse.position[0]}`);
});

test('two equal balls that meet head on exchange their velocities, a step late at most', async () => {
  const bodies = [
    { position: [2, 5], velocity: [1, 0], radius: 0.5, mass: 1 },
    { position: [6, 5], velocity: [-1, 0], radius: 0.5, mass: 1 },
  ];
  const run = await madeRun({ ...kRoom, bodies });
  const stepped = new Stepped(run, 1 / 64);
  stepped.runUntil(3);
  // They meet at 1.5, each 1.5 on its way, and then go back.
  assert.ok(Math.abs(stepped.position[0] + run.origin[0] - 2) <= 2 / 64);
  assert.ok(Math.abs(stepped.position[2] + run.origin[0] - 6) <= 2 / 64);
  assert.equal(stepped.steps, 192);
});

test('what cannot be stepped is told', async () => {
  const body = { position: [1, 5], velocity: [1, 0], mass: 1, shape: { box: { half_extents: [0.5, 0.5] } } };
  assert.match(whyNotStepped(await madeRun({ ...kRoom, bodies: [body] })), /no balls/);
});
