import { byId } from '../../ui/dom';
import { listenToKeys } from './keys';
import type { Playground } from '../playground';
import { kFirst, kScenes } from '../scene/scenes';

/** Buttons, the slider, the list of scenes, and keys. */
export function listenToTools(playground: Playground): void {
  const press = (id: string, action: () => void): void => byId(id, HTMLButtonElement).addEventListener('click', action);
  press('play', () => playground.present.toggle());
  press('start', () => playground.present.seek(0));
  press('previous', () => playground.present.step(-1));
  press('next', () => playground.present.step(1));
  press('fit', () => playground.stage.fit());
  press('slower', () => playground.present.changeRate(-1));
  press('faster', () => playground.present.changeRate(1));
  press('undo', () => playground.undo());
  press('redo', () => playground.redo());
  press('add', () => playground.edits.add());
  press('copy-body', () => playground.edits.copy());
  press('delete', () => playground.edits.remove());
  press('save', () => playground.save());
  press('picture', () => playground.savePicture());
  press('drawing', () => playground.saveDrawing());
  const look = (id: string, set: (on: boolean) => void): void => {
    const box = byId(id, HTMLInputElement);
    box.addEventListener('change', () => {
      set(box.checked);
      playground.repaint();
    });
  };
  look('follow', (on) => (playground.stage.follow = on));
  look('grid', (on) => (playground.stage.grid.on = on));
  press('share', () => void playground.share());
  press('help', () => {
    const keys = byId('keys', HTMLElement);
    keys.hidden = !keys.hidden;
    byId('help', HTMLButtonElement).setAttribute('aria-expanded', String(!keys.hidden));
    if (!keys.hidden) keys.scrollIntoView({ block: 'nearest' });
  });
  const seek = byId('seek', HTMLInputElement);
  seek.addEventListener('input', () => {
    playground.present.pause();
    playground.present.seek(Number(seek.value));
  });
  const list = byId('scenes', HTMLSelectElement);
  list.addEventListener('change', () => {
    const scene = [kFirst, ...kScenes].find(({ name }) => name === list.value);
    if (scene) playground.openScene(scene.name, scene.text);
  });
  listenToKeys(playground, byId('stage', HTMLCanvasElement).parentElement as HTMLElement);
}
