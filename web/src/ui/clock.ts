import { firstIndex } from '../run/lists';

/** What passes evenly while playing: time, or collisions, between which then nobody waits. */
export type Pace = 'time' | 'collisions';

/**
 * The time that is shown, and how it goes on while playing. Pure: it knows no timers and no page.
 */
export class Clock {
  /** [T] since the run began; from 0 to `end`. */
  time = 0;
  playing = false;
  pace: Pace = 'time';
  /** Collisions that pass in a second, at their pace; those of one time count as one. */
  perSecond = 1;

  /**
   * `rate`: [T] of the run that pass in a second. `collisions`: their times, in order; after the last of them
   * the rate counts again.
   */
  constructor(
    readonly end: number,
    public rate: number,
    private readonly collisions: Float64Array = new Float64Array(0),
  ) {}

  /** Lets so many seconds pass; pauses at the end. Returns whether the time moved. */
  advance(seconds: number): boolean {
    if (!this.playing) return false;
    // A page that was hidden or busy goes on where it was, not where it would be by now.
    const before = this.time;
    this.time = Math.min(this.end, this.after(Math.min(seconds, kLongestFrame)));
    if (this.time >= this.end) this.playing = false;
    return this.time !== before;
  }

  /** [T] that pass in a second now. */
  get rateNow(): number {
    const [from, to] = this.interval(this.time);
    return this.pace === 'time' || to === Infinity ? this.rate : (to - from) * this.perSecond;
  }

  /** When it is, so many seconds of playing from now. */
  private after(seconds: number): number {
    if (this.pace === 'time') return this.time + seconds * this.rate;
    let { time } = this;
    for (let left = seconds; ;) {
      const [from, to] = this.interval(time);
      if (to === Infinity) return time + left * this.rate;
      const wait = (to - time) / (to - from) / this.perSecond;
      if (wait > left) return time + left * this.perSecond * (to - from);
      left -= wait;
      time = to;
    }
  }

  /** [T] The last collision up to a time, or the begin; and the first after it, or infinity. */
  private interval(time: number): [number, number] {
    const { collisions } = this;
    const next = firstIndex(0, collisions.length, (i) => collisions[i] > time);
    return [collisions[next - 1] ?? 0, collisions[next] ?? Infinity];
  }

  seek(time: number): void {
    if (!Number.isNaN(time)) this.time = Math.min(this.end, Math.max(0, time));
  }

  /** At the end, playing begins again. */
  play(): void {
    if (this.end <= 0) return;
    if (this.time >= this.end) this.time = 0;
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
  }
}

/** Seconds: of a frame that took longer, the rest is left out. */
const kLongestFrame = 0.1;

/** Seconds that a run takes to play, unless that is too fast to follow. */
const kRunSeconds = 20;

/** Of the space's size, how far a typical body may go in a second: half a screen can still be followed. */
const kFollowed = 0.5;

/** A rate at which the run can be watched: [T] a second, from `ladder`. `extent` [L], `speed` [L/T]. */
export function watchableRate(end: number, extent: number, speed: number): number {
  const whole = end / kRunSeconds;
  const followed = speed > 0 && extent > 0 ? (kFollowed * extent) / speed : Infinity;
  const rate = Math.min(whole, followed);
  return rate > 0 && Number.isFinite(rate) ? rung(Math.round(rungOf(rate))) : 1;
}

/** 1, 2, 5, 10, 20, 50, ...: rung 0 is 1, rung 3 is 10, rung -1 is 0.5. */
export function rung(index: number): number {
  const decade = Math.floor(index / 3);
  // Parsed, so that it is the double nearest to the decimal number that the page shows.
  return Number(`${[1, 2, 5][index - 3 * decade]}e${decade}`);
}

/** Where a rate stands among the rungs, the whole numbers being 1, 2, 5, 10, ...; straight in between. */
export function rungOf(rate: number): number {
  let below = Math.floor(3 * Math.log10(rate)) - 1;
  while (rung(below + 1) <= rate) ++below;
  const low = Math.log(rung(below));
  return below + (Math.log(rate) - low) / (Math.log(rung(below + 1)) - low);
}
