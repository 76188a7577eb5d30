// The two things of a query, as they are at a time, and as outlines where they first meet; each can be dragged.
import type { Encounter, Moving } from '../../../../wasm/package/index.js';
import { drawingOf, isPlane, poseAt, reachOf } from './poses';

const kAir = 0.08;
/** Times at which it is looked how far they get. */
const kLooks = 24;

interface Box {
  min: [number, number];
  max: [number, number];
}

export class QueryPicture {
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private things: [Moving, Moving] | null = null;
  private box: Box = { min: [0, 0], max: [1, 1] };
  private dragged: { which: 0 | 1; grab: [number, number]; box: Box } | null = null;

  /** `moved` is told of another position of the first or second. */
  constructor(
    private readonly host: HTMLElement,
    private readonly moved: (which: 0 | 1, position: [number, number]) => void,
  ) {
    this.svg.setAttribute('role', 'img');
    this.host.append(this.svg);
    this.svg.addEventListener('pointerdown', (event) => this.take(event));
    this.svg.addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel']) this.svg.addEventListener(end, () => (this.dragged = null));
  }

  /** `until` [T]: what is shown of their ways. */
  open(a: Moving, b: Moving, until: number): void {
    this.things = isPlane(a) && isPlane(b) ? [a, b] : null;
    this.host.hidden = this.things === null;
    if (this.things && !this.dragged) this.box = boxOf(this.things, until);
  }

  show(delay: number, met: Encounter | null): void {
    if (!this.things) return;
    const { min, max } = this.box;
    const [width, height] = [max[0] - min[0], max[1] - min[1]];
    const size = Math.max(width, height);
    const thing = (which: 0 | 1, at: number, ghost: boolean): string => {
      const of = (this.things as [Moving, Moving])[which];
      const { place, degrees } = poseAt(of, at);
      const [cx, cy] = of.centre ?? [0, 0];
      return `<g class="${ghost ? 'ghost' : 'thing'} ${which === 0 ? 'first' : 'second'}" data-which="${which}" transform="translate(${place[0]} ${place[1]}) rotate(${degrees}) translate(${-cx} ${-cy})">${drawingOf(of, size)}</g>`;
    };
    const touches = met !== null && met.outcome !== 'miss' && met.outcome !== 'unresolved';
    const ghosts = touches ? thing(0, met.delay, true) + thing(1, met.delay, true) : '';
    const [px, py] = met?.point_a ?? [0, 0];
    const [nx, ny] = (met?.normal ?? [0, 0]).map((n) => 0.1 * size * n);
    const contact = touches ? `<path class="normal" d="M${px} ${py}l${nx} ${ny}"/><circle class="contact" cx="${px}" cy="${py}" r="${0.008 * size}"/>` : '';
    this.svg.setAttribute('viewBox', `${min[0]} ${-max[1]} ${width} ${height}`);
    this.svg.setAttribute('aria-label', touches ? `Two things, and where they touch at ${met.delay}` : 'Two things');
    this.svg.style.setProperty('--hair', String(0.004 * size));
    this.svg.innerHTML = `<g transform="scale(1 -1)">${ghosts}${thing(0, delay, false)}${thing(1, delay, false)}${contact}</g>`;
  }

  /** [L] Of a pixel. */
  private place(event: PointerEvent): [number, number] {
    const matrix = this.svg.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [at.x, -at.y];
  }

  private take(event: PointerEvent): void {
    const group = (event.target as Element).closest<SVGGElement>('.thing');
    if (!group || !this.things) return;
    const which = Number(group.dataset.which) as 0 | 1;
    const { position } = this.things[which];
    if (!position) return;
    const [x, y] = this.place(event);
    this.dragged = { which, grab: [x - position[0], y - position[1]], box: this.box };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private drag(event: PointerEvent): void {
    if (!this.dragged) return;
    const [x, y] = this.place(event);
    const { which, grab, box } = this.dragged;
    const decimals = Math.max(0, 3 - Math.floor(Math.log10(box.max[0] - box.min[0])));
    const near = (value: number): number => Number(value.toFixed(Math.min(decimals, 15)));
    this.moved(which, [near(x - grab[0]), near(y - grab[1])]);
  }
}

function boxOf(things: readonly Moving[], until: number): Box {
  const box: Box = { min: [Infinity, Infinity], max: [-Infinity, -Infinity] };
  for (const thing of things) {
    const reach = reachOf(thing);
    if ('half_space' in thing) continue;
    for (let i = 0; i <= kLooks; ++i) {
      const { place } = poseAt(thing, (until * i) / kLooks);
      for (const k of [0, 1] as const) {
        box.min[k] = Math.min(box.min[k], place[k] - reach);
        box.max[k] = Math.max(box.max[k], place[k] + reach);
      }
    }
  }
  if (!(box.min[0] < Infinity)) return { min: [-1, -1], max: [1, 1] };
  const size = Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], Number.MIN_VALUE);
  for (const k of [0, 1] as const) {
    box.min[k] -= kAir * size;
    box.max[k] += kAir * size;
  }
  return box;
}
