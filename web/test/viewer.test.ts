import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/run/motion';
import { Viewer } from '../src/ui/viewer';
import { factsText, impactText, outcomeOf, partnerName } from '../src/ui/words';
import { madeRun, twoBalls, type Made } from './made_run';

// No page here: pictures are drawn when a test says so.
let pictures: FrameRequestCallback[] = [];
globalThis.requestAnimationFrame = (picture) => pictures.push(picture);

function drawAt(milliseconds: number): void {
  const due = pictures;
  pictures = [];
  for (const picture of due) picture(milliseconds);
}

async function viewerOf(made: Made): Promise<Viewer> {
  const run = await madeRun(made);
  return new Viewer(run, new Motion(run));
}

const viewerOfTwoBalls = () => viewerOf(twoBalls());

test('steps go from impact to impact at their exact times, then to the end, and back', async () => {
  const viewer = await viewerOfTwoBalls();
  const seen: [number, number][] = [];
  for (let i = 0; i < 4; ++i) {
    viewer.step(1);
    seen.push([viewer.impact, viewer.clock.time]);
  }
  assert.deepEqual(seen, [
    [0, 4],
    [1, 9],
    [2, 14],
    [-1, 16],
  ]);
  viewer.step(-1);
  assert.deepEqual([viewer.impact, viewer.clock.time], [2, 14]);
  viewer.step(-1);
  viewer.step(-1);
  viewer.step(-1);
  assert.deepEqual([viewer.impact, viewer.clock.time], [-1, 0]);
});

test('steps begin where one has sought to, on either side of an impact', async () => {
  const viewer = await viewerOfTwoBalls();
  viewer.seek(5);
  viewer.step(-1);
  assert.equal(viewer.impact, 0);
  viewer.seek(5);
  viewer.step(1);
  assert.equal(viewer.impact, 1);
});

test('who seeks the very time of an impact is at the impact', async () => {
  const viewer = await viewerOfTwoBalls();
  viewer.seek(9);
  assert.equal(viewer.impact, 1);
  viewer.seek(9.5);
  assert.equal(viewer.impact, -1);
});

test('of impacts at the same time, each is stepped to', async () => {
  const made = twoBalls();
  made.impacts![1].time = 4;
  const viewer = await viewerOf(made);
  const seen = [1, 1, 1, -1, -1].map((direction) => {
    viewer.step(direction as 1 | -1);
    return viewer.impact;
  });
  assert.deepEqual(seen, [0, 1, 2, 1, 0]);
});

test('a step pauses, and playing or seeking leaves the impact', async () => {
  const viewer = await viewerOfTwoBalls();
  viewer.toggle();
  assert.equal(viewer.clock.playing, true);
  viewer.step(1);
  assert.equal(viewer.clock.playing, false);
  viewer.toggle();
  assert.equal(viewer.impact, -1);
});

test('playing goes on with the time that is shown, and begins where it stood', async () => {
  pictures = [];
  const viewer = await viewerOfTwoBalls();
  viewer.clock.rate = 1;
  drawAt(0);
  viewer.toggle();
  drawAt(100_000);
  assert.equal(viewer.clock.time, 0);
  drawAt(100_062.5);
  assert.equal(viewer.clock.time, 0.0625);
  assert.equal(viewer.moment.time, 0.0625);
});

test('only bodies that are there can be selected', async () => {
  const viewer = await viewerOfTwoBalls();
  viewer.select(1);
  assert.equal(viewer.selected, 1);
  viewer.select(2);
  assert.equal(viewer.selected, -1);
});

test('those who choose are heard, and time that is sought counts as chosen', async () => {
  const viewer = await viewerOfTwoBalls();
  let heard = 0;
  viewer.onChoice(() => ++heard);
  viewer.seek(1);
  viewer.select(0);
  viewer.changeRate(1);
  assert.equal(heard, 3);
});

