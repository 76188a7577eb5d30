import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/run/motion';
import { Segments } from '../src/run/segments';
import { newMoment, type Run } from '../src/run/types';
import { droppedBall, madeRun, pointsInBox, randomNumbers, twoBalls, type Made } from './made_run';

async function momentOf(made: Made, time: number) {
  const run = await madeRun(made);
  const moment = newMoment(run);
  new Motion(run).at(time, moment);
  return moment;
}

function near(actual: ArrayLike<number>, expected: number[], error = 1e-6): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((x, i) => {
    const found = actual[i] as number;
    assert.ok(
      Math.abs(found - x) <= error * Math.max(1, Math.abs(x)),
      `number ${i}: expected ${x}, found ${found}`,
    );
  });
}

/** Segments as [body, time from, time to, ...from, ...to], rounded. */
function listOf(segments: Segments): number[][] {
  const width = 2 * segments.dimension;
  return Array.from({ length: segments.count }, (_, i) =>
    [
      segments.body[i] as number,
      ...segments.time.subarray(2 * i, 2 * i + 2),
      ...segments.ends.subarray(i * width, (i + 1) * width),
    ].map((x) => Math.round(x * 1e4) / 1e4 + 0),
  );
}

test('at an impact the two balls touch, and have the velocities after it', async () => {
  const moment = await momentOf(twoBalls(), 4);
  assert.deepEqual([...moment.position], [8, 0, 10, 0]);
  assert.deepEqual([...moment.velocity], [0, 0, 2, 0]);
  assert.deepEqual([...moment.speed], [0, 2]);
  assert.deepEqual([...moment.collisions], [1, 1]);
  assert.equal(moment.exact, true);
});

test('between impacts balls are on straight paths', async () => {
  near((await momentOf(twoBalls(), 0)).position, [0, 0, 10, 0]);
  near((await momentOf(twoBalls(), 3.5)).position, [7, 0, 10, 0]);
  near((await momentOf(twoBalls(), 8)).position, [8, 0, 18, 0]);
  near((await momentOf(twoBalls(), 10)).position, [8, 0, 18, 0]);
  const end = await momentOf(twoBalls(), 16);
  near(end.position, [4, 0, 10, 0]);
  assert.deepEqual([...end.collisions], [2, 3]);
});

test('what falls is on a parabola, before and after its bounce', async () => {
  near((await momentOf(droppedBall(), 0.5)).position, [0.5, 3.75]);
  near((await momentOf(droppedBall(), 0.5)).velocity, [1, -5]);
  near((await momentOf(droppedBall(), 1)).position, [1, 0]);
  near((await momentOf(droppedBall(), 1)).speed, [Math.sqrt(26)]);
  near((await momentOf(droppedBall(), 1.5)).position, [1.5, 1.25]);
  near((await momentOf(droppedBall(), 2)).position, [2, 0]);
});

test('of knots at one time the last one counts', async () => {
  const knots = [1, 2, 3].map((x) => ({ body: 0, time: 1, position: [x, 0], velocity: [0, x] }));
  const made: Made = {
    dimension: 2,
    end: 2,
    min: [0, 0],
    max: [9, 9],
    bodies: [{ position: [0, 0], velocity: [1, 0] }],
    knots,
  };
  near((await momentOf(made, 1)).position, [3, 0]);
  near((await momentOf(made, 2)).position, [3, 3]);
});

test('times in any order give the moment that a fresh motion gives', async () => {
  const made = pointsInBox(50, 3, 10);
  const run = await madeRun(made);
  const motion = new Motion(run);
  const moment = newMoment(run);
  const fresh = newMoment(run);
  const one = [0, 0, 0];
  const random = randomNumbers(5);
  const times = [
    0,
    10,
    ...Array.from({ length: 200 }, () => 10 * random()),
    ...[...run.impacts.time].slice(0, 50),
  ];
  assert.ok(run.impacts.count > 200);
  for (const time of times) {
    motion.at(time, moment);
    new Motion(run).at(time, fresh);
    assert.deepEqual(moment, fresh);
    const body = Math.floor(50 * random());
    motion.positionOf(body, time, one);
    near(one, [...moment.position.subarray(3 * body, 3 * body + 3)]);
  }
});

