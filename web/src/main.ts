import './ui/style/base.css';
import './ui/style/controls.css';
import './ui/style/layout.css';
import './ui/style/collisions.css';
import './ui/style/table.css';

import { DamagedReport } from './run/damage';
import { hasRun, loadRun } from './run/payload';
import { byId } from './ui/dom';
import { openPage } from './ui/page';
import { Theme } from './ui/theme';

/** Whatever goes wrong is said on the page: it is never blank. */
function fail(error: unknown): void {
  byId('opening', HTMLElement).hidden = true;
  byId('report', HTMLElement).hidden = true;
  byId('failure', HTMLElement).hidden = false;
  byId('failure-text', HTMLElement).textContent = reasonOf(error);
}

function reasonOf(error: unknown): string {
  if (error instanceof DamagedReport) return error.message;
  return `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}.`;
}

const theme = new Theme();

async function open(): Promise<void> {
  try {
    if (!hasRun(document)) throw new DamagedReport('This page is the empty template: there is no run in it.');
    openPage(await loadRun(document), theme);
  } catch (error) {
    fail(error);
  }
}

addEventListener('error', (event) => {
  if (event.error) fail(event.error); // a warning, as of ResizeObserver, has none
});
addEventListener('unhandledrejection', (event) => fail(event.reason));
void open();
