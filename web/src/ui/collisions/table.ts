import { formatCount } from '../../run/numbers';
import { atMostEvery, byId, make, setText } from '../dom';
import type { Viewer } from '../viewer';
import { bodyName, numberText, pairText, timeText } from '../words';
import { filtered, namesOf, partiesCalled, type Kind } from './filter';

const kKinds: readonly (readonly [Kind, string])[] = [
  ['all', 'all'],
  ['bodies', 'body-body'],
  ['obstacles', 'body-obstacle'],
  ['sides', 'body-wall'],
];

/** CSS pixels: a row, and one for fingers. */
const kRow = 30;
const kTouchRow = 44;
/** Rows drawn above and below those in sight. */
const kMore = 4;
/** Names that a field offers at most. */
const kOffered = 200;
/** Milliseconds between changes while playing. */
const kCalm = 120;

/** What it shows, and asks of the page. */
export type Tabled = Pick<
  Viewer,
  'run' | 'labels' | 'exact' | 'impact' | 'nextImpact' | 'selected' | 'showImpact' | 'onChoice' | 'onPicture'
>;

/**
 * All collisions that the page keeps, or those that are looked for. A press on one goes there, and so do
 * arrow keys. Only the rows in sight are elements of the page.
 */
export class CollisionTable {
  private readonly rows = byId('collision-rows', HTMLElement);
  private readonly room = make('div', 'room');
  private readonly count = byId('collision-count', HTMLElement);
  private readonly one = byId('filter-one', HTMLInputElement);
  private readonly other = byId('filter-other', HTMLInputElement);
  private readonly kind = byId('filter-kind', HTMLSelectElement);
  private readonly coarse = matchMedia('(pointer: coarse), (max-width: 1099px)');
  /** Indices of the impacts listed. */
  private listed: Uint32Array = new Uint32Array(0);
  private readonly drawn = new Map<number, HTMLElement>();
  /** Where the list was put for the time that is shown: the first row to come. */
  private followed = -1;
  private selected = -1;

  constructor(private readonly viewer: Tabled) {
    for (const [kind, label] of kKinds) this.kind.append(new Option(label, kind));
    this.rows.append(this.room);
    for (const field of [this.one, this.other]) field.addEventListener('input', () => this.filter());
    this.kind.addEventListener('change', () => this.filter());
    this.rows.addEventListener('scroll', () => this.draw());
    this.rows.addEventListener('click', (event) => this.press(event));
    this.rows.addEventListener('keydown', (event) => this.key(event));
    this.coarse.addEventListener('change', () => this.filter());
    new ResizeObserver(() => this.draw()).observe(this.rows);
    viewer.onChoice(() => this.choose());
    viewer.onPicture(atMostEvery(kCalm, () => this.follow()));
    this.open();
  }

  /** Shows the run that there is now. */
  open(): void {
    const { run } = this.viewer;
    byId('collisions-card', HTMLElement).hidden = run.impacts.count === 0;
    const names = [...new Set(namesOf(run).map(([, name]) => name))].slice(0, kOffered);
    byId('parties', HTMLDataListElement).replaceChildren(...names.map((name) => new Option(name)));
    this.filter();
  }

  private get rowHeight(): number {
    return this.coarse.matches ? kTouchRow : kRow;
  }

  private filter(): void {
    const { run } = this.viewer;
    const one = partiesCalled(run, this.one.value);
    const other = partiesCalled(run, this.other.value);
    this.one.setAttribute('aria-invalid', String(one?.size === 0));
    this.other.setAttribute('aria-invalid', String(other?.size === 0));
    this.listed = filtered(run, { kind: this.kind.value as Kind, one, other });
    const unknown = [this.one, this.other].filter((field) => field.getAttribute('aria-invalid') === 'true');
    setText(
      this.count,
      unknown.length > 0 ? `Nobody here is called “${unknown[0].value.trim()}”.` : this.countText(),
    );
    this.room.style.height = `${this.listed.length * this.rowHeight}px`;
    this.rows.hidden = this.listed.length === 0;
    this.followed = -1;
    this.redraw();
    this.follow();
  }

