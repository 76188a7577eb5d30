import { byId, make } from './dom';
import type { Viewer } from './viewer';

/** Of the whole run, how far an arrow key goes. */
const kNudge = 0.01;

interface Key {
  keys: readonly string[];
  /** As the page shows them. */
  shown: string;
  what: string;
  press: (event: KeyboardEvent) => void;
}

/** Keys that work wherever the focus is, unless it is in a control that needs them itself. */
export class Keyboard {
  private readonly table: Key[];
  private readonly dialog = byId('keys', HTMLDialogElement);
  private readonly on = byId('single-keys', HTMLInputElement);

  constructor(viewer: Viewer, fit: () => void) {
    const nudge = (by: number) => {
      viewer.clock.pause();
      viewer.seek(viewer.clock.time + by * viewer.run.end);
    };
    const jump = (time: number) => {
      viewer.clock.pause();
      viewer.seek(time);
    };
    const neighbour = (by: number) => {
      const n = viewer.run.bodies.count;
      if (n > 0) viewer.select(viewer.selected < 0 ? (by > 0 ? 0 : n - 1) : (viewer.selected + by + n) % n);
    };
    this.table = [
      { keys: [' '], shown: 'Space', what: 'play or pause', press: () => viewer.toggle() },
      { keys: ['ArrowLeft'], shown: '←', what: 'back a little', press: () => nudge(-kNudge) },
      { keys: ['ArrowRight'], shown: '→', what: 'on a little', press: () => nudge(kNudge) },
      { keys: [','], shown: ',', what: 'previous collision', press: () => viewer.step(-1) },
      { keys: ['.'], shown: '.', what: 'next collision', press: () => viewer.step(1) },
      { keys: ['Home'], shown: 'Home', what: 'to the start', press: () => jump(0) },
      { keys: ['End'], shown: 'End', what: 'to the end', press: () => jump(viewer.run.end) },
      { keys: ['<'], shown: '<', what: 'slower', press: () => viewer.changeRate(-1) },
      { keys: ['>'], shown: '>', what: 'faster', press: () => viewer.changeRate(1) },
      { keys: ['['], shown: '[', what: 'body before', press: () => neighbour(-1) },
      { keys: [']'], shown: ']', what: 'body after', press: () => neighbour(1) },
      { keys: ['Escape'], shown: 'Esc', what: 'release the body', press: () => viewer.select(-1) },
      { keys: ['0'], shown: '0', what: 'fit the view', press: fit },
      { keys: ['?'], shown: '?', what: 'these keys', press: () => this.showKeys() },
    ];
    const list = byId('key-list', HTMLElement);
    for (const { shown, what } of this.table)
      list.append(make('dt', '', make('kbd', '', shown)), make('dd', '', what));
    byId('help', HTMLButtonElement).addEventListener('click', () => this.showKeys());
    byId('close-keys', HTMLButtonElement).addEventListener('click', () => this.dialog.close());
    document.addEventListener('keydown', (event) => this.press(event));
    document.addEventListener('keydown', leaveField);
  }

  private showKeys(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.dialog.open) return;
    if (!this.on.checked || needsItself(event.target, event.key)) return;
    const found = this.table.find((each) => each.keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.press(event);
  }
}

/** Enter and Escape end what is typed in a field: the keys are the page's again. */
function leaveField({ target, key, isComposing }: KeyboardEvent): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'text' || isComposing) return;
  if (key === 'Enter' || key === 'Escape') byId('stage', HTMLCanvasElement).focus({ preventScroll: true });
}

/** Whether the control in focus has a use of its own for that key. */
function needsItself(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range')
    return target.id !== 'seek' && (key.startsWith('Arrow') || key === 'Home' || key === 'End');
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return key === ' ';
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLButtonElement) return key === ' ' || key === 'Enter';
  if (target instanceof HTMLPreElement) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return false;
}
