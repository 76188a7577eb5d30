import type { Playground } from '../playground';

/** CSS pixels that a key moves by. */
const kStep = 8;

const kArrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** On the picture: bodies. Anywhere but in fields: time, and undo. */
export function listenToKeys(playground: Playground, stage: HTMLElement): void {
  stage.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !onBodies(playground, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input[type=text], select') !== null;
    const editing = event.target instanceof HTMLElement && event.target.closest('.cm-editor') !== null;
    if (event.defaultPrevented || typing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      if (event.shiftKey) playground.redo();
      else playground.undo();
      event.preventDefault();
      return;
    }
    const pressed = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    if (editing || event.ctrlKey || event.metaKey || event.altKey || (pressed && event.key === ' ')) return;
    if (onTime(playground, event)) event.preventDefault();
  });
}

function onBodies(playground: Playground, event: KeyboardEvent): boolean {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const arrow = kArrows[key];
  if (arrow && !shiftKey && !ctrlKey && !metaKey) {
    playground.edits.nudge(altKey ? 'velocity' : 'place', kStep * arrow[0], kStep * arrow[1]);
    return true;
  }
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') {
    playground.edits.copy();
    return true;
  }
  if (ctrlKey || metaKey || altKey) return false;
  if (key === '[') playground.edits.nudge('radius', -1, 0);
  else if (key === ']') playground.edits.nudge('radius', 1, 0);
  else if (key === '(') playground.edits.nudge('angle', 1, 0);
  else if (key === ')') playground.edits.nudge('angle', -1, 0);
  else if (key.toLowerCase() === 'n') playground.present.selectNext(1);
  else if (key.toLowerCase() === 'p') playground.present.selectNext(-1);
  else if (key === 'Escape') playground.present.select(-1);
  else if (key === 'Delete' || key === 'Backspace') playground.edits.remove();
  else return false;
  return true;
}

function onTime(playground: Playground, { key }: KeyboardEvent): boolean {
  if (key === ' ') playground.present.toggle();
  else if (key === '.') playground.present.step(1);
  else if (key === ',') playground.present.step(-1);
  else if (key === 'Home') playground.present.seek(0);
  else return false;
  return true;
}
