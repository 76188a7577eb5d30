// What both pages are built by: each is one file, with its scripts and styles inside.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin, UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));

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
    generateBundle(_options, bundle) {
      const page = bundle[from];
      if (page?.type !== 'asset') throw new Error('the build has no page');
      const notices = readFileSync(join(here, 'THIRD-PARTY.md'), 'utf8');
      if (notices.includes('--'))
        throw new Error('THIRD-PARTY.md: two hyphens cannot stand in a comment of HTML');
      page.source = `${String(page.source).trimEnd()}\n<!--\n${notices}-->\n`;
      page.fileName = to;
    },
  };
}

/** From a page beside this file to one in dist, which is emptied before if so told. */
export function onePage(from: string, to: string, emptied: boolean): UserConfig {
  return {
    root: here,
    plugins: [icons(), viteSingleFile({ removeViteModuleLoader: true }), finish(from, to)],
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
