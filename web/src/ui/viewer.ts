import type { Motion } from '../run/motion';
import { newMoment, type Moment, type Run } from '../run/types';
import { Clock, rung, rungOf, watchableRate } from './clock';
import { Labels } from './labels';

/** A picture is due. Returns true to ask for another soon. */
type Painter = () => boolean | void;

/**
 * What of the run is looked at: the time, the impact, the body. All parts of the page read it and listen to
 * it.
 */
export class Viewer {
  readonly clock: Clock;
  readonly labels: Labels;
  readonly moment: Moment;
  /** The impact at whose very time the run stands, or -1. */
  impact = -1;
  /** Indices among the bodies shown, or -1. */
  selected = -1;
  hovered = -1;
  /** Whether numbers are told with all of their digits. */
  exact = false;
  /** Whether a step was asked for that leads beyond the last impact kept. */
  beyondKept = false;

  private painters: Painter[] = [];
  private listeners: (() => void)[] = [];
  private due = false;
  private last = 0;
  /** Whether the last picture asked for this one: else the time since then was no time of playing. */
  private flowing = false;

  constructor(
    readonly run: Run,
    readonly motion: Motion,
  ) {
    this.labels = new Labels(run);
    this.moment = newMoment(run);
    motion.at(0, this.moment);
    const rate = watchableRate(run.end, sizeOf(run), typicalSpeed(this.moment));
    this.clock = new Clock(run.end, rate, run.impacts.time);
  }

  onPicture(painter: Painter): void {
    this.painters.push(painter);
  }

  /**
   * Called when something was chosen: a time, an impact, a body, playing or not; never for the time that
   * passes.
   */
  onChoice(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** To a time; if that is the very time of an impact, as in a shared address, to the impact. */
  seek(time: number): void {
    this.clock.seek(time);
    const last = this.motion.impactsUntil(this.clock.time) - 1;
    this.impact = last >= 0 && this.run.impacts.time[last] === this.clock.time ? last : -1;
    this.beyondKept = false;
    this.chosen();
  }

  /** The index of the first impact that is still to come; those of this very time that were shown have been. */
  get nextImpact(): number {
    return this.impact >= 0 ? this.impact + 1 : this.motion.impactsUntil(this.clock.time);
  }

  /** The next impacts, at most so many: of the body that is selected, or of all. */
  coming(count: number): number[] {
    return this.motion.coming(this.nextImpact, count, this.selected);
  }

  /**
   * To the next impact (1) or the one before (-1); past the last, to the end, and before the first, to the
   * start. If the next one is not kept, nowhere.
   */
  step(direction: 1 | -1): void {
    this.clock.pause();
    const { count, total } = this.run.impacts;
    const before = this.impact >= 0 ? this.impact - 1 : this.motion.impactBefore(this.clock.time);
    const impact = direction > 0 ? this.nextImpact : before;
    if (impact >= 0 && impact < count) {
      this.showImpact(impact);
    } else if (direction > 0 && count < total) {
      this.beyondKept = true;
      this.chosen();
    } else {
      this.impact = -1;
      this.clock.seek(direction > 0 ? this.clock.end : 0);
      this.chosen();
    }
  }

  showImpact(impact: number): void {
    this.clock.pause();
    this.clock.seek(this.run.impacts.time[impact]);
    this.impact = impact;
    this.beyondKept = false;
    this.chosen();
  }

  toggle(): void {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.impact = this.clock.playing ? -1 : this.impact;
    this.beyondKept = false;
    this.chosen();
  }

  /** Faster or slower by so many rungs of 1, 2, 5, 10, ... */
  changeRate(rungs: number): void {
    this.setRung(Math.round(this.rung) + rungs);
  }

  /** The rung of the speed, at the present pace. */
  get rung(): number {
    return rungOf(this.clock.pace === 'time' ? this.clock.rate : this.clock.perSecond);
  }

  setRung(index: number): void {
    if (this.clock.pace === 'time') this.clock.rate = rung(index);
    else this.clock.perSecond = rung(index);
    this.chosen();
  }

  setExact(exact: boolean): void {
    this.exact = exact;
    this.chosen();
  }

  select(body: number): void {
    this.selected = body >= 0 && body < this.run.bodies.count ? body : -1;
    this.chosen();
  }

  hover(body: number): void {
    if (body === this.hovered) return;
    this.hovered = body;
    this.repaint();
  }

  chosen(): void {
    this.repaint();
    for (const listener of this.listeners) listener();
  }

  repaint(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => this.paint(now));
  }

  private paint(now: number): void {
    this.due = false;
    const seconds = this.flowing ? (now - this.last) / 1000 : 0;
    this.last = now;
    const wasPlaying = this.clock.playing;
    this.clock.advance(seconds);
    if (this.moment.time !== this.clock.time) this.motion.at(this.clock.time, this.moment);
    let again = this.clock.playing;
    for (const painter of this.painters) again = painter() === true || again;
    this.flowing = again;
    if (again) this.repaint();
    if (wasPlaying && !this.clock.playing) this.chosen();
  }
}

/** [L] The longest side of the space. */
export function sizeOf(run: Run): number {
  return Math.max(...run.space.max.map((max, axis) => max - run.space.min[axis]));
}

/** [L/T] The root of the mean square speed of the bodies that move at the start. */
export function typicalSpeed(moment: Moment): number {
  const moving = Array.from(moment.speed).filter((speed) => speed > 0);
  if (moving.length === 0) return 0;
  const squares = moving.reduce((sum, speed) => sum + speed * speed, 0);
  return Math.sqrt(squares / moving.length);
}
