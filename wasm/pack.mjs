// Makes the modules of the package of what emscripten built: pack.mjs BUILD writes package/dist/core.js, which calls the
// code, and package/dist/code.js, the code itself, packed. pack.mjs --check BUILD says whether they are what was built.
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const check = process.argv[2] === '--check';
const build = process.argv.at(-1);
const dist = join(dirname(fileURLToPath(import.meta.url)), 'package', 'dist');
const [core, code] = [join(dist, 'core.js'), join(dist, 'code.js')];
// It names a folder of a file system that is left out.
const glue = readFileSync(join(build, 'core.js'), 'utf8').replaceAll(/[/]home[/]web_user/g, '/');
const binary = readFileSync(join(build, 'core.wasm'));

if (check) {
  // Not the packed bytes: another zlib packs otherwise.
  const packed = /'([A-Za-z0-9+/=]*)'/.exec(readFileSync(code, 'utf8'))[1];
  const same = readFileSync(core, 'utf8') === glue && gunzipSync(Buffer.from(packed, 'base64')).equals(binary);
  if (!same) console.error('wasm/package/dist is not what its sources make: renew it by `make wasm`');
  process.exit(same ? 0 : 1);
}
mkdirSync(dist, { recursive: true });
writeFileSync(core, glue);
const packed = gzipSync(binary, { level: 9 });
writeFileSync(code, `// The code, packed by gzip, in base64: wasm/pack.mjs made it.\nexport default '${packed.toString('base64')}';\n`);
