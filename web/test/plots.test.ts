import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, curvesOf, describe, sampleAt, seriesOf, type Series } from '../src/plots/series';
import { describeSpeeds, maxwellDensity, roundUp, Speeds } from '../src/plots/speeds';
import { parseTable } from '../src/run/csv';
import { Motion } from '../src/run/motion';
import { newMoment, type Run, type Side } from '../src/run/types';
import { madeRun, randomNumbers, twoBalls, type Made, type MadeBody } from './made_run';

const kHeader =
  'time [T],collisions [1],energy [M L^2/T^2],kinetic_energy [M L^2/T^2],potential_energy [M L^2/T^2],' +
  'momentum_x [M L/T],momentum_y [M L/T],temperature [M L^2/T^2],pressure [M/T^2]\n';

async function seriesFrom(rows: string, more: Partial<Made> = {}): Promise<Map<string, Series>> {
  const run = await madeRun({ ...twoBalls(), observables: kHeader + rows, ...more });
  return new Map(seriesOf(run).map((series) => [series.key, series]));
}

test('the plots over time are those that the samples define', async () => {
  const series = await seriesFrom('0,0,2,2,0,1,0,,\n2,3,2,2,0,1,0,0.5,\n');
  assert.deepEqual(
    [...series.keys()],
    ['energy', 'energy_drift', 'momentum', 'temperature', 'collision_rate'],
  );
  assert.deepEqual(
    series.get('energy')?.lines.map((line) => line.label),
    ['total'],
  );
  assert.deepEqual(
    series.get('momentum')?.lines.map((line) => line.label),
    ['x', 'y'],
  );
  assert.equal(series.get('momentum')?.dimension, 'M L/T');
});

test('where there is gravity, energy is three lines', async () => {
  const series = await seriesFrom('0,0,2,1.5,0.5,1,0,,\n');
  assert.deepEqual(
    series.get('energy')?.lines.map((line) => line.label),
    ['total', 'kinetic', 'potential'],
  );
});

test('the drift is relative to the first energy, or absolute where that is 0', async () => {
  const relative = (await seriesFrom('0,0,4,4,0,1,0,,\n1,0,3,3,0,1,0,,\n')).get('energy_drift');
  assert.deepEqual([...(relative?.lines[0]?.values ?? [])], [0, -0.25]);
  assert.equal(relative?.dimension, '1');
  const absolute = (await seriesFrom('0,0,0,0,0,1,0,,\n1,0,3,3,0,1,0,,\n')).get('energy_drift');
  assert.deepEqual([...(absolute?.lines[0]?.values ?? [])], [0, 3]);
  assert.equal(absolute?.dimension, 'M L^2/T^2');
  const falling = (await seriesFrom('0,0,-4,4,-8,1,0,,\n1,0,-5,3,-8,1,0,,\n')).get('energy_drift');
  assert.deepEqual([...(falling?.lines[0]?.values ?? [])].map(Math.abs), [0, 0.25]);
});

test('the collision rate is the difference of collisions over time', async () => {
  const rate = (
    await seriesFrom('0,0,1,1,0,1,0,,\n0.5,3,1,1,0,1,0,,\n0.5,3,1,1,0,1,0,,\n2,6,1,1,0,1,0,,\n')
  ).get('collision_rate');
  assert.deepEqual([...(rate?.lines[0]?.values ?? [])], [NaN, 6, NaN, 2]);
});

test('many samples make a hundred steps of the rate, and no collision is lost', async () => {
  const count = (i: number) => Math.floor(i * i * 0.01);
  const rows = Array.from({ length: 1235 }, (_, i) => `${i / 8},${count(i)},1,1,0,1,0,,\n`).join('');
  const rate = (await seriesFrom(rows)).get('collision_rate');
  const x = rate?.x.values ?? new Float64Array(0);
  const values = rate?.lines[0]?.values ?? new Float64Array(0);
  assert.ok(x.length <= 101 && x.at(-1) === 1234 / 8);
  const sum = values.reduce(
    (total, value, i) => (i === 0 ? 0 : total + value * ((x[i] as number) - (x[i - 1] as number))),
    0,
  );
  assert.ok(Math.abs(sum - count(1234)) < 1e-6);
});

test('a run of one sample, and one of none, have no plots that would be wrong', async () => {
  assert.deepEqual(
    [...(await seriesFrom('0,0,2,2,0,1,0,,\n')).keys()],
    ['energy', 'energy_drift', 'momentum'],
  );
  assert.deepEqual([...(await seriesFrom('')).keys()], []);
});

