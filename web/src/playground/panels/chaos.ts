// Chaos: a copy of the scene that differs by the least there is, as ghosts, and how far the two are apart.
import { lostFrom, Twin } from '../core/twin';
import type { Foreseen } from '../core/session';
import type { Part, Playground } from '../playground';
import { TimePlot } from '../../plots/plot';
import { formatNumber } from '../../run/numbers';
import { byId, setText } from '../../ui/dom';

/** More bodies take too long to be compared. */
const kMostBodies = 2000;

export class Chaos implements Part {
  private twin: Twin | null = null;
  private plot: TimePlot | null = null;
  private stale = true;
  private failed = '';
  private readonly shown = byId('chaos-shown', HTMLInputElement);
  private readonly note = byId('chaos-note', HTMLElement);
  private readonly host = byId('chaos-plot', HTMLElement);

  constructor(private readonly playground: Playground) {
    this.shown.addEventListener('change', () => {
      this.stale = true;
      if (!this.shown.checked) this.clear();
      this.playground.refresh();
    });
  }

  open(): void {
    this.stale = true;
    this.twin = null;
  }

  ghosts(time: number): Float64Array | null {
    return this.shown.checked && this.twin ? this.twin.at(time) : null;
  }

  tell(): void {
    const { foreseen, clock } = this.playground.present;
    if (!this.shown.checked || !foreseen) return;
    if (this.stale && !foreseen.quick && this.playground.isAtRest) this.compare(foreseen);
    this.plot?.setTime(clock.time);
    if (this.twin) this.say(this.twin);
    else setText(this.note, this.failed);
  }

  setTheme(): void {
    this.plot?.setTheme();
  }

  private compare(foreseen: Foreseen): void {
    const { run } = foreseen;
    this.stale = false;
    this.clear();
    if (run.bodies.count === 0 || run.bodies.count > kMostBodies) {
      this.failed = `This is shown of scenes with 1 to ${kMostBodies} bodies.`;
      return;
    }
    this.twin = new Twin(foreseen, Math.max(this.playground.present.selected, 0));
    const { time, distance } = this.twin.apart;
    const x = { name: 'time', dimension: 'T', values: time };
    const lines = [{ label: 'difference', values: distance }];
    const clock = { begin: run.begin, unit: run.units.time };
    const series = { key: 'apart', label: 'Difference', dimension: 'L', x, lines, drawn: 'line' as const, clock, note: '' };
    this.plot = new TimePlot(this.host, series, (at) => this.playground.present.seek(at), { x: false, y: true });
    this.playground.repaint();
  }

  private say({ apart: { time, distance } }: Twin): void {
    const { now, foreseen } = this.playground.present;
    if (!foreseen) return;
    const at = time.findLastIndex((each) => each <= now);
    const first = distance.find((each) => each > 0) ?? 0;
    const lost = distance.findIndex((each) => each > lostFrom(foreseen));
    const from = lost < 0 ? '' : ` From ${formatNumber(time[lost], 4)} on somebody is farther off than a radius: nobody can foretell that from numbers of 16 digits.`;
    setText(
      this.note,
      `They begin ${formatNumber(first, 2)} apart, and are ${formatNumber(distance[Math.max(at, 0)], 3)} apart now.${from}`,
    );
  }

  private clear(): void {
    this.plot?.dispose();
    this.plot = null;
    this.twin = null;
    this.failed = '';
    this.host.replaceChildren();
    setText(this.note, '');
  }
}
