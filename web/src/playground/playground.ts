// The page: a scene's text is the truth; whatever a hand changes is a change of it, and all else follows.
import type { Problem } from '../../../wasm/package/index.js';
import { newMoment } from '../run/types';
import { Clock, rung, rungOf, watchableRate } from '../ui/clock';
import { byId, say } from '../ui/dom';
import { Labels } from '../ui/labels';
import { copy, download, downloadBlob } from '../ui/share';
import type { Theme } from '../ui/theme';
import { sizeOf, typicalSpeed } from '../ui/viewer';
import { originOf, stoodStill, withBall, withCopy, withNumbers } from './core/changes';
import type { Contact } from './core/contact';
import { Editor } from './panels/editor';
import { Fields } from './panels/fields';
import { Foresight, type Wish } from './core/foresight';
import type { Grip } from './stage/handles';
import { History } from './scene/history';
import { Others } from './panels/others';
import { showProblems } from './panels/problems';
import { Readout } from './panels/readout';
import { withoutTable } from './scene/scene_text';
import { kFirst, kScenes } from './scene/scenes';
import { kFew, kMany, type Foreseen, type Session } from './core/session';
import { fragmentOf, kMostAddress, sceneOf } from './scene/share';
import { Stage } from './stage/stage';
import { exposeForTests } from './testing';
import { listenToTools } from './panels/toolbar';

/** Events to come that are listed, and shown as ghosts. */
const kListed = 6;
const kGhosts = 3;
/** Milliseconds of rest after which all that is asked for is foreseen; and between numbers while playing. */
const kCalm = 150;
const kReading = 120;

export class Playground {
  private name = kFirst.name;
  private history = new History(kFirst.text);
  private foreseen: Foreseen | null = null;
  private clock = new Clock(0, 1);
  private labels: Labels | null = null;
  private impact = -1;
  private selected = -1;
  private calm: ReturnType<typeof setTimeout> | undefined;
  private due = false;
  private last = 0;
  private read = 0;
  private contact: Contact | null = null;
  private readonly stage: Stage;
  private readonly editor: Editor;
  private readonly others = new Others(() => this.repaint());
  private readonly readout: Readout;
  private readonly foresight: Foresight;

  constructor(
    private readonly session: Session,
    theme: Theme,
  ) {
    this.stage = new Stage(
      document.querySelector('.stage-box') as HTMLElement,
      { select: (body) => this.select(body), drag: (...drag) => this.drag(...drag), drop: () => this.drop() },
      () => this.repaint(),
      theme.dark,
    );
    this.editor = new Editor(byId('editor', HTMLElement), (text) => this.change(text, true));
    this.foresight = new Foresight(
      session,
      (foreseen, wish) => this.accept(foreseen, wish),
      (...what) => this.refuse(...what),
    );
    const fields = new Fields(byId('fields', HTMLFormElement), (key, numbers) => this.setNumbers(key, numbers));
    this.readout = new Readout(fields, (impact) => this.goTo(impact));
    theme.onChange(() => this.stage.restyle(theme.dark));
    listenToTools(this);
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
    const { name, text } = shared ?? kFirst;
    await this.openScene(name, text);
    embed();
    exposeForTests(this, this.stage);
  }

  // --- What is shown, for tests and parts of the page

  get text(): string {
    return this.history.text;
  }

  get state(): Record<string, unknown> {
    const { foreseen, clock, selected, impact, contact } = this;
    return {
      name: this.name,
      time: this.now,
      end: clock.end,
      whole: foreseen?.whole,
      impact,
      selected,
      bodies: foreseen?.run.bodies.count,
      impacts: foreseen?.run.impacts.count,
      contact: contact && { a: contact.a, b: contact.b, query: contact.query, encounter: contact.encounter },
      busy: this.foresight.busy,
    };
  }

  get foreseenText(): string {
    return this.foreseen?.text ?? '';
  }

  /** Whether all that was asked for is foreseen, and kept. */
  get isAtRest(): boolean {
    return !this.foresight.busy && this.calm === undefined && !this.due;
  }

  /** As by hand, in the text. */
  type(from: string, to: string): void {
    const text = this.editor.text.replace(from, to);
    this.editor.show(text);
    this.change(text, true);
  }