test('a series downloads as a table with dimensions', async () => {
  const series = await seriesFrom('0,0,2,2,0,1,-0.1,,\n2,3,2,2,0,1,0,0.5,\n');
  assert.equal(
    csvOf(series.get('momentum') as Series),
    'time [T],momentum_x [M L/T],momentum_y [M L/T]\n0,1,-0.1\n2,1,0\n',
  );
  assert.equal(csvOf(series.get('temperature') as Series), 'time [T],temperature [M L^2/T^2]\n0,\n2,0.5\n');
});

test('a series is told in words', async () => {
  const series = await seriesFrom('0,0,2,2,0,1,0,,\n1,0,5,5,0,1,0,,\n2,3,-4,4,0,1,0,0.5,\n');
  assert.equal(
    describe(series.get('energy') as Series),
    'Energy [M L²/T²] over time: 3 values, time 0 to 2 T. first 2, last −4, least −4, greatest 5.',
  );
});

test('the sample of a time is the last before it; of a step, its end', async () => {
  const series = await seriesFrom('0,0,2,2,0,1,0,,\n1,0,5,5,0,1,0,,\n2,3,4,4,0,1,0,0.5,\n');
  const energy = series.get('energy') as Series;
  assert.deepEqual(
    [-1, 0, 0.5, 1, 1.9, 2, 3].map((x) => sampleAt(energy, x)),
    [0, 0, 0, 1, 1, 2, 2],
  );
  const rate = series.get('collision_rate') as Series;
  assert.deepEqual(
    [0, 0.5, 1, 1.1, 2, 3].map((x) => sampleAt(rate, x)),
    [0, 1, 1, 2, 2, 2],
  );
});

test('what was measured over the run is curves over the middles of bins', async () => {
  const run = await madeRun(twoBalls());
  run.speedHistogram = parseTable(
    'v_low [L/T],v_high [L/T],count [1],density [T/L],maxwell [T/L]\n0,2,5,0.5,\n2,4,0,0,\n',
    'h',
  );
  run.radialDistribution = parseTable('r_low [L],r_high [L],g [1]\n0,1,0\n1,2,1.5\n', 'g');
  const [speeds, radial] = curvesOf(run);
  assert.equal(speeds && csvOf(speeds), 'speed [L/T],speed_distribution [T/L]\n1,0.5\n3,0\n');
  assert.equal(radial && csvOf(radial), 'distance [L],radial_distribution [1]\n0.5,0\n1.5,1.5\n');
  assert.equal(radial?.clock, null);
});

// --- Speeds

/** The sum of twelve uniform numbers has variance 1 and is near enough to normal here. */
function normal(random: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
}

interface Gas {
  dimension: 2 | 3;
  n: number;
  masses: number[];
  temperature: number;
  drift?: number[];
  side?: Side;
}

async function gasOf({ dimension, n, masses, temperature, drift, side = 'wall' }: Gas): Promise<Run> {
  const random = randomNumbers(17);
  const bodies: MadeBody[] = Array.from({ length: n }, (_, i) => {
    const mass = masses[i % masses.length] as number;
    const velocity = Array.from(
      { length: dimension },
      (_each, axis) => normal(random) * Math.sqrt(temperature / mass) + (drift?.[axis] ?? 0),
    );
    return { position: new Array<number>(dimension).fill(0.5), velocity, mass };
  });
  const low = new Array<number>(dimension).fill(0);
  const high = new Array<number>(dimension).fill(1);
  return madeRun({ dimension, end: 0, min: low, max: high, sides: low.map(() => side), bodies });
}

function histogramOf(run: Run, time = 0) {
  const moment = newMoment(run);
  new Motion(run).at(time, moment);
  return new Speeds(run).at(moment);
}

test('Maxwell densities have area 1, and the mean square that equipartition says', () => {
  for (const dimension of [2, 3] as const) {
    let [area, square] = [0, 0];
    const step = 0.001;
    for (let v = step / 2; v < 12; v += step) {
      const density = maxwellDensity(dimension, v, 2, 3);
      area += density * step;
      square += density * v * v * step;
    }
    assert.ok(Math.abs(area - 1) < 1e-6, `area ${area}`);
    assert.ok(Math.abs(square - (dimension * 3) / 2) < 1e-5, `mean square ${square}`);
  }
});

test('the histogram counts everybody once, and its area is 1', async () => {
  const histogram = histogramOf(await gasOf({ dimension: 2, n: 500, masses: [1], temperature: 2 }));
  assert.equal(
    histogram.counts.reduce((sum, n) => sum + n, 0),
    500,
  );
  const area = histogram.density.reduce(
    (sum, d, i) => sum + d * ((histogram.edges[i + 1] as number) - (histogram.edges[i] as number)),
    0,
  );
  assert.ok(Math.abs(area - 1) < 1e-12);
});

