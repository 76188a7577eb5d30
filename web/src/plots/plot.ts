// Plots that show where the run stands, and how fast its bodies are.
import { writeTable } from '../run/csv';
import { formatNumber } from '../run/numbers';
import type { Moment, Run } from '../run/types';
import { logRangeOf, rangeOf } from './axes';
import { Chart, kLinear, type Drawing } from './chart';
import { describe, extremes, sampleAt, type Line, type Series } from './series';
import { describeSpeeds, deviationText, roundUp, Speeds, type SpeedHistogram } from './speeds';

/** Of a plot's width: a time that is so little beyond is at its end. */
const kRounding = 1e-9;
/** [T/L] Before anything is shown. */
const kLeastDensity = 1e-3;

/** A quantity over time, with a mark at the time that the page shows; or any other series, without it. */
export class TimePlot {
  readonly #plot: Chart;
  readonly #series: Series;
  readonly #now: HTMLElement | null = null;
  #time = 0;

  /** onSeek is told the time (since the run's begin) where somebody presses or drags. */
  constructor(host: HTMLElement, series: Series, onSeek: ((time: number) => void) | null, log = kLinear) {
    this.#series = series;
    const { label, axis = label, dimension, x, drawn, lines, clock } = series;
    const drawing = {
      label: axis,
      dimension,
      xLabel: x.name,
      xDimension: x.dimension,
      drawn,
      lines,
      range: log.y ? logRangeOf : rangeFor(drawn),
      log,
    };
    this.#plot = new Chart(host, drawing, x.values, describe(series));
    if (clock === null) return;
    this.#now = document.createElement('div');
    this.#now.className = 'plot-now';
    this.#plot.over.append(this.#now);
    this.#plot.chart.hooks.setSize = [() => this.#place()];
    this.#plot.chart.hooks.draw = [() => this.#place()];
    this.setTime(0);
    if (onSeek) this.#seekBy(onSeek, clock.begin, clock.unit);
  }

  /** Since the run's begin. */
  setTime(time: number): void {
    const { clock } = this.#series;
    if (clock === null) return;
    this.#time = (clock.begin + time) * clock.unit;
    this.#place();
    this.#plot.setHere(sampleAt(this.#series, this.#time));
  }

  setTheme(): void {
    this.#plot.setTheme();
  }

  dispose(): void {
    this.#plot.dispose();
  }

  #place(): void {
    if (!this.#now) return;
    // On a logarithmic axis there is no time 0, and a plot may end before the run does.
    const { chart } = this.#plot;
    const { min = NaN, max = NaN } = chart.scales['x'] ?? {};
    const rounding = kRounding * ((max ?? NaN) - (min ?? NaN));
    this.#now.hidden = !(this.#time >= (min ?? NaN) - rounding && this.#time <= (max ?? NaN) + rounding);
    this.#now.style.transform = `translateX(${chart.valToPos(this.#time, 'x')}px)`;
  }

  #seekBy(onSeek: (time: number) => void, begin: number, unit: number): void {
    const { over, chart } = this.#plot;
    this.#plot.seeks = true;
    const seek = (event: PointerEvent) => {
      const { left, width } = over.getBoundingClientRect();
      const x = chart.posToVal(Math.min(Math.max(event.clientX - left, 0), width), 'x');
      onSeek(Math.max(x / unit - begin, 0));
    };
    over.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      over.setPointerCapture(event.pointerId);
      seek(event);
    });
    over.addEventListener('pointermove', (event) => {
      if (over.hasPointerCapture(event.pointerId)) seek(event);
    });
  }
}

/** Bars stand on zero. */
function rangeFor(drawn: Series['drawn']): Drawing['range'] {
  if (drawn === 'line') return rangeOf;
  return (least, most) => (most > 0 && least >= 0 ? [0, most * 1.08] : rangeOf(least, most));
}

/** The histogram of speeds at one moment, with Maxwell's curve. */
export class SpeedPlot {
  readonly #speeds: Speeds;
  readonly #plot: Chart;
  readonly #note = document.createElement('p');
  readonly #lines: Line[];
  readonly #speedUnit: number;
  readonly #energyUnit: number;
  #histogram: SpeedHistogram | null = null;

