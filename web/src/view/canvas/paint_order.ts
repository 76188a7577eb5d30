import type { Camera } from '../camera';
import type { Depths } from '../marks/depths';
import type { Figures } from '../shapes/figures';
import type { Discs, Lines, Records, Solids } from '../marks/marks';
import { dot, minus, type Triple } from '../shapes/space';

/** Of bodies' sizes: so far may they seem to overlap by rounding. */
const kTouching = 1e-4;
/** Bodies with more faces than this are parted along the axes only. */
const kMostFaces = 64;

/** A mark: one of the three has it, at an index. */
export interface Painted {
  depth: number;
  disc: Discs | null;
  solid: Solids | null;
  line: Lines | null;
  index: number;
}

/** What a mark spans [L]. */
interface Span {
  place: Triple;
  low: Triple;
  high: Triple;
  /** Directions that may part it from others, and the vertices of its core. */
  normals: readonly Triple[];
  core: readonly ArrayLike<number>[];
  radius: number;
}

/** Of a picture: how its pixels and depths are places. */
export interface Sight {
  figures: Figures;
  camera: Camera;
  depths: Depths;
}

/**
 * Bodies and lines in an order in which each hides what it is in front of. The depth of the middle tells that
 * for balls and lines; of two that a plane parts, the one on its near side is in front.
 */
export function paintOrder(
  discs: readonly Discs[],
  solids: readonly Solids[],
  lines: readonly Lines[],
  sight: Sight,
): Painted[] {
  const none = { disc: null, solid: null, line: null };
  const all: Painted[] = [];
  for (const disc of discs)
    for (let index = 0; index < disc.count; ++index)
      all.push({ ...none, disc, index, depth: disc.numbers[index * disc.stride + 2] });
  for (const solid of solids)
    for (let index = 0; index < solid.count; ++index)
      all.push({ ...none, solid, index, depth: solid.numbers[index * solid.stride + 2] });
  for (const line of lines)
    for (let index = 0; index < line.count; ++index) {
      const begin = index * line.stride;
      all.push({ ...none, line, index, depth: 0.5 * (line.numbers[begin + 2] + line.numbers[begin + 5]) });
    }
  all.sort((a, b) => b.depth - a.depth);
  return all.some(({ solid }) => solid !== null) ? sorted(all, whoIsBehind(all, sight)) : all;
}

/** Of each, by its place in the list, those that are to be painted before it. */
function whoIsBehind(all: Painted[], sight: Sight): number[][] {
  const { right, up, away } = sight.camera;
  const behind: number[][] = all.map(() => []);
  const spans = all.map((each) => spanOf(each, sight));
  const across = spans.map((each) => range(each, right));
  const upwards = spans.map((each) => range(each, up));
  const byLeft = all.map((_, i) => i).sort((i, j) => across[i][0] - across[j][0]);
  byLeft.forEach((i, rank) => {
    for (let k = rank + 1; k < byLeft.length && across[byLeft[k]][0] < across[i][1]; ++k) {
      const j = byLeft[k];
      if (upwards[i][1] <= upwards[j][0] || upwards[j][1] <= upwards[i][0]) continue;
      if (all[i].solid === null && all[j].solid === null) continue;
      const nearer = side(spans[i], spans[j], away);
      if (nearer < 0) behind[i].push(j);
      else if (nearer > 0) behind[j].push(i);
    }
  });
  return behind;
}

/**
 * As given, but for what has to come before; three may each hide a part of the next, and then any order is
 * wrong.
 */
function sorted(all: Painted[], behind: number[][]): Painted[] {
  const order: Painted[] = [];
  const looked = new Int32Array(all.length).fill(-1);
  all.forEach((_, first) => {
    const open = [first];
    while (open.length > 0) {
      const i = open[open.length - 1];
      if (looked[i] < 0) looked[i] = 0;
      else if (looked[i] > behind[i].length) {
        open.pop();
        continue;
      }
      const next = behind[i][looked[i]++];
      if (next === undefined) order.push(all[i]);
      else if (looked[next] < 0) open.push(next);
    }
  });
  return order;
}

function spanOf({ disc, solid, line, index }: Painted, { figures, camera, depths }: Sight): Span {
  const { numbers, stride } = (disc ?? solid ?? line) as Records;
  const at = (k: number): Triple =>
    camera.unproject(
      numbers[index * stride + k],
      numbers[index * stride + k + 1],
      depths.at(numbers[index * stride + k + 2]),
    );
  const place = at(0);
  if (solid !== null) {
    const { low, high, body, solid: shape } = figures.forms[solid.form(index)].figure;
    const faces = body && body.faces.length <= kMostFaces ? body.faces : [];
    return {
      place,
      low: place.map((p, k) => p + low[k]) as Triple,
      high: place.map((p, k) => p + high[k]) as Triple,
      normals: faces.map(({ normal }) => normal),
      core: shape.vertices,
      radius: shape.radius,
    };
  }
  const to = line === null ? place : at(3);
  const radius = disc === null ? 0 : numbers[index * stride + 3] / camera.scale;
  return {
    place,
    low: place.map((p, k) => Math.min(p, to[k]) - radius) as Triple,
    high: place.map((p, k) => Math.max(p, to[k]) + radius) as Triple,
    normals: [],
    core: [[0, 0, 0], minus(to, place)],
    radius,
  };
}

/** What its box spans along an axis of the picture. */
function range({ low, high }: Span, axis: ArrayLike<number>): [number, number] {
  let [least, most] = [0, 0];
  for (let k = 0; k < 3; ++k) {
    least += Math.min(axis[k] * low[k], axis[k] * high[k]);
    most += Math.max(axis[k] * low[k], axis[k] * high[k]);
  }
  return [least, most];
}

/** Negative: a is in front of b. 0 where no plane is found. */
function side(a: Span, b: Span, away: Triple): number {
  const size = Math.max(...a.high.map((high, k) => Math.min(high - a.low[k], b.high[k] - b.low[k])));
  let widest = -kTouching * size;
  let answer = 0;
  const part = (gap: number, along: number): void => {
    // Along such a plane one does not look past.
    if (gap <= widest || Math.abs(along) < 1e-6) return;
    widest = gap;
    answer = along;
  };
  for (let k = 0; k < 3; ++k) {
    part(b.low[k] - a.high[k], -away[k]);
    part(a.low[k] - b.high[k], away[k]);
  }
  if (answer !== 0) return answer;
  for (const normal of a.normals) part(-reach(b, normal, -1) - reach(a, normal, 1), -dot(normal, away));
  for (const normal of b.normals) part(-reach(a, normal, -1) - reach(b, normal, 1), dot(normal, away));
  return answer;
}

/** How far a body reaches along a direction, or against it. */
function reach({ place, core, radius }: Span, normal: Triple, sign: 1 | -1): number {
  let most = -Infinity;
  for (const vertex of core) most = Math.max(most, sign * dot(normal, vertex));
  return sign * dot(normal, place) + most + radius;
}
