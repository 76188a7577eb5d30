import type { Camera, Spot } from '../camera';

/** Depths of a picture from 0, near, to 1, far. */
export class Depths {
  /** Per [L]. */
  scale = 0;
  private near = 0;

  fit(camera: Camera): void {
    // A little more than what is fitted; what is beyond is pressed into the first and last depth.
    const reach = 1.25 * camera.reach;
    this.near = camera.middleDepth - reach;
    this.scale = reach > 0 ? 0.5 / reach : 0;
  }

  of(spot: Spot): number {
    const depth = (spot[2] - this.near) * this.scale;
    return depth < 0 ? 0 : depth > 1 ? 1 : depth;
  }

  /** [L] The other way. */
  at(depth: number): number {
    return this.scale > 0 ? this.near + depth / this.scale : this.near;
  }
}
