// Plots by uPlot that follow the page's colours, show where the run stands, and say their values.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { writeTable } from '../run/csv';
import { formatNumber, labelWithDimension } from '../run/numbers';
import type { Moment, Run } from '../run/types';
import { rangeOf, tickTexts } from './axes';
import { describe, extremes, sampleAt, type Line, type Series } from './series';
import { describeSpeeds, roundUp, Speeds, type SpeedHistogram } from './speeds';

/** Colours are not alone in telling lines apart: dashes do too. */
const kLineColors = ['--plot-line', '--plot-line-2', '--plot-line-3'];
const kLineDefaults = ['#0072b2', '#d55e00', '#009e73'];
const kDashes = [[], [7, 4], [2, 3]];
const kBorders = ['solid', 'dashed', 'dotted'];
const kFontSize = 12;
const kLabelSize = 11;

interface Theme {
  lines: string[];
  grid: string;
  axis: string;
  font: string;
  labelFont: string;
}

function themeOf(host: HTMLElement): Theme {
  const style = getComputedStyle(host);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    lines: kLineColors.map((name, i) => read(name, kLineDefaults[i] as string)),
    grid: read('--plot-grid', '#e4e4e0'),
    axis: read('--plot-axis', '#56626e'),
    font: `${kFontSize}px ${style.fontFamily}`,
    labelFont: `${kLabelSize}px ${style.fontFamily}`,
  };
}

/** What Plot draws: like Series, but the numbers may change. */
interface Drawing {
  /** What the y axis is called. */
  label: string;
  dimension: string;
  xLabel: string;
  xDimension: string;
  drawn: Series['drawn'];
  lines: Line[];
  /** Of the y axis, given the values' extremes. */
  range: (least: number, most: number) => [number, number];
}

/** A readout line above the drawing; both fill the host. */
class Plot {
  readonly chart: uPlot;
  readonly over: HTMLElement;
  #theme: Theme;
  readonly #host: HTMLElement;
  readonly #drawing: Drawing;
  readonly #readout = document.createElement('p');
  readonly #canvas = document.createElement('div');
  readonly #values: HTMLElement[] = [];
  readonly #size: ResizeObserver;
  /** The sample that the readout tells; of nobody pointing, and of somebody. */
  #here = 0;
  #pointed: number | null = null;

