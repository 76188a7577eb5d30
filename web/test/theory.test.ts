import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLogarithm, seriesOf } from '../src/plots/series';
import { deviationOf, deviationText } from '../src/plots/speeds';
import { againstTheory, pressureInTheory } from '../src/plots/theory';
import { powerTicks } from '../src/plots/axes';
import { madeRun, twoBalls } from './made_run';

const kRows =
  'time [T],energy [M L^2/T^2],temperature [M L^2/T^2],pressure [M/T^2]\n0,2,,\n1,2,0.5,3\n2,2,0.5,3.5\n';

const runWith = (summary: Record<string, unknown>) =>
  madeRun({
    ...twoBalls(),
    observables: kRows,
    summary: { scene: 'made', outcome: 'reached_time', ...summary },
  });

const kEquilibrium = {
  speeds: true,
  pressure: true,
  reason: null,
  compressibility_theory: 4,
  compressibility_theory_error: 0.03,
  source: 'Henderson, 1975, doi:10.1080/00268977500102511',
};

test('the equation of state gives a pressure at the temperature that was measured', async () => {
  // P V / (N T) is 8 at a pressure of 3.5: by the equation, 4, it is 1.75.
  const run = await runWith({ pressure: 3.5, compressibility: 8, equilibrium: kEquilibrium });
  assert.deepEqual(pressureInTheory(run), { name: 'Henderson, 1975', pressure: 1.75 });
  const pressure = seriesOf(run).find(({ key }) => key === 'pressure')!;
  assert.deepEqual(
    pressure.lines.map(({ label, values }) => [label, ...values]),
    [
      ['measured', NaN, 3, 3.5],
      ['Henderson, 1975', NaN, 1.75, 1.75],
    ],
  );
});

test('a difference from theory is told in percent and in error bars of both', async () => {
  const told = async (more: Record<string, unknown>) =>
    againstTheory(await runWith({ compressibility: 4.1, equilibrium: kEquilibrium, ...more }));
  // 0.1 of 4; the bar is the hypotenuse of 0.03 and 0.04.
  assert.equal(
    await told({ compressibility_error: 0.04 }),
    'Henderson, 1975: 4 ± 0.03; measured +2.5 %, +2 error bars',
  );
  assert.match(await told({ compressibility_error: null }), /\+3\.3 error bars$/);
  assert.equal(await told({ equilibrium: { pressure: false, reason: 'it falls' } }), '');
});

test('where theory does not apply the page says why, and where heat says nothing it is not shown', async () => {
  const keys = async (summary: Record<string, unknown>) => seriesOf(await runWith(summary));
  const falls = await keys({ equilibrium: { pressure: false, reason: 'it falls' } });
  assert.match(falls.find(({ key }) => key === 'pressure')!.note, /No theory: it falls\.$/);
  assert.deepEqual(
    (await keys({ thermodynamics: false, energy_conserved: false })).map(({ key }) => key),
    ['energy'],
  );
  assert.deepEqual(
    (await keys({})).map(({ key }) => key),
    ['energy', 'energy_drift', 'temperature', 'pressure'],
  );
});

test('chi squared is the sum of squares of what is found beside what is expected', () => {
  // Of 100 bodies 40, 30, 20 and 10 are expected; the last two bins together are one more than five.
  const density = Float64Array.of(0.4, 0.3, 0.2, 0.06, 0.04);
  const edges = Float64Array.of(0, 1, 2, 3, 4, 5);
  const deviation = deviationOf(Uint32Array.of(44, 27, 20, 6, 3), density, edges)!;
  assert.ok(
    Math.abs(deviation.chiSquared - (16 / 40 + 9 / 30 + 0 + 1 / 10)) < 1e-12,
    `${deviation.chiSquared}`,
  );
  assert.equal(deviation.degrees, 2);
  assert.equal(deviationText(deviation), 'Beside Maxwell: χ² = 0.8 of 2, −0.6 error bars.');
  assert.equal(deviationOf(Uint32Array.of(2, 1), Float64Array.of(0.5, 0.5), Float64Array.of(0, 1, 2)), null);
});

test('logarithmic axes are for what is not negative, and have powers of ten', () => {
  assert.equal(hasLogarithm([0, 1, NaN, 5]), true);
  assert.equal(hasLogarithm([-1, 1, 5]), false);
  assert.equal(hasLogarithm([0, 0, 5]), false);
  assert.deepEqual(powerTicks(0.15, 12), [0.2, 0.5, 1, 2, 5, 10]);
  assert.deepEqual(powerTicks(2e-8, 3), [1e-6, 1e-4, 1e-2, 1]);
  assert.deepEqual(powerTicks(0, 3), []);
});
