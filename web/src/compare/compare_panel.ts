import { TimePlot } from '../plots/plot';
import { csvOf, hasLogarithm, seriesOf, type Series } from '../plots/series';
import { kLinear } from '../plots/chart';
import { DamagedReport } from '../run/damage';
import { labelWithDimension } from '../run/numbers';
import type { Run } from '../run/types';
import { atMostEvery, button, byId, make, say } from '../ui/dom';
import { download } from '../ui/share';
import type { StageView } from '../ui/stage_view';
import { comparedRows } from '../ui/summary_table';
import type { Viewer } from '../ui/viewer';
import { outcomeOf } from '../ui/words';
import { distanceOver, sharedSeries, type Shared } from './difference';
import { runOf } from './other_run';
import { TwinStage } from './twin_stage';

const kCalm = 80;

/** Another run beside this one: both stages at one time, what differs, and how the difference grows. */
export class ComparePanel {
  private readonly card = byId('compare-card', HTMLElement);
  private readonly file = byId('compare-file', HTMLInputElement);
  private readonly problem = byId('compare-problem', HTMLElement);
  private readonly quantity = byId('compare-quantity', HTMLSelectElement);
  private readonly plots = byId('compare-plots', HTMLElement);
  private drawn: TimePlot[] = [];
  private distance: Series | null = null;
  private shared: Shared[] = [];
  private twin: TwinStage | null = null;

  constructor(
    private readonly viewer: Viewer,
    private readonly stage: StageView,
  ) {
    byId('compare', HTMLButtonElement).addEventListener('click', () => this.file.click());
    byId('compare-close', HTMLButtonElement).addEventListener('click', () => this.close());
    this.file.addEventListener('change', () => {
      void this.open(this.file.files?.[0]);
      this.file.value = ''; // the same file may be chosen again
    });
    this.quantity.addEventListener('change', () => this.draw());
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      void this.open(event.dataTransfer?.files[0]);
    });
    viewer.onPicture(() => this.twin?.paint());
    viewer.onPicture(atMostEvery(kCalm, () => this.follow()));
  }

  setTheme(): void {
    for (const plot of this.drawn) plot.setTheme();
  }

  private async open(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    try {
      this.show(await runOf(await file.text()), file.name);
      this.problem.hidden = true;
    } catch (error) {
      if (!(error instanceof DamagedReport)) throw error;
      this.problem.textContent = `${file.name}: ${error.message}`;
      this.problem.hidden = false;
    }
  }

  private show(other: Run, name: string): void {
    const { run } = this.viewer;
    if (other.dimension !== run.dimension)
      throw new DamagedReport(
        `A run in ${other.dimension}D cannot be shown beside one in ${run.dimension}D.`,
      );
    this.close();
    this.twin = new TwinStage(this.viewer, other, this.stage.shown);
    byId('compare-title', HTMLElement).textContent = `Beside ${String(other.summary.scene ?? name)}`;
    byId('compare-facts', HTMLElement).textContent = `${name} · ${outcomeOf(other).text}`;
    byId('compare-table', HTMLTableElement).tBodies[0].replaceChildren(...comparedRows(run, other));
    this.distance = distanceOver(run, other);
    this.shared = sharedSeries(seriesOf(run), seriesOf(other));
    const options = this.shared.map(({ series }) => new Option(series.label, series.key));
    if (this.distance !== null) options.unshift(new Option(this.distance.label, this.distance.key));
    this.quantity.replaceChildren(...options);
    this.card.hidden = false;
    this.draw();
    this.viewer.repaint();
    say(`Beside this run stands ${name}.`);
  }

  private close(): void {
    this.twin?.dispose();
    this.twin = null;
    this.clear();
    this.card.hidden = true;
    this.viewer.repaint();
  }

  private clear(): void {
    for (const plot of this.drawn) plot.dispose();
    this.drawn = [];
    this.plots.replaceChildren();
  }

  /** The quantity that was chosen: the distance, or both runs' values and their difference. */
  private draw(): void {
    this.clear();
    const wanted = this.shared.find(({ series }) => series.key === this.quantity.value);
    if (wanted !== undefined) [wanted.both, wanted.difference].forEach((series) => this.add(series));
    else if (this.distance !== null) this.add(this.distance);
  }

  private add(series: Series): void {
    const title = labelWithDimension(series.label, series.dimension);
    const place = make('div', 'plot-place');
    const save = button('CSV', `Download ${title} as CSV`, () => {
      download(
        `${String(this.viewer.run.summary.scene ?? 'run')}-${series.key}.csv`,
        csvOf(series),
        'text/csv',
      );
    });
    const figure = make('section', 'plot', make('div', 'plot-head', make('h3', '', title), save), place);
    figure.dataset.plot = series.key;
    if (series.note !== '') figure.append(make('p', 'quiet', series.note));
    this.plots.append(figure);
    // What grows from rounding to the size of the box is a straight line on a logarithmic axis.
    const y = series === this.distance && hasLogarithm(series.lines[0].values);
    const plot = new TimePlot(place, series, (time) => this.seek(time), { ...kLinear, y });
    plot.setTime(this.viewer.clock.time);
    this.drawn.push(plot);
  }

  private seek(time: number): void {
    this.viewer.clock.pause();
    this.viewer.seek(time);
  }

  private follow(): void {
    for (const plot of this.drawn) plot.setTime(this.viewer.clock.time);
  }
}
