import { byId } from '../../ui/dom';
import { listenToKeys } from './keys';
import type { Playground } from '../playground';
import { kFirst, kScenes } from '../scene/scenes';

/** Buttons, the slider, the list of scenes, and keys. */
export function listenToTools(playground: Playground): void {
  const press = (id: string, action: () => void): void => byId(id, HTMLButtonElement).addEventListener('click', action);
  press('play', () => playground.toggle());
  press('start', () => playground.seek(0));
  press('previous', () => void playground.step(-1));
  press('next', () => void playground.step(1));
  press('fit', () => playground.fit());
  press('slower', () => playground.changeRate(-1));
  press('faster', () => playground.changeRate(1));
  press('undo', () => playground.undo());
  press('redo', () => playground.redo());
  press('add', () => playground.add());
  press('copy-body', () => playground.copyBody());
  press('delete', () => playground.deleteBody());
  press('save', () => playground.save());
  press('picture', () => playground.savePicture());
  press('share', () => void playground.share());
  press('help', () => {
    const keys = byId('keys', HTMLElement);
    keys.hidden = !keys.hidden;
    byId('help', HTMLButtonElement).setAttribute('aria-expanded', String(!keys.hidden));
    if (!keys.hidden) keys.scrollIntoView({ block: 'nearest' });
  });
  const seek = byId('seek', HTMLInputElement);
  seek.addEventListener('input', () => {
    playground.pause();
    playground.seek(Number(seek.value));
  });
  const list = byId('scenes', HTMLSelectElement);
  list.addEventListener('change', () => {
    const scene = [kFirst, ...kScenes].find(({ name }) => name === list.value);
    if (scene) void playground.openScene(scene.name, scene.text);
  });
  listenToKeys(playground, byId('stage', HTMLCanvasElement).parentElement as HTMLElement);
}
