import { byId, setText } from './dom';
import { fragmentOf } from './scene_address';

/** Where the playground is, as seen from a report, until somebody says otherwise. */
const kBeside = 'playground.html';
const kKept = 'firsthit-playground';

function kept(): string {
  try {
    return localStorage.getItem(kKept) ?? kBeside;
  } catch {
    return kBeside; // storage may be forbidden
  }
}

function keep(place: string): void {
  try {
    localStorage.setItem(kKept, place);
  } catch {
    // then it is asked again
  }
}

/** A link that opens the playground with a run's scene, where that fits into an address. */
export async function linkToPlayground(name: string, sceneText: string): Promise<void> {
  const link = byId('open-playground', HTMLAnchorElement);
  const place = byId('playground-place', HTMLInputElement);
  const note = byId('playground-note', HTMLElement);
  if (sceneText === '') return;
  byId('playground-row', HTMLElement).hidden = false;
  const fragment = await fragmentOf(name, sceneText);
  if (fragment === null) {
    setText(note, 'This scene is too long for an address: copy it, and paste it into the playground.');
    link.hidden = true;
    (place.parentElement as HTMLElement).hidden = true;
    return;
  }
  const point = (): void => {
    link.href = place.value.trim() + fragment;
  };
  place.value = kept();
  place.addEventListener('input', () => {
    keep(place.value.trim() || kBeside);
    point();
  });
  point();
}
