import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf, tickTexts } from '../src/plots/axes';
import { DamagedReport } from '../src/run/damage';
import { columnOf, parseTable, writeTable } from '../src/run/csv';
import { dimensionText, formatCount, formatNumber, labelWithDimension } from '../src/run/numbers';

test('numbers keep their significant digits and no more', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [1, '1'],
    [-2.5, '−2.5'],
    [1 / 3, '0.333333'],
    [123456, '123456'],
    [1234567, '1.23457·10⁶'],
    [0.00012, '0.00012'],
    [0.000012, '1.2·10⁻⁵'],
    [999999.9, '1·10⁶'],
    [1e-15, '1·10⁻¹⁵'],
    [-6.02e23, '−6.02·10²³'],
    [100, '100'],
    [0.1 + 0.2, '0.3'],
    [NaN, '–'],
    [Infinity, '–'],
  ];
  for (const [value, text] of cases) assert.equal(formatNumber(value), text);
  assert.equal(formatNumber(Math.PI, 3), '3.14');
  assert.equal(formatNumber(12345, 3), '12300');
});

test('dimensions have real powers, and pure numbers none', () => {
  assert.equal(dimensionText('M L^2/T^2'), 'M L²/T²');
  assert.equal(dimensionText('L^-1'), 'L⁻¹');
  assert.equal(labelWithDimension('energy', 'M L^2/T^2'), 'energy [M L²/T²]');
  assert.equal(labelWithDimension('drift', '1'), 'drift');
  assert.equal(formatCount(1234567), '1,234,567');
});

test('a table is columns of numbers with names and dimensions; what is not defined is NaN', () => {
  const table = parseTable('time [T],energy [M L^2/T^2],g [1]\n0,4.5,\r\n0.25,-1e-3,2\n', 'x.csv');
  assert.equal(table.rows, 2);
  assert.deepEqual(
    table.columns.map(({ name, dimension }) => [name, dimension]),
    [
      ['time', 'T'],
      ['energy', 'M L^2/T^2'],
      ['g', '1'],
    ],
  );
  assert.deepEqual([...(columnOf(table, 'energy')?.values ?? [])], [4.5, -0.001]);
  assert.deepEqual([...(columnOf(table, 'g')?.values ?? [])], [NaN, 2]);
  assert.equal(columnOf(table, 'pressure'), null);
});

test('tables written read back the same', () => {
  const text = 'time [T],x\n0.1,\n0.30000000000000004,-1e-300\n';
  assert.equal(writeTable(parseTable(text, 'x.csv').columns), text);
});

test('damaged tables are refused with their line', () => {
  assert.throws(
    () => parseTable('', 'x.csv'),
    (error) => error instanceof DamagedReport,
  );
  assert.throws(() => parseTable('a,b\n1,2\n3\n', 'x.csv'), /x.csv, line 3: expected 2 cells, found 1/);
  assert.throws(() => parseTable('a,b\n1,two\n', 'x.csv'), /x.csv, line 2: expected a number, found "two"/);
});

test('ticks get the digits that tell them apart', () => {
  assert.deepEqual(tickTexts([0, 2, 4], 2), ['0', '2', '4']);
  assert.deepEqual(tickTexts([0, 2.5, 5], 2.5), ['0', '2.5', '5.0']);
  assert.deepEqual(tickTexts([0.25, 0.5], 0.25), ['0.25', '0.50']);
  assert.deepEqual(tickTexts([2.5e6, 5e6], 2.5e6), ['2.5·10⁶', '5·10⁶']);
  assert.deepEqual(tickTexts([-0.5, 2.7e-17, 0.5], 0.5), ['−0.5', '0', '0.5']);
  assert.deepEqual(tickTexts([4.1652, 4.1653], 0.0001), ['4.1652', '4.1653']);
  assert.deepEqual(tickTexts([-2e-15, 0, 2e-15], 2e-15), ['−2·10⁻¹⁵', '0', '2·10⁻¹⁵']);
  assert.deepEqual(tickTexts([1000000, 1200000], 200000), ['1·10⁶', '1.2·10⁶']);
  assert.deepEqual(tickTexts([100000, 150000], 50000), ['100000', '150000']);
  assert.deepEqual(tickTexts([0, null], 1), ['0', '']);
});

test('a constant has an axis that does not show its rounding', () => {
  assert.deepEqual(
    rangeOf(5, 5 + 1e-14).map((end) => end.toFixed(9)),
    ['4.500000000', '5.500000000'],
  );
  assert.deepEqual(rangeOf(0, 0), [-1, 1]);
  assert.deepEqual(rangeOf(0, 12), [-1, 13]);
  assert.deepEqual(rangeOf(Infinity, -Infinity), [0, 1]);
});
