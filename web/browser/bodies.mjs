// Finding a scene's bodies in a picture of the stage, each by its own colour.
import { distance, fitCircle } from './fit.mjs';
import { isColor, isShadeOf, patches, rgb } from './image.mjs';

/** [pixel^2] Less is a letter, or a corner of something. */
const kSmallest = 30;
/** How round a patch must be to be a whole disc: its area, as a part of what a disc of its width has. */
const kRound = 0.85;
/** How much of a ball's rim must be seen to know where it is. */
const kRim = 0.5;

function patchesOf(image, color, isShaded) {
  const matches = isShaded ? isShadeOf(rgb(color)) : isColor(rgb(color), 6);
  return patches(image, matches).filter((patch) => patch.area >= kSmallest);
}

/** The discs of a flat colour that are seen whole, largest first: { x, y, radius of what has the colour }. */
export function discsOf(image, color) {
  return patchesOf(image, color, false)
    .filter((patch) => isRound(patch, image))
    .map((patch) => ({ x: patch.x, y: patch.y, radius: Math.sqrt(patch.area / Math.PI) }));
}

function isRound({ area, x, y, left, right, top, bottom }, image) {
  const [width, height] = [right - left, bottom - top];
  const whole = left > 0 && top > 0 && right < image.width && bottom < image.height;
  const even = Math.abs(x - (left + right) / 2) < 0.6 && Math.abs(y - (top + bottom) / 2) < 0.6;
  return whole && even && Math.abs(width - height) <= 2 && area > kRound * (Math.PI / 4) * width * height;
}

/** The disc of this colour, or ball of this hue, though lines or other bodies may be before a part of it:
 *  { x, y, radius  of what has the colour }, or nothing. */
export function partlySeen(image, color, isShaded = false) {
  const found = patchesOf(image, color, isShaded);
  if (found.length === 0) return null;
  const left = Math.min(...found.map((patch) => patch.left));
  const right = Math.max(...found.map((patch) => patch.right));
  const top = Math.min(...found.map((patch) => patch.top));
  const bottom = Math.max(...found.map((patch) => patch.bottom));
  const guess = {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    radius: Math.max(right - left, bottom - top) / 2,
  };
  const { x, y, radius, share } = fitCircle(
    found.flatMap((patch) => patch.rim),
    guess,
  );
  return share >= kRim ? { x, y, radius: radius + kToEdge } : null;
}

/** [pixel] From the middles of the pixels at a rim to the rim. */
const kToEdge = 0.5;

/** The pieces of a disc of this colour and radius that the sides of a periodic box have cut, where at
 *  least a quarter  of it is to be seen: { x, y: the middle of the whole }. `sides`: { left, right, top,
 *  bottom } in pixels. */
export function piecesOf(image, color, radius, sides) {
  const isCut = ([x, y]) =>
    Math.min(
      Math.abs(x - sides.left),
      Math.abs(x - sides.right),
      Math.abs(y - sides.top),
      Math.abs(y - sides.bottom),
    ) < 3;
  return patchesOf(image, color, false)
    .filter((patch) => patch.area > (Math.PI / 4) * radius * radius)
    .map((patch) =>
      fitCircle(
        patch.rim.filter((point) => !isCut(point)),
        patch,
        radius - kToEdge,
      ),
    );
}

/** How much of a body is drawn, all its pieces together [pixel^2]. */
export function areaOf(image, color) {
  return patchesOf(image, color, false).reduce((sum, patch) => sum + patch.area, 0);
}

/** The bodies of a frame that are seen: { id, world, pixel, radius, drawn: radius of what has its colour
 *  }. */
export function seenBodies(image, scene, frame) {
  const seen = [];
  for (const { id, position, radius } of frame.bodies) {
    const color = scene.colors[id];
    const disc = scene.dimension === 2 ? discsOf(image, color)[0] : partlySeen(image, color, true);
    if (disc && isInside(position, radius, scene.side))
      seen.push({ id, world: position, pixel: [disc.x, disc.y], radius, drawn: disc.radius });
  }
  return seen;
}

/** Whether the sides of a periodic box cut nothing off a body. */
function isInside(position, radius, side) {
  return !side || position.every((x) => x > 1.1 * radius && x < side - 1.1 * radius);
}

/** The distance between two bodies' surfaces, or between two of their images, a box `width` apart
 *  [pixels]. */
export function gapBetween(a, b, reach, width) {
  const shifts = width ? [-width, 0, width] : [0];
  const distances = shifts.flatMap((x) => shifts.map((y) => distance([a.x + x, a.y + y], [b.x, b.y])));
  return Math.min(...distances) - reach;
}