  constructor(host: HTMLElement, drawing: Drawing, x: Float64Array, words: string) {
    this.#host = host;
    this.#drawing = drawing;
    this.#theme = themeOf(host);
    this.#readout.className = 'plot-readout';
    this.#canvas.className = 'plot-canvas';
    this.#canvas.setAttribute('role', 'img');
    host.append(this.#readout, this.#canvas);
    this.#makeReadout();
    this.chart = new uPlot(this.#options(), this.#data(x), this.#canvas);
    this.over = this.chart.over;
    this.describe(words);
    this.#size = new ResizeObserver(() => this.#fit());
    this.#size.observe(this.#canvas);
    this.#tell();
  }

  describe(words: string): void {
    this.#canvas.setAttribute('aria-label', words);
  }

  set seeks(seeks: boolean) {
    this.#canvas.toggleAttribute('data-seeks', seeks);
  }

  /** The lines' values have changed. */
  setValues(x: Float64Array): void {
    this.chart.setData(this.#data(x));
    this.#tell();
  }

  setTheme(): void {
    this.#theme = themeOf(this.#host);
    this.#colorReadout();
    this.chart.redraw(false, true);
  }

  /** What the readout tells while nobody points. */
  setHere(sample: number): void {
    if (sample === this.#here) return;
    this.#here = sample;
    if (this.#pointed === null) this.#tell();
  }

  dispose(): void {
    this.#size.disconnect();
    this.chart.destroy();
    this.#readout.remove();
    this.#canvas.remove();
  }

  #data(x: Float64Array): uPlot.AlignedData {
    // uPlot leaves gaps where values are null, which typed arrays cannot be.
    const values = this.#drawing.lines.map((line) => Array.from(line.values, (value) => (Number.isFinite(value) ? value : null)));
    return [x, ...values] as uPlot.AlignedData;
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width > 0 && height > 0) this.chart.setSize({ width, height });
  }

  #options(): uPlot.Options {
    const { drawn, lines } = this.#drawing;
    return {
      width: Math.max(this.#canvas.clientWidth, 200),
      height: Math.max(this.#canvas.clientHeight, 100),
      padding: [8, 20, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { time: false, range: (_chart, low, high) => (low < high ? this.#rangeOfX(low, high) : [low - 0.5, low + 0.5]) },
        y: { range: (_chart, low, high) => this.#drawing.range(low ?? Infinity, high ?? -Infinity) },
      },
      axes: [this.#axisX(), this.#axisY()],
      series: [{}, ...lines.map((_, i) => this.#line(i, drawn))],
      hooks: { setCursor: [(chart) => this.#point(chart)] },
    };
  }

  /** Bars stick out by half their width. */
  #rangeOfX(low: number, high: number): [number, number] {
    if (this.#drawing.drawn !== 'bars') return [low, high];
    const half = (high - low) / (2 * Math.max((this.chart?.data[0].length ?? 2) - 1, 1));
    return [Math.max(low - half, Math.min(low, 0)), high + half];
  }

  #axisX(): uPlot.Axis {
    const { xLabel, xDimension } = this.#drawing;
    return { ...this.#axis(labelWithDimension(xLabel, xDimension)), space: 60, size: 26, labelSize: 18 };
  }

  #axisY(): uPlot.Axis {
    const { label, dimension } = this.#drawing;
    const size = (chart: uPlot, texts: string[] | null): number => {
      if (!texts) return 50;
      chart.ctx.save();
      chart.ctx.font = this.#theme.font;
      const widths = texts.map((text) => chart.ctx.measureText(text ?? '').width);
      chart.ctx.restore();
      return Math.ceil(Math.max(...widths)) + 16;
    };
    return { ...this.#axis(labelWithDimension(label, dimension)), space: 24, size, labelSize: 20 };
  }

  #axis(label: string): uPlot.Axis {
    return {
      label,
      labelGap: 2,
      font: this.#theme.font,
      labelFont: this.#theme.labelFont,
      stroke: () => this.#theme.axis,
      grid: { stroke: () => this.#theme.grid, width: 1 },
      ticks: { stroke: () => this.#theme.grid, width: 1, size: 4 },
      values: (_chart, ticks, _axis, _space, step) => tickTexts(ticks, step),
    };
  }

  #line(i: number, drawn: Series['drawn']): uPlot.Series {
    const color = () => this.#theme.lines[i % kLineColors.length] as string;
    const line: uPlot.Series = { stroke: color, width: 1.75, dash: kDashes[i % kDashes.length] as number[], spanGaps: false };
    if (drawn === 'steps') line.paths = uPlot.paths.stepped?.({ align: -1 }) as uPlot.Series.PathBuilder;
    if (drawn === 'bars' && i === 0) {
      line.paths = uPlot.paths.bars?.({ size: [1, Infinity] }) as uPlot.Series.PathBuilder;
      line.fill = () => `color-mix(in srgb, ${color()} 25%, transparent)`;
      line.width = 1;
      line.points = { show: false };
    }
    if (drawn === 'bars' && i > 0) {
      line.paths = uPlot.paths.spline?.() as uPlot.Series.PathBuilder;
      line.points = { show: false };
    }
    return line;
  }

  // --- The readout

  #makeReadout(): void {
    const x = document.createElement('span');
    this.#readout.append(x);
    this.#values.push(x);
    for (const { label } of this.#drawing.lines) {
      const item = document.createElement('span');
      const value = document.createElement('b');
      if (this.#drawing.lines.length > 1) {
        const swatch = document.createElement('i');
        swatch.className = 'plot-swatch';
        item.append(swatch, `${label} `);
      }
      item.append(value);
      this.#readout.append(item);
      this.#values.push(value);
    }
    this.#colorReadout();
  }

  #colorReadout(): void {
    this.#readout.querySelectorAll<HTMLElement>('.plot-swatch').forEach((swatch, i) => {
      swatch.style.borderTopColor = this.#theme.lines[i % kLineColors.length] as string;
      swatch.style.borderTopStyle = kBorders[i % kBorders.length] as string;
    });
  }

  #point(chart: uPlot): void {
    const { idx, left } = chart.cursor;
    const pointed = (left ?? -1) >= 0 ? (idx ?? null) : null;
    if (pointed === this.#pointed) return;
    this.#pointed = pointed;
    this.#tell();
  }

  #tell(): void {
    const sample = this.#pointed ?? this.#here;
    const x = this.chart.data[0][sample] ?? NaN;
    const values = this.#drawing.lines.map((line) => line.values[sample] ?? NaN);
    this.#readout.dataset['x'] = String(x);
    this.#readout.dataset['values'] = JSON.stringify(values);
    const name = this.#drawing.xLabel === 'time' ? 't' : this.#drawing.xLabel;
    [`${name} = ${formatNumber(x)}`, ...values.map((value) => formatNumber(value))].forEach((text, i) => {
      const element = this.#values[i];
      if (element && element.textContent !== text) element.textContent = text;
    });
  }
}

/** A quantity over time, with a mark at the time that the page shows; or any other series, without it. */
export class TimePlot {
  readonly #plot: Plot;
  readonly #series: Series;
  readonly #now: HTMLElement | null = null;
  #time = 0;

  /** onSeek is told the time (since the run's begin) where somebody presses or drags. */
  constructor(host: HTMLElement, series: Series, onSeek: ((time: number) => void) | null) {
    this.#series = series;
    const { label, axis = label, dimension, x, drawn, lines, clock } = series;
    const drawing = { label: axis, dimension, xLabel: x.name, xDimension: x.dimension, drawn, lines, range: rangeFor(drawn) };
    this.#plot = new Plot(host, drawing, x.values, describe(series));
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
    if (this.#now) this.#now.style.transform = `translateX(${this.#plot.chart.valToPos(this.#time, 'x')}px)`;
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
  readonly #plot: Plot;
  readonly #note = document.createElement('p');
  readonly #lines: Line[];
  readonly #speedUnit: number;
  readonly #energyUnit: number;
  #histogram: SpeedHistogram | null = null;

  constructor(host: HTMLElement, run: Run) {
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
      label: 'Density', dimension: 'T/L', xLabel: 'speed', xDimension: 'L/T', drawn: 'bars', lines: this.#lines,
      range: (_least, most) => [0, most > 0 ? roundUp(most) : 1],
    };
    this.#plot = new Plot(host, drawing, none, 'Speeds now');
    this.#note.className = 'plot-readout plot-note';
    host.append(this.#note);
  }

  update(moment: Moment): void {
    const histogram = this.#speeds.at(moment);
    this.#histogram = histogram;
    const unit = this.#speedUnit;
    const density = histogram.density.map((value) => value / unit);
    (this.#lines[0] as Line).values = density;
    (this.#lines[1] as Line).values = histogram.maxwell?.map((value) => value / unit) ?? density.map(() => NaN);
    this.#plot.setHere(Math.max(density.indexOf(extremes(density)[1]), 0));
    this.#plot.setValues(histogram.middle.map((value) => value * unit));
    this.#plot.describe(describeSpeeds(histogram, (value) => formatNumber(value * unit, 4)));
    const { temperature, note } = histogram;
    const text = temperature === null ? note : `Temperature now ${formatNumber(temperature * this.#energyUnit, 5)}. ${note}`;
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  setTheme(): void {
    this.#plot.setTheme();
  }

  /** The moment shown last. */
  csv(): string {
    const histogram = this.#histogram;
    if (histogram === null) return '';
    const { edges, counts, density, maxwell } = histogram;
    const unit = this.#speedUnit;
    const column = (name: string, dimension: string, values: ArrayLike<number>, factor = 1) =>
      ({ name, dimension, values: Float64Array.from(values, (value) => value * factor) });
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
