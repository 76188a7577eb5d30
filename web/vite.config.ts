import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// The report is one file: index.html, with its script and styles inside, becomes dist/report.html.
export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  plugins: [
    viteSingleFile({ removeViteModuleLoader: true }),
    {
      name: 'name-the-report',
      enforce: 'post',
      generateBundle(_options, bundle) {
        const page = bundle['index.html'];
        if (page) page.fileName = 'report.html';
      },
    },
  ],
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, reportCompressedSize: false },
});
