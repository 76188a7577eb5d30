import { dimensionText, formatNumber } from '../run/numbers';
import { kKinematic, kSensor, type Run } from '../run/types';
import { css, kColorModes, type ColorMode, type Legend } from '../view/view';
import { byId, make } from './dom';

const kToggles = ['trails', 'arrows', 'ghosts', 'flashes', 'forces'] as const;

/** What is drawn beside the bodies, and what their colours tell. */
export class Options {
  trails = true;
  arrows = false;
  ghosts = true;
  flashes = true;
  forces = true;

  private readonly select = byId('color', HTMLSelectElement);

  constructor(private readonly onChange: () => void) {
    for (const { mode, label } of kColorModes) this.select.append(new Option(label, mode));
    this.select.addEventListener('change', onChange);
    for (const name of kToggles) {
      const box = byId(name, HTMLInputElement);
      box.checked = this[name];
      box.addEventListener('change', () => {
        this[name] = box.checked;
        onChange();
      });
    }
  }

  get color(): ColorMode {
    return this.select.value as ColorMode;
  }

  /** What an address asks for, which may be anything. */
  choose(color: string): void {
    if (kColorModes.some(({ mode }) => mode === color)) this.select.value = color;
    this.onChange();
  }
}

/** How bodies look that are not like the others, where there are any. */
export function showKinds({ bodies, obstacles }: Run): void {
  const has = (bit: number): boolean => bodies.kind?.some((kind) => (kind & bit) !== 0) ?? false;
  const kinds: [string, string, boolean][] = [
    ['kinematic', 'Kinematic', has(kKinematic)],
    ['sensor', 'Sensor', has(kSensor) || obstacles.some(({ sensor }) => sensor)],
    ['one-way', 'One way', obstacles.some(({ oneWay }) => oneWay !== null)],
  ];
  const items = kinds.flatMap(([name, label, shown]) =>
    shown ? [make('li', '', make('i', name), label)] : [],
  );
  const host = byId('kinds', HTMLElement);
  host.hidden = items.length === 0;
  host.replaceChildren(make('ul', '', ...items));
}

/** What the colours mean, in words. */
export function showLegend(legend: Legend): void {
  const host = byId('legend', HTMLElement);
  host.hidden = legend.type === 'names' && legend.entries.length === 0;
  host.replaceChildren(...(legend.type === 'names' ? [namesOf(legend)] : scaleOf(legend)));
}

function namesOf(legend: Legend & { type: 'names' }): HTMLElement {
  const list = make('ul', '');
  for (const { label, color } of legend.entries) {
    const dot = make('i', '');
    dot.style.background = css(color);
    list.append(make('li', '', dot, label));
  }
  return list;
}

function scaleOf(legend: Legend & { type: 'scale' }): HTMLElement[] {
  const ramp = make('div', 'ramp');
  ramp.style.background = `linear-gradient(to right, ${legend.colors.map(css).join(', ')})`;
  const high = `${formatNumber(legend.high)}${legend.open ? ' or more' : ''}`;
  const unit = dimensionText(legend.dimension);
  return [
    ramp,
    make(
      'div',
      'ends',
      make('span', '', formatNumber(legend.low)),
      make('span', '', unit),
      make('span', '', high),
    ),
  ];
}
