// Writes dist/sources.sha256: what the pages beside it were built from, as sha256sum would. A test that needs no
// Node.js compares it with the sources that are there.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
// All of src, and the files beside this one whose names begin with no dot; and what the playground takes of others.
const isFile = (name) => statSync(join(here, name)).isFile();
const sources = [
  ...readdirSync(here).filter((name) => !name.startsWith('.') && isFile(name)),
  ...readdirSync(join(here, 'src'), { recursive: true }).map((name) => join('src', name)).filter(isFile),
  ...['index.js', 'dist/code.js', 'dist/core.js'].map((name) => `../wasm/package/${name}`),
  ...readdirSync(join(here, '..', 'scenes')).filter((name) => name.endsWith('.toml') || name === 'queries.jsonl').map((name) => `../scenes/${name}`),
].sort();
const lines = sources.map((name) => {
  const hash = createHash('sha256').update(readFileSync(join(here, name))).digest('hex');
  return `${hash}  ${name}\n`;
});
writeFileSync(join(here, 'dist', 'sources.sha256'), lines.join(''));
