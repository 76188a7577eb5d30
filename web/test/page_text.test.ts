import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, writeAddress } from '../src/ui/address';
import { density } from '../src/ui/density';
import { decimalsOf, fixed, many, parseNumber, vector } from '../src/ui/format';

test('times have six decimals, unless a run is too short for them or too long', () => {
  for (const usual of [0.01, 0.5, 8, 1000, 5e7]) assert.equal(decimalsOf(usual), 6);
  assert.deepEqual([0.001, 3e-9].map(decimalsOf), [7, 13]);
  assert.deepEqual([1e9, 1e12, 1e15].map(decimalsOf), [5, 2, 0]);
  assert.equal(fixed(-0.25, decimalsOf(8)), '−0.250000');
});

test('what people type is read: a real minus sign, a decimal comma, spaces', () => {
  assert.equal(parseNumber(' −1,5 '), -1.5);
  assert.equal(parseNumber('1 000'), 1000);
  assert.equal(parseNumber('2e-3'), 0.002);
  assert.ok(Number.isNaN(parseNumber('')));
  assert.ok(Number.isNaN(parseNumber('soon')));
});

test('one thing is not two', () => {
  assert.equal(many(1, 'body', 'bodies'), '1 body');
  assert.equal(many(0, 'impact'), '0 impacts');
  assert.equal(vector([1, -0.5]), '(1, −0.5)');
});

test('an address gives back the moment that was shared, to the last bit', () => {
  const address = { time: 0.1 + 0.2, color: 'speed', body: 7 };
  assert.deepEqual(readAddress(writeAddress(address)), address);
  assert.equal(writeAddress({}), '');
});

test('what makes no sense in an address is left out', () => {
  assert.deepEqual(readAddress('#t=soon&body=-1&x=%'), {});
  assert.deepEqual(readAddress('#t='), {});
  assert.deepEqual(readAddress(''), {});
});

test('marks of impacts: the most crowded part is 1, an empty one 0, a lone impact is seen', () => {
  const heights = density([0.1, 5.1, 5.2, 5.3, 5.4, 10], 10, 10);
  assert.deepEqual(Array.from(heights), [0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0.5]);
});

test('runs without length or impacts have no marks', () => {
  assert.deepEqual(Array.from(density([0, 0], 0, 3)), [0, 0, 0]);
  assert.deepEqual(Array.from(density([], 1, 3)), [0, 0, 0]);
});
