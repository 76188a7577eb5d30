// Draws the moving pictures of docs/how-it-works.md. What they show is what firsthit answers, by its core for JavaScript
// (wasm/package):
//
//     node docs/images/ideas/draw.mjs [--check]
//
// With --check it writes nothing, and fails if a picture is not what it would draw.
import { readFileSync, writeFileSync } from 'node:fs';
import { load } from '../../../wasm/package/index.js';
import { contact } from './contact.mjs';
import { queue } from './queue.mjs';
import { firstHit, stages } from './queries.mjs';
import { windows } from './windows.mjs';

const firsthit = await load();
const check = process.argv[2] === '--check';
let stale = 0;
for (const [name, draw] of Object.entries({ 'first-hit': firstHit, stages, queue, windows, contact })) {
  const file = new URL(`${name}.svg`, import.meta.url);
  const drawn = draw(firsthit).toString();
  if (!check) writeFileSync(file, drawn);
  else if (readFileSync(file, 'utf8') !== drawn) {
    console.error(`docs/images/ideas/${name}.svg is not what draw.mjs draws: renew it by \`node docs/images/ideas/draw.mjs\``);
    stale = 1;
  }
}
process.exit(stale);
