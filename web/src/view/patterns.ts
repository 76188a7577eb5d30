import { kKinematic } from '../run/types';

/** Stripes of sensors in the plane, CSS pixels: how far apart they are, and half of how wide. */
export const kStripes = 7;
export const kStripe = 0.8;
/** How strong they are, and what is between them. */
export const kStripeFill = 0.5;
export const kSensorFill = 0.16;

/** What shows how a ball stands, mixed into its colour: a line in the plane, in space a dark spot and a light
 *  one. */
export const kDarkMark = 0x1f2933;
export const kLightMark = 0xfbfaf7;
export const kMarkShare = 0.75;
/** The radius of a spot: of the ball's, and at least so many CSS pixels. */
export const kSpot = 0.28;
export const kLeastSpot = 2;

/** CSS pixels: how wide the outline of a body is that is half as wide as `size`, as in shaders.ts. */
export function rimWidth(size: number, kind: number): number {
  return kind & kKinematic
    ? Math.min(Math.max(0.25 * size, 1.25), 3)
    : Math.min(Math.max(0.12 * size, 0.75), 1.5);
}
