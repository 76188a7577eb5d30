// What both pages are built by: each is one file, with its scripts and styles inside.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin, UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));

/** A page without a policy of its own gets one: it runs its own scripts, told by their hashes, and nothing that
 *  came in with a run; it asks no network for anything. */
function guarded(page: string): string {
  if (page.includes('Content-Security-Policy')) return page;
  const hashes = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  const policy =
    `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'; img-src data: blob:; ` +
    `base-uri 'none'; form-action 'none'`;
  const first = '<meta charset="utf-8" />';
  if (hashes.length === 0 || / src=/.test(page.match(/<script[^>]*>/)![0]) || !page.includes(first))
    throw new Error('the page has no script inside, or no first meta');
  return page.replace(first, () => `${first}\n<meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}

/** `<!--icon:NAME-->` stands for a drawing that pages share. */
function icons(): Plugin {
  const drawing = (name: string): string => readFileSync(join(here, 'src', 'ui', 'icons', `${name}.svg`), 'utf8').trim();
  return {
    name: 'icons',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/<!--icon:([a-z-]+)-->/g, (_, name: string) => drawing(name)),
    },
  };
}

/** Not indented; it ends with the licences of what of others is in it. */
function finish(from: string, to: string): Plugin {
  return {
    name: 'finish-the-page',
    enforce: 'post',
    transformIndexHtml: (html) => html.replace(/\n\s+/g, '\n'),
    generateBundle: {
      order: 'post', // when scripts stand in the page
      handler(_options, bundle) {
        const page = bundle[from];
        if (page?.type !== 'asset') throw new Error('the build has no page');
        const notices = readFileSync(join(here, 'THIRD-PARTY.md'), 'utf8');
        if (notices.includes('--'))
          throw new Error('THIRD-PARTY.md: two hyphens cannot stand in a comment of HTML');
        page.source = `${guarded(String(page.source)).trimEnd()}\n<!--\n${notices}-->\n`;
        page.fileName = to;
      },
    },
  };
}

/** From a page beside this file to one in dist, which is emptied before if so told. */
export function onePage(from: string, to: string, emptied: boolean): UserConfig {
  return {
    root: here,
    plugins: [icons(), viteSingleFile({ removeViteModuleLoader: true }), finish(from, to)],
    // Characters beyond ASCII in a script would double what of it has to be read: texts are of one byte a letter, or of two.
    esbuild: { charset: 'ascii' },
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir: 'dist',
      emptyOutDir: emptied,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4000, // kB; the core for JavaScript is large
      rollupOptions: { input: join(here, from) },
    },
  };
}
