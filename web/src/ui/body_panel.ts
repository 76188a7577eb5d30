import { formatCount, formatNumber } from '../run/numbers';
import { kKinematic, type Run } from '../run/types';
import { atMostEvery, button, byId, make, setText } from './dom';
import { vector } from './format';
import type { Viewer } from './viewer';
import { kindText, partnerName, shapeText } from './words';

/** Milliseconds between changes of the numbers while playing: faster ones cannot be read. */
const kCalm = 120;

const kHint = 'Press a body in the animation, or give its name or number.';

/** The body that is selected, in the panel; and the one under the pointer, in a corner of the stage. */
export class BodyPanel {
  private readonly field = byId('body', HTMLInputElement);
  private readonly hint = byId('body-hint', HTMLElement);
  private readonly release = byId('release', HTMLButtonElement);
  private readonly next = button('Go there', 'Go there: to the next collision of this body', () =>
    this.goToNext(),
  );
  private readonly selected: BodyFacts;
  private readonly hovered: BodyFacts;

  constructor(private readonly viewer: Viewer) {
    this.selected = new BodyFacts(byId('body-facts', HTMLElement), viewer, false);
    this.selected.add(this.next);
    this.hovered = new BodyFacts(byId('hover-facts', HTMLElement), viewer, true);
    this.field.addEventListener('change', () => this.choose());
    this.release.addEventListener('click', () => {
      viewer.select(-1);
      this.field.focus();
    });
    viewer.onPicture(atMostEvery(kCalm, () => this.paint()));
    viewer.onChoice(() => {
      const { selected, run } = viewer;
      if (document.activeElement !== this.field || selected >= 0)
        this.field.value =
          selected < 0 ? '' : (run.bodies.names.get(selected) ?? String(run.bodies.id[selected]));
      this.release.hidden = selected < 0;
      if (selected >= 0) setText(this.hint, kHint);
      this.hint.hidden = selected >= 0;
    });
  }

  private choose(): void {
    const text = this.field.value.trim();
    const body = bodyCalled(this.viewer.run, text);
    const unknown = text !== '' && body < 0;
    this.field.setAttribute('aria-invalid', String(unknown));
    setText(this.hint, unknown ? `No body here is called “${text}”.` : kHint);
    if (!unknown) this.viewer.select(body);
  }

  private goToNext(): void {
    const impact = this.viewer.coming(1)[0];
    if (impact !== undefined) this.viewer.showImpact(impact);
  }

  private paint(): void {
    const { selected, hovered } = this.viewer;
    this.selected.show(selected);
    this.hovered.show(hovered === selected ? -1 : hovered);
    this.next.hidden = selected < 0 || this.viewer.coming(1).length === 0;
  }
}

/** A list of what is known of a body now. */
class BodyFacts {
  private readonly values = new Map<string, HTMLElement>();

  constructor(
    private readonly list: HTMLElement,
    private readonly viewer: Viewer,
    private readonly named: boolean,
  ) {}

  /** Puts an element beside the last fact. */
  add(element: HTMLElement): void {
    this.list.append(make('dt', ''), make('dd', '', element));
  }

  /** -1 hides the list. */
  show(body: number): void {
    this.list.hidden = body < 0;
    if (body < 0) return;
    if (this.named)
      setText(
        this.valueOf('Body'),
        String(this.viewer.run.bodies.names.get(body) ?? this.viewer.run.bodies.id[body]),
      );
    for (const [name, text] of factsOf(this.viewer, body)) setText(this.valueOf(name), text);
  }

  private valueOf(name: string): HTMLElement {
    const known = this.values.get(name);
    if (known) return known;
    const value = make('dd', '');
    value.dataset.fact = name.toLowerCase().replace(' ', '-');
    const others = this.list.children;
    this.list.insertBefore(make('dt', '', name), others[2 * this.values.size] ?? null);
    this.list.insertBefore(value, others[2 * this.values.size + 1] ?? null);
    this.values.set(name, value);
    return value;
  }
}

function factsOf(viewer: Viewer, body: number): [string, string][] {
  const { run, moment, labels } = viewer;
  const { radius, mass, material, shape, kind } = run.bodies;
  const begin = body * run.dimension;
  const end = begin + run.dimension;
  const velocity = Array.from(moment.velocity.subarray(begin, end), (each) => labels.speed(each));
  const size: [string, string] =
    shape === null
      ? ['Radius', formatNumber(labels.length(radius[body]))]
      : ['Shape', shapeText(run, labels, body)];
  const driven = kind !== null && (kind[body] & kKinematic) !== 0;
  return [
    size,
    ...(kind === null ? [] : [['Kind', kindText(kind[body])] satisfies [string, string]]),
    // What moves a kinematic body is no force.
    ['Mass', driven ? '–' : formatNumber(labels.mass(mass[body]))],
    ['Material', run.materials[material[body]] || '–'],
    ['Position', vector(labels.place(moment.position.subarray(begin, end)), 4)],
    ['Velocity', vector(velocity, 4)],
    ['Speed', formatNumber(labels.speed(moment.speed[body]), 4)],
    ['Collisions', formatCount(moment.collisions[body])],
    ['Next collision', upcoming(viewer, body)],
  ];
}

function upcoming(viewer: Viewer, body: number): string {
  const { run, motion, clock, labels } = viewer;
  const impact = motion.coming(viewer.nextImpact, 1, body)[0];
  if (impact === undefined) return run.impacts.count < run.impacts.total ? 'none kept' : 'none in this run';
  const { a, b, time } = run.impacts;
  const partner = a[impact] === body ? b[impact] : a[impact];
  return `${partnerName(run, partner)}, in ${formatNumber(labels.duration(time[impact] - clock.time), 4)}`;
}

/** The body of that name or number; -1 if there is none. */
function bodyCalled({ bodies }: Run, text: string): number {
  const wanted = text.toLowerCase();
  for (const [body, name] of bodies.names) if (name.toLowerCase() === wanted) return body;
  return /^\d+$/.test(text) ? bodies.id.indexOf(Number(text)) : -1;
}