  constructor(host: HTMLElement, run: Run, log = kLinear) {
    const { length, time, mass } = run.units;
    this.#speedUnit = length / time;
    this.#energyUnit = mass * this.#speedUnit * this.#speedUnit;
    this.#speeds = new Speeds(run);
    const none = new Float64Array(0);
    this.#lines = [
      { label: 'measured', values: none },
      { label: 'Maxwell', values: none },
    ];
    const drawing: Drawing = {
      label: 'Density',
      dimension: 'T/L',
      xLabel: 'speed',
      xDimension: 'L/T',
      drawn: 'bars',
      lines: this.#lines,
      range: (_least, most) => [log.y ? this.#leastShown() : 0, most > 0 ? roundUp(most) : 1],
      log,
    };
    this.#plot = new Chart(host, drawing, none, 'Speeds now');
    this.#plot.chart.hooks.draw = [() => this.#drawErrors()];
    this.#note.className = 'plot-readout plot-note';
    host.append(this.#note);
  }

  update(moment: Moment): void {
    const histogram = this.#speeds.at(moment);
    this.#histogram = histogram;
    const unit = this.#speedUnit;
    const density = histogram.density.map((value) => value / unit);
    (this.#lines[0] as Line).values = density;
    (this.#lines[1] as Line).values =
      histogram.maxwell?.map((value) => value / unit) ?? density.map(() => NaN);
    this.#plot.setHere(Math.max(density.indexOf(extremes(density)[1]), 0));
    this.#plot.setValues(histogram.middle.map((value) => value * unit));
    this.#plot.describe(describeSpeeds(histogram, (value) => formatNumber(value * unit, 4)));
    const { temperature, deviation, note } = histogram;
    const text = [
      temperature === null ? '' : `Temperature now ${formatNumber(temperature * this.#energyUnit, 5)}.`,
      deviation === null ? '' : deviationText(deviation),
      note,
    ]
      .filter((each) => each !== '')
      .join(' ');
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  setTheme(): void {
    this.#plot.setTheme();
  }

  /** [T/L] Of a logarithmic axis: half of one body in a bin. What Maxwell says of less is not to be seen. */
  #leastShown(): number {
    const histogram = this.#histogram;
    if (histogram === null) return kLeastDensity;
    const { counts, edges } = histogram;
    const width = ((edges.at(-1) as number) - (edges.at(-2) as number)) * this.#speedUnit;
    return 0.5 / (counts.reduce((sum, n) => sum + n, 0) * width);
  }

  /** Of each bin, one standard error of its count up and down, where there is a curve to compare with. */
  #drawErrors(): void {
    const histogram = this.#histogram;
    if (!histogram?.maxwell) return;
    const { chart } = this.#plot;
    const { ctx, bbox } = chart;
    const foot = bbox.top + bbox.height;
    ctx.save();
    ctx.strokeStyle = this.#plot.lineColor(0);
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([]);
    ctx.beginPath();
    histogram.counts.forEach((count, i) => {
      if (count === 0) return;
      const density = (histogram.density[i] as number) / this.#speedUnit;
      const x = chart.valToPos((histogram.middle[i] as number) * this.#speedUnit, 'x', true);
      ctx.moveTo(x, chart.valToPos(density * (1 + 1 / Math.sqrt(count)), 'y', true));
      // A lone body's reaches down to 0, which a logarithmic axis does not have.
      const low = chart.valToPos(density * (1 - 1 / Math.sqrt(count)), 'y', true);
      ctx.lineTo(x, Number.isFinite(low) ? Math.min(low, foot) : foot);
    });
    ctx.stroke();
    ctx.restore();
  }

  /** The moment shown last. */
  csv(): string {
    const histogram = this.#histogram;
    if (histogram === null) return '';
    const { edges, counts, density, maxwell } = histogram;
    const unit = this.#speedUnit;
    const column = (name: string, dimension: string, values: ArrayLike<number>, factor = 1) => ({
      name,
      dimension,
      values: Float64Array.from(values, (value) => value * factor),
    });
    return writeTable([
      column('v_low', 'L/T', edges.subarray(0, -1), unit),
      column('v_high', 'L/T', edges.subarray(1), unit),
      column('count', '1', counts),
      column('density', 'T/L', density, 1 / unit),
      column('maxwell', 'T/L', maxwell ?? density.map(() => NaN), 1 / unit),
    ]);
  }

  dispose(): void {
    this.#plot.dispose();
    this.#note.remove();
  }
}