test('points in a box are where folding the box says', async () => {
  const made = pointsInBox(40, 2, 20);
  const run = await madeRun(made);
  const motion = new Motion(run);
  const moment = newMoment(run);
  for (const time of [0.1, 7.7, 19.9]) {
    motion.at(time, moment);
    made.bodies.forEach((body, i) => {
      const radius = body.radius as number;
      const width = 1 - 2 * radius;
      const folded = body.position.map((x, axis) => {
        const straight = ((((x - radius + (body.velocity[axis] as number) * time) / width) % 2) + 2) % 2;
        return radius + width * (straight > 1 ? 2 - straight : straight);
      });
      near(moment.position.subarray(2 * i, 2 * i + 2), folded, 5e-6);
      const hits = made.impacts?.filter((impact) => impact.a === i && impact.time <= time).length;
      assert.equal(moment.collisions[i], hits);
    });
  }
});

const periodic: Made = {
  dimension: 2,
  end: 10,
  min: [0, 0],
  max: [10, 4],
  sides: ['periodic', 'wall'],
  bodies: [
    { position: [8, 1], velocity: [3, 0.1] },
    { position: [2, 2], velocity: [-3, 0] },
  ],
};

test('along a periodic axis bodies leave on one side and enter on the other', async () => {
  near((await momentOf(periodic, 1)).position, [1, 1.1, 9, 2]);
  near((await momentOf(periodic, 10)).position, [8, 2, 2, 2]);
});

test('trails are cut at periodic sides', async () => {
  const run = await madeRun(periodic);
  const motion = new Motion(run);
  const out = new Segments(2);
  motion.trail(0, 0, 5, out);
  const t1 = 2 / 3;
  const t2 = t1 + 10 / 3;
  const at = (t: number) => 1 + 0.1 * t;
  const expected = [
    [0, 0, t1, 8, at(0), 10, at(t1)],
    [0, t1, t2, 0, at(t1), 10, at(t2)],
    [0, t2, 5, 0, at(t2), 3, at(5)],
  ];
  assert.deepEqual(
    listOf(out),
    expected.map((row) => row.map((x) => Math.round(x * 1e4) / 1e4)),
  );
  out.clear();
  motion.trail(1, 0.5, 1, out);
  assert.deepEqual(
    listOf(out).map((row) => row.slice(3)),
    [
      [0.5, 2, 0, 2],
      [10, 2, 9, 2],
    ],
  );
});

test('a trail through a corner, and one along a side, stay in the box', async () => {
  const run = await madeRun({
    dimension: 2,
    end: 4,
    min: [0, 0],
    max: [1, 1],
    sides: ['periodic', 'periodic'],
    bodies: [
      { position: [0.5, 0.5], velocity: [1, 1] },
      { position: [0, 0.5], velocity: [0, -1] },
    ],
  });
  const motion = new Motion(run);
  const out = new Segments(2);
  motion.trail(0, 0, 2, out);
  assert.deepEqual(
    listOf(out).map((row) => row.slice(3)),
    [
      [0.5, 0.5, 1, 1],
      [0, 0, 1, 1],
      [0, 0, 0.5, 0.5],
    ],
  );
  out.clear();
  motion.trail(1, 0, 1, out);
  assert.deepEqual(
    listOf(out).map((row) => row.slice(3)),
    [
      [0, 0.5, 0, 0],
      [0, 1, 0, 0.5],
    ],
  );
});

test('random trails are whole, inside the box, and end where the body is', async () => {
  const seed = 11;
  console.log(`seed ${seed}`);
  const random = randomNumbers(seed);
  const bodies = Array.from({ length: 60 }, () => ({
    position: [random(), random(), random()],
    velocity: [20 * random() - 10, 20 * random() - 10, 2 * random() - 1],
  }));
  const made: Made = {
    dimension: 3,
    end: 3,
    min: [0, 0, 0],
    max: [1, 1, 1],
    sides: ['periodic', 'periodic', 'periodic'],
    bodies,
  };
  const run = await madeRun(made);
  const motion = new Motion(run);
  let cuts = 0;
  bodies.forEach((body, i) => {
    const out = new Segments(3);
    motion.trail(i, 0.25, 2.75, out);
    const rows = listOf(out);
    cuts += rows.length - 1;
    const length = rows.reduce(
      (sum, row) => sum + Math.hypot(...[6, 7, 8].map((k) => (row[k] as number) - (row[k - 3] as number))),
      0,
    );
    near([length], [2.5 * Math.hypot(...body.velocity)], 2e-3);
    assert.ok(rows.every((row) => row.slice(3).every((x) => x >= -1e-4 && x <= 1 + 1e-4)));
    const last = [0, 0, 0];
    motion.positionOf(i, 2.75, last);
    near(rows.at(-1)?.slice(6) ?? [], last, 2e-4);
  });
  assert.ok(cuts > 1000, `${cuts} cuts`);
});

