import { formatCount, formatNumber } from '../../run/numbers';
import { atMostEvery, byId, make, setText } from '../dom';
import type { Viewer } from '../viewer';
import { bodyName, numberText, pairText, timeText } from '../words';

/** Impacts to come that are listed. */
const kListed = 5;

/** Milliseconds between changes of the numbers while playing: faster ones cannot be read. */
const kCalm = 120;

interface Row {
  item: HTMLElement;
  button: HTMLButtonElement;
  pair: HTMLElement;
  wait: HTMLElement;
  time: HTMLElement;
  impact: number;
}

/** The collisions that come next: of the body that is selected, or of all. A press goes there. */
export class ComingPanel {
  private readonly list = byId('coming', HTMLOListElement);
  private readonly none = byId('coming-none', HTMLElement);
  private readonly title = byId('coming-title', HTMLElement);
  private readonly rows: Row[] = [];

  constructor(private readonly viewer: Viewer) {
    const exact = byId('exact', HTMLInputElement);
    exact.addEventListener('change', () => viewer.setExact(exact.checked));
    viewer.onPicture(atMostEvery(kCalm, () => this.paint()));
    viewer.onChoice(() => this.paint());
  }

  private paint(): void {
    const { viewer } = this;
    const { run, selected } = viewer;
    const coming = viewer.coming(kListed);
    setText(this.title, `Next collisions${selected < 0 ? '' : ` of ${bodyName(run, selected)}`}`);
    coming.forEach((impact, i) => this.show(this.rowOf(i), impact));
    this.rows.slice(coming.length).forEach(({ item }) => (item.hidden = true));
    this.list.hidden = coming.length === 0;
    this.none.hidden = coming.length > 0;
    if (coming.length === 0) setText(this.none, noneText(viewer));
  }

  private show(row: Row, impact: number): void {
    const { viewer } = this;
    const { run, clock, labels } = viewer;
    const time = run.impacts.time[impact];
    const wait = labels.duration(time - clock.time);
    row.impact = impact;
    row.item.hidden = false;
    setText(row.pair, pairText(run, impact));
    setText(row.wait, `in ${formatNumber(wait, 4)}`);
    setText(row.time, `${numberText(run, impact)} · t = ${timeText(viewer, time)}`);
  }

  private rowOf(index: number): Row {
    const known = this.rows[index];
    if (known) return known;
    const [pair, wait, time] = ['pair', 'wait', 'quiet time'].map((name) => make('span', name));
    const button = make('button', '', make('b', '', String(index + 1)), pair, wait, time);
    button.type = 'button';
    button.title = 'Go to this collision';
    const row = { item: make('li', '', button), button, pair, wait, time, impact: -1 };
    button.addEventListener('click', () => this.viewer.showImpact(row.impact));
    this.list.append(row.item);
    this.rows.push(row);
    return row;
  }
}

/** Why there is none. */
function noneText({ run, selected, labels }: Viewer): string {
  const { count, total } = run.impacts;
  const who = selected < 0 ? '' : ` of ${bodyName(run, selected)}`;
  if (count === total) return `No collision${who} comes before the end of this run.`;
  const end = formatNumber(labels.time(run.pathsEnd));
  return `None${who} that is kept: this report has ${formatCount(count)} of ${formatCount(total)} collisions, up to t = ${end}.`;
}
