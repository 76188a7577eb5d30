/** The element of that id, which index.html has. */
export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} named ${id}`);
  return found;
}

type Child = Node | string;

/** A new element with a class and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/**
 * Sets a text only where it differs: a screen reader is not told what it knows, and nothing is laid out
 * anew.
 */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function button(text: string, label: string, onPress: () => void): HTMLButtonElement {
  const made = make('button', '', text);
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.addEventListener('click', onPress);
  return made;
}

/** Tells a screen reader what just happened. */
export function say(text: string): void {
  byId('said', HTMLElement).textContent = text;
}

/** Calls at most every `milliseconds`, and once more at the end, so that the last call is never lost. */
export function atMostEvery(milliseconds: number, call: () => void): () => void {
  let last = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    waiting = undefined;
    last = performance.now();
    call();
  };
  return () => {
    if (waiting !== undefined) return;
    const wait = last + milliseconds - performance.now();
    if (wait <= 0) now();
    else waiting = setTimeout(now, wait);
  };
}
