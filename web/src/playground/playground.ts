// The page: a scene's text is the truth; whatever a hand changes is a change of it, and all else follows.
import type { Problem } from '../../../wasm/package/index.js';
import type { Moment } from '../run/types';
import { byId, say } from '../ui/dom';
import { copy, download, downloadBlob } from '../ui/share';
import type { Theme } from '../ui/theme';
import type { Contact } from './core/contact';
import { Foresight, type Wish } from './core/foresight';
import { kFew, kMany, type Change, type Foreseen, type Session } from './core/session';
import { Edits } from './edits';
import { Editor } from './panels/editor';
import { Fields } from './panels/fields';
import { showProblems, showRefusal } from './panels/problems';
import { Readout } from './panels/readout';
import { Present } from './present';
import { History } from './scene/history';
import { kFirst, kScenes } from './scene/scenes';
import { fragmentOf, kMostAddress, sceneOf } from '../ui/scene_address';
import { Stage } from './stage/stage';

/** Events to come that are listed, and shown as ghosts. */
const kListed = 6;
const kGhosts = 3;
/** Milliseconds of rest after which all that is asked for is foreseen; between numbers while playing. */
const kCalm = 150;
const kReading = 120;
/** Characters of a text that an editor lays out before a hand notices; a longer one is shown when the hand lets go. */
const kShort = 30_000;
/** Drags that are rehearsed while nobody waits: browsers compile in haste what is used once, and well what is used often. */
const kRehearsals = 16;

/** What else of the page follows the present. */
export interface Part {
  /** Another scene, or the same one changed. */
  open?(foreseen: Foreseen, anew: boolean): void;
  /** Where bodies are that are shown as ghosts instead of what will happen; null for none. */
  ghosts?(time: number, moment: Moment): Float64Array | null;
  /** Before a picture, so many seconds after the last one. */
  frame?(seconds: number): void;
  /** Whether pictures go on coming, though no time passes. */
  isBusy?(): boolean;
  /** The numbers are told. */
  tell?(): void;
}

export class Playground {
  name = kFirst.name;
  contact: Contact | null = null;
  readonly stage: Stage;
  readonly present: Present;
  readonly edits: Edits;
  private history = new History(kFirst.text);
  private calm: ReturnType<typeof setTimeout> | undefined;
  private due = false;
  private last = 0;
  private read = 0;
  private readonly editor: Editor;
  private readonly fields: Fields;
  private readonly readout: Readout;
  private readonly foresight: Foresight;
  private readonly parts: Part[] = [];

  constructor(
    readonly session: Session,
    theme: Theme,
  ) {
    this.present = new Present(
      () => this.refresh(),
      (collisions) => this.lookFurther(collisions),
    );
    this.stage = new Stage(
      document.querySelector('.stage-box') as HTMLElement,
      {
        select: (body) => this.present.select(body),
        drag: (...drag) => this.edits.drag(...drag),
        drop: () => this.drop(),
      },
      () => this.repaint(),
      theme.dark,
    );
    this.editor = new Editor(byId('editor', HTMLElement), (text) => this.change(text, { typed: true }));
    this.foresight = new Foresight(
      session,
      (foreseen, wish) => this.accept(foreseen, wish),
      (...what) => this.refuse(...what),
    );
    this.edits = new Edits(session, this.present, this.stage, this.foresight, (text, change) => this.change(text, change ? { change } : {}));
    this.fields = new Fields(
      byId('fields', HTMLFormElement),
      (whose, ...what) => (whose === 'body' ? this.edits.setNumbers(...what) : this.edits.setPhysics(...what)),
      () => this.drop(),
    );
    this.readout = new Readout(this.fields, (impact) => this.present.goTo(impact));
    theme.onChange(() => this.stage.restyle(theme.dark));
  }

  add(part: Part): void {
    this.parts.push(part);
    if (this.present.foreseen) part.open?.(this.present.foreseen, true);
  }

  async start(): Promise<void> {
    const list = byId('scenes', HTMLSelectElement);
    for (const { name } of [kFirst, ...kScenes]) list.append(new Option(name, name));
    const shared = await sceneOf(location.hash).catch((error: Error) => {
      this.refuse(error.message, []);
      return null;
    });
    byId('opening', HTMLElement).hidden = true;
    byId('playground', HTMLElement).hidden = false;
    // Of what everybody sees first no more is foreseen than is shown: the page is there sooner, and the rest soon.
    if (shared) this.openScene(shared.name, shared.text);
    else this.openScene(kFirst.name, kFirst.text, kFew);
    this.rehearse(kRehearsals);
  }

