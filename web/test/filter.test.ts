import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtered, partiesCalled, type Kind } from '../src/ui/collisions/filter';
import { madeRun, type Made } from './made_run';

const kNobody = 0xffffffff;

/** Bodies 0 to 2, of which 1 is called cue and has the number 7; obstacle 3, a post; sides 4 to 7. */
function made(): Made {
  const meet = (a: number, b: number, i: number) => ({ time: i, a, b, point: [0, 0], normal: [1, 0] });
  return {
    dimension: 2,
    end: 10,
    min: [0, 0],
    max: [1, 1],
    bodies: [0, 7, 8].map((id) => ({
      id,
      position: [0, 0],
      velocity: [0, 0],
      ...(id === 7 ? { name: 'Cue' } : {}),
    })),
    obstacles: [{ name: 'post', color: null, position: [0, 0], shape: { ball: { radius: 1 } } }],
    impacts: [meet(0, 1, 0), meet(1, 3, 1), meet(2, 4, 2), meet(1, 2, 3), meet(1, 7, 4), meet(0, kNobody, 5)],
  };
}

test('collisions are found by their kind', async () => {
  const run = await madeRun(made());
  const of = (kind: Kind) => [...filtered(run, { kind, one: null, other: null })];
  assert.deepEqual(of('all'), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(of('bodies'), [0, 3, 5]);
  assert.deepEqual(of('obstacles'), [1]);
  assert.deepEqual(of('sides'), [2, 4]);
});

test('collisions are found by who meets whom, whichever stands first', async () => {
  const run = await madeRun(made());
  const of = (one: string, other: string) => [
    ...filtered(run, { kind: 'all', one: partiesCalled(run, one), other: partiesCalled(run, other) }),
  ];
  assert.deepEqual(of('cue', ''), [0, 1, 3, 4]);
  assert.deepEqual(of('', 'cue'), [0, 1, 3, 4]);
  assert.deepEqual(of('8', 'CUE'), [3]);
  assert.deepEqual(of('cue', 'body 8'), [3]);
  assert.deepEqual(of('cue', 'upper y side'), [4]);
  assert.deepEqual(of('cue', 'side'), [4]);
  assert.deepEqual(of('post', 'cue'), [1]);
  assert.deepEqual(of('cue', 'cue'), []);
  assert.deepEqual(of('nobody', ''), []);
});

test('a whole name counts before parts of names', async () => {
  const run = await madeRun(made());
  assert.equal(partiesCalled(run, '  '), null);
  assert.deepEqual(partiesCalled(run, '7'), new Set([1]));
  assert.deepEqual(partiesCalled(run, 'side'), new Set([4, 5, 6, 7]));
  assert.deepEqual(partiesCalled(run, 'lower x side'), new Set([4]));
  assert.deepEqual(partiesCalled(run, '1'), new Set());
});