  /** The hash of the world at the time that is shown. */
  get hash(): string {
    return this.foreseen ? this.session.worldAt(this.foreseen, this.now).stateHash() : '';
  }

  /** [T] The scene's own. */
  private get now(): number {
    return this.labels?.time(this.clock.time) ?? 0;
  }

  // --- Scenes and changes

  async openScene(name: string, text: string): Promise<void> {
    this.name = name;
    const list = byId('scenes', HTMLSelectElement);
    if (![...list.options].some(({ value }) => value === name)) list.append(new Option(name, name));
    list.value = name;
    document.title = `${name} · firsthit playground`;
    this.history = new History(text);
    this.selected = -1;
    this.clock.pause();
    await this.foresight.ask({ name, text, collisions: kMany, anew: true, time: 0 });
  }

  /** The scene is another now; it starts where it is told to. */
  private change(text: string, typed = false): void {
    this.clock.pause();
    this.impact = -1;
    void this.foresight.ask({ name: this.name, text, collisions: kFew, anew: false, time: 0, typed });
    this.settle();
  }

  /** After some rest, what was changed counts as one step, and more of it is foreseen. */
  private settle(): void {
    clearTimeout(this.calm);
    this.calm = setTimeout(() => {
      this.calm = undefined;
      if (this.stage.isHolding || !this.foreseen) return;
      this.keep();
      if (!this.foreseen.whole && this.foreseen.collisions < kMany) void this.lookFurther(kMany);
    }, kCalm);
  }

  private keep(): void {
    if (!this.foreseen || this.foreseen.text === this.history.text) return;
    this.history.push(this.foreseen.text);
    this.showHistory();
  }

  private async lookFurther(collisions: number): Promise<void> {
    const { foreseen, clock } = this;
    if (!foreseen || foreseen.whole) return;
    const { playing } = clock;
    const { name } = this;
    await this.foresight.ask({ name, text: foreseen.text, collisions, anew: false, time: clock.time, further: true });
    if (playing) this.clock.play();
    this.repaint();
  }

  private accept(foreseen: Foreseen, wish: Wish): void {
    const { anew, time } = wish;
    const before = this.foreseen;
    this.foreseen = foreseen;
    const { run } = foreseen;
    this.labels = new Labels(run);
    const rate = anew || this.clock.end === 0 ? this.rateFor(foreseen) : this.clock.rate;
    this.clock = new Clock(run.end, rate, run.impacts.time);
    this.clock.seek(time);
    if (this.selected >= run.bodies.count) this.selected = -1;
    if (anew && this.selected < 0) this.selected = this.firstSelected();
    this.stage.open(foreseen, anew || before === null);
    this.others.open(run, this.clock.rate, anew || before === null);
    before?.scene.free();
    if (wish.typed !== true && wish.further !== true) this.editor.show(foreseen.text);
    if (wish.further !== true) this.refuse('', foreseen.scene.notes);
    this.showHistory();
    this.read = 0;
    this.repaint();
  }

  /** What a first hand would take: the first body that moves. */
  private firstSelected(): number {
    const { run, motion } = this.foreseen as Foreseen;
    const moment = newMoment(run);
    motion.at(0, moment);
    const moving = moment.speed.findIndex((speed) => speed > 0);
    return run.bodies.count <= 100 ? Math.max(moving, run.bodies.count > 0 ? 0 : -1) : -1;
  }

  private rateFor({ run, motion }: Foreseen): number {
    const moment = newMoment(run);
    motion.at(0, moment);
    return watchableRate(run.end, sizeOf(run), typicalSpeed(moment));
  }

  private refuse(message: string, problems: readonly Problem[], wish?: Wish): void {
    showProblems(this.editor, message, problems);
    if (wish?.typed !== true && wish) this.editor.show(this.foreseen?.text ?? wish.text);
  }

  // --- The hand

  select(body: number): void {
    this.selected = body;
    if (body >= 0 && this.foreseen) say(this.foreseen.scene.nameOf(this.foreseen.run.bodies.id[body]));
    this.read = 0;
    this.repaint();
  }