  private rehearse(left: number): void {
    if (left === 0 || typeof requestIdleCallback !== 'function') return;
    requestIdleCallback(() => {
      const { foreseen, clock } = this.present;
      if (this.isHolding || clock.playing) return;
      if (foreseen && this.isAtRest) this.session.rehearse(foreseen);
      this.rehearse(foreseen && this.isAtRest ? left - 1 : left);
    });
  }

  // --- What is shown

  get text(): string {
    return this.history.text;
  }

  get busy(): boolean {
    return this.foresight.busy;
  }

  /** Pictures come all the time. */
  private get isBusy(): boolean {
    return this.parts.some((part) => part.isBusy?.() === true);
  }

  /** A hand drags something. */
  private get isHolding(): boolean {
    return this.stage.isHolding || this.fields.isHolding;
  }

  /** Whether all that was asked for is foreseen, and kept. */
  get isAtRest(): boolean {
    return !this.foresight.busy && this.calm === undefined && (!this.due || this.isBusy);
  }

  /** As by hand, in the text. */
  type(from: string, to: string): void {
    const text = this.editor.text.replace(from, to);
    this.editor.show(text);
    this.change(text, { typed: true });
  }

  // --- Scenes and changes

  openScene(name: string, text: string, collisions = kMany): void {
    this.name = name;
    const list = byId('scenes', HTMLSelectElement);
    if (![...list.options].some(({ value }) => value === name)) list.append(new Option(name, name));
    list.value = name;
    document.title = `${name} · firsthit playground`;
    this.history = new History(text);
    this.present.selected = -1;
    this.present.pause();
    this.ask({ name, text, collisions, anew: true, time: 0 });
    // Nobody has a hand on it yet: the rest follows its first picture at once.
    if (collisions < kMany) requestAnimationFrame(() => this.settle(0));
  }

  private ask(wish: Wish): void {
    this.foresight.ask(wish);
    this.repaint();
  }

  /** The scene is another now; it starts where it is told to. */
  change(text: string, how: { typed?: boolean; change?: Omit<Change, 'of'> } = {}): void {
    this.present.pause();
    this.present.impact = -1;
    const { typed, change } = how;
    const wish: Wish = { name: this.name, text, collisions: kFew, anew: false, time: 0 };
    if (typed) wish.typed = true;
    if (change) wish.change = { ...change, held: this.isHolding };
    this.ask(wish);
    this.settle();
  }

  /** What was dragged is let go: the text may not have followed yet. */
  private drop(): void {
    if (!this.foresight.busy) {
      this.showText();
      this.refuse('', this.present.foreseen?.scene.notes ?? []);
    }
    this.settle();
  }

  /** After some rest, what was changed counts as one step, and more of it is foreseen; of a hand that still holds it, the
   *  text is shown: an editor measures what it shows, and a hand that moves must not wait for it. */
  private settle(calm = kCalm): void {
    clearTimeout(this.calm);
    this.calm = setTimeout(() => {
      this.calm = undefined;
      const { foreseen } = this.present;
      if (this.isHolding && foreseen && foreseen.text.length < kShort) this.showText();
      if (this.isHolding || !foreseen) return;
      this.keep();
      if (foreseen.quick || (!foreseen.whole && foreseen.collisions < kMany)) this.lookFurther(kMany);
      // What follows only a scene at rest can do so now.
      else this.refresh();
    }, calm);
  }

  private keep(): void {
    const { foreseen } = this.present;
    if (!foreseen || foreseen.text === this.history.text) return;
    this.history.push(foreseen.text);
    this.showHistory();
  }

  private lookFurther(collisions: number): void {
    const { foreseen, clock } = this.present;
    if (!foreseen) return;
    const { name } = this;
    this.foresight.ask({ name, text: foreseen.text, collisions, anew: false, time: clock.time, further: true });
    this.foresight.work(foreseen);
    this.repaint();
  }