test('a rung faster and a rung slower is the same rate again', async () => {
  const viewer = await viewerOfTwoBalls();
  const before = viewer.clock.rate;
  viewer.changeRate(1);
  assert.ok(viewer.clock.rate > before);
  viewer.changeRate(-1);
  assert.equal(viewer.clock.rate, before);
});

test('impacts are told by the numbers and names of those who meet', async () => {
  const viewer = await viewerOfTwoBalls();
  viewer.step(1);
  assert.equal(impactText(viewer), 'Collision #0: body 0 and body 7, t = 4.000000');
  viewer.step(1);
  assert.equal(impactText(viewer), 'Collision #1: body 7 and the upper x side, t = 9.000000');
  viewer.seek(10);
  assert.equal(impactText(viewer), '2 of 3 collisions so far');
  assert.equal(partnerName(viewer.run, 0xffffffff), 'a body not shown');
});

test('who has a name is called by it, and a collision by its number in the table of events', async () => {
  const made = twoBalls();
  made.bodies[0].name = 'cue';
  made.impacts!.forEach((impact, i) => (impact.number = 10 + 3 * i));
  const viewer = await viewerOf(made);
  viewer.step(1);
  assert.equal(impactText(viewer), 'Collision #10: cue and body 7, t = 4.000000');
});

test('with all digits a time is the very double', async () => {
  const made = twoBalls();
  made.impacts![0].time = 0.1 + 0.2;
  const viewer = await viewerOf(made);
  viewer.step(1);
  assert.match(impactText(viewer), /t = 0\.300000$/);
  viewer.setExact(true);
  assert.match(impactText(viewer), /t = 0\.30000000000000004$/);
});

test('what comes next follows the time, the impact that is shown and the body that is selected', async () => {
  const made = twoBalls();
  made.impacts![1].time = 4;
  const viewer = await viewerOf(made);
  assert.deepEqual(viewer.coming(2), [0, 1]);
  viewer.step(1);
  assert.deepEqual(viewer.coming(2), [1, 2]); // the second of this very time has not been shown
  viewer.seek(4.5);
  assert.deepEqual(viewer.coming(2), [2]);
  viewer.seek(0);
  viewer.select(0);
  assert.deepEqual(viewer.coming(5), [0, 2]);
});

test('where the next collision is not kept, a step stays and says so', async () => {
  const viewer = await viewerOf({ ...twoBalls(), collisions: 5000, pathsEnd: 15 });
  viewer.seek(14);
  viewer.step(1);
  assert.equal(viewer.clock.time, 14);
  assert.equal(impactText(viewer), 'The next collision is not kept: this report has those up to t = 15');
  viewer.step(-1);
  assert.equal(impactText(viewer), 'Collision #1: body 7 and the upper x side, t = 9.000000');
});

test('a run whose impacts were thinned says that those kept are counted', async () => {
  const viewer = await viewerOf({ ...twoBalls(), collisions: 5000, pathsEnd: 15 });
  viewer.seek(10);
  assert.equal(impactText(viewer), '2 of 3 kept collisions so far');
  viewer.seek(15.5);
  assert.equal(impactText(viewer), 'No collisions are kept from t = 15 on');
  assert.equal(factsText(viewer.run), '2D · 2 bodies · 5,000 collisions');
});

test('an ending is told with its time, and one that was not meant is told apart', async () => {
  const told = async (outcome: string, more = {}) =>
    outcomeOf(await madeRun({ ...twoBalls(), summary: { outcome, simulated_time: 8, ...more } }));
  assert.deepEqual(await told('reached_time'), { text: 'Finished (t = 8)', good: true });
  const collisions = { collisions: 400000 };
  assert.deepEqual(await told('reached_collisions', collisions), {
    text: 'Finished (400,000 collisions)',
    good: true,
  });
  assert.deepEqual(await told('interrupted'), { text: 'Interrupted (t = 8)', good: false });
  assert.deepEqual(await told('collapsed'), { text: 'Collapsed (t = 8)', good: false });
  assert.deepEqual(await told('crushed'), { text: 'Crushed (t = 8)', good: false });
});