  /** Selects the next or previous body. */
  selectNext(by: 1 | -1): void {
    const count = this.foreseen?.run.bodies.count ?? 0;
    if (count > 0) this.select((this.selected + by + count + (this.selected < 0 && by < 0 ? 1 : 0)) % count);
  }

  /** The text in which the selected body can be changed: that of the present, as a start. */
  private ready(): string | null {
    const { foreseen } = this;
    if (!foreseen || this.selected < 0) return null;
    const text = this.foresight.pending ?? foreseen.text;
    if (this.clock.time === 0 && originOf(foreseen, this.selected)) return text;
    return stoodStill(this.session, foreseen, this.now);
  }

  private setNumbers(key: string, numbers: readonly number[]): void {
    const text = this.ready();
    const { foreseen, selected } = this;
    if (text === null || !foreseen) return;
    const origin = originOf(foreseen, selected) ?? { table: 'ball' as const, index: selected };
    this.change(withNumbers(text, origin, key, numbers));
  }

  private drag(body: number, grip: Grip, value: number[]): void {
    if (body !== this.selected) this.select(body);
    if (value.some((each) => !Number.isFinite(each))) return;
    this.setNumbers(grip === 'place' ? 'position' : grip, value);
  }

  private drop(): void {
    this.settle();
  }

  /** Moves the selected body, or the tip of its arrow, by pixels to the right and upwards. */
  nudge(grip: Grip, right: number, up: number): void {
    const { foreseen, selected } = this;
    if (!foreseen || selected < 0) return;
    const { position, velocity } = this.session.stateAt(foreseen, this.now, selected);
    const by = [right, up, 0];
    if (grip === 'place')
      this.setNumbers('position', position.map((x, k) => near(x + this.stage.lengthOf(by[k]))));
    else if (grip === 'velocity')
      this.setNumbers('velocity', velocity.map((x, k) => near(x + this.stage.speedOf(by[k]))));
    else {
      const { shape } = this.session.worldAt(foreseen, this.now).body(foreseen.run.bodies.id[selected]);
      if ('ball' in shape) this.setNumbers('radius', [near(shape.ball.radius * (right > 0 ? 1.1 : 1 / 1.1))]);
    }
  }

  add(): void {
    const { foreseen } = this;
    if (!foreseen) return;
    const { min, max } = foreseen.scene;
    const place = min.map((low, k) => near(0.5 * (low + max[k])));
    const size = Math.max(...max.map((high, k) => high - min[k]));
    this.selected = -1;
    this.change(withBall(foreseen.text, place, near(0.03 * size)));
  }

  copyBody(): void {
    const { foreseen, selected } = this;
    const text = this.ready();
    if (!foreseen || text === null) return;
    const { position } = this.session.stateAt(foreseen, this.now, selected);
    const by = 2.2 * this.labels!.length(foreseen.run.bodies.radius[selected]);
    const { max } = foreseen.scene;
    const away = position[0] + 1.6 * by < max[0] ? by : -by;
    this.change(withCopy(text, originOf(foreseen, selected), position.map((x, k) => near(k === 0 ? x + away : x))));
  }

  deleteBody(): void {
    const { foreseen, selected } = this;
    const text = this.ready();
    if (!foreseen || text === null) return;
    const origin = originOf(foreseen, selected) ?? { table: 'ball' as const, index: selected };
    this.selected = -1;
    this.change(withoutTable(text, origin.table, origin.index));
  }

  undo(): void {
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
    this.clock.pause();
    this.editor.show(text);
    void this.foresight.ask({ name: this.name, text, collisions: kMany, anew: false, time: 0 });
    this.showHistory();
  }

  private showHistory(): void {
    byId('undo', HTMLButtonElement).disabled = !this.history.canUndo && this.foreseen?.text === this.history.text;
    byId('redo', HTMLButtonElement).disabled = !this.history.canRedo;
  }

  // --- Time

  toggle(): void {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.impact = -1;
    this.read = 0;
    this.repaint();
  }

  seek(time: number): void {
    this.clock.seek(time);
    this.impact = -1;
    this.read = 0;
    this.repaint();
  }

