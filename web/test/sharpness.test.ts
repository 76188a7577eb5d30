import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Sharpness } from '../src/ui/sharpness';

/** What the last of `count` pictures gets, so many milliseconds from one to the next. */
function after(sharpness: Sharpness, from: number, step: number, count: number): number {
  let share = 1;
  for (let k = 1; k <= count; ++k) share = sharpness.next(from + k * step, true);
  return share;
}

test('what plays fast is drawn with all pixels', () => {
  assert.equal(after(new Sharpness(), 0, 17, 300), 1);
});

test('what plays slowly is drawn with half of them, also once that made it fast', () => {
  const sharpness = new Sharpness();
  assert.equal(after(sharpness, 0, 50, 60), 0.5);
  assert.equal(after(sharpness, 3000, 17, 300), 0.5);
});

test('a single hiccup changes nothing', () => {
  const sharpness = new Sharpness();
  after(sharpness, 0, 17, 60);
  assert.equal(sharpness.next(5000, true), 1);
  assert.equal(after(sharpness, 5000, 17, 60), 1);
});

test('what stands still is drawn with all pixels', () => {
  const sharpness = new Sharpness();
  assert.equal(after(sharpness, 0, 50, 60), 0.5);
  assert.equal(sharpness.next(3100, false), 1);
  assert.equal(sharpness.next(3117, true), 1);
});