test('a trail follows bounces and parabolas', async () => {
  const motion = new Motion(await madeRun(twoBalls()));
  const out = new Segments(2);
  motion.trail(1, 3, 10, out);
  assert.deepEqual(listOf(out), [
    [1, 3, 4, 10, 0, 10, 0],
    [1, 4, 9, 10, 0, 20, 0],
    [1, 9, 10, 20, 0, 18, 0],
  ]);
  const falling = new Segments(2);
  new Motion(await madeRun(droppedBall())).trail(0, 0, 2, falling);
  assert.ok(falling.count > 8);
  for (const [, , t, , , x, y] of listOf(falling)) {
    const s = (t as number) < 1.00005 ? (t as number) : (t as number) - 1;
    near(
      [x as number, y as number],
      (t as number) < 1.00005 ? [s, 5 - 5 * s * s] : [1 + s, 5 * s - 5 * s * s],
      2e-3,
    );
  }
});

test('trails append, and a body that crosses a small box ever again has a trail that ends', async () => {
  const run = await madeRun({
    dimension: 2,
    end: 1e6,
    min: [0, 0],
    max: [1, 1],
    sides: ['periodic', 'periodic'],
    bodies: [{ position: [0.5, 0.5], velocity: [1, 0] }],
  });
  const out = new Segments(2);
  out.add(9, 0, 0);
  new Motion(run).trail(0, 0, 1e6, out);
  assert.equal(out.count, 513);
  assert.equal(out.body[0], 9);
  assert.equal(out.time[2 * 512 + 1], 1e6);
});

const framed: Made = {
  dimension: 2,
  end: 12,
  pathsEnd: 4,
  begin: 0,
  min: [0, 0],
  max: [16, 16],
  sides: ['periodic', 'wall'],
  bodies: [
    { position: [1, 4], velocity: [-1, 0] },
    { position: [9, 8], velocity: [0, 1] },
  ],
  frames: [
    {
      time: 4,
      positions: [
        [13, 4],
        [9, 12],
      ],
      speeds: [1, 1],
    },
    {
      time: 8,
      positions: [
        [1, 4],
        [9, 8],
      ],
      speeds: [1, 2],
    },
    {
      time: 12,
      positions: [
        [15, 4],
        [9, 16 - 16 / 65536],
      ],
      speeds: [1, 3],
    },
  ],
};

test('after the true paths bodies go straight from frame to frame, the short way around', async () => {
  const at = async (time: number) => momentOf(framed, time);
  near((await at(3)).position, [14, 4, 9, 11]);
  assert.equal((await at(4)).exact, true);
  near((await at(4)).position, [13, 4, 9, 12]);
  const between = await at(7);
  assert.equal(between.exact, false);
  near(between.position, [0, 4, 9, 9], 2e-4);
  near(between.velocity, [1, 0, 0, -1], 2e-4);
  near(between.speed, [1, 2]);
  near((await at(10)).position, [0, 4, 9, 12], 2e-4);
  near((await at(10)).velocity, [-0.5, 0, 0, 2], 2e-4);
  near((await at(12)).position, [15, 4, 9, 16], 3e-4);
  near((await at(12)).speed, [1, 3]);
});

test('a trail that reaches from true paths to frames is whole', async () => {
  const out = new Segments(2);
  new Motion(await madeRun(framed)).trail(0, 2, 9, out);
  const rows = listOf(out);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 3)),
    [
      [0, 2, 4],
      [0, 4, 7],
      [0, 7, 8],
      [0, 8, 9],
    ],
  );
  near(rows[0]?.slice(3) ?? [], [15, 4, 13, 4], 2e-4);
  near(rows[2]?.slice(3) ?? [], [0, 4, 1, 4], 3e-4);
});

