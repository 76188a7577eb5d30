// A drawing by uPlot that follows the page's colours, and a readout of its values.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { formatNumber, labelWithDimension } from '../run/numbers';
import { powerTicks, tickTexts } from './axes';
import type { Line, Series } from './series';

/** Colours are not alone in telling lines apart: dashes do too. */
const kLineColors = ['--plot-line', '--plot-line-2', '--plot-line-3'];
const kLineDefaults = ['#0072b2', '#d55e00', '#009e73'];
const kDashes = [[], [7, 4], [2, 3]];
const kBorders = ['solid', 'dashed', 'dotted'];
/** Pixels of a plot's height that its y axis does not have. */
const kBelow = 52;
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

/** What Chart draws: like Series, but the numbers may change. */
export interface Drawing {
  /** What the y axis is called. */
  label: string;
  dimension: string;
  xLabel: string;
  xDimension: string;
  drawn: Series['drawn'];
  lines: Line[];
  /** Of the y axis, given the values' extremes. */
  range: (least: number, most: number) => [number, number];
  log: Logarithmic;
}

/** Which axes are logarithmic. */
export interface Logarithmic {
  x: boolean;
  y: boolean;
}

export const kLinear: Logarithmic = { x: false, y: false };

/** A readout line above the drawing; both fill the host. */
export class Chart {
  readonly chart: uPlot;
  readonly over: HTMLElement;
  #theme: Theme;
  readonly #host: HTMLElement;
  readonly #drawing: Drawing;
  readonly #readout = document.createElement('p');
  readonly #canvas = document.createElement('div');
  readonly #values: HTMLElement[] = [];
  readonly #size: ResizeObserver;
  #x: Float64Array;
  /** Samples at the begin that a logarithmic x axis has no place for. */
  #left = 0;
  /** The sample that the readout tells; of nobody pointing, and of somebody. */
  #here = 0;
  #pointed: number | null = null;

  constructor(host: HTMLElement, drawing: Drawing, x: Float64Array, words: string) {
    this.#host = host;
    this.#drawing = drawing;
    this.#x = x;
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

  /** Of a line, as drawn. */
  lineColor(line: number): string {
    return this.#theme.lines[line % kLineColors.length] as string;
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
    this.#x = x;
    const { log, lines } = this.#drawing;
    const positive = x.findIndex((value) => value > 0);
    this.#left = log.x && positive > 0 ? positive : 0;
    // uPlot leaves gaps where values are null, which typed arrays cannot be.
    const shown = (value: number) => Number.isFinite(value) && (!log.y || value > 0);
    const values = lines.map((line) =>
      Array.from(line.values.subarray(this.#left), (value) => (shown(value) ? value : null)),
    );
    return [x.subarray(this.#left), ...values] as uPlot.AlignedData;
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width > 0 && height > 0) this.chart.setSize({ width, height });
  }

  #options(): uPlot.Options {
    const { drawn, lines, log } = this.#drawing;
    return {
      width: Math.max(this.#canvas.clientWidth, 200),
      height: Math.max(this.#canvas.clientHeight, 100),
      padding: [8, 20, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: {
          time: false,
          distr: log.x ? 3 : 1,
          range: (_chart, low, high) => (low < high ? this.#rangeOfX(low, high) : [low - 0.5, low + 0.5]),
        },
        y: {
          distr: log.y ? 3 : 1,
          range: (_chart, low, high) => this.#drawing.range(low ?? Infinity, high ?? -Infinity),
        },
      },
      axes: [this.#axisX(), this.#axisY()],
      series: [{}, ...lines.map((_, i) => this.#line(i, drawn))],
      hooks: { setCursor: [(chart) => this.#point(chart)] },
    };
  }

  /** Bars stick out by half their width. */
  #rangeOfX(low: number, high: number): [number, number] {
    if (this.#drawing.drawn !== 'bars' || this.#drawing.log.x) return [low, high];
    const half = (high - low) / (2 * Math.max((this.chart?.data[0].length ?? 2) - 1, 1));
    return [Math.max(low - half, Math.min(low, 0)), high + half];
  }

  #axisX(): uPlot.Axis {
    const { xLabel, xDimension } = this.#drawing;
    const axis = this.#axis(labelWithDimension(xLabel, xDimension), this.#drawing.log.x);
    return { ...axis, space: 60, size: 26, labelSize: 18 };
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
    // The plot's title tells the name, too.
    const full = labelWithDimension(label, dimension);
    const name = this.#fits(full) ? full : labelWithDimension('', dimension).trim();
    this.#canvas.dataset['axis'] = name;
    return { ...this.#axis(name, this.#drawing.log.y), space: 24, size, labelSize: 20 };
  }

  /** Whether a text has room beside the y axis. */
  #fits(text: string): boolean {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return true;
    context.font = this.#theme.labelFont;
    return context.measureText(text).width <= Math.max(this.#canvas.clientHeight, 100) - kBelow;
  }

  #axis(label: string, log: boolean): uPlot.Axis {
    return {
      label,
      labelGap: 2,
      font: this.#theme.font,
      labelFont: this.#theme.labelFont,
      stroke: () => this.#theme.axis,
      grid: { stroke: () => this.#theme.grid, width: 1 },
      ticks: { stroke: () => this.#theme.grid, width: 1, size: 4 },
      values: (_chart, ticks, _axis, _space, step) =>
        log ? ticks.map((tick) => (tick === null ? '' : formatNumber(tick, 3))) : tickTexts(ticks, step),
      ...(log
        ? { splits: (_chart, _axis, low, high) => powerTicks(low, high), filter: (_chart, ticks) => ticks }
        : {}),
    };
  }

  #line(i: number, drawn: Series['drawn']): uPlot.Series {
    const color = () => this.#theme.lines[i % kLineColors.length] as string;
    const line: uPlot.Series = {
      stroke: color,
      width: 1.75,
      dash: kDashes[i % kDashes.length] as number[],
      spanGaps: false,
    };
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
    const pointed = (left ?? -1) >= 0 && typeof idx === 'number' ? idx + this.#left : null;
    if (pointed === this.#pointed) return;
    this.#pointed = pointed;
    this.#tell();
  }

  #tell(): void {
    const sample = this.#pointed ?? this.#here;
    const x = this.#x[sample] ?? NaN;
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
