import '../ui/style/base.css';
import '../ui/style/controls.css';
import './style/playground.css';

import { load } from '../../../wasm/package/index.js';
import { byId } from '../ui/dom';
import { Theme } from '../ui/theme';
import { Playground } from './playground';
import { Session } from './core/session';

/** Whatever keeps the page from starting is said on it: it is never blank. */
function fail(error: unknown): void {
  byId('opening', HTMLElement).hidden = true;
  byId('playground', HTMLElement).hidden = true;
  byId('failure', HTMLElement).hidden = false;
  byId('failure-text', HTMLElement).textContent = error instanceof Error ? error.message : String(error);
}

async function open(): Promise<void> {
  const theme = new Theme();
  try {
    const session = new Session(await load());
    const playground = new Playground(session, theme);
    await playground.start();
  } catch (error) {
    fail(error);
  }
}

addEventListener('unhandledrejection', (event) => fail(event.reason));
void open();
