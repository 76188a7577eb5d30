import type { Logarithmic } from '../plots/chart';
import { csvOf, curvesOf, hasLogarithm, seriesOf, type Series } from '../plots/series';
import { SpeedPlot, TimePlot } from '../plots/plot';
import { labelWithDimension } from '../run/numbers';
import { atMostEvery, button, byId, make } from './dom';
import { download } from './share';
import type { Viewer } from './viewer';

/** Milliseconds between changes of the plots, and of the histogram, while playing. */
const kCalm = 80;
const kCalmer = 160;

/** All plots: each is drawn once it comes into sight, and follows the time while it is there. */
export class PlotsPanel {
  private readonly host = byId('plots', HTMLElement);
  private readonly times = new Map<Element, TimePlot>();
  private readonly inSight = new Set<Element>();
  /** What draws those that nobody has seen yet. */
  private readonly undrawn = new Map<Element, () => void>();
  private speeds: SpeedPlot | null = null;
  private readonly sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        this.inSight.add(target);
        this.undrawn.get(target)?.();
      } else this.inSight.delete(target);
    this.paint();
  });

  constructor(private readonly viewer: Viewer) {
    const { run } = viewer;
    const seek = (time: number) => {
      viewer.clock.pause();
      viewer.seek(time);
    };
    for (const series of seriesOf(run)) this.addSeries(series, seek);
    if (run.bodies.count > 0) this.addSpeeds();
    for (const series of curvesOf(run)) this.addSeries(series, null);
    byId('no-plots', HTMLElement).hidden = this.host.childElementCount > 0;
    viewer.onPicture(atMostEvery(kCalm, () => this.paint()));
    viewer.onChoice(() => this.paint());
    viewer.onPicture(atMostEvery(kCalmer, () => this.paintSpeeds()));
    addEventListener('beforeprint', () => this.undrawn.forEach((draw) => draw()));
  }

  setTheme(): void {
    for (const plot of [...this.times.values(), this.speeds]) plot?.setTheme();
  }

  private addSeries(series: Series, seek: ((time: number) => void) | null): void {
    const title = labelWithDimension(series.label, series.dimension);
    const place = this.add(series.key, title, series.note, () => csvOf(series));
    const log = { x: false, y: false };
    const draw = () => {
      this.undrawn.delete(place);
      this.times.get(place)?.dispose();
      place.replaceChildren();
      const plot = new TimePlot(place, series, seek, { ...log });
      plot.setTime(this.viewer.clock.time);
      this.times.set(place, plot);
    };
    const head = place.previousElementSibling as HTMLElement;
    if (hasLogarithm(series.x.values)) head.lastElementChild?.before(logButton('x', title, log, draw));
    if (series.lines.every(({ values }) => hasLogarithm(values)))
      head.lastElementChild?.before(logButton('y', title, log, draw));
    this.undrawn.set(place, draw);
  }

  private addSpeeds(): void {
    const place = this.add('speeds-now', 'Speeds now', '', () => {
      if (this.speeds === null) draw();
      return this.speeds?.csv() ?? '';
    });
    const log = { x: false, y: false };
    const draw = () => {
      this.undrawn.delete(place);
      this.speeds?.dispose();
      this.speeds = new SpeedPlot(place, this.viewer.run, { ...log });
      this.paintSpeeds();
    };
    const head = place.previousElementSibling as HTMLElement;
    head.lastElementChild?.before(logButton('y', 'Speeds now', log, draw));
    this.undrawn.set(place, draw);
  }

  private add(key: string, title: string, note: string, csv: () => string): HTMLElement {
    const place = make('div', 'plot-place');
    const save = button('CSV', `Download ${title} as CSV`, () => {
      download(`${String(this.viewer.run.summary.scene ?? 'run')}-${key}.csv`, csv(), 'text/csv');
    });
    const figure = make('section', 'plot', make('div', 'plot-head', make('h3', '', title), save), place);
    figure.dataset.plot = key;
    if (note !== '') figure.append(make('p', 'quiet', note));
    this.host.append(figure);
    this.sight.observe(place);
    return place;
  }

  private paint(): void {
    for (const place of this.inSight) this.times.get(place)?.setTime(this.viewer.clock.time);
  }

  private paintSpeeds(): void {
    this.speeds?.update(this.viewer.moment);
  }
}

/** Makes an axis logarithmic, and linear again. */
function logButton(axis: 'x' | 'y', title: string, log: Logarithmic, draw: () => void): HTMLButtonElement {
  const made = button(`log ${axis}`, `log ${axis} axis: ${title}`, () => {
    log[axis] = !log[axis];
    made.setAttribute('aria-pressed', String(log[axis]));
    draw();
  });
  made.setAttribute('aria-pressed', 'false');
  return made;
}