  private countText(): string {
    const { count, total } = this.viewer.run.impacts;
    const kept = count < total ? ` kept, of ${formatCount(total)}` : '';
    return `${formatCount(this.listed.length)} of ${formatCount(count)}${kept}`;
  }

  /** Whoever is selected on the stage is looked for here. */
  private choose(): void {
    const { selected, run } = this.viewer;
    if (selected !== this.selected) {
      this.selected = selected;
      this.one.value = selected < 0 ? '' : bodyName(run, selected);
      this.filter();
      return;
    }
    this.redraw();
    this.follow();
  }

  /** The place in the list of the first impact to come. */
  private get next(): number {
    return this.placeOf(this.viewer.nextImpact);
  }

  /** The first place whose impact is not before this one. */
  private placeOf(impact: number): number {
    let [low, high] = [0, this.listed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.listed[middle] >= impact) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Keeps what comes next in sight, unless somebody is reading. */
  private follow(): void {
    const { next } = this;
    if (next === this.followed) return;
    this.followed = next;
    const reading = this.rows.matches(':hover') || this.rows.contains(document.activeElement);
    if (!reading) this.rows.scrollTop = (next - 2) * this.rowHeight;
    this.redraw();
  }

  private press(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (row) this.viewer.showImpact(this.listed[Number(row.dataset.place)]);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.rows.clientHeight / this.rowHeight) - 1);
    const { next } = this;
    const isAtOne = next > 0 && this.listed[next - 1] === this.viewer.impact;
    const previous = isAtOne ? next - 2 : next - 1;
    const last = this.listed.length - 1;
    const places: Record<string, number> = {
      ArrowDown: next,
      ArrowUp: previous,
      PageDown: next + page - 1,
      PageUp: previous - page + 1,
      Home: 0,
      End: last,
    };
    if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const place = Math.min(Math.max(places[event.key], 0), last);
    this.viewer.showImpact(this.listed[place]);
    const top = place * this.rowHeight;
    const { scrollTop, clientHeight } = this.rows;
    if (top < scrollTop) this.rows.scrollTop = top;
    if (top + this.rowHeight > scrollTop + clientHeight)
      this.rows.scrollTop = top + this.rowHeight - clientHeight;
  }

  private redraw(): void {
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  /** The rows in sight. */
  private draw(): void {
    const { scrollTop, clientHeight } = this.rows;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - kMore);
    const last = Math.min(this.listed.length, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + kMore);
    for (const [place, row] of this.drawn) {
      if (place >= first && place < last) continue;
      row.remove();
      this.drawn.delete(place);
    }
    for (let place = first; place < last; ++place) {
      if (this.drawn.has(place)) continue;
      const row = this.rowAt(place);
      this.drawn.set(place, row);
      this.room.append(row);
    }
    const current = [...this.drawn.values()].find((row) => row.getAttribute('aria-selected') === 'true');
    if (current) this.rows.setAttribute('aria-activedescendant', current.id);
    else this.rows.removeAttribute('aria-activedescendant');
  }

  private rowAt(place: number): HTMLElement {
    const { viewer } = this;
    const { run } = viewer;
    const impact = this.listed[place];
    const row = make(
      'div',
      'row',
      make('span', 'number', numberText(run, impact)),
      make('span', 'time', timeText(viewer, run.impacts.time[impact])),
      make('span', 'pair', pairText(run, impact)),
    );
    row.id = `collision-${place}`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(impact === viewer.impact));
    row.setAttribute('aria-setsize', String(this.listed.length));
    row.setAttribute('aria-posinset', String(place + 1));
    row.dataset.place = String(place);
    row.dataset.when = place < this.next ? 'past' : place === this.next ? 'next' : 'later';
    row.style.top = `${place * this.rowHeight}px`;
    row.style.height = `${this.rowHeight}px`;
    return row;
  }
}
