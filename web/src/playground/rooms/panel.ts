// Rooms to choose from, and the walk through one: by keys, or by the buttons on the picture.
import type { Foreseen } from '../core/session';
import type { Part, Playground } from '../playground';
import { byId, make, say, setText } from '../../ui/dom';
import { formatNumber } from '../../run/numbers';
import { kRooms, type Room } from './rooms';
import { Walk, type Keys } from './walk';

const kKeys: Record<string, keyof Keys> = {
  ArrowLeft: 'left',
  a: 'left',
  ArrowRight: 'right',
  d: 'right',
  ArrowUp: 'jump',
  w: 'jump',
  ' ': 'jump',
};

export class Rooms implements Part {
  private walk: Walk | null = null;
  private readonly keys: Keys = { left: false, right: false, jump: false };
  private arrived = false;
  /** The body that walks, in the world, or -1. */
  private hero = -1;
  private readonly start = byId('walk', HTMLButtonElement);
  private readonly pad = byId('pad', HTMLElement);

  constructor(private readonly playground: Playground) {
    const list = byId('rooms', HTMLElement);
    for (const room of kRooms) {
      const choose = make('button', '', room.name);
      choose.type = 'button';
      choose.addEventListener('click', () => this.choose(room));
      list.append(choose);
    }
    this.start.addEventListener('click', () => (this.walk ? this.end() : this.begin()));
    document.addEventListener('keydown', (event) => this.press(event, true), true);
    document.addEventListener('keyup', (event) => this.press(event, false), true);
    addEventListener('blur', () => this.release());
    for (const button of this.pad.querySelectorAll('button')) {
      const key = button.dataset.key as keyof Keys;
      const set = (down: boolean) => (event: Event) => {
        this.keys[key] = down;
        event.preventDefault();
      };
      button.addEventListener('pointerdown', set(true));
      for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, set(false));
    }
  }

  /** Of the scene that is open, if it is one of them. */
  get room(): Room | null {
    return kRooms.find(({ name }) => name === this.playground.name) ?? null;
  }

  get place(): readonly number[] | null {
    return this.walk?.place ?? null;
  }

  /** Whether one has come through. */
  get isThrough(): boolean {
    return this.arrived;
  }

  choose(room: Room): void {
    this.playground.openScene(room.name, room.text);
  }

  open(foreseen: Foreseen): void {
    this.end();
    const { room } = this;
    for (const id of ['walk-place', 'walk-ground', 'walk-hits', 'walk-note']) setText(byId(id, HTMLElement), '');
    setText(byId('room-words', HTMLElement), room?.words ?? 'Choose a room, or name a kinematic body of any scene "hero" and walk as it.');
    // Where only a number of a body has changed, names are as they were.
    if (!foreseen.quick) this.hero = heroOf(foreseen);
    this.start.disabled = this.hero < 0;
  }

  begin(): void {
    const { foreseen } = this.playground.present;
    if (!foreseen || this.hero < 0) return;
    this.playground.present.pause();
    this.playground.present.select(foreseen.run.bodies.id.indexOf(this.hero));
    this.arrived = false;
    this.walk = new Walk(foreseen.scene, this.hero, this.room?.lifts ?? []);
    const { walk } = this;
    this.playground.stage.live = () => walk.world.states(0, foreseen.scene.moving);
    this.pad.hidden = false;
    this.start.setAttribute('aria-pressed', 'true');
    setText(this.start, 'Stop');
    this.playground.stage.focus();
    say('Walking: left, right, and up to jump');
    this.playground.repaint();
  }

  end(): void {
    if (!this.walk) return;
    this.walk.end();
    this.walk = null;
    this.release();
    this.playground.stage.live = null;
    this.pad.hidden = true;
    this.start.setAttribute('aria-pressed', 'false');
    setText(this.start, 'Walk');
    this.playground.refresh();
  }

  isBusy(): boolean {
    return this.walk !== null;
  }

  frame(seconds: number): void {
    if (!this.walk) return;
    this.walk.advance(seconds, this.keys);
    this.tellWalk(this.walk);
  }

  /** So many steps at once, for tests. */
  steps(count: number, keys: Partial<Keys>): void {
    if (!this.walk) this.begin();
    const held = { left: false, right: false, jump: false, ...keys };
    for (let i = 0; i < count; ++i) this.walk?.step(held);
    if (this.walk) this.tellWalk(this.walk);
  }

  private tellWalk({ result, place }: Walk): void {
    const { foreseen } = this.playground.present;
    if (!result || !foreseen) return;
    const ground = result.ground === null ? 'the air' : foreseen.scene.nameOf(result.ground);
    const at = place.map((x) => formatNumber(x, 4)).join(', ');
    setText(byId('walk-place', HTMLElement), `(${at})`);
    setText(byId('walk-ground', HTMLElement), ground);
    setText(byId('walk-hits', HTMLElement), result.hits.map(({ body }) => foreseen.scene.nameOf(body)).join(', ') || 'nothing');
    const goal = this.room?.goal ?? null;
    if (this.arrived || goal === null || place[0] < goal) return;
    this.arrived = true;
    setText(byId('walk-note', HTMLElement), 'You have come through.');
  }

  private press(event: KeyboardEvent, down: boolean): void {
    const key = kKeys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const typing = event.target instanceof HTMLElement && event.target.closest('input, select, .cm-editor, button') !== null;
    if (down && event.key === 'Escape' && this.walk) return this.end();
    if (!this.walk || !key || (typing && down) || event.ctrlKey || event.metaKey || event.altKey) return;
    this.keys[key] = down;
    event.preventDefault();
    event.stopPropagation();
  }

  private release(): void {
    this.keys.left = this.keys.right = this.keys.jump = false;
  }
}

/** The kinematic body of that name, or -1. */
function heroOf({ scene }: Foreseen): number {
  for (let id = 0; id < scene.moving; ++id) if (scene.nameOf(id) === 'hero') return id;
  return -1;
}
