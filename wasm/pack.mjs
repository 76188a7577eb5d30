// Makes the modules of the package of what emscripten built: pack.mjs BUILD writes package/dist/core.js, which calls the
// code, and package/dist/code.js, the code itself, packed. pack.mjs --check BUILD says whether they are what was built.
import { execFileSync } from 'node:child_process';
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const check = process.argv[2] === '--check';
const build = process.argv.at(-1);
const dist = join(dirname(fileURLToPath(import.meta.url)), 'package', 'dist');
const [core, code] = [join(dist, 'core.js'), join(dist, 'code.js')];
// It names a folder of a file system that is left out.
const glue = readFileSync(join(build, 'core.js'), 'utf8').replaceAll(/[/]home[/]web_user/g, '/');
const binary = readFileSync(join(build, 'core.wasm'));

if (check) {
  // Not the packed bytes: another zopfli may pack otherwise.
  const packed = /'([A-Za-z0-9+/=]*)'/.exec(readFileSync(code, 'utf8'))[1];
  const same = readFileSync(core, 'utf8') === glue && gunzipSync(Buffer.from(packed, 'base64')).equals(binary);
  if (!same) console.error('wasm/package/dist is not what its sources make: renew it by `make wasm`');
  process.exit(same ? 0 : 1);
}
mkdirSync(dist, { recursive: true });
writeFileSync(core, glue);
// A twentieth smaller than the best that gzip itself does; unpacked alike.
const packed = execFileSync('zopfli', ['-c', '--gzip', join(build, 'core.wasm')], { maxBuffer: 2 ** 28 });
if (!gunzipSync(packed).equals(binary)) throw new Error('zopfli packed something else');
writeFileSync(code, `// The code, packed by zopfli as gzip does, in base64: wasm/pack.mjs made it.\nexport default '${packed.toString('base64')}';\n`);
