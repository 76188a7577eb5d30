// The query bench: two shapes on any courses, when they first meet, how far they are apart, and how that was found.
import type { Encounter, Explanation, FirstHit, Moving } from '../../../../wasm/package/index.js';
import lines from '../../../../scenes/queries.jsonl?raw';
import type { Part, Playground } from '../playground';
import { TimePlot } from '../../plots/plot';
import { formatNumber } from '../../run/numbers';
import { byId, make, setText } from '../../ui/dom';
import { allDigits } from '../../ui/format';
import { QueryPicture } from './picture';

interface Asked {
  a: Moving;
  b: Moving;
  horizon?: number | null;
  margin?: number;
}

/** Times at which the gap is plotted, and how far beyond the contact. */
const kSamples = 200;
const kBeyond = 1.5;
/** [T] If nothing else tells. */
const kUsual = 10;

export class QueryBench implements Part {
  private asked: Asked | null = null;
  private answer: (Encounter & { explain: Explanation }) | null = null;
  private until = kUsual;
  private plot: TimePlot | null = null;
  private readonly text = byId('query-text', HTMLTextAreaElement);
  private readonly seek = byId('query-seek', HTMLInputElement);
  private readonly picture = new QueryPicture(byId('query-picture', HTMLElement), (...moved) => this.move(...moved));

  constructor(
    private readonly firsthit: FirstHit,
    private readonly playground: Playground,
  ) {
    const examples = lines.trim().split('\n');
    const list = byId('query-examples', HTMLSelectElement);
    examples.forEach((line, i) => list.append(new Option(`${i + 1}: ${titleOf(JSON.parse(line) as Asked)}`, String(i))));
    list.addEventListener('change', () => this.ask(examples[Number(list.value)]));
    this.text.addEventListener('input', () => this.take());
    this.seek.addEventListener('input', () => this.showTime(Number(this.seek.value)));
    byId('query-now', HTMLButtonElement).addEventListener('click', () => {
      const query = this.playground.contact?.query;
      if (query) this.ask(JSON.stringify(query));
    });
  }

  /** The first time that somebody looks, an example is asked. */
  show(): void {
    if (this.text.value === '') this.ask(lines.split('\n', 1)[0]);
  }

  tell(): void {
    byId('query-now', HTMLButtonElement).disabled = !this.playground.contact?.query;
  }

  setTheme(): void {
    this.plot?.setTheme();
  }

  ask(line: string): void {
    this.text.value = laidOut(line);
    this.take();
  }

  private move(which: 0 | 1, position: [number, number]): void {
    if (!this.asked) return;
    const key = which === 0 ? 'a' : 'b';
    this.ask(JSON.stringify({ ...this.asked, [key]: { ...this.asked[key], position } }));
  }

  /** What the text asks. */
  private take(): void {
    const problem = byId('query-problem', HTMLElement);
    try {
      const { a, b, horizon, margin } = (this.asked = JSON.parse(this.text.value) as Asked);
      const query = { ...(typeof horizon === 'number' ? { horizon } : {}), ...(margin ? { margin } : {}) };
      this.answer = this.firsthit.explain(a, b, query);
      problem.hidden = true;
    } catch (error) {
      setText(problem, (error as Error).message);
      problem.hidden = false;
      return;
    }
    this.tellAnswer(this.asked, this.answer);
  }

  private tellAnswer(asked: Asked, answer: Encounter & { explain: Explanation }): void {
    this.until = spanOf(asked, answer);
    this.seek.max = String(this.until);
    this.picture.open(asked.a, asked.b, this.until);
    this.drawPlot(asked);
    this.showTime(Math.min(Number(this.seek.value), this.until));
    const row = (term: string, value: string): HTMLElement => make('div', '', make('dt', '', term), make('dd', '', value));
    const vector = (of: readonly number[]): string => `(${of.map(allDigits).join(', ')})`;
    const met = answer.outcome !== 'miss' && answer.outcome !== 'unresolved';
    byId('query-answer', HTMLElement).replaceChildren(
      row('Outcome', answer.outcome),
      row('Free before', allDigits(answer.delay)),
      ...(met
        ? [
            row('At the latest', allDigits(answer.delay_upper)),
            row('First touch', allDigits(answer.first_touch)),
            row('Normal', vector(answer.normal)),
            row('Touching at', vector(answer.point_a)),
            row('With', `${answer.feature_a.kind} ${answer.feature_a.index}, ${answer.feature_b.kind} ${answer.feature_b.index}`),
          ]
        : []),
    );
    const { kernel, stage, by_filter, by_exact, steps, width, see } = answer.explain;
    byId('query-stages', HTMLElement).replaceChildren(
      row('Kernel', kernel),
      row('Last stage', stage),
      row('Decisions', `${by_filter} by the filter, ${by_exact} exact`),
      row('Steps', allDigits(steps)),
      row('Width', allDigits(width)),
      row('See', see),
    );
  }

  private drawPlot({ a, b }: Asked): void {
    const time = Float64Array.from({ length: kSamples + 1 }, (_, i) => (this.until * i) / kSamples);
    const host = byId('query-plot', HTMLElement);
    this.plot?.dispose();
    this.plot = null;
    host.replaceChildren();
    let gap: Float64Array;
    try {
      gap = this.firsthit.gaps(a, b, time);
    } catch (error) {
      host.append(make('p', 'quiet', `Their gap is not plotted: ${(error as Error).message}`));
      return;
    }
    const x = { name: 'time', dimension: 'T', values: time };
    const series = { key: 'gap', label: 'Gap', dimension: 'L', x, lines: [{ label: 'gap', values: gap }], drawn: 'line' as const, clock: { begin: 0, unit: 1 }, note: '' };
    this.plot = new TimePlot(host, series, (at) => {
      this.seek.value = String(at);
      this.showTime(at);
    });
  }

  private showTime(time: number): void {
    this.plot?.setTime(time);
    this.seek.setAttribute('aria-valuetext', formatNumber(time, 4));
    this.picture.show(time, this.answer);
  }
}

function shapeOf(thing: Moving): string {
  const kinds = ['point', 'ball', 'segment', 'capsule', 'box', 'oriented_box', 'hull', 'polygon', 'triangle', 'half_space', 'arc'];
  return (kinds.find((kind) => kind in thing) ?? '?').replace('_', ' ');
}

function titleOf({ a, b }: Asked): string {
  const turns = [a, b].some((each) => each.angular_velocity !== undefined || each.spin !== undefined || each.precession !== undefined);
  return `${shapeOf(a)}, ${shapeOf(b)}${turns ? ', turning' : ''}`;
}

/** A thing a line. */
function laidOut(line: string): string {
  const { a, b, ...more } = JSON.parse(line) as Asked;
  const rest = Object.entries(more).map(([key, value]) => `,\n "${key}": ${JSON.stringify(value)}`);
  return `{"a": ${JSON.stringify(a)},\n "b": ${JSON.stringify(b)}${rest.join('')}}`;
}

function spanOf({ a, b, horizon }: Asked, { outcome, delay }: Encounter): number {
  if ((outcome === 'impact' || outcome === 'overlap' || outcome === 'graze') && delay > 0 && Number.isFinite(delay) && outcome !== 'graze')
    return Math.min(kBeyond * delay, a.duration ?? b.duration ?? Infinity);
  if (typeof horizon === 'number' && horizon > 0) return horizon;
  return a.duration ?? b.duration ?? kUsual;
}
