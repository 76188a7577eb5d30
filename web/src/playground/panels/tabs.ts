import { byId } from '../../ui/dom';

/** Pages of which one is shown: chosen by a click, or from tab to tab by arrows. `shown` is told which. */
export function listenToTabs(shown: (name: string) => void): (name: string) => void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const nameOf = (tab: HTMLButtonElement): string => tab.id.replace('tab-', '');
  const show = (name: string): void => {
    for (const tab of tabs) {
      const is = nameOf(tab) === name;
      tab.setAttribute('aria-selected', String(is));
      tab.tabIndex = is ? 0 : -1;
      byId(`page-${nameOf(tab)}`, HTMLElement).hidden = !is;
    }
    shown(name);
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => show(nameOf(tab)));
    tab.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (by === 0) return;
      const next = tabs[(i + by + tabs.length) % tabs.length];
      next.focus();
      show(nameOf(next));
      event.preventDefault();
    });
  });
  return show;
}
