import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DamagedReport } from '../src/run/damage';
import { decodeBase64, decodeByTable, loadRun, makeRun, parseTexts } from '../src/run/payload';
import { readPaths } from '../src/run/paths';
import { kNoColor } from '../src/run/types';
import {
  encodePaths,
  madeRun,
  pointsInBox,
  randomNumbers,
  reportPage,
  textsOf,
  twoBalls,
  type Made,
} from './made_run';

/** The blocks of a page, as getElementById finds them. */
function pageOf(html: string): Document {
  const blocks = new Map<string, { textContent: string }>();
  for (const match of html.matchAll(/<script [^>]*id="([^"]*)">([^]*?)<\/script>/g)) {
    blocks.set(match[1] as string, { textContent: match[2] as string });
  }
  return { getElementById: (id: string) => blocks.get(id) ?? null } as unknown as Document;
}

const marker = '<!--firsthit:run-->';

test('base64 is decoded as Node encodes it, at every length', () => {
  const random = randomNumbers(3);
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, () => Math.floor(256 * random()));
    const text = Buffer.from(bytes).toString('base64');
    assert.deepEqual(decodeByTable(text), bytes);
    assert.deepEqual(decodeBase64(`\n  ${text}\n`), bytes);
  }
});

test('base64 that is cut off or damaged is refused with its place', () => {
  assert.throws(() => decodeBase64('QUJDRA='), /cut off: 7 base64 digits/);
  assert.throws(
    () => decodeBase64('QUJD*UJD'),
    (error) => error instanceof DamagedReport && /digit 5/.test(error.message),
  );
  assert.throws(() => decodeByTable('QU=DQUJD'), DamagedReport);
});

test('a run survives the page: text with markup, paths with an origin and a begin', async () => {
  const made: Made = {
    ...twoBalls(),
    begin: 100,
    end: 116,
    origin: [3, -2],
    scene: '# </script> & <!-- "quoted"\n',
    knots: (twoBalls().knots ?? []).map((knot) => ({ ...knot, time: knot.time + 100 })),
    impacts: (twoBalls().impacts ?? []).map((impact) => ({ ...impact, time: impact.time + 100 })),
    obstacles: [{ name: 'post', color: null, position: [4, 4], shape: { ball: { radius: 0.5 } } }],
    deflate: true,
  };
  const run = await loadRun(pageOf(await reportPage(`<body>${marker}</body>`, made)));
  assert.equal(run.sceneText, made.scene);
  assert.equal(run.begin, 100);
  assert.equal(run.end, 16);
  assert.deepEqual([...run.impacts.time], [4, 9, 14]);
  assert.deepEqual(run.space, { min: [-8, -3], max: [18, 7], sides: ['wall', 'wall'] });
  assert.deepEqual([...run.starts.position], [-3, 2, 7, 2]);
  assert.deepEqual([...run.bodies.color], [0x123456, kNoColor]);
  assert.deepEqual(run.obstacles[0]?.position, [1, 6]);
  assert.deepEqual(run.sideNames.length, 4);
  assert.deepEqual(run.leftOut, []);
});

test('packed and plain sections hold the same run', async () => {
  const made = pointsInBox(20, 3, 5);
  const packed = await readPaths(await encodePaths(made));
  const plain = await readPaths(await encodePaths({ ...made, deflate: false }));
  assert.deepEqual(packed, plain);
  assert.ok(packed.knots.count > 50);
});

test('an empty run is a run', async () => {
  const run = await madeRun({ dimension: 2, end: 0, min: [0, 0], max: [1, 1], bodies: [] });
  assert.equal(run.bodies.count, 0);
  assert.equal(run.knots.count, 0);
  assert.equal(run.starts.acceleration, null);
});

test('what is left out is told in sentences', async () => {
  const positions = [[0.25, 0.5]];
  const run = await madeRun({
    dimension: 2,
    end: 8,
    pathsEnd: 4,
    min: [0, 0],
    max: [1, 1],
    total: 1_000_000,
    collisions: 1234,
    samples: 801,
    bodies: [{ position: [0.25, 0.5], velocity: [0, 0] }],
    frames: [4, 6, 8].map((time) => ({ time, positions, speeds: [0] })),
  });
  assert.deepEqual(run.leftOut, [
    'Of 1,000,000 bodies, 1 is shown, evenly by their numbers.',
    'Bodies follow their true paths until t = 4; from there to the end they go straight between 3 moments that are kept (the run took 801 samples).',
    'Of 1,234 collisions, none is shown and counted.',
  ]);
});

