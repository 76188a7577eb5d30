import { defineConfig } from 'vite';

import { onePage } from './one_page';

// With the core for JavaScript and the scenes inside.
export default defineConfig(onePage('playground.html', 'playground.html', false));
