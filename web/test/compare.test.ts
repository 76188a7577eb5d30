import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceOver, resampled, sharedSeries } from '../src/compare/difference';
import { runOf } from '../src/compare/other_run';
import { seriesOf } from '../src/plots/series';
import { DamagedReport } from '../src/run/damage';
import { madeRun, reportPage, twoBalls, type Made } from './made_run';

test('the run of another report is read from its text', async () => {
  const made: Made = { ...twoBalls(), scene: '# </script> firsthit-run\n', deflate: true };
  // The page's own code names the blocks, too.
  const template = '<body>the block " id="firsthit-run">" is missing<!--firsthit:run--></body>';
  const run = await runOf(await reportPage(template, made));
  assert.equal(run.bodies.count, 2);
  assert.equal(run.sceneText, '# </script> firsthit-run\n');
});

test('a file that is no report is refused', async () => {
  await assert.rejects(runOf('<html>nothing</html>'), (error) => error instanceof DamagedReport);
  const cut = (await reportPage('<body><!--firsthit:run--></body>', twoBalls())).slice(0, -400);
  await assert.rejects(runOf(cut), (error) => error instanceof DamagedReport);
});

test('values at other times lie on straight lines, or end their step', () => {
  const wanted = Float64Array.of(-1, 0, 0.5, 2, 3.5, 5);
  const [times, values] = [
    [0, 1, 3, 4],
    [10, 20, 0, 8],
  ];
  assert.deepEqual([...resampled(times!, values!, wanted, false)], [NaN, 10, 15, 10, 4, NaN]);
  assert.deepEqual([...resampled(times!, values!, wanted, true)], [NaN, 10, 20, 0, 8, NaN]);
});

/** A ball of speed v from x0 on, in a periodic box of length 10. */
function flight(id: number, x0: number, v: number, more: Partial<Made> = {}): Made {
  return {
    dimension: 2,
    end: 4,
    min: [0, 0],
    max: [10, 10],
    sides: ['periodic', 'periodic'],
    bodies: [{ id, position: [x0, 5], velocity: [v, 0], radius: 0.5 }],
    ...more,
  };
}

test('the distance between two runs is that of their bodies, on the shortest way', async () => {
  const one = await madeRun(flight(3, 9, 1));
  const other = await madeRun(flight(3, 9, 1.5));
  const distance = distanceOver(one, other);
  const { values } = distance!.x;
  assert.equal(values.at(-1), 4);
  distance!.lines[0]!.values.forEach((value, i) => assert.ok(Math.abs(value - 0.5 * values[i]!) < 1e-5));
});

test('runs that begin at other times, from other origins, in other units, are compared where they are', async () => {
  const one = await madeRun(flight(0, 2, 1));
  // From time 1 on, when it is at 3; lengths are halved and times are a quarter in its units.
  const units = { length: 2, time: 4, mass: 1 };
  const other = await madeRun({
    ...flight(0, 1.5, 2, { units, begin: 0.25, end: 1, origin: [1, 1] }),
    bodies: [{ id: 0, position: [1.5 + 1e-3, 2.5], velocity: [2, 0], radius: 0.25 }],
    max: [5, 5],
  });
  const distance = distanceOver(one, other)!;
  assert.deepEqual([distance.x.values[0], distance.x.values.at(-1)], [1, 4]);
  for (const value of distance.lines[0]!.values) assert.ok(Math.abs(value - 2e-3) < 1e-5, `${value}`);
});

/** To and fro: to 3.4 and back. Its true path is kept up to time 2, then frames of these times. */
function toAndFro(frames: number[], more: Partial<Made> = {}): Made {
  const place = (t: number) => (t <= 3.4 ? t : 6.8 - t);
  return flight(0, 0, 1, {
    end: frames.at(-1) as number,
    pathsEnd: 2,
    frames: frames.map((time) => ({ time, positions: [[place(time), 5]], speeds: [1] })),
    ...more,
  });
}

test('where true paths are not kept, runs are compared at moments that both have, not in between', async () => {
  // One trajectory, of which the other run has less: nothing is between the two, whatever lies between frames.
  const [one, other] = [await madeRun(toAndFro([2, 3, 4])), await madeRun(toAndFro([2, 3, 3.5]))];
  const distance = distanceOver(one, other)!;
  const { values } = distance.x;
  assert.deepEqual([values.filter((t) => t <= 2).length > 20, ...values.filter((t) => t > 2)], [true, 3]);
  for (const value of distance.lines[0]!.values) assert.equal(value, 0);
  assert.match(distance.note, /From t = 2 on/);
  // A run whose paths are all kept has no frames: beyond time 2 there is nothing to compare.
  const whole = await madeRun(flight(0, 0, 1, { end: 3 }));
  assert.equal(distanceOver(one, whole)!.x.values.at(-1), 2);
});

test('runs without a body in common have no distance', async () => {
  assert.equal(distanceOver(await madeRun(flight(0, 2, 1)), await madeRun(flight(1, 2, 1))), null);
});

test('every component of a momentum is compared, and theory is not', async () => {
  const table = (y: number) =>
    `time [T],momentum_x [M L/T],momentum_y [M L/T],pressure [M/T^2]\n0,1,2,3\n1,1,${y},3\n`;
  const summary = {
    scene: 'made',
    pressure: 3,
    compressibility: 2,
    equilibrium: { compressibility_theory: 4, source: 'somebody' },
  };
  const [one, other] = [
    await madeRun({ ...twoBalls(), observables: table(2), summary }),
    await madeRun({ ...twoBalls(), observables: table(5), summary }),
  ];
  const shared = sharedSeries(seriesOf(one), seriesOf(other));
  assert.deepEqual(
    shared.map(({ series, difference }) => [series.label, ...(difference.lines[0]?.values ?? [])]),
    [
      ['Momentum, x', 0, 0],
      ['Momentum, y', 0, 3],
      ['Pressure', 0, 0],
    ],
  );
});

test('what both measured is shown together, and as a difference', async () => {
  const rows = (values: number[]) => 'time [T],energy [M]\n' + values.map((e, t) => `${t},${e}\n`).join('');
  const one = await madeRun({ ...twoBalls(), observables: rows([4, 4, 4]) });
  const other = await madeRun({ ...twoBalls(), observables: rows([4, 3, 1]) });
  const energy = sharedSeries(seriesOf(one), seriesOf(other)).find(({ series }) => series.key === 'energy')!;
  assert.deepEqual(
    energy.both.lines.map(({ values }) => [...values]),
    [
      [4, 4, 4],
      [4, 3, 1],
    ],
  );
  assert.deepEqual([...energy.difference.lines[0]!.values], [0, -1, -3]);
});
