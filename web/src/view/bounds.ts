import {
  kRound,
  newMoment,
  type Moment,
  type Obstacle,
  type Run,
  type Shape,
  type Solid,
  type Space,
} from '../run/types';

/** An upright box; three numbers each, in 2D the third is 0. */
export interface Bounds {
  min: [number, number, number];
  max: [number, number, number];
}

/** Whatever knows where the bodies are at a time. */
export interface Course {
  at(time: number, moment: Moment): void;
}

/** Moves a place into the space along periodic axes. */
export function wrap(point: number[], { min, max, sides }: Space): void {
  for (let k = 0; k < sides.length; ++k) {
    const size = max[k] - min[k];
    if (sides[k] === 'periodic') point[k] -= size * Math.floor((point[k] - min[k]) / size);
  }
}

/** How often the bodies are looked at, for what a run spans where its sides are open. */
const kLooks = 33;
/** Box sizes by which a body may have left an open side and still be in view. */
const kFurthest = 1;
/** Of what is shown: beyond open sides, so that what stands just outside is seen too. */
const kAround = 0.04;

/** What a camera fits: the space, and along open axes what bodies and obstacles span over the run. */
export function boundsOf(run: Run, course: Course): Bounds {
  const { min, max, sides } = run.space;
  const bounds: Bounds = {
    min: [min[0] ?? 0, min[1] ?? 0, run.dimension === 3 ? (min[2] ?? 0) : 0],
    max: [max[0] ?? 0, max[1] ?? 0, run.dimension === 3 ? (max[2] ?? 0) : 0],
  };
  if (!sides.includes('open')) return bounds;
  const span = spanOf(run, course);
  for (let k = 0; k < run.dimension; ++k) {
    if (sides[k] !== 'open') continue;
    const size = max[k] - min[k];
    // In a space of no size, as around a single body at rest, nothing is too far.
    const reach = size > 0 ? kFurthest * size : Infinity;
    bounds.min[k] = Math.min(min[k], Math.max(span.min[k], min[k] - reach));
    bounds.max[k] = Math.max(max[k], Math.min(span.max[k], max[k] + reach));
    const around = kAround * (bounds.max[k] - bounds.min[k]);
    bounds.min[k] -= around;
    bounds.max[k] += around;
  }
  return bounds;
}

/** Bounds that hold those, and all bodies that have left them through open sides, with some room around. */
export function withBodies(bounds: Bounds, run: Run, moment: Moment): Bounds {
  const wider: Bounds = { min: [...bounds.min], max: [...bounds.max] };
  const { count, radius } = run.bodies;
  const d = run.dimension;
  for (let k = 0; k < d; ++k) {
    if (run.space.sides[k] !== 'open') continue;
    let [low, high] = [bounds.min[k], bounds.max[k]];
    for (let body = 0; body < count; ++body) {
      low = Math.min(low, moment.position[body * d + k] - radius[body]);
      high = Math.max(high, moment.position[body * d + k] + radius[body]);
    }
    const around = kAround * (high - low);
    if (low < bounds.min[k]) wider.min[k] = low - around;
    if (high > bounds.max[k]) wider.max[k] = high + around;
  }
  return wider;
}

/** Of bodies, obstacles and places where they meet. */
function spanOf(run: Run, course: Course): Bounds {
  const span: Bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  const include = (k: number, low: number, high: number): void => {
    if (low < span.min[k]) span.min[k] = low;
    if (high > span.max[k]) span.max[k] = high;
  };
  const d = run.dimension;
  const { radius, shape, count } = run.bodies;
  const shapes = run.shapes.map(extentOf);
  const includeBody = (body: number, position: Float32Array, at: number): void => {
    const isRound = shape === null || shape[body] === kRound || run.spins?.who[body] === 1;
    const extent = isRound ? null : shapes[shape[body]];
    for (let k = 0; k < d; ++k) {
      const x = position[at * d + k];
      include(k, x + (extent?.min[k] ?? -radius[body]), x + (extent?.max[k] ?? radius[body]));
    }
  };
  for (const obstacle of run.obstacles) {
    const reach = reachOf(obstacle);
    if (reach) for (let k = 0; k < d; ++k) include(k, reach.min[k], reach.max[k]);
  }
  // On straight courses bodies are farthest where these begin and end; looks in between are for falls and
  // frames.
  for (let knot = 0; knot < run.knots.count; ++knot)
    includeBody(run.knots.body[knot], run.knots.position, knot);
  for (let i = 0; i < run.impacts.count * d; ++i) include(i % d, run.impacts.point[i], run.impacts.point[i]);
  const moment = newMoment(run);
  for (let look = 0; look < kLooks; ++look) {
    course.at((run.end * look) / (kLooks - 1), moment);
    for (let body = 0; body < count; ++body) includeBody(body, moment.position, body);
  }
  return span;
}

/** What a shape spans, from its place. */
export function extentOf({ vertices, radius }: Solid): Bounds {
  const bounds: Bounds = { min: [0, 0, 0], max: [0, 0, 0] };
  for (let k = 0; k < vertices[0].length; ++k) {
    bounds.min[k] = vertices.reduce((low, p) => Math.min(low, p[k]), Infinity) - radius;
    bounds.max[k] = vertices.reduce((high, p) => Math.max(high, p[k]), -Infinity) + radius;
  }
  return bounds;
}

/** What an obstacle spans; null if it has no end. */
export function reachOf({ position, shape, solid }: Obstacle): Bounds | null {
  if (shape.half_space) return null;
  const round: Solid = { name: 'ball', vertices: [position.map(() => 0)], radius: radiusOf(shape) };
  const { min, max } = extentOf(solid ?? round);
  const moved = (corner: Bounds['min']): Bounds['min'] =>
    [0, 1, 2].map((k) => corner[k] + (position[k] ?? 0)) as Bounds['min'];
  return { min: moved(min), max: moved(max) };
}

/** [L] Of a round shape; 0 of another. */
export function radiusOf(shape: Shape): number {
  const { radius } = shape.ball ?? shape.container ?? shape.arc ?? {};
  return typeof radius === 'number' ? radius : 0;
}
