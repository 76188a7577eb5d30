import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));

// The playground is one file, too: playground.html with its script, its styles, the core and the scenes inside.
const finish: Plugin = {
  name: 'finish-the-playground',
  enforce: 'post',
  transformIndexHtml: (html) => html.replace(/\n\s+/g, '\n'),
  generateBundle(_options, bundle) {
    const page = bundle['playground.html'];
    if (page?.type !== 'asset') throw new Error('the build has no page');
    const notices = readFileSync(join(here, 'THIRD-PARTY.md'), 'utf8');
    page.source = `${String(page.source).trimEnd()}\n<!--\n${notices}-->\n`;
  },
};

export default defineConfig({
  root: here,
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), finish],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    outDir: 'dist',
    emptyOutDir: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rollupOptions: { input: join(here, 'playground.html') },
  },
});
