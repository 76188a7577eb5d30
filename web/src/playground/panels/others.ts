// "The others": a stepped world beside ours, as ghosts, and how far it is off.
import type { Moment, Run } from '../../run/types';
import { byId, setText } from '../../ui/dom';
import { allDigits, parseNumber } from '../../ui/format';
import { formatCount, formatNumber } from '../../run/numbers';
import type { Foreseen } from '../core/session';
import type { Part, Playground } from '../playground';
import { Stepped, whyNotStepped } from './stepped';

export class Others implements Part {
  private stepped: Stepped | null = null;
  private run: Run | null = null;
  /** [T] Of the run. */
  private step = 0;
  /** [L] How far the worst of them is off. */
  off = 0;
  private readonly shown = byId('others-shown', HTMLInputElement);
  private readonly field = byId('others-step', HTMLInputElement);
  private readonly note = byId('others-note', HTMLElement);

  constructor(private readonly playground: Playground) {
    this.shown.addEventListener('change', () => playground.refresh());
    this.field.addEventListener('change', () => {
      const step = parseNumber(this.field.value);
      const right = step > 0 && Number.isFinite(step);
      this.field.setAttribute('aria-invalid', String(!right));
      if (!right || !this.run) return;
      this.step = step / this.run.units.time;
      this.stepped = null;
      playground.refresh();
    });
  }

  /** Another scene: its step is what passes in a frame of a sixtieth of a second. */
  open({ run }: Foreseen, anew: boolean): void {
    this.run = run;
    this.stepped = null;
    if (!anew) return;
    this.step = Number((this.playground.present.clock.rate / 60).toPrecision(2));
    this.field.value = allDigits(this.step * run.units.time);
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
    this.off = Math.sqrt(most) * run.units.length;
    const off = formatNumber(this.off, 3);
    const name = run.bodies.names.get(worst) ?? `body ${run.bodies.id[worst]}`;
    setText(this.note, `After ${formatCount(steps)} steps ${name} is ${off} away from where it should be.`);
  }
}
