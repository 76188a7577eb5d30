import { defineConfig } from 'vite';

import { onePage } from './one_page';

export default defineConfig(onePage('index.html', 'report.html', true));
