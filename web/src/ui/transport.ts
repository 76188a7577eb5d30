import { rungOf, type Pace } from './clock';
import { atMostEvery, byId, setText } from './dom';
import { formatNumber } from '../run/numbers';
import { parseNumber } from './format';
import type { Viewer } from './viewer';
import { impactText, timeText } from './words';

/**
 * Rungs of speed below and above the one that the page begins with: ten thousand times slower, a hundred
 * faster.
 */
const kSlower = 12;
const kFaster = 6;

/**
 * Milliseconds between changes of the numbers while playing: faster ones cannot be read, and cost a layout
 * each.
 */
const kCalm = 60;

/** Play and pause, steps, the time as a number, and how fast it goes. */
export class Transport {
  private readonly play = byId('play', HTMLButtonElement);
  private readonly time = byId('time', HTMLInputElement);
  private readonly speed = byId('speed', HTMLInputElement);
  private readonly pace = byId('pace', HTMLSelectElement);
  private readonly impact = byId('impact-text', HTMLElement);

  constructor(private readonly viewer: Viewer) {
    const { run, clock, labels } = viewer;
    setText(byId('end', HTMLElement), formatNumber(labels.time(run.end)));
    this.play.addEventListener('click', () => viewer.toggle());
    byId('previous', HTMLButtonElement).addEventListener('click', () => viewer.step(-1));
    byId('next', HTMLButtonElement).addEventListener('click', () => viewer.step(1));
    this.bindTime();

    const middle = { time: Math.round(rungOf(clock.rate)), collisions: Math.round(rungOf(clock.perSecond)) };
    const bound = () => {
      this.speed.min = String(middle[clock.pace] - kSlower);
      this.speed.max = String(middle[clock.pace] + kFaster);
    };
    bound();
    this.speed.addEventListener('input', () => viewer.setRung(Number(this.speed.value)));
    this.pace.disabled = run.impacts.count === 0;
    this.pace.addEventListener('change', () => {
      clock.pace = this.pace.value as Pace;
      bound();
      viewer.chosen();
    });
    viewer.onPicture(atMostEvery(kCalm, () => this.paint()));
    viewer.onChoice(() => this.choose());
    this.choose();
  }

  private bindTime(): void {
    const { viewer, time } = this;
    const take = () => {
      const given = parseNumber(time.value);
      time.toggleAttribute('aria-invalid', Number.isNaN(given));
      if (Number.isNaN(given) || given === this.shownTime()) return;
      viewer.clock.pause();
      viewer.seek(viewer.labels.timeFrom(given));
    };
    time.addEventListener('change', take);
    time.addEventListener('focus', () => {
      if (viewer.clock.playing) viewer.toggle();
      time.select();
    });
    time.addEventListener('blur', () => {
      time.removeAttribute('aria-invalid');
      time.value = this.timeText();
    });
    time.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') take();
      if (event.key === 'Escape') time.value = this.timeText();
    });
  }

  private timeText(): string {
    return timeText(this.viewer, this.viewer.clock.time);
  }

  /** What the field says now: the time itself has more digits, and typing nothing must not round it. */
  private shownTime(): number {
    return parseNumber(this.timeText());
  }

  private paint(): void {
    if (document.activeElement !== this.time) this.time.value = this.timeText();
    setText(this.impact, impactText(this.viewer));
  }

  private choose(): void {
    const { clock, labels } = this.viewer;
    const label = clock.playing ? 'Pause' : 'Play';
    if (this.play.getAttribute('aria-label') !== label) this.play.setAttribute('aria-label', label);
    document.documentElement.dataset.playing = String(clock.playing);
    this.speed.value = String(Math.round(this.viewer.rung));
    const text =
      clock.pace === 'time'
        ? `${formatNumber(labels.duration(clock.rate))} per second`
        : `${formatNumber(clock.perSecond)} per second`;
    this.speed.setAttribute('aria-valuetext', text);
    setText(byId('speed-text', HTMLOutputElement), text);
    this.time.value = this.timeText();
    this.paint();
  }
}
