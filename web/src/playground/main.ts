import '../ui/style/base.css';
import '../ui/style/controls.css';
import '../ui/style/table.css';
import './style/playground.css';

import { load } from '../../../wasm/package/index.js';
import { byId } from '../ui/dom';
import { Theme } from '../ui/theme';
import { Session } from './core/session';
import { Lessons } from './lessons/panel';
import { Chaos } from './panels/chaos';
import { Events } from './panels/events';
import { Others } from './panels/others';
import { listenToTabs } from './panels/tabs';
import { listenToTools } from './panels/toolbar';
import { Playground } from './playground';
import { QueryBench } from './query/panel';
import { Rooms } from './rooms/panel';
import { exposeForTests } from './testing';

/** Whatever keeps the page from starting is said on it: it is never blank. */
function fail(error: unknown): void {
  byId('opening', HTMLElement).hidden = true;
  byId('playground', HTMLElement).hidden = true;
  byId('failure', HTMLElement).hidden = false;
  byId('failure-text', HTMLElement).textContent = error instanceof Error ? error.message : String(error);
}

/** `?embed=1`: in a frame of another page, with a way to the whole of this one. */
function embed(): void {
  if (new URLSearchParams(location.search).get('embed') !== '1') return;
  document.documentElement.dataset.embed = '';
  const whole = byId('whole', HTMLAnchorElement);
  whole.hidden = false;
  whole.href = location.href.replace(/\?[^#]*/, '');
}

async function open(): Promise<void> {
  const theme = new Theme();
  try {
    const core = await load();
    const playground = new Playground(new Session(core), theme);
    listenToTools(playground);
    const bench = new QueryBench(core, playground);
    const events = new Events(playground);
    const show = listenToTabs((name) => {
      if (name === 'query') bench.show();
      if (name === 'events') events.show();
    });
    const rooms = new Rooms(playground);
    const chaos = new Chaos(playground);
    const others = new Others(playground);
    const lessons = new Lessons(playground, {
      step: () => others.stepShown,
      off: () => others.off,
      through: () => rooms.isThrough,
    });
    for (const part of [others, chaos, rooms, lessons, bench, events]) playground.add(part);
    theme.onChange(() => [others, chaos, bench, events].forEach((part) => part.setTheme()));
    await playground.start();
    embed();
    exposeForTests(playground, { rooms, show });
  } catch (error) {
    fail(error);
  }
}

// Layout that has to be done twice is told as an error without one.
addEventListener('error', ({ error }) => error && fail(error));
addEventListener('unhandledrejection', (event) => fail(event.reason));
void open();
