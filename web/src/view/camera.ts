import type { Bounds } from './bounds';

/** A place in the picture: CSS pixels, y down, and the depth [L], which grows away from who looks. */
export type Spot = [x: number, y: number, depth: number];

type Triple = [number, number, number];

/** Where the 3D view begins: from the front right and above. Radians. */
const kAzimuth = -0.576;
const kElevation = 0.419;
/** Radians per pixel dragged. */
const kTurn = 0.008;
/** CSS pixels left free around what is fitted; of a small picture at most a share. */
const kMargin = 28;
const kMarginShare = 0.05;
/** How much smaller than fitted a picture may get. */
const kSmallest = 0.1;
/**
 * Of the largest coordinate: what a pixel shows at least. Places are kept as float32, to 2^-24 of that at
 * worst: so they are drawn to within an eighth of a pixel.
 */
const kFinest = 2 ** -21;

/**
 * Maps the world to pixels without perspective: everything is as large as it is, wherever it is, and a ball
 * is a disc of exactly `scale` times its radius. In 2D y points up; in 3D z does, and `orbit` goes around it.
 */
export class Camera {
  /** CSS pixels. */
  width = 1;
  height = 1;
  /** Pixels per [L]. */
  scale = 1;
  /** [L] What is in the middle of the picture. */
  readonly center: Triple = [0, 0, 0];
  /** Unit vectors: to the right and upwards in the picture, and away from who looks. */
  readonly right: Triple = [1, 0, 0];
  readonly up: Triple = [0, 1, 0];
  readonly away: Triple = [0, 0, 1];
  /** Counts the changes. */
  version = 0;

  private azimuth = kAzimuth;
  private elevation = kElevation;
  private fitted = true;

  constructor(
    readonly dimension: 2 | 3,
    private bounds: Bounds,
  ) {
    this.fit();
  }

  /** Keeps the middle and the scale; a picture that nobody has moved yet is fitted anew. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.fitted) this.fit();
    else this.settle();
  }

  /** Shows all of the bounds, in 3D from where the view begins. */
  fit(bounds: Bounds = this.bounds): void {
    this.bounds = bounds;
    this.azimuth = kAzimuth;
    this.elevation = kElevation;
    this.turn();
    for (let k = 0; k < 3; ++k) this.center[k] = 0.5 * (bounds.min[k] + bounds.max[k]);
    this.scale = this.fittingScale();
    this.fitted = true;
    ++this.version;
  }

  /** Moves the picture by so many pixels. */
  pan(dx: number, dy: number): void {
    for (let k = 0; k < 3; ++k) this.center[k] += (this.up[k] * dy - this.right[k] * dx) / this.scale;
    this.fitted = false;
    this.settle();
  }

  /** Makes everything `factor` times as large; what is at (x, y) stays there. */
  zoom(factor: number, x = 0.5 * this.width, y = 0.5 * this.height): void {
    if (!(factor > 0)) return;
    const before = this.scale;
    this.scale = Math.min(Math.max(before * factor, this.smallestScale()), this.largestScale());
    const shift = 1 / before - 1 / this.scale;
    const dx = (x - 0.5 * this.width) * shift;
    const dy = (y - 0.5 * this.height) * shift;
    for (let k = 0; k < 3; ++k) this.center[k] += this.right[k] * dx - this.up[k] * dy;
    this.fitted = false;
    this.settle();
  }

  /** In 3D: goes around the middle as if the world were dragged by so many pixels. */
  orbit(dx: number, dy: number): void {
    if (this.dimension === 2) return;
    this.azimuth = (this.azimuth - dx * kTurn) % (2 * Math.PI);
    this.elevation = Math.min(Math.max(this.elevation + dy * kTurn, -0.5 * Math.PI), 0.5 * Math.PI);
    this.turn();
    this.fitted = false;
    this.settle();
  }

  /** Puts a place into the middle of the picture, at a scale [pixels per L] or the present one. */
  lookAt(point: ArrayLike<number>, scale = this.scale): void {
    for (let k = 0; k < this.dimension; ++k) this.center[k] = point[k];
    this.scale = Math.min(Math.max(scale, this.smallestScale()), this.largestScale());
    this.fitted = false;
    this.settle();
  }

