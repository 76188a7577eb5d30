import type { Spot } from './camera';
import type { ViewState } from './renderer';
import { Stage } from './stage';

/** CSS pixels: how far beside a small body one may point. */
const kNear = 8;

/**
 * The body seen at a pixel: of those under it the nearest to who looks, else the closest one beside it, else
 * -1.
 */
export function bodyAt(view: ViewState, x: number, y: number): number {
  const { camera, moment, run } = view;
  const d = run.dimension;
  const spot: Spot = [0, 0, 0];
  const point = [0, 0, 0];
  let front = -1;
  let frontDepth = Infinity;
  let beside = -1;
  let besideGap = kNear;
  for (let i = 0; i < run.bodies.count; ++i) {
    for (let k = 0; k < d; ++k) point[k] = moment.position[i * d + k];
    camera.project(point, spot);
    const shown = Stage.shownRadius(run.bodies.radius[i], camera, run.bodies.count);
    const gap = Math.hypot(spot[0] - x, spot[1] - y) - shown;
    // In 2D all depths are the same: the last one drawn is on top.
    if (gap <= 0 && spot[2] <= frontDepth) {
      front = i;
      frontDepth = spot[2];
    } else if (gap > 0 && gap < besideGap) {
      beside = i;
      besideGap = gap;
    }
  }
  return front >= 0 ? front : beside;
}
