import type { Lines } from './marks';

/** CSS pixels. */
const kHead = 6;
const kSpread = 0.55;

/** Adds an arrow between two places in pixels, unless it is too short to be seen. */
export function addArrow(
  to: Lines,
  [x, y, depth]: readonly [number, number, number],
  [tipX, tipY, tipDepth]: readonly [number, number, number],
  width: number,
  color: number,
): void {
  const length = Math.hypot(tipX - x, tipY - y);
  if (!(length > 1)) return;
  const head = Math.min(kHead, 0.5 * length) / length;
  const backX = (x - tipX) * head;
  const backY = (y - tipY) * head;
  to.add(x, y, depth, tipX, tipY, tipDepth, width, color);
  for (const side of [-kSpread, kSpread]) {
    const [endX, endY] = [tipX + backX - side * backY, tipY + backY + side * backX];
    to.add(tipX, tipY, tipDepth, endX, endY, tipDepth, width, color);
  }
}