test('a gas of two masses has the temperature and the curve that it was made with', async () => {
  for (const dimension of [2, 3] as const) {
    const n = 20000;
    const histogram = histogramOf(await gasOf({ dimension, n, masses: [1, 9], temperature: 3 }));
    assert.ok(Math.abs((histogram.temperature ?? 0) / 3 - 1) < 0.03, `temperature ${histogram.temperature}`);
    const { maxwell, density, edges } = histogram;
    assert.ok(maxwell !== null);
    const width = edges[1] as number;
    const distance = density.reduce((sum, d, i) => sum + Math.abs(d - (maxwell[i] as number)) * width, 0) / 2;
    assert.ok(distance < 0.03, `of all bodies, ${distance} stand elsewhere`);
    const share = maxwell.reduce((sum, d) => sum + d * width, 0);
    assert.ok(share > 0.99 && share < 1.005, `share ${share}`);
  }
});

test('two balls by hand: speeds 2 and 0, temperature 2 E / (D N)', async () => {
  const histogram = histogramOf(await madeRun(twoBalls()));
  assert.equal(histogram.temperature, 1);
  assert.equal(histogram.meanSpeed, 1);
  assert.equal(histogram.counts[0], 1);
  assert.equal(histogram.counts.at(-1), 1);
  assert.equal(histogram.maxwell, null);
  assert.match(histogram.note, /fewer than 20 bodies/);
});

test('in a periodic box speeds are seen from the centre of mass', async () => {
  const gas: Gas = { dimension: 2, n: 1000, masses: [1], temperature: 1 };
  const still = histogramOf(await gasOf({ ...gas, side: 'periodic' }));
  const drifting = histogramOf(await gasOf({ ...gas, side: 'periodic', drift: [30, 0] }));
  assert.ok(Math.abs((drifting.temperature ?? 0) - (still.temperature ?? 1)) < 1e-4);
  assert.ok(Math.abs(drifting.meanSpeed - still.meanSpeed) < 1e-4);
  const walls = histogramOf(await gasOf({ ...gas, drift: [30, 0] }));
  assert.ok((walls.temperature ?? 0) > 400);
  const lone = histogramOf(await gasOf({ ...gas, n: 1, side: 'periodic' }));
  assert.equal(lone.temperature, null);
});

test('no Maxwell curve for what is at rest, nor for agents', async () => {
  const rest = await gasOf({ dimension: 2, n: 50, masses: [1], temperature: 0 });
  assert.match(histogramOf(rest).note, /nothing moves/);
  assert.equal(histogramOf(rest).counts[0], 50);
  const agents = await gasOf({ dimension: 2, n: 50, masses: [1], temperature: 1 });
  agents.sceneText = '[run]\n[[agent]]\ngoal = [1, 2]\n';
  assert.match(histogramOf(agents).note, /agents/);
});

test('no Maxwell curve for bodies that never met', async () => {
  const gas = await gasOf({ dimension: 2, n: 50, masses: [1], temperature: 1 });
  const met = (many: number) => ({ ...gas, summary: { collisions_by_kind: { body_body: many, body_side: 9 } } });
  assert.match(histogramOf(met(0)).note, /no two bodies met/);
  assert.equal(histogramOf(met(0)).maxwell, null);
  assert.notEqual(histogramOf(met(1)).maxwell, null);
});

test('between frames the histogram has their sixteen levels', async () => {
  const bodies = Array.from({ length: 32 }, () => ({ position: [0.5, 0.5], velocity: [15, 0] }));
  const speeds = bodies.map((_, i) => i % 16);
  const positions = bodies.map((body) => body.position);
  const run = await madeRun({
    dimension: 2,
    end: 2,
    pathsEnd: 0,
    min: [0, 0],
    max: [1, 1],
    bodies,
    frames: [0, 1, 2].map((time) => ({ time, positions, speeds })),
  });
  const histogram = histogramOf(run, 1.2);
  assert.deepEqual([...histogram.counts], new Array(16).fill(2));
  assert.match(histogram.note, /16 steps/);
});

test('no bodies have no speeds', async () => {
  const histogram = histogramOf(
    await madeRun({ dimension: 2, end: 0, min: [0, 0], max: [1, 1], bodies: [] }),
  );
  assert.equal(histogram.temperature, null);
  assert.equal(describeSpeeds(histogram, String), 'Speeds now: no bodies.');
});

test('speeds are told in words', async () => {
  const histogram = histogramOf(await gasOf({ dimension: 2, n: 500, masses: [1], temperature: 2 }));
  assert.match(
    describeSpeeds(histogram, (x) => x.toFixed(1)),
    /^Speeds now, of 500 bodies: mean 1\.\d, commonest about /,
  );
});

test('an axis ends at 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual([0.9, 1, 1.2, 3, 7, 1234, 0].map(roundUp), [1, 1, 2, 5, 10, 2000, 1]);
});
