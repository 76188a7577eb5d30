import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, sumsOf } from '../src/run/contacts';
import { DamagedReport } from '../src/run/damage';
import { makeRun } from '../src/run/payload';
import { kNobody, type Contacts, type Run } from '../src/run/types';
import { Stage } from '../src/view/marks/stage';
import type { Lines } from '../src/view/marks/marks';
import { contactsText, encodePaths, madeRun, restingBalls, textsOf, twoBalls, type Made } from './made_run';
import { viewOf } from './made_view';

async function contactsOf(made: Made): Promise<Contacts> {
  const { contacts } = await madeRun(made);
  assert.ok(contacts);
  return contacts;
}

const kRow = { a: 0, b: 7, names: ['one', 'two'] as [string, string], point: [9, 0], normal: [1, 0], force: [-3, 4] };

test('contacts are read from their table, bodies by their ids, all else as nobody', async () => {
  const { count, a, b, nameA, nameB, point, force, size } = await contactsOf(restingBalls());
  assert.equal(count, 3);
  assert.deepEqual([...a], [0, 2, 1]);
  assert.deepEqual([...b], [kNobody, kNobody, 0]);
  assert.deepEqual(nameA, ['low', 'body-2', 'body-4']);
  assert.deepEqual(nameB, ['lower y side', 'shelf', 'low']);
  assert.deepEqual([...point], [0, 0, 3, 2, 0, 2]);
  assert.deepEqual([...force], [0, 50, 0, 10, 0, 30]);
  assert.deepEqual([...size], [50, 10, 30]);
});

test('places are those of the run, less its origin and in its units; forces stay as the table has them', async () => {
  const made = { ...twoBalls(), origin: [3, -2], contacts: contactsText(16, [{ ...kRow, point: [18, 8] }]) };
  const plain = await contactsOf(made);
  assert.deepEqual([...plain.point], [15, 10]);
  const large = await contactsOf({ ...made, units: { length: 2, time: 1, mass: 1 } });
  assert.deepEqual([...large.point], [6, 6]);
  assert.deepEqual([...large.size], [5]);
});

test('names with commas, quotes and line feeds are one cell', async () => {
  const names: [string, string][] = [
    ['a, b', 'the "best"'],
    ['two\nlines', ''],
    ['"', ','],
  ];
  const rows = names.map((each) => ({ ...kRow, names: each }));
  const { count, nameA, nameB } = await contactsOf({ ...twoBalls(), contacts: contactsText(16, rows) });
  assert.equal(count, 3);
  assert.deepEqual(
    nameA.map((name, i) => [name, nameB[i]]),
    names,
  );
});

test('a table that is damaged is refused with its row, or with what it lacks', async () => {
  const text = contactsText(16, [kRow, kRow]);
  const cases: [string, RegExp][] = [
    [text.replace('force_y [M L/T^2]', 'weight'), /expected a column force_y, found time, a, b/],
    [text.replace(/-3,4\n$/, '-3\n'), /row 2: expected 11 cells, found 10/],
    [text.replace('-3', 'three'), /row 1: expected a number, found "three"/],
    [text.replace('-3', ''), /row 1: expected a number, found ""/],
    [text.replace('-3', '1e999'), /row 1: expected a number/],
    ['', /expected a line of headers/],
  ];
  for (const [contacts, message] of cases)
    await assert.rejects(madeRun({ ...twoBalls(), contacts }), (error) => {
      assert.ok(error instanceof DamagedReport, String(error));
      assert.match(error.message, message);
      return true;
    });
});

test('contacts hold from the last change of a course on, if those who touch stand still', async () => {
  const run = await madeRun(restingBalls());
  assert.equal(run.contacts?.since, 5);
  assert.deepEqual([0, 4.99, 5, 10].map((time) => holds(run, time)), [false, false, true, true]);
});

test('contacts hold at the end only, where somebody who touches moves, or paths end before', async () => {
  const made = restingBalls();
  const sliding = (made.knots ?? []).map((knot) => ({ ...knot, velocity: [knot.body === 2 ? 0.25 : 0, 0] }));
  assert.equal((await contactsOf({ ...made, knots: sliding })).since, 10);
  const frames = [5, 10].map((time) => ({ time, positions: [[0, 1], [0, 3], [3, 3]], speeds: [0, 0, 0] }));
  assert.equal((await contactsOf({ ...made, pathsEnd: 5, frames })).since, 10);
  assert.equal((await contactsOf({ ...made, total: 6 })).since, 10);
});

test('the weight of all who rest is what stands fixed bears', async () => {
  const run = await madeRun(restingBalls());
  assert.deepEqual(sumsOf(run), { largest: 0, weight: 60, borne: 60 });
  // In other units the same: forces are the scene's.
  const scaled = restingBalls();
  const units = { length: 2, time: 0.5, mass: 4 };
  const small = await madeRun({
    ...scaled,
    units,
    gravity: [0, -10 / 8],
    bodies: scaled.bodies.map((body) => ({ ...body, mass: (body.mass as number) / 4 })),
  });
  assert.deepEqual(sumsOf(small), { largest: 0, weight: 60, borne: 60 });
});

