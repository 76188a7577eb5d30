// What is looked at: a foreseen run, a time of it, one of its bodies.
import { newMoment } from '../run/types';
import { Clock, rung, rungOf, watchableRate } from '../ui/clock';
import { say } from '../ui/dom';
import { Labels } from '../ui/labels';
import { sizeOf, typicalSpeed } from '../ui/viewer';
import type { Foreseen } from './core/session';

/** Of more bodies none is selected from the start. */
const kFewBodies = 100;

export class Present {
  foreseen: Foreseen | null = null;
  labels: Labels | null = null;
  clock = new Clock(0, 1);
  /** The impact that is shown, or -1. */
  impact = -1;
  /** Index of a body, or -1. */
  selected = -1;
  /** Chosen by hand, or seen with a scene that has changed since. */
  private rateStays = false;

  /** `further`: foresees the same scene up to so many collisions, at once. */
  constructor(
    private readonly changed: () => void,
    private readonly further: (collisions: number) => void,
  ) {}

  /** [T] The scene's own. */
  get now(): number {
    return this.labels?.time(this.clock.time) ?? 0;
  }

  get name(): string {
    return this.foreseen && this.selected >= 0 ? this.foreseen.scene.nameOf(this.id) : '';
  }

  /** Of the selected body, in the world. */
  get id(): number {
    return this.foreseen?.run.bodies.id[this.selected] ?? -1;
  }

  /** `time` [T] of the run. `further`: the same scene, further ahead. */
  open(foreseen: Foreseen, anew: boolean, time: number, further: boolean): void {
    const { run } = foreseen;
    this.foreseen = foreseen;
    this.labels = new Labels(run);
    // Of another scene, or one that starts anew, nothing has happened yet.
    if (!further) this.impact = -1;
    const { playing } = this.clock;
    if (anew) this.rateStays = false;
    else if (!further) this.rateStays = true;
    const isFree = anew || this.clock.end === 0 || (further && !playing && time === 0 && !this.rateStays);
    const rate = isFree ? rateFor(foreseen) : this.clock.rate;
    this.clock = new Clock(run.end, rate, run.impacts.time);
    this.clock.seek(time);
    this.clock.playing = playing && time < run.end;
    if (this.selected >= run.bodies.count) this.selected = -1;
    if (anew && this.selected < 0) this.selected = firstSelected(foreseen);
  }

  select(body: number): void {
    this.selected = body;
    if (body >= 0 && this.foreseen) say(this.name);
    this.changed();
  }

  selectNext(by: 1 | -1): void {
    const count = this.foreseen?.run.bodies.count ?? 0;
    if (count > 0) this.select((this.selected + by + count + (this.selected < 0 && by < 0 ? 1 : 0)) % count);
  }

  // --- Time

  toggle(): void {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.impact = -1;
    this.changed();
  }

  pause(): void {
    this.clock.pause();
  }

  seek(time: number): void {
    this.clock.seek(time);
    this.impact = -1;
    this.changed();
  }

  /** The first impact to come. */
  get nextImpact(): number {
    const { foreseen, impact, clock } = this;
    return impact >= 0 ? impact + 1 : (foreseen?.motion.impactsUntil(clock.time) ?? 0);
  }

  step(direction: 1 | -1): void {
    if (!this.foreseen) return;
    this.clock.pause();
    if (direction > 0 && this.nextImpact >= this.foreseen.run.impacts.count && !this.foreseen.whole)
      this.further(4 * this.foreseen.collisions);
    const before = this.impact >= 0 ? this.impact - 1 : this.foreseen.motion.impactBefore(this.clock.time);
    this.show(direction > 0 ? this.nextImpact : before, direction);
  }

  goTo(impact: number): void {
    this.clock.pause();
    this.show(impact, 1);
  }

  private show(impact: number, direction: 1 | -1): void {
    const { time, count } = (this.foreseen as Foreseen).run.impacts;
    const isThere = impact >= 0 && impact < count;
    this.clock.seek(isThere ? time[impact] : direction > 0 ? this.clock.end : 0);
    this.impact = isThere ? impact : -1;
    this.changed();
  }

  changeRate(rungs: number): void {
    this.rateStays = true;
    this.clock.rate = rung(Math.round(rungOf(this.clock.rate)) + rungs);
    this.changed();
  }

  /** Lets so many seconds pass. */
  advance(seconds: number): void {
    const { clock, foreseen } = this;
    const { playing } = clock;
    clock.advance(seconds);
    if (!foreseen || !playing || clock.time < clock.end || foreseen.whole) return;
    this.further(4 * foreseen.collisions);
    this.clock.playing = true;
  }
}

/** What a first hand would take: the first body that moves. */
function firstSelected({ run, motion }: Foreseen): number {
  const { count } = run.bodies;
  if (count === 0 || count > kFewBodies) return -1;
  const moment = newMoment(run);
  motion.at(0, moment);
  return Math.max(
    moment.speed.findIndex((speed) => speed > 0),
    0,
  );
}

function rateFor({ run, motion }: Foreseen): number {
  const moment = newMoment(run);
  motion.at(0, moment);
  return watchableRate(run.end, sizeOf(run), typicalSpeed(moment));
}