test('frames of fewer steps go around where the steps end', async () => {
  const made = {
    ...framed,
    frameSteps: [64, 1024],
    sides: ['periodic', 'periodic'] as Made['sides'],
  } as Made;
  near((await momentOf(made, 7)).position, [0, 4, 9, 9], 1e-3);
  near((await momentOf(made, 10)).position, [0, 4, 9, 4], 2e-2);
});

test('one frame alone holds its place', async () => {
  const made = { ...framed, frames: framed.frames?.slice(0, 1) } as Made;
  near((await momentOf(made, 9)).position, [13, 4, 9, 12], 3e-4);
  const out = new Segments(2);
  new Motion(await madeRun(made)).trail(0, 2, 9, out);
  assert.deepEqual(
    listOf(out).map((row) => row.slice(1, 3)),
    [
      [2, 4],
      [4, 9],
    ],
  );
  near(listOf(out)[1]?.slice(3) ?? [], [13, 4, 13, 4], 3e-4);
});

test('impacts are found before, after and of a body', async () => {
  const run = await madeRun(twoBalls());
  const motion = new Motion(run);
  assert.deepEqual(
    [0, 4, 4.1, 9, 14, 16].map((t) => motion.impactBefore(t)),
    [-1, -1, 0, 0, 1, 2],
  );
  assert.deepEqual(
    [3, 4, 20].map((t) => motion.impactsUntil(t)),
    [0, 1, 3],
  );
});

test('what comes next is told of all and of one body, from an impact on', async () => {
  const motion = new Motion(await madeRun(twoBalls()));
  assert.deepEqual(
    [0, 1, 2, 3].map((first) => motion.coming(first, 2)),
    [[0, 1], [1, 2], [2], []],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((first) => motion.coming(first, 5, 0)),
    [[0, 2], [2], [2], []],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((first) => motion.coming(first, 1, 1)),
    [[0], [1], [2], []],
  );
});

test('a body that meets its own image is told and drawn once', async () => {
  const made = twoBalls();
  made.impacts![1].b = 1;
  const motion = new Motion(await madeRun(made));
  assert.deepEqual(motion.coming(0, 5, 1), [0, 1, 2]);
  assert.deepEqual(motion.ghosts([1]), [{ impact: 1, body: 1, time: 9, position: [20, 0] }]);
});

test('ghosts stand where the next impacts will be, and balls among them touch', async () => {
  const motion = new Motion(await madeRun(twoBalls()));
  assert.deepEqual(motion.ghosts(motion.coming(1, 2)), [
    { impact: 1, body: 1, time: 9, position: [20, 0] },
    { impact: 2, body: 0, time: 14, position: [8, 0] },
    { impact: 2, body: 1, time: 14, position: [10, 0] },
  ]);
  assert.deepEqual(motion.ghosts([]), []);
});

test('partners that are no bodies, or are not shown, cost nothing', async () => {
  const made = twoBalls();
  const impacts = (made.impacts ?? []).map((impact) => ({ ...impact, a: 0xffffffff }));
  const moment = await momentOf({ ...made, impacts }, 16);
  assert.deepEqual([...moment.collisions], [0, 2]);
});

test('an empty run has moments too', async () => {
  const made: Made = { dimension: 2, end: 1, min: [0, 0], max: [1, 1], bodies: [] };
  const moment = await momentOf(made, 0.5);
  assert.equal(moment.position.length, 0);
  const motion = new Motion(await madeRun(made));
  assert.deepEqual(motion.coming(0, 3), []);
});

test('every step of a run that goes there and back gives the same collisions', async () => {
  const run: Run = await madeRun(pointsInBox(30, 2, 5));
  const motion = new Motion(run);
  const moment = newMoment(run);
  const seen: Uint32Array[] = [];
  for (const time of run.impacts.time) {
    motion.at(time, moment);
    seen.push(moment.collisions.slice());
  }
  for (let i = run.impacts.count - 1; i >= 0; i--) {
    motion.at(run.impacts.time[i] as number, moment);
    assert.deepEqual(moment.collisions, seen[i]);
  }
  assert.equal(
    [...(seen.at(-1) ?? [])].reduce((sum, x) => sum + x, 0),
    run.impacts.count,
  );
});
