// One hash: every bundled scene ends in the very bits in which the program ends it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from '../package/index.js';
import { sceneText, scenesAndLimits, settingsOf, summaryOf } from './program.mjs';

const firsthit = await load();
const scenes = scenesAndLimits();

test('every bundled scene is listed', () => assert.ok(scenes.length >= 20));

for (const [name, limits] of scenes) {
  test(`${name} gives the program's hash`, () => {
    const expected = summaryOf(name, limits);
    const scene = firsthit.scene(sceneText(name), { name: `${name}.toml`, settings: settingsOf(limits) });
    const world = scene.world();
    world.runUntil(scene.until, { collisions: scene.collisions });
    assert.equal(world.collisions, expected.collisions);
    assert.equal(world.stateHash(), expected.state_hash);
    world.free();
    scene.free();
  });
}

test('watching and stopping on the way change nothing', () => {
  const run = (watched) => {
    const scene = firsthit.scene(sceneText('break'), { settings: ['run.until=2'] });
    const world = scene.world();
    if (watched) world.watch();
    if (watched) for (let i = 1; i < 40; ++i) world.runUntil(0.05 * i, { events: 1e6 });
    world.runUntil(2);
    const hash = world.stateHash();
    if (watched) assert.ok(world.paths().length > 1000);
    world.free();
    scene.free();
    return hash;
  };
  assert.equal(run(true), run(false));
});

test('another start is another hash', () => {
  const hash = (settings) => firsthit.scene(sceneText('cradle'), { settings }).world().stateHash();
  assert.notEqual(hash([]), hash(['ball.0.velocity=[3, 0]']));
});
