// The selected body, and what is common to all, in numbers: what a hand drags, for those who type.
import { bounceOf } from '../core/bounce';
import { degreesOf, originOf } from '../core/changes';
import type { Foreseen, Session } from '../core/session';
import { valueOf } from '../scene/scene_text';
import { make } from '../../ui/dom';
import { allDigits, parseNumber } from '../../ui/format';
import { scrub, type Scale } from './scrub';

/** The table that it stands in: of the body, or the one for all. */
type Whose = 'body' | 'physics';

interface Field {
  whose: Whose;
  key: string;
  label: string;
  index: number;
  input: HTMLInputElement;
}

/** How much impacts give back, read from a text. */
interface Bounces {
  of: Foreseen;
  selected: number;
  all: number;
  own: number;
}

/** Of the size of the whole, or of the typical speed, what a pixel adds; of an angle [degrees], of others [1]. */
const kPixel = 1 / 400;
const kDegrees = 1;
const kTurning = 0.02;
const kFraction = 0.005;

export class Fields {
  private fields: Field[] = [];
  private held: (() => boolean)[] = [];
  private shown = '';
  private size = 1;
  private known: Bounces | null = null;

  /** `changed` gets a key of the body's table, or of `[physics]`, and all of its numbers; `dropped`: a drag ended. */
  constructor(
    private readonly form: HTMLFormElement,
    private readonly changed: (whose: Whose, key: string, numbers: number[]) => void,
    private readonly dropped: () => void,
  ) {
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', (event) => this.take(event.target as HTMLInputElement));
  }

  get isHolding(): boolean {
    return this.held.some((is) => is());
  }

  show(session: Session, of: Foreseen, time: number, selected: number): void {
    const { max, min, gravity } = of.scene;
    this.size = Math.max(...max.map((high, k) => high - min[k]));
    const bounces = this.bouncesOf(of, selected);
    const numbers: Record<string, readonly number[]> = { restitution: [bounces.all], gravity };
    let kind = `${of.run.dimension}`;
    let keys: string[] = [];
    if (selected >= 0) {
      const world = session.worldAt(of, time);
      const id = of.run.bodies.id[selected];
      const { shape, mass, spins, kind: moves } = world.body(id);
      const { position, velocity, orientation, angularVelocity } = world.state(id);
      Object.assign(numbers, { position, velocity, mass: [mass] });
      keys = ['position', 'velocity'];
      if ('ball' in shape) {
        numbers['radius'] = [shape.ball.radius];
        keys.push('radius');
      }
      if (moves === 'dynamic') keys.push('mass');
      const origin = originOf(of, selected);
      // Agents have no material.
      if (origin?.table !== 'agent') {
        numbers['bounce'] = [bounces.own];
        keys.push('bounce');
      }
      if (of.run.dimension === 2 || spins) {
        numbers['angular_velocity'] = typeof angularVelocity === 'number' ? [angularVelocity] : angularVelocity;
        keys.push('angular_velocity');
      }
      if (spins && of.run.dimension === 2) {
        numbers['orientation'] = [degreesOf(orientation)];
        keys.push('orientation');
      }
      kind += ` ${keys.join(' ')} ${of.scene.nameOf(id)} ${origin === null}`;
    }
    if (kind !== this.shown) this.build(of, keys, selected < 0 ? '' : of.scene.nameOf(of.run.bodies.id[selected]));
    this.shown = kind;
    for (const { key, index, input } of this.fields) {
      const value = allDigits(numbers[key][index]);
      if (document.activeElement !== input && input.value !== value) input.value = value;
    }
  }

  /** Of all, and of a body; where only another number of a body has changed, as they were. */
  private bouncesOf(of: Foreseen, selected: number): Bounces {
    const { known } = this;
    if (known && known.selected === selected && (known.of === of || of.quick)) return known;
    const all = restitutionOf(of.text);
    const own = (selected >= 0 ? bounceOf(of.text, originOf(of, selected)) : null) ?? all;
    return (this.known = { of, selected, all, own });
  }

  private build({ run }: Foreseen, keys: readonly string[], name: string): void {
    const axes = ['x', 'y', 'z'].slice(0, run.dimension);
    const each = (whose: Whose, key: string, labels: readonly string[]): Omit<Field, 'input'>[] =>
      labels.map((label, index) => ({ whose, key, label, index }));
    const labels: Record<string, readonly string[]> = {
      position: axes,
      velocity: axes.map((axis) => `v${axis}`),
      radius: ['radius'],
      mass: ['mass'],
      bounce: ['own bounce'],
      angular_velocity: run.dimension === 2 ? ['spin'] : axes.map((axis) => `spin ${axis}`),
      orientation: ['angle'],
    };
    this.held = [];
    const own = keys.flatMap((key) => each('body', key, labels[key])).map((field) => this.made(field));
    const common = [
      ...each('physics', 'restitution', ['bounce']),
      ...each('physics', 'gravity', axes.map((axis) => `g${axis}`)),
    ].map((field) => this.made(field));
    this.fields = [...own, ...common].map(({ field }) => field);
    const title = name === '' ? make('p', 'quiet', 'Select a body: click it, or press N on the picture.') : make('p', 'name', name);
    this.form.replaceChildren(
      title,
      ...own.map(({ element }) => element),
      make('p', 'name', 'Of all'),
      ...common.map(({ element }) => element),
    );
  }

  private made(of: Omit<Field, 'input'>): { field: Field; element: HTMLElement } {
    const input = make('input', '');
    input.type = 'text';
    input.inputMode = 'decimal';
    input.spellcheck = false;
    input.name = `${of.key}-${of.index}`;
    const label = make('span', '', of.label);
    const field = { ...of, input };
    this.held.push(
      scrub(label, input, {
        value: () => parseNumber(input.value),
        scale: () => this.scaleOf(field),
        change: (value) => {
          input.value = allDigits(value);
          this.take(input);
        },
        drop: () => this.dropped(),
      }),
    );
    return { field, element: make('label', '', label, input) };
  }

  private scaleOf({ key, input }: Field): Scale {
    const any = { low: -Infinity, high: Infinity };
    if (key === 'radius' || key === 'mass') return { step: null, low: Number.MIN_VALUE, high: Infinity };
    if (key === 'restitution' || key === 'bounce') return { step: kFraction, low: 0, high: 1 };
    if (key === 'orientation') return { step: kDegrees, ...any };
    if (key === 'angular_velocity') return { step: Math.max(kTurning, kTurning * Math.abs(parseNumber(input.value))), ...any };
    return { step: kPixel * this.size, ...any };
  }

  private take(input: HTMLInputElement): void {
    const field = this.fields.find((each) => each.input === input);
    if (!field) return;
    const same = this.fields.filter(({ key }) => key === field.key);
    const numbers = same.map((each) => parseNumber(each.input.value));
    const wrong = numbers.some((each) => !Number.isFinite(each));
    input.setAttribute('aria-invalid', String(wrong));
    if (!wrong) this.changed(field.whose, field.key, numbers);
  }
}

function restitutionOf(text: string): number {
  const told = valueOf(text, 'physics', 0, 'restitution');
  return told === null ? 1 : Number(told);
}