  private accept(foreseen: Foreseen, wish: Wish): void {
    const { anew, time } = wish;
    const before = this.present.foreseen;
    this.present.open(foreseen, anew, time, wish.further === true);
    const isNew = anew || before === null;
    this.stage.open(foreseen, isNew);
    for (const part of this.parts) part.open?.(foreseen, isNew);
    before?.scene.free();
    if (wish.typed !== true && !this.isHolding) this.showText();
    if (wish.further !== true) this.refuse('', foreseen.scene.notes);
    this.showHistory();
    this.refresh();
  }

  private showText(): void {
    this.editor.show(this.present.foreseen?.text ?? this.text);
  }

  private refuse(message: string, problems: readonly Problem[], wish?: Wish): void {
    showRefusal(message);
    // An editor lays out what it marks: a hand that moves must not wait for it.
    if (this.isHolding) return;
    showProblems(this.editor, problems);
    if (wish?.typed !== true && wish) this.editor.show(this.present.foreseen?.text ?? wish.text);
  }

  undo(): void {
    this.foresight.work(this.present.foreseen);
    this.keep();
    this.restore(this.history.undo());
  }

  redo(): void {
    this.restore(this.history.redo());
  }

  private restore(text: string | null): void {
    if (text === null) return;
    clearTimeout(this.calm);
    this.calm = undefined;
    this.present.pause();
    this.editor.show(text);
    this.ask({ name: this.name, text, collisions: kMany, anew: false, time: 0 });
    this.showHistory();
  }

  private showHistory(): void {
    const isKept = this.present.foreseen?.text === this.history.text;
    byId('undo', HTMLButtonElement).disabled = !this.history.canUndo && isKept;
    byId('redo', HTMLButtonElement).disabled = !this.history.canRedo;
  }

  // --- Pictures

  /** With new numbers beside it. */
  refresh(): void {
    this.read = 0;
    this.repaint();
  }

  repaint(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => this.paint(now));
  }

  private paint(now: number): void {
    // What is foreseen now is drawn now: nobody asks for another picture of it.
    this.foresight.work(this.present.foreseen);
    this.due = false;
    const { clock, foreseen } = this.present;
    if (!foreseen) return;
    const { isBusy } = this;
    const seconds = clock.playing || isBusy ? (now - this.last) / 1000 : 0;
    this.last = now;
    this.present.advance(seconds);
    for (const part of this.parts) part.frame?.(seconds);
    this.draw(now);
    if (this.present.clock.playing || isBusy) this.repaint();
  }

  private draw(now: number): void {
    const { clock, foreseen, selected, nextImpact } = this.present;
    if (!foreseen) return;
    const coming = foreseen.motion.coming(nextImpact, kListed, selected);
    const listed = coming.length > 0 ? coming : foreseen.motion.coming(nextImpact, kListed);
    const impacts = listed.slice(0, kGhosts);
    this.stage.draw({ time: clock.time, selected, impacts }, (moment) => this.ghosts(clock.time, moment));
    document.documentElement.dataset.playing = String(clock.playing);
    document.documentElement.dataset.time = String(this.present.now);
    if (!clock.playing || now - this.read > kReading) this.tell(listed, now);
  }

  private ghosts(time: number, moment: Moment): Float64Array | null {
    for (const part of this.parts) {
      const ghosts = part.ghosts?.(time, moment);
      if (ghosts) return ghosts;
    }
    return null;
  }

  /** The numbers beside the picture. */
  private tell(listed: readonly number[], now: number): void {
    this.read = now;
    this.contact = this.readout.tell(this.session, this.present, listed);
    for (const part of this.parts) part.tell?.();
  }

  // --- Files and addresses

  savePicture(): void {
    this.stage.picture((blob) => downloadBlob(`${this.name}.png`, blob));
  }

  saveDrawing(): void {
    download(`${this.name}.svg`, this.stage.drawing(), 'image/svg+xml');
  }

  save(): void {
    download(`${this.name}.toml`, this.present.foreseen?.text ?? '', 'text/plain');
  }

  async share(): Promise<void> {
    const text = this.present.foreseen?.text;
    if (text === undefined) return;
    const fragment = await fragmentOf(this.name, text);
    if (fragment === null) {
      this.refuse(`This scene does not fit into an address of ${kMostAddress} bytes: Save keeps it as a file`, []);
      return;
    }
    history.replaceState(null, '', fragment);
    await copy(location.href, byId('share', HTMLButtonElement));
    say('The address holds this scene');
  }
}