  private get nextImpact(): number {
    const { foreseen, impact, clock } = this;
    return impact >= 0 ? impact + 1 : (foreseen?.motion.impactsUntil(clock.time) ?? 0);
  }

  async step(direction: 1 | -1): Promise<void> {
    if (!this.foreseen) return;
    this.clock.pause();
    if (direction > 0 && this.nextImpact >= this.foreseen.run.impacts.count)
      await this.lookFurther(4 * this.foreseen.collisions);
    const { motion, run } = this.foreseen;
    const before = this.impact >= 0 ? this.impact - 1 : motion.impactBefore(this.clock.time);
    this.showImpact(direction > 0 ? this.nextImpact : before, run.impacts.count, direction);
  }

  private showImpact(impact: number, count: number, direction: 1 | -1): void {
    if (impact >= 0 && impact < count) {
      this.clock.seek(this.foreseen!.run.impacts.time[impact]);
      this.impact = impact;
    } else {
      this.clock.seek(direction > 0 ? this.clock.end : 0);
      this.impact = -1;
    }
    this.read = 0;
    this.repaint();
  }

  private goTo(impact: number): void {
    this.clock.pause();
    this.showImpact(impact, Infinity, 1);
  }

  changeRate(rungs: number): void {
    this.clock.rate = rung(Math.round(rungOf(this.clock.rate)) + rungs);
    this.read = 0;
    this.repaint();
  }

  // --- Pictures

  repaint(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => this.paint(now));
  }

  private paint(now: number): void {
    this.due = false;
    const { clock, foreseen } = this;
    if (!foreseen) return;
    const seconds = clock.playing ? (now - this.last) / 1000 : 0;
    this.last = now;
    const wasPlaying = clock.playing;
    clock.advance(seconds);
    if (clock.time >= clock.end && !foreseen.whole && wasPlaying) {
      void this.lookFurther(4 * foreseen.collisions).then(() => {
        this.clock.playing = true;
        this.repaint();
      });
    }
    const coming = foreseen.motion.coming(this.nextImpact, kListed, this.selected);
    const listed = coming.length > 0 ? coming : foreseen.motion.coming(this.nextImpact, kListed);
    const impacts = listed.slice(0, kGhosts);
    this.stage.draw({ time: clock.time, selected: this.selected, impacts }, (moment) => this.others.at(clock.time, moment));
    document.documentElement.dataset.playing = String(clock.playing);
    document.documentElement.dataset.time = String(this.now);
    if (!clock.playing || now - this.read > kReading) this.tell(listed, now);
    if (clock.playing) this.repaint();
  }

  /** The numbers beside the picture. */
  private tell(listed: readonly number[], now: number): void {
    const { foreseen, clock, labels } = this;
    if (!foreseen || !labels) return;
    this.read = now;
    this.contact = this.readout.tell(this.session, { foreseen, clock, labels, listed, selected: this.selected });
  }

  fit(): void {
    this.stage.fit();
  }

  pause(): void {
    this.clock.pause();
  }

  savePicture(): void {
    this.stage.picture((blob) => downloadBlob(`${this.name}.png`, blob));
  }

  save(): void {
    download(`${this.name}.toml`, this.foreseen?.text ?? '', 'text/plain');
  }

  async share(): Promise<void> {
    const text = this.foreseen?.text;
    if (text === undefined) return;
    const fragment = await fragmentOf(this.name, text);
    const from = byId('share', HTMLButtonElement);
    if (fragment === null) {
      this.refuse(`This scene does not fit into an address of ${kMostAddress} bytes: Save keeps it as a file`, []);
      return;
    }
    history.replaceState(null, '', fragment);
    await copy(location.href, from);
  }
}

/** `?embed=1`: in a frame of another page, with a way to the whole of this one. */
function embed(): void {
  if (new URLSearchParams(location.search).get('embed') !== '1') return;
  document.documentElement.dataset.embed = '';
  const whole = byId('whole', HTMLAnchorElement);
  whole.hidden = false;
  whole.href = location.href.replace(/\?[^#]*/, '');
}

/** Without the noise of sums of decimals. */
function near(x: number): number {
  return Number(x.toPrecision(12));
}
