// The program's tables: a line of headers `name [dimension]`, then rows of numbers; an empty cell is not
// defined.
import { DamagedReport, expect } from './damage';
import type { Column, Table } from './types';

/** `name` is what an error calls the table. Throws DamagedReport. */
export function parseTable(text: string, name: string): Table {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  const header = lines[0];
  expect(header !== undefined, `${name}: expected a line of headers, found nothing.`);
  const rows = lines.length - 1;
  const columns = header.split(',').map((cell) => makeColumn(cell, rows));
  for (let row = 0; row < rows; row++) {
    const cells = (lines[row + 1] as string).split(',');
    const where = `${name}, line ${row + 2}`;
    expect(
      cells.length === columns.length,
      `${where}: expected ${columns.length} cells, found ${cells.length}.`,
    );
    columns.forEach((column, i) => {
      const cell = cells[i] as string;
      const value = cell === '' ? NaN : Number(cell);
      if (cell !== '' && Number.isNaN(value))
        throw new DamagedReport(`${where}: expected a number, found "${cell}".`);
      column.values[row] = value;
    });
  }
  return { columns, rows, text };
}

function makeColumn(cell: string, rows: number): Column {
  const parts = /^(.*?)\s*(?:\[(.*)\])?$/.exec(cell.trim());
  return { name: parts?.[1] ?? cell, dimension: parts?.[2] ?? '', values: new Float64Array(rows) };
}

export function columnOf(table: Table, name: string): Column | null {
  return table.columns.find((column) => column.name === name) ?? null;
}

/** Numbers as the shortest text that reads back the same; what is not finite is an empty cell. */
export function writeTable(columns: Column[]): string {
  const rows = Math.max(0, ...columns.map((column) => column.values.length));
  const lines = [
    columns.map(({ name, dimension }) => (dimension ? `${name} [${dimension}]` : name)).join(','),
  ];
  for (let row = 0; row < rows; row++) {
    lines.push(columns.map(({ values }) => cellOf(values[row] ?? NaN)).join(','));
  }
  return lines.join('\n') + '\n';
}

function cellOf(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}
