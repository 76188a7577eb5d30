// "The others": a stepped world beside ours, as ghosts, and how far it is off, now and over time.
import { TimePlot } from '../../plots/plot';
import { newMoment, type Moment, type Run } from '../../run/types';
import { byId, setText } from '../../ui/dom';
import { allDigits, parseNumber } from '../../ui/format';
import { formatCount, formatNumber } from '../../run/numbers';
import type { Foreseen } from '../core/session';
import type { Part, Playground } from '../playground';
import { Stepped, whyNotStepped } from './stepped';

/** Of the plot: samples at most, and looks of somebody at somebody that its steps may take: it is to be there at once. */
const kSamples = 240;
const kMostLooks = 400_000;
/** Steps that are shown at least, and up to how many times that after which somebody is lost. */
const kLeastSteps = 20;
const kBeyond = 2;

export class Others implements Part {
  private stepped: Stepped | null = null;
  private plot: TimePlot | null = null;
  /** The plot is of another scene, or step. */
  private stale = true;
  private run: Run | null = null;
  /** [T] Of the run. */
  private step = 0;
  /** [L] How far the worst of them is off. */
  off = 0;
  private readonly shown = byId('others-shown', HTMLInputElement);
  private readonly field = byId('others-step', HTMLInputElement);
  private readonly note = byId('others-note', HTMLElement);
  private readonly host = byId('others-plot', HTMLElement);

  constructor(private readonly playground: Playground) {
    this.shown.addEventListener('change', () => {
      if (!this.shown.checked) this.clear();
      playground.refresh();
    });
    this.field.addEventListener('change', () => {
      const step = parseNumber(this.field.value);
      const right = step > 0 && Number.isFinite(step);
      this.field.setAttribute('aria-invalid', String(!right));
      if (!right || !this.run) return;
      this.step = step / this.run.units.time;
      this.stepped = null;
      this.stale = true;
      playground.refresh();
    });
  }

  /** Another scene: its step is what passes in a frame of a sixtieth of a second. */
  open({ run }: Foreseen, anew: boolean): void {
    this.run = run;
    this.stepped = null;
    this.stale = true;
    if (!anew) return;
    this.step = Number((this.playground.present.clock.rate / 60).toPrecision(2));
    this.field.value = allDigits(this.step * run.units.time);
  }

  tell(): void {
    const { foreseen, clock } = this.playground.present;
    if (!this.shown.checked || !foreseen || !this.run) return;
    if (this.stale && !foreseen.quick && this.playground.isAtRest) this.draw(foreseen);
    this.plot?.setTime(clock.time);
  }

  setTheme(): void {
    this.plot?.setTheme();
  }

  /** How far the worst is off, over time: as it grows to the size of a body, and as long again. */
  private draw({ run, motion }: Foreseen): void {
    this.clear();
    this.stale = false;
    const { count, radius } = run.bodies;
    if (count === 0 || whyNotStepped(run) !== '') return;
    const most = Math.floor(Math.min(run.end / this.step, kMostLooks / (count * (1 + run.obstacles.length + count))));
    const size = 2 * Math.max(...radius) * run.units.length;
    const moment = newMoment(run);
    const stepped = new Stepped(run, this.step);
    const offs = [0];
    let end = most;
    while (offs.length <= end) {
      const at = this.step * offs.length;
      stepped.runUntil(at);
      motion.at(at, moment);
      const { off } = farthest(run, stepped.position, moment);
      if (end === most && off > size) end = Math.min(most, Math.max(kBeyond * offs.length, kLeastSteps));
      offs.push(off);
    }
    const every = Math.ceil(offs.length / kSamples);
    const values = Float64Array.from(offs.filter((_, i) => i % every === 0));
    const time = values.map((_, i) => (run.begin + this.step * every * i) * run.units.time);
    const clock = { begin: run.begin, unit: run.units.time };
    const x = { name: 'time', dimension: 'T', values: time };
    const lines = [{ label: 'farthest off', values }];
    const series = { key: 'off', label: 'Error', dimension: 'L', x, lines, drawn: 'line' as const, clock, note: '' };
    this.plot = new TimePlot(this.host, series, (at) => this.playground.present.seek(at));
  }

  private clear(): void {
    this.plot?.dispose();
    this.plot = null;
    this.stale = true;
    this.host.replaceChildren();
  }

  /** [T] If they are shown. */
  get stepShown(): number | null {
    return this.stepped && this.run && this.shown.checked ? this.step * this.run.units.time : null;
  }

  /** Where the stepped bodies are; null if they are not shown. */
  ghosts(time: number, moment: Moment): Float64Array | null {
    const { run } = this;
    if (!run || !this.shown.checked) {
      setText(this.note, '');
      return null;
    }
    const why = whyNotStepped(run);
    if (why !== '') {
      setText(this.note, `This scene has ${why}, which the textbook's way of stepping here leaves out.`);
      return null;
    }
    if (!this.stepped || this.stepped.time > time) this.stepped = new Stepped(run, this.step);
    this.stepped.runUntil(time);
    this.say(run, moment);
    return this.stepped.position;
  }

  private say(run: Run, moment: Moment): void {
    const { position, steps } = this.stepped as Stepped;
    const { worst, off: far } = farthest(run, position, moment);
    this.off = far;
    const off = formatNumber(this.off, 3);
    const name = run.bodies.names.get(worst) ?? `body ${run.bodies.id[worst]}`;
    setText(this.note, `After ${formatCount(steps)} steps ${name} is ${off} away from where it should be.`);
  }
}

/** Who is farthest from where they should be, and how far [L]. */
function farthest(run: Run, position: Float64Array, moment: Moment): { worst: number; off: number } {
  const d = run.dimension;
  let [worst, most] = [0, 0];
  for (let body = 0; body < run.bodies.count; ++body) {
    let squared = 0;
    for (let k = 0; k < d; ++k) {
      const size = run.space.max[k] - run.space.min[k];
      let off = position[body * d + k] - moment.position[body * d + k];
      if (run.space.sides[k] === 'periodic') off -= size * Math.round(off / size);
      squared += off * off;
    }
    if (squared > most) [worst, most] = [body, squared];
  }
  return { worst, off: Math.sqrt(most) * run.units.length };
}