test('what moves as it is told bears as what stands fixed does', async () => {
  const made = restingBalls();
  const bodies = made.bodies.map((body, i) => (i === 0 ? { ...body, mass: 0, kinematic: true } : body));
  const contacts = contactsText(10, [{ ...kRow, a: 4, b: 0, point: [0, 2], normal: [0, -1], force: [0, 30] }]);
  const run = await madeRun({ ...made, bodies, contacts });
  assert.deepEqual(sumsOf(run), { largest: 0, weight: 30, borne: 30 });
  assert.equal(forcesOf(run, 10).count, 1, 'a line to the contact, and none beyond it');
});

test('without gravity, or with bodies that are not shown, no sum is told', async () => {
  await assert.rejects(madeRun({ ...restingBalls(), gravity: [1] }), /gravity: expected 2 numbers/);
  const { gravity: _, ...weightless } = restingBalls();
  assert.deepEqual(sumsOf(await madeRun(weightless)), { largest: 0, weight: null, borne: null });
  assert.deepEqual(sumsOf(await madeRun({ ...restingBalls(), total: 9 })), { largest: 0, weight: null, borne: null });
  assert.deepEqual(sumsOf(await madeRun(twoBalls())), { largest: -1, weight: null, borne: null });
});

function forcesOf(run: Run, time: number, forces = true): Lines {
  const view = viewOf(run, time);
  view.forces = forces;
  const stage = new Stage(run.dimension);
  stage.compose(view);
  const batch = stage.batches.find(({ marks }) => marks === stage.forceLines);
  assert.ok(batch, 'they are drawn');
  return stage.forceLines;
}

test('a force is a line from the one through the contact to the other, as broad as it is large', async () => {
  const run = await madeRun(restingBalls());
  const { camera } = viewOf(run, 10);
  const { numbers, count, stride } = forcesOf(run, 10);
  const lines = Array.from({ length: count }, (_, i) => {
    const [x0, y0, , x1, y1, , width] = numbers.subarray(i * stride, i * stride + 7);
    const place = (x: number, y: number) => camera.unproject(x, y).slice(0, 2).map((c) => Math.round(1e3 * c) / 1e3 + 0);
    return [place(x0, y0), place(x1, y1), Math.round(1e3 * width) / 1e3];
  });
  assert.deepEqual(lines, [
    [[0, 0], [0, 1], 8],
    [[3, 2], [3, 3], 1.6],
    [[0, 2], [0, 3], 4.8],
    [[0, 2], [0, 1], 4.8],
  ]);
  assert.equal(forcesOf(run, 10, false).count, 0);
  assert.equal(forcesOf(await madeRun(twoBalls()), 16).count, 0);
});

test('where bodies are small, so are the lines', async () => {
  const widthOf = async (made: Made, zoom: number) => {
    const view = viewOf(await madeRun(made), 10);
    view.forces = true;
    view.camera.zoom(zoom);
    const stage = new Stage(2);
    stage.compose(view);
    return { scale: view.camera.scale, width: stage.forceLines.numbers[6] as number };
  };
  const made = restingBalls();
  const { scale, width } = await widthOf(made, 1e-3);
  assert.ok(scale > 3 && scale < 7 && Math.abs(width - scale) < 1e-3, `${width} of a radius of ${scale} pixels`);
  assert.equal((await widthOf(made, 2)).width, 8);
  const bodies = made.bodies.map((body) => ({ ...body, radius: 0.1 }));
  assert.equal((await widthOf({ ...made, bodies }, 1e-3)).width, 2);
});

test('over a periodic side a force leads to the image that is near', async () => {
  const run = await madeRun({
    ...restingBalls(),
    sides: ['periodic', 'wall'],
    bodies: [
      { position: [4.5, 1], velocity: [0, 0], mass: 2 },
      { position: [-4.5, 2], velocity: [0, 0], mass: 3, id: 4 },
    ],
    knots: [],
    contacts: contactsText(10, [{ ...kRow, a: 4, b: 0, point: [-5, 1.5], normal: [-1, -1], force: [10, 10] }]),
  });
  const { camera } = viewOf(run, 10);
  const { numbers, stride } = forcesOf(run, 10);
  const [x] = camera.unproject(numbers[stride + 3] as number, numbers[stride + 4] as number);
  assert.ok(Math.abs(x + 5.5) < 1e-3, String(x));
});

test('contacts for which a report has no room are told', async () => {
  const texts = { ...textsOf(twoBalls()), contacts: null, contacts_rows: 40000 };
  const run = await makeRun(texts, await encodePaths(twoBalls()));
  assert.equal(run.contacts, null);
  assert.deepEqual(run.leftOut, ['Of 40,000 contacts at the end none is shown.']);
  assert.deepEqual((await madeRun(twoBalls())).leftOut, []);
});