test('a table that the program thinned is told', async () => {
  const texts = {
    ...textsOf(twoBalls()),
    observables: 'time [T],collisions [1]\n0,0\n',
    observables_rows: 20000,
  };
  const run = await makeRun(texts, await encodePaths(twoBalls()));
  assert.deepEqual(run.leftOut, ['Plots show 1 of 20,000 samples.']);
});

test('missing and broken texts are refused in words', async () => {
  await assert.rejects(loadRun(pageOf('<p></p>')), /no data: the block "firsthit-run" is missing/);
  const plain = '<script id="firsthit-run">bm90IHBhY2tlZA==</script>';
  await assert.rejects(loadRun(pageOf(plain)), (error: Error) => {
    return error instanceof DamagedReport && /summary cannot be unpacked/.test(error.message);
  });
  assert.throws(() => parseTexts('{"summary": {'), /summary cannot be read/);
  assert.throws(() => parseTexts('null'), /expected an object/);
  assert.throws(() => parseTexts('{"summary": {}, "scene": ""}'), /lacks its observables/);
});

test('paths cut off anywhere are refused, never half read', async () => {
  const bytes = await encodePaths(twoBalls());
  for (let length = 0; length < bytes.length; length += 29) {
    await assert.rejects(
      readPaths(bytes.slice(0, length)),
      DamagedReport,
      `${length} of ${bytes.length} bytes`,
    );
  }
});

test('any byte of the packed paths may be damaged: the reader reads or refuses', async () => {
  const bytes = await encodePaths({ ...twoBalls(), deflate: true });
  let refused = 0;
  for (let i = 0; i < bytes.length; i += 11) {
    const damaged = bytes.slice();
    damaged[i] = (damaged[i] as number) ^ 0x15;
    try {
      await readPaths(damaged);
    } catch (error) {
      assert.ok(error instanceof DamagedReport, `byte ${i}: ${String(error)}`);
      refused++;
    }
  }
  assert.ok(refused > bytes.length / 40);
});

/** The paths of twoBalls with one text of their header replaced by one as long. */
async function withHeader(from: string, to: string): Promise<Uint8Array> {
  const bytes = await encodePaths(twoBalls());
  const text = Buffer.from(bytes).toString('latin1');
  assert.equal(from.length, to.length);
  assert.ok(text.includes(from), from);
  return new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'));
}

test('a hostile header is refused with what is wrong', async () => {
  const cases: [string, string, RegExp][] = [
    ['FHPATHS1', 'FHPATHS2', /begins with FHPATHS1/],
    ['"dimension":2', '"dimension":4', /dimension: expected 2 or 3, found 4/],
    ['"shown":2', '"shown":9', /body_id: expected 9 numbers, found 2/],
    ['"encoding":"raw"', '"encoding":"zip"', /unknown encoding zip/],
    ['"type":"u32","count":2', '"type":"i32","count":2', /unknown type i32/],
    ['"name":"knot_time"', '"name":"knot_tine"', /knot_body: expected 0 numbers, found 5/],
    ['"sides":["wall"', '"sides":["mall"', /sides: expected periodic, wall or open/],
    ['"end":16', '"end":-1', /end: expected a time after the begin/],
  ];
  for (const [from, to, message] of cases) {
    await assert.rejects(readPaths(await withHeader(from, to)), (error) => {
      assert.ok(error instanceof DamagedReport);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('indices and times that cannot be are refused', async () => {
  const made = twoBalls();
  const knots = made.knots ?? [];
  const impacts = made.impacts ?? [];
  const broken: [Partial<Made>, RegExp][] = [
    [
      { knots: [{ ...(knots[0] as (typeof knots)[0]), body: 2 }] },
      /knot_body: expected an index below 2, found 2/,
    ],
    [{ knots: [...knots].reverse() }, /knot_time: expected times in order/],
    [
      { impacts: [{ ...(impacts[0] as (typeof impacts)[0]), b: 6 }] },
      /impact_b: expected an index below 6, found 6/,
    ],
  ];
  for (const [part, message] of broken) {
    await assert.rejects(encodePaths({ ...made, ...part }).then(readPaths), message);
  }
});
