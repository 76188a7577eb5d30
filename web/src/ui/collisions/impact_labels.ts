import { formatNumber } from '../../run/numbers';
import { overlayBox, wrap, type Camera, type Spot } from '../../view/view';
import { make, setText } from '../dom';
import type { Viewer } from '../viewer';

/** CSS pixels between a place and its label, and at least between two labels. */
const kOff = 14;
const kApart = 3;
/** Up to so many bodies, labels keep away from them. */
const kMostAvoided = 300;

/** What is looked at. */
type Looked = Pick<Viewer, 'run' | 'moment' | 'labels'>;

interface Label {
  element: HTMLElement;
  time: HTMLElement;
  /** CSS pixels: of the text that it has; 0 until that is measured. */
  width: number;
  height: number;
  /** What it stood for, and at which of the places it could have, when it was last put somewhere. */
  impact: number;
  place: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Beside where bodies will touch: which of the impacts to come it is, and when. */
export class ImpactLabels {
  private readonly labels: Label[] = [];
  /** Of a text but for its digits, which are all as wide: measured once, as that has the page laid out. */
  private readonly sizes = new Map<string, [width: number, height: number]>();
  private readonly spot: Spot = [0, 0, 0];

  /** `host`: as large as the stage, and positioned. */
  constructor(private readonly host: HTMLElement) {}

  show(viewer: Looked, impacts: readonly number[], camera: Camera): void {
    // The scale is read, too.
    const taken: Box[] = [overlayBox(camera, viewer.run.units.length)];
    const touches = impacts.map((impact) => this.touchOf(viewer, impact, camera));
    const avoided = impacts.length > 0 ? this.bodiesOf(viewer, camera) : [];
    avoided.push(...touches.map(([x, y]) => around(x, y, kOff)));
    const { labels, run } = viewer;
    const shown = impacts.map((impact, i) =>
      this.write(i, formatNumber(labels.time(run.impacts.time[impact]))),
    );
    shown.forEach((label) => this.measure(label));
    impacts.forEach((impact, i) => {
      const label = shown[i];
      const boxes = boxesFor(label, touches[i], camera);
      const free = boxes.map((box) => !taken.some((other) => overlap(box, other)));
      // It stays where it is: what jumps cannot be read.
      if (label.impact !== impact || !free[label.place]) {
        const hidden = boxes.map((box) => avoided.filter((each) => overlap(box, each)).length);
        const fewest = Math.min(...hidden.filter((_, k) => free[k]));
        label.place = Math.max(
          0,
          hidden.findIndex((many, k) => free[k] && many === fewest),
        );
        label.impact = impact;
      }
      const { left, top } = boxes[label.place];
      taken.push(boxes[label.place]);
      label.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    });
    this.labels.slice(impacts.length).forEach(({ element }) => (element.hidden = true));
  }

  /** What bodies cover, if they are so few that a label need not hide any. */
  private bodiesOf({ run, moment }: Looked, camera: Camera): Box[] {
    const { count, radius } = run.bodies;
    if (count > kMostAvoided) return [];
    const d = run.dimension;
    return Array.from({ length: count }, (_, body) => {
      const [x, y] = camera.project(moment.position.subarray(body * d, body * d + d), this.spot);
      return around(x, y, radius[body] * camera.scale);
    });
  }

  /** Where the two will touch, in pixels. */
  private touchOf({ run }: Looked, impact: number, camera: Camera): Spot {
    const d = run.dimension;
    const point = Array.from(run.impacts.point.subarray(impact * d, impact * d + d));
    wrap(point, run.space);
    return camera.project(point);
  }

  private write(index: number, text: string): Label {
    const label = this.labelOf(index);
    label.element.hidden = false;
    setText(label.time, text);
    return label;
  }

  private measure(label: Label): void {
    const form = (label.time.textContent ?? '').replace(/\d/g, '0');
    const known = this.sizes.get(form);
    [label.width, label.height] = known ?? [label.element.offsetWidth, label.element.offsetHeight];
    if (!known && label.width > 0) this.sizes.set(form, [label.width, label.height]);
  }

  private labelOf(index: number): Label {
    const known = this.labels[index];
    if (known) return known;
    const time = make('span', '');
    const element = make('div', 'impact-label', make('b', '', String(index + 1)), time);
    const label = { element, time, width: 0, height: 0, impact: -1, place: 0 };
    this.host.append(element);
    this.labels.push(label);
    return label;
  }
}

/** Places for a label on the stage beside (x, y), the nearest first. */
function boxesFor({ width, height }: Label, [x, y]: Spot, camera: Camera): Box[] {
  const inside = (at: number, size: number, room: number): number =>
    Math.min(Math.max(at, kApart), Math.max(room - size - kApart, kApart));
  return [0, 1, 2, 3].flatMap((row) => {
    const off = kOff + row * (height + kApart);
    return [x + kOff, x - kOff - width].flatMap((wished) =>
      [y - off - height, y + off].map((wishedTop) => {
        const left = inside(wished, width, camera.width);
        const top = inside(wishedTop, height, camera.height);
        return { left, top, right: left + width, bottom: top + height };
      }),
    );
  });
}

function around(x: number, y: number, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right + kApart &&
    b.left < a.right + kApart &&
    a.top < b.bottom + kApart &&
    b.top < a.bottom + kApart
  );
}
