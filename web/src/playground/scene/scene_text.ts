// Edits of a scene's text that leave all else as it is: comments, order, layout. It is read by lines, as far as that is
// needed; whether it is a scene is for the core to say.

/** `[[ball]]` or `[space]`: from its header to the next one, or to the end. */
export interface Table {
  name: string;
  /** Offsets in the text. */
  begin: number;
  /** Behind the header's line. */
  body: number;
  end: number;
}

const kHeader = /^[ \t]*\[\[?[ \t]*([A-Za-z0-9_.-]+)[ \t]*\]\]?[ \t]*(?:#.*)?$/gm;

export function tablesOf(text: string): Table[] {
  const found = [...text.matchAll(kHeader)].map((match) => ({ name: match[1], begin: match.index, length: match[0].length }));
  return found.map(({ name, begin, length }, i) => {
    const end = found[i + 1]?.begin ?? text.length;
    return { name, begin, body: Math.min(begin + length + 1, end), end };
  });
}

/** The table of that name and number among those of its name, from 0. */
export function tableOf(text: string, name: string, index: number): Table | null {
  return tablesOf(text).filter((table) => table.name === name)[index] ?? null;
}

/** Where a value ends that begins at `from`: an array may go over lines, strings may hold anything. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let i = from; i < text.length; ++i) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\' && quote === '"') ++i;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '[' || c === '{') ++depth;
    else if (c === ']' || c === '}') --depth;
    else if (depth === 0 && (c === '#' || c === '\n')) return i;
    else if (c === '#') i = Math.max(text.indexOf('\n', i), i);
  }
  return text.length;
}

interface Range {
  begin: number;
  end: number;
}

/** A key's value in a table, without the blanks around it. */
function valueRange(text: string, table: Table, key: string): Range | null {
  const line = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*`, 'gm');
  line.lastIndex = table.body;
  const match = line.exec(text);
  if (!match || match.index >= table.end) return null;
  const begin = match.index + match[0].length;
  return { begin, end: begin + text.slice(begin, endOfValue(text, begin)).trimEnd().length };
}

export function valueOf(text: string, name: string, index: number, key: string): string | null {
  const table = tableOf(text, name, index);
  const range = table && valueRange(text, table, key);
  return range ? text.slice(range.begin, range.end) : null;
}

/** Sets a key of a table; one that was not there comes first in it. */
export function withValue(text: string, name: string, index: number, key: string, value: string): string {
  const table = tableOf(text, name, index);
  if (!table) return text;
  const range = valueRange(text, table, key);
  if (range) return text.slice(0, range.begin) + value + text.slice(range.end);
  const gap = table.body > 0 && text[table.body - 1] !== '\n' ? '\n' : '';
  return `${text.slice(0, table.body)}${gap}${key} = ${value}\n${text.slice(table.body)}`;
}

/** Without a key of a table, and its line. */
export function withoutValue(text: string, name: string, index: number, key: string): string {
  const table = tableOf(text, name, index);
  const range = table && valueRange(text, table, key);
  if (!range) return text;
  const begin = text.lastIndexOf('\n', range.begin) + 1;
  const end = text.indexOf('\n', range.end);
  return text.slice(0, begin) + (end < 0 ? '' : text.slice(end + 1));
}

export function withoutTable(text: string, name: string, index: number): string {
  const table = tableOf(text, name, index);
  return table ? text.slice(0, table.begin) + text.slice(table.end) : text;
}

/** With one more table at the end. */
export function withTable(text: string, table: string): string {
  return `${text.trimEnd()}\n\n${table.trim()}\n`;
}

/** The text of a table, to be copied. */
export function textOfTable(text: string, name: string, index: number): string | null {
  const table = tableOf(text, name, index);
  return table ? text.slice(table.begin, table.end) : null;
}

/** A double as TOML has it: the shortest that reads back as the same, always a float. */
export function tomlNumber(x: number): string {
  const text = String(x === 0 ? 0 : x);
  return /[.e]/.test(text) ? text.replace(/^(-?\d+)e/, '$1.0e') : `${text}.0`;
}

export function tomlVector(numbers: readonly number[]): string {
  return `[${numbers.map(tomlNumber).join(', ')}]`;
}
