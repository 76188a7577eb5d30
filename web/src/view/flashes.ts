import type { Run } from '../run/types';
import { wrap } from './bounds';
import type { Camera, Spot } from './camera';
import type { Flash } from './renderer';
import { kGlowReach } from './marks/stage';

/** Seconds. */
const kFade = 0.7;
/** Seconds for which a place that has glowed does not begin to glow again: less than two flashes a second. */
const kRest = 0.6;
const kMost = 48;
/** Impacts looked at in a picture; of more, some evenly chosen. */
const kMostNew = 96;

interface Glow {
  impact: number;
  begun: number;
  x: number;
  y: number;
}

/**
 * Soft glows where impacts are, in seconds of who looks. None begins within two reaches of another that began
 * less than kRest ago; so no pixel brightens more than twice in a second, however many impacts there are
 * (three are safe: WCAG 2.3.1).
 */
export class Flashes {
  /** Those to be drawn. */
  readonly shown: Flash[] = [];
  private glows: Glow[] = [];
  private readonly spot: Spot = [0, 0, 0];
  private readonly point = [0, 0, 0];

  constructor(private readonly run: Pick<Run, 'impacts' | 'dimension' | 'space'>) {}

  /** Lets impacts `first` up to but not including `last` glow from `now` [s] on, where that is safe. */
  ignite(first: number, last: number, now: number, camera: Camera): void {
    const { dimension, impacts, space } = this.run;
    const step = Math.max(1, Math.ceil((last - first) / kMostNew));
    for (let impact = first; impact < last; impact += step) {
      for (let k = 0; k < dimension; ++k) this.point[k] = impacts.point[impact * dimension + k];
      wrap(this.point, space);
      const [x, y] = camera.project(this.point, this.spot);
      const free = this.glows.every(
        (glow) => now - glow.begun >= kRest || Math.hypot(glow.x - x, glow.y - y) >= 2 * kGlowReach,
      );
      if (free && this.glows.length < kMost) this.glows.push({ impact, begun: now, x, y });
    }
  }

  /** Forgets what has faded, and says how strongly the others glow at `now` [s]. Returns whether any does. */
  update(now: number): boolean {
    this.glows = this.glows.filter((glow) => now - glow.begun < kFade);
    this.shown.length = 0;
    for (const { impact, begun } of this.glows) {
      const left = 1 - Math.max(now - begun, 0) / kFade;
      this.shown.push({ impact, strength: left * left });
    }
    return this.shown.length > 0;
  }

  clear(): void {
    this.glows = [];
    this.shown.length = 0;
  }
}
