// What one drags of the selected body: the tip of its velocity, its rim, and where it points. A drawing above the stage.
import type { Camera, Spot } from '../../view/view';

/** CSS pixels: from a body's rim to where its velocity begins, and how near one must be to take a handle. */
const kGap = 10;
const kReach = 14;
const kKnob = 6;
/** From the rim to the knob that tells where a body points. */
const kPointer = 30;

export type Grip = 'place' | 'velocity' | 'radius' | 'angle';

/** The selected body, in pixels. */
export interface Held {
  x: number;
  y: number;
  radius: number;
  /** Velocity times the time of the arrows, y down. */
  arrow: [number, number];
  /** Its radius can be changed. */
  round: boolean;
  /** Where its x axis points, of length 1, y down; null if it does not turn. */
  axis: [number, number] | null;
}

export class Handles {
  private readonly svg: SVGSVGElement;
  private held: Held | null = null;

  constructor(host: HTMLElement) {
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('class', 'handles');
    this.svg.setAttribute('aria-hidden', 'true');
    host.append(this.svg);
  }

  show(held: Held | null): void {
    this.held = held;
    if (!held) {
      this.svg.replaceChildren();
      return;
    }
    const [tipX, tipY] = this.tip(held);
    const [ux, uy] = this.direction(held);
    const startX = held.x + ux * held.radius;
    const startY = held.y + uy * held.radius;
    const [rimX, rimY] = this.rim(held);
    const rim = held.round
      ? `<circle class="rim" cx="${held.x}" cy="${held.y}" r="${Math.max(held.radius, 1)}"/>
         <rect class="knob" x="${rimX - kKnob}" y="${rimY - kKnob}" width="${2 * kKnob}" height="${2 * kKnob}" rx="2"/>`
      : '';
    const axis = held.axis ? this.axisMark(held, held.axis) : '';
    this.svg.innerHTML = `${rim}${axis}<path class="arrow" d="M${startX} ${startY}L${tipX} ${tipY}"/>
      <circle class="knob" cx="${tipX}" cy="${tipY}" r="${kKnob + 1}"/>`;
  }

  /** What one takes at a pixel: the nearest of the selected body's handles; none nearer to its middle than to them. */
  at(x: number, y: number): Grip | null {
    const { held } = this;
    if (!held) return null;
    const grips: [Grip, [number, number]][] = [['velocity', this.tip(held)]];
    if (held.round) grips.push(['radius', this.rim(held)]);
    if (held.axis) grips.push(['angle', this.pointer(held, held.axis)]);
    let nearest: Grip | null = null;
    let least = Math.min(kReach, Math.hypot(x - held.x, y - held.y));
    for (const [grip, [px, py]] of grips) {
      const away = Math.hypot(x - px, y - py);
      if (away >= least) continue;
      nearest = grip;
      least = away;
    }
    return nearest;
  }

  private axisMark(held: Held, axis: [number, number]): string {
    const [x, y] = this.pointer(held, axis);
    const k = kKnob + 1;
    return `<path class="rim" d="M${held.x} ${held.y}L${x} ${y}"/>
      <path class="knob" d="M${x - k} ${y}L${x} ${y - k}L${x + k} ${y}L${x} ${y + k}Z"/>`;
  }

  /** Beyond what the rim's handle reaches, as the arrow may point the same way. */
  private pointer(held: Held, [ax, ay]: [number, number]): [number, number] {
    const reach = held.radius + kPointer;
    return [held.x + ax * reach, held.y + ay * reach];
  }

  /** The arrow [pixels] that leads to a pixel. */
  arrowTo(x: number, y: number, from: Held): [number, number] {
    const [dx, dy] = [x - from.x, y - from.y];
    const length = Math.hypot(dx, dy);
    const beyond = length - from.radius - kGap;
    return beyond > 0 ? [(dx / length) * beyond, (dy / length) * beyond] : [0, 0];
  }

  private direction({ arrow: [ax, ay] }: Held): [number, number] {
    const length = Math.hypot(ax, ay);
    return length > 0 ? [ax / length, ay / length] : [1, 0];
  }

  private tip(held: Held): [number, number] {
    const [ux, uy] = this.direction(held);
    const reach = held.radius + kGap;
    return [held.x + ux * reach + held.arrow[0], held.y + uy * reach + held.arrow[1]];
  }

  /** On the side that the arrow leaves, below. */
  private rim(held: Held): [number, number] {
    const [ux] = this.direction(held);
    const side = (ux > 0 ? -1 : 1) * Math.SQRT1_2;
    const r = Math.max(held.radius, kKnob);
    return [held.x + side * r, held.y + Math.SQRT1_2 * r];
  }
}

/** A place in front of who looks, at the depth of another. */
export function unprojectAt(camera: Camera, x: number, y: number, like: ArrayLike<number>): number[] {
  const spot: Spot = [0, 0, 0];
  camera.project(like, spot);
  const middle: Spot = [0, 0, 0];
  camera.project(camera.center, middle);
  return camera.unproject(x, y, spot[2] - middle[2]).slice(0, camera.dimension);
}
