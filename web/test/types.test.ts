import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMoment, type Run } from '../src/run/types';

test('a new moment has D numbers for every body shown', () => {
  const moment = newMoment({ dimension: 3, bodies: { count: 4 } } as Run);
  assert.equal(moment.position.length, 12);
  assert.equal(moment.velocity.length, 12);
  assert.equal(moment.collisions.length, 4);
});
