import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, rung, rungOf, watchableRate } from '../src/ui/clock';

test('a clock that is not playing stands still', () => {
  const clock = new Clock(10, 2);
  assert.equal(clock.advance(0.05), false);
  assert.equal(clock.time, 0);
});

test('while playing, the rate says how much of the run passes in a second', () => {
  const clock = new Clock(10, 2);
  clock.play();
  assert.equal(clock.advance(0.0625), true);
  assert.equal(clock.time, 0.125);
});

test('after a frame that took long, as of a hidden page, playing goes on where it was', () => {
  const clock = new Clock(100, 1);
  clock.play();
  clock.advance(60);
  assert.ok(clock.time <= 0.1, `${clock.time}`);
});

test('playing stops at the very end, and begins again from there', () => {
  const clock = new Clock(1, 64);
  clock.play();
  for (let i = 0; i < 3; ++i) clock.advance(0.0625);
  assert.equal(clock.time, 1);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.time, 0);
  assert.equal(clock.playing, true);
});

test('at the pace of collisions each takes as long, whatever lies between', () => {
  const clock = new Clock(1000, 1, Float64Array.of(10, 10, 10, 10.5, 900));
  clock.pace = 'collisions';
  clock.perSecond = 16;
  clock.play();
  const seen: number[] = [];
  for (let i = 0; i < 6; ++i) {
    clock.advance(1 / 32); // half of a collision
    seen.push(clock.time);
  }
  assert.deepEqual(seen, [5, 10, 10.25, 10.5, 455.25, 900]);
});

test('a frame may pass many collisions, and after the last the rate of time counts', () => {
  const clock = new Clock(1000, 32, Float64Array.of(1, 2, 3, 5));
  clock.pace = 'collisions';
  clock.perSecond = 40;
  clock.play();
  clock.advance(3.5 / 40);
  assert.ok(Math.abs(clock.time - 4) < 1e-12, `${clock.time}`);
  assert.equal(clock.rateNow, 80);
  clock.seek(5);
  clock.advance(0.0625);
  assert.equal(clock.time, 7);
  assert.equal(clock.rateNow, 32);
});

test('a run of no length does not play', () => {
  const clock = new Clock(0, 1);
  clock.play();
  assert.equal(clock.playing, false);
  assert.equal(clock.advance(0.05), false);
});

test('seeking stays within the run and knows no NaN', () => {
  const clock = new Clock(4, 1);
  clock.seek(3);
  clock.seek(NaN);
  assert.equal(clock.time, 3);
  clock.seek(5);
  assert.equal(clock.time, 4);
  clock.seek(-1);
  assert.equal(clock.time, 0);
});

test('rungs are the decimal numbers 1, 2, 5 times a power of ten', () => {
  assert.deepEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4].map(rung), [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
  assert.equal(rung(-30), 1e-10);
  assert.equal(rung(30), 1e10);
});

test('the rung of a rung is itself, over forty decades', () => {
  for (let index = -60; index <= 60; ++index) assert.equal(Math.round(rungOf(rung(index))), index);
});

test('between two rungs the place grows with the rate', () => {
  assert.ok(rungOf(1) < rungOf(1.3) && rungOf(1.3) < rungOf(1.9) && rungOf(1.9) < rungOf(2));
});

test('a calm run takes some twenty seconds', () => {
  assert.equal(watchableRate(20, 1, 0.01), 1);
  assert.equal(watchableRate(400, 1, 1e-9), 20);
});

test('where bodies would be too fast to follow, the run plays slower', () => {
  // Speed 100 in a space of size 1: half of it a second is a rate of 1/200.
  assert.equal(watchableRate(20, 1, 100), 0.005);
});

test('a rate is found for runs without length, size or speed', () => {
  assert.equal(watchableRate(0, 0, 0), 1);
  assert.equal(watchableRate(20, 0, 5), 1);
  assert.equal(watchableRate(20, 1, 0), 1);
});
