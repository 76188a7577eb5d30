// The same scene as a textbook steps it: all balls are moved by a step, and who then overlaps is reflected. What is
// wrong with it is what one is to see: fast balls pass through what is thin, and every contact comes late.
import { kKinematic, kRound, kSensor, type Obstacle, type Run } from '../../run/types';

/** Why a scene cannot be stepped here; empty if it can. */
export function whyNotStepped(run: Run): string {
  const { shape, kind, count } = run.bodies;
  if (count > kMostStepped) return `more than ${kMostStepped} bodies`;
  if (shape?.some((each) => each !== kRound)) return 'bodies that are no balls';
  if (kind?.some((each) => (each & (kKinematic | kSensor)) !== 0)) return 'bodies that go their own way';
  if (run.obstacles.some(({ solid, shape: known }) => !('ball' in known) && (solid === null || run.dimension === 3)))
    return 'obstacles of a shape that it does not know';
  return '';
}

const kMostStepped = 300;

export class Stepped {
  readonly position: Float64Array;
  private readonly velocity: Float64Array;
  private readonly acceleration: Float64Array;
  /** Steps so far. */
  steps = 0;

  /** `step` [T]. All balls bounce without loss, whatever the scene says of them. */
  constructor(
    private readonly run: Run,
    readonly step: number,
  ) {
    this.position = Float64Array.from(run.starts.position);
    this.velocity = Float64Array.from(run.starts.velocity);
    this.acceleration = run.starts.acceleration
      ? Float64Array.from(run.starts.acceleration)
      : new Float64Array(this.position.length);
  }

  get time(): number {
    return this.steps * this.step;
  }

  /** As many whole steps as there are until then. */
  runUntil(time: number): void {
    while ((this.steps + 1) * this.step <= time) this.advance();
  }

  private advance(): void {
    const { position, velocity, acceleration, step } = this;
    for (let i = 0; i < position.length; ++i) {
      velocity[i] += acceleration[i] * step;
      position[i] += velocity[i] * step;
    }
    this.meetSides();
    this.meetObstacles();
    this.meetEachOther();
    ++this.steps;
  }

  private meetSides(): void {
    const { position, velocity } = this;
    const { space, dimension: d, bodies } = this.run;
    for (let i = 0; i < position.length; ++i) {
      const axis = i % d;
      const [min, max] = [space.min[axis], space.max[axis]];
      const r = bodies.radius[(i - axis) / d];
      if (space.sides[axis] === 'periodic') position[i] -= (max - min) * Math.floor((position[i] - min) / (max - min));
      if (space.sides[axis] !== 'wall') continue;
      if ((position[i] < min + r && velocity[i] < 0) || (position[i] > max - r && velocity[i] > 0)) velocity[i] = -velocity[i];
    }
  }

  private meetObstacles(): void {
    const { dimension: d, bodies, obstacles } = this.run;
    for (const obstacle of obstacles) {
      if (obstacle.sensor) continue;
      for (let body = 0; body < bodies.count; ++body) {
        const at = this.position.subarray(body * d, body * d + d);
        const { offset, reach } = nearestOf(obstacle, at);
        if (Math.hypot(...offset) < reach + bodies.radius[body]) this.reflect(body, -1, offset);
      }
    }
  }

  private meetEachOther(): void {
    const { dimension: d, bodies } = this.run;
    for (let a = 0; a < bodies.count; ++a)
      for (let b = a + 1; b < bodies.count; ++b) {
        const offset = Array.from({ length: d }, (_, k) => this.position[b * d + k] - this.position[a * d + k]);
        if (Math.hypot(...offset) < bodies.radius[a] + bodies.radius[b]) this.reflect(a, b, offset);
      }
  }

  /** `offset`: from a to b, or to an obstacle. Only what closes is turned around. */
  private reflect(a: number, b: number, offset: readonly number[]): void {
    const { dimension: d, bodies } = this.run;
    const length = Math.hypot(...offset);
    if (!(length > 0)) return;
    const { velocity } = this;
    let closing = 0;
    for (let k = 0; k < d; ++k)
      closing += ((velocity[a * d + k] - (b < 0 ? 0 : velocity[b * d + k])) * offset[k]) / length;
    if (closing <= 0) return;
    const share = b < 0 ? 0 : bodies.mass[a] / (bodies.mass[a] + bodies.mass[b]);
    for (let k = 0; k < d; ++k) {
      const push = (2 * closing * offset[k]) / length;
      velocity[a * d + k] -= (1 - share) * push;
      if (b >= 0) velocity[b * d + k] += share * push;
    }
  }
}

/** From a place to the nearest one of an obstacle's core, and the radius around that core. */
function nearestOf({ position, shape, solid }: Obstacle, at: ArrayLike<number>): { offset: number[]; reach: number } {
  const from = position.map((x, k) => x - at[k]);
  if (solid === null) return { offset: from, reach: 'ball' in shape ? Number(shape.ball.radius) : 0 };
  const { vertices, radius } = solid;
  const corners = solid.name === 'box' || solid.name === 'oriented_box' ? [0, 1, 3, 2].map((i) => vertices[i]) : vertices;
  let best: number[] = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length];
    const edge = next.map((x, k) => x - corner[k]);
    const start = corner.map((x, k) => x + from[k]);
    const squared = edge.reduce((sum, x) => sum + x * x, 0);
    const along = squared > 0 ? -start.reduce((sum, x, k) => sum + x * edge[k], 0) / squared : 0;
    const place = start.map((x, k) => x + Math.min(Math.max(along, 0), 1) * edge[k]);
    if (best.length === 0 || Math.hypot(...place) < Math.hypot(...best)) best = place;
  });
  return { offset: best, reach: radius };
}