  /**
   * Sees what another camera sees, of a world whose lengths are `scale` of this one's, and whose origin is at `shift`
   * in it.
   */
  follow(other: Camera, scale: number, shift: readonly number[]): void {
    for (let k = 0; k < 3; ++k) {
      this.center[k] = other.center[k] / scale + (shift[k] ?? 0);
      this.right[k] = other.right[k];
      this.up[k] = other.up[k];
      this.away[k] = other.away[k];
    }
    this.scale = other.scale * scale;
    ++this.version;
  }

  project(point: ArrayLike<number>, spot: Spot = [0, 0, 0]): Spot {
    const x = point[0] - this.center[0];
    const y = point[1] - this.center[1];
    if (this.dimension === 2) {
      spot[0] = 0.5 * this.width + this.scale * x;
      spot[1] = 0.5 * this.height - this.scale * y;
      spot[2] = 0;
      return spot;
    }
    const z = point[2] - this.center[2];
    const { right, up, away } = this;
    spot[0] = 0.5 * this.width + this.scale * (right[0] * x + right[1] * y + right[2] * z);
    spot[1] = 0.5 * this.height - this.scale * (up[0] * x + up[1] * y + up[2] * z);
    spot[2] = away[0] * x + away[1] * y + away[2] * z;
    return spot;
  }

  /** The place seen at (x, y), at a depth [L] from the middle's. */
  unproject(x: number, y: number, depth = 0): Triple {
    const across = (x - 0.5 * this.width) / this.scale;
    const upwards = (0.5 * this.height - y) / this.scale;
    const point: Triple = [0, 0, 0];
    for (let k = 0; k < this.dimension; ++k)
      point[k] = this.center[k] + this.right[k] * across + this.up[k] * upwards + this.away[k] * depth;
    return point;
  }

  /**
   * [L] Half of the depth of what is fitted, whatever the view: all of it lies within that of the bounds'
   * middle.
   */
  get reach(): number {
    const { min, max } = this.bounds;
    return 0.5 * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  }

  /** [L] Depth of the middle of the bounds. */
  get middleDepth(): number {
    let depth = 0;
    for (let k = 0; k < 3; ++k)
      depth += this.away[k] * (0.5 * (this.bounds.min[k] + this.bounds.max[k]) - this.center[k]);
    return depth;
  }

  /** What `fit` shows. */
  get shown(): Bounds {
    return this.bounds;
  }

  get isFitted(): boolean {
    return this.fitted;
  }

  private turn(): void {
    if (this.dimension === 2) return;
    const ca = Math.cos(this.azimuth);
    const sa = Math.sin(this.azimuth);
    const ce = Math.cos(this.elevation);
    const se = Math.sin(this.elevation);
    assign(this.right, ca, sa, 0);
    assign(this.away, -sa * ce, ca * ce, -se);
    assign(this.up, -sa * se, ca * se, ce);
  }

  private fittingScale(): number {
    const { min, max } = this.bounds;
    let across = 0;
    let upwards = 0;
    for (let k = 0; k < 3; ++k) {
      across += Math.abs(this.right[k]) * (max[k] - min[k]);
      upwards += Math.abs(this.up[k]) * (max[k] - min[k]);
    }
    const room = (size: number): number => size - 2 * Math.min(kMargin, kMarginShare * size);
    const scale = Math.min(room(this.width) / across, room(this.height) / upwards);
    return Number.isFinite(scale) && scale > 0 ? scale : 1;
  }

  private smallestScale(): number {
    return kSmallest * this.fittingScale();
  }

  private largestScale(): number {
    const { min, max } = this.bounds;
    let largest = 0;
    for (let k = 0; k < 3; ++k) largest = Math.max(largest, Math.abs(min[k]), Math.abs(max[k]));
    return largest > 0 ? Math.max(1 / (kFinest * largest), this.fittingScale()) : Infinity;
  }

  /** The middle of the picture stays within the bounds, so that nobody gets lost. */
  private settle(): void {
    for (let k = 0; k < this.dimension; ++k)
      this.center[k] = Math.min(Math.max(this.center[k], this.bounds.min[k]), this.bounds.max[k]);
    ++this.version;
  }
}

function assign(to: Triple, x: number, y: number, z: number): void {
  to[0] = x;
  to[1] = y;
  to[2] = z;
}
