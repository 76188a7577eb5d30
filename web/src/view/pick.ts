import { kSensor } from '../run/types';
import { shownBeyond, shownRadius, standsTurned } from './marks/body_marks';
import type { Camera, Spot } from './camera';
import type { Figure } from './shapes/figures';
import { silhouetteOf, type Silhouette } from './marks/rims';
import type { ViewState } from './renderer';
import { dot, type Triple } from './shapes/space';

/** CSS pixels: how far beside a small body one may point. */
const kNear = 8;

/**
 * The body seen at a pixel: of those under it the nearest to who looks, else the closest one beside it, else
 * -1. Sensors hide nothing: one of them is only found where nothing else is.
 */
export function bodyAt(view: ViewState, x: number, y: number): number {
  const { camera, moment, motion, run, figures } = view;
  const { radius, count, kind } = run.bodies;
  const d = run.dimension;
  const spot: Spot = [0, 0, 0];
  const point = [0, 0, 0];
  const axis = [1, 0];
  const silhouettes = new Map<Figure, Silhouette>();
  const found = [new Found(), new Found()];
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < d; ++k) point[k] = moment.position[i * d + k];
    camera.project(point, spot);
    const [dx, dy] = [x - spot[0], y - spot[1]];
    const listed = figures.ofBody(i);
    let gap = Math.hypot(dx, dy);
    let depth = spot[2];
    if (listed === null) gap -= shownRadius(radius[i], camera, count);
    else {
      const beyond = shownBeyond(listed, camera, count);
      if (gap > radius[i] * camera.scale + beyond + kNear) continue;
      const figure = figures.standing(i, motion, moment.time) ?? listed;
      let silhouette = silhouettes.get(figure);
      if (!silhouette) silhouettes.set(figure, (silhouette = silhouetteOf(figure, camera)));
      // Turned back instead of the outline.
      const [right, up] = standsTurned(view, i, axis)
        ? [axis[0] * dx - axis[1] * dy, -axis[1] * dx - axis[0] * dy]
        : [dx, -dy];
      gap = silhouette.outline.distance(right, up) - beyond;
      if (gap <= 0) depth += middleOf(figure, camera, beyond, dx, dy);
    }
    found[kind !== null && kind[i] & kSensor ? 1 : 0].look(i, gap, depth);
  }
  const [bodies, sensors] = found;
  if (bodies.front >= 0) return bodies.front;
  return sensors.front >= 0 ? sensors.front : bodies.beside >= 0 ? bodies.beside : sensors.beside;
}

class Found {
  front = -1;
  beside = -1;
  private depth = Infinity;
  private gap = kNear;

  look(body: number, gap: number, depth: number): void {
    // In 2D all depths are the same: the last one drawn is on top.
    if (gap <= 0 && depth <= this.depth) {
      this.front = body;
      this.depth = depth;
    } else if (gap > 0 && gap < this.gap) {
      this.beside = body;
      this.gap = gap;
    }
  }
}

/**
 * [L] In 3D, how much deeper than its place the middle of a body is along the line that looks at (dx, dy).
 * Lines through bodies that do not overlap meet one after the other, so any place inside tells who is in
 * front.
 */
function middleOf({ body }: Figure, camera: Camera, beyond: number, dx: number, dy: number): number {
  if (body === null) return 0;
  const { right, up, away, scale } = camera;
  const from = [0, 1, 2].map((k) => (dx * right[k] - dy * up[k]) / scale) as Triple;
  let [enter, leave] = [-Infinity, Infinity];
  for (const { loop, normal } of body.faces) {
    const along = dot(normal, away);
    const room = dot(normal, body.vertices[loop[0]]) + beyond / scale - dot(normal, from);
    if (along < 0) enter = Math.max(enter, room / along);
    else if (along > 0) leave = Math.min(leave, room / along);
  }
  return 0.5 * (enter + leave);
}
