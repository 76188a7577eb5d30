import { byId } from './dom';

const kKept = 'firsthit-theme';

/** Light or dark: as the system says, until the person chooses. */
export class Theme {
  private chosen = kept();
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  private readonly listeners: (() => void)[] = [];

  constructor() {
    this.show();
    this.system.addEventListener('change', () => this.show());
    byId('theme', HTMLButtonElement).addEventListener('click', () => {
      this.chosen = this.dark ? 'light' : 'dark';
      keep(this.chosen);
      this.show();
    });
  }

  get dark(): boolean {
    return this.chosen === null ? this.system.matches : this.chosen === 'dark';
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private show(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    byId('theme', HTMLButtonElement).setAttribute('aria-pressed', String(this.dark));
    for (const listener of this.listeners) listener();
  }
}

type Name = 'light' | 'dark';

// Storage may be forbidden to pages from disk: then the choice lasts as long as the page.
function kept(): Name | null {
  try {
    const name = localStorage.getItem(kKept);
    return name === 'light' || name === 'dark' ? name : null;
  } catch {
    return null;
  }
}

function keep(name: Name): void {
  try {
    localStorage.setItem(kKept, name);
  } catch {
    return;
  }
}
