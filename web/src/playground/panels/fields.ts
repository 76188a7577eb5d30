// The selected body in numbers: what a hand drags, for those who type.
import { make } from '../../ui/dom';
import { allDigits, parseNumber } from '../../ui/format';
import type { Foreseen, Session } from '../core/session';
import { originOf } from '../core/changes';

interface Field {
  key: 'position' | 'velocity' | 'radius' | 'mass';
  label: string;
  index: number;
  input: HTMLInputElement;
}

/** `changed` gets a key of the body's table and all of its numbers. */
export class Fields {
  private fields: Field[] = [];
  private shown = '';

  constructor(
    private readonly form: HTMLFormElement,
    private readonly changed: (key: Field['key'], numbers: number[]) => void,
  ) {
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', (event) => this.take(event.target as HTMLInputElement));
  }

  show(session: Session, of: Foreseen, time: number, selected: number): void {
    if (selected < 0) {
      if (this.shown !== '') this.form.replaceChildren();
      if (!this.form.firstChild) this.form.append(make('p', 'quiet', 'Select a body: click it, or press N on the picture.'));
      this.fields = [];
      this.shown = '';
      return;
    }
    const world = session.worldAt(of, time);
    const id = of.run.bodies.id[selected];
    const { shape, mass } = world.body(id);
    const radius = 'ball' in shape ? shape.ball.radius : null;
    const kind = `${of.run.dimension} ${radius !== null} ${of.scene.nameOf(id)} ${originOf(of, selected) === null}`;
    if (kind !== this.shown) this.build(of, id, radius !== null);
    this.shown = kind;
    const { position, velocity } = world.state(id);
    const numbers = { position, velocity, radius: [radius ?? 0], mass: [mass] };
    for (const { key, index, input } of this.fields) {
      if (document.activeElement === input) continue;
      input.value = allDigits(numbers[key][index]);
    }
  }

  private build(of: Foreseen, id: number, round: boolean): void {
    const axes = ['x', 'y', 'z'].slice(0, of.run.dimension);
    const fields: Omit<Field, 'input'>[] = [
      ...axes.map((axis, index) => ({ key: 'position' as const, label: axis, index })),
      ...axes.map((axis, index) => ({ key: 'velocity' as const, label: `v${axis}`, index })),
      ...(round ? [{ key: 'radius' as const, label: 'radius', index: 0 }] : []),
      { key: 'mass' as const, label: 'mass', index: 0 },
    ];
    this.fields = fields.map((field) => {
      const input = make('input', '');
      input.type = 'text';
      input.inputMode = 'decimal';
      input.spellcheck = false;
      input.name = `${field.key}-${field.index}`;
      return { ...field, input };
    });
    this.form.replaceChildren(
      make('p', 'name', of.scene.nameOf(id)),
      ...this.fields.map(({ label, input }) => make('label', '', make('span', '', label), input)),
    );
  }

  private take(input: HTMLInputElement): void {
    const field = this.fields.find((each) => each.input === input);
    if (!field) return;
    const same = this.fields.filter(({ key }) => key === field.key);
    const numbers = same.map((each) => parseNumber(each.input.value));
    const wrong = numbers.some((each) => !Number.isFinite(each));
    input.setAttribute('aria-invalid', String(wrong));
    if (!wrong) this.changed(field.key, numbers);
  }
}
