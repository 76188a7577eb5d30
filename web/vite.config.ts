import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));

// The report is one file: index.html, not indented, with its script and styles inside, becomes dist/report.html. It
// ends with the licences of what of others is in it.
const finish: Plugin = {
  name: 'finish-the-report',
  enforce: 'post',
  transformIndexHtml: (html) => html.replace(/\n\s+/g, '\n'),
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('the build has no page');
    const notices = readFileSync(join(here, 'THIRD-PARTY.md'), 'utf8');
    if (notices.includes('--'))
      throw new Error('THIRD-PARTY.md: two hyphens cannot stand in a comment of HTML');
    page.source = `${String(page.source).trimEnd()}\n<!--\n${notices}-->\n`;
    page.fileName = 'report.html';
  },
};

export default defineConfig({
  root: here,
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), finish],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
