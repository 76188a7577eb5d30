// Where a picture differs from the one that was painted before: all else can stay as it is.
import { kKindBits, type Batch, type Discs, type Lines, type Records, type Solids, type Triangles } from '../marks/marks';
import type { Rectangle, Stage } from '../marks/stage';
import type { ViewState } from '../renderer';
import type { Contour } from '../shapes/outline';

/** CSS pixels that a soft edge reaches beyond its mark. */
const kSoft = 2;
/** Rectangles at most: for each, all marks are looked through. */
const kMost = 4;
/** Places of marks that changed, at most: of more, all is painted. */
const kMany = 300;

/** Marks as they were painted. */
interface Painted {
  words: Uint32Array;
  numbers: Float32Array;
  count: number;
}

/** What else a picture depends on. */
type Look = Pick<ViewState, 'theme' | 'figures'> & { version: number; scale: number; clip: string; hasFigures: boolean };

const kNothing: Painted = { words: new Uint32Array(0), numbers: new Float32Array(0), count: 0 };

export class Changes {
  private painted = new Map<Records, Painted>();
  private last: Look | null = null;

  /** All has to be painted. */
  forget(): void {
    this.last = null;
  }

  /** Where what is composed now differs from what was; null: everywhere. */
  since({ batches, clip }: Stage, view: ViewState): Rectangle[] | null {
    const { theme, figures, camera } = view;
    const hasFigures = batches.some(({ kind, marks }) => kind === 'solids' && marks.count > 0);
    const look = { theme, figures, version: figures.version, scale: camera.scale, clip: Object.values(clip).join(), hasFigures };
    let boxes: Rectangle[] | null = this.last && isLike(this.last, look) ? [] : null;
    this.last = look;
    const before = this.painted;
    this.painted = new Map();
    for (const batch of batches)
      for (const marks of recordsOf(batch)) {
        const old = before.get(marks) ?? kNothing;
        if (boxes && !addChanges(boxes, batch, marks, old, view)) boxes = null;
        before.delete(marks);
        this.painted.set(marks, copied(marks, old));
      }
    // A group of solids may be gone.
    return [...before.values()].some(({ count }) => count > 0) || !boxes ? null : merged(boxes);
  }
}

/** Whether the same marks look the same. What is no ball is drawn by its figure, at the camera's scale. */
function isLike(a: Look, b: Look): boolean {
  const figured = a.figures === b.figures && a.version === b.version && a.scale === b.scale;
  return a.theme === b.theme && a.clip === b.clip && (figured || !(a.hasFigures || b.hasFigures));
}

function recordsOf(batch: Batch): Iterable<Discs | Lines | Triangles | Solids> {
  return batch.kind === 'solids' ? batch.marks.groups.values() : [batch.marks];
}

/** In the memory of the last copy, if they fit. */
function copied(marks: Records, { words, numbers }: Painted): Painted {
  const size = marks.count * marks.stride;
  const own = size <= words.length ? words : new Uint32Array(2 * size);
  own.set(marks.words.subarray(0, size));
  return { words: own, numbers: own === words ? numbers : new Float32Array(own.buffer), count: marks.count };
}

/** Adds where marks are, and were, that differ. False: that is everywhere. */
function addChanges(boxes: Rectangle[], batch: Batch, marks: Records, old: Painted, view: ViewState): boolean {
  const step = batch.kind === 'triangles' ? 3 : 1;
  const size = step * marks.stride;
  for (let i = 0; i < Math.max(marks.count, old.count); i += step) {
    const begin = i * marks.stride;
    const [is, was] = [i < marks.count, i < old.count];
    if (is && was && isSame(marks.words, old.words, begin, size)) continue;
    if ((batch.kind === 'discs' && batch.style === 'hole') || boxes.length > kMany) return false;
    if (is) boxes.push(boxOf(batch, marks, begin, view));
    if (was) boxes.push(boxOf(batch, old, begin, view));
  }
  return true;
}

function isSame(a: Uint32Array, b: Uint32Array, begin: number, size: number): boolean {
  for (let k = begin; k < begin + size; ++k) if (a[k] !== b[k]) return false;
  return true;
}

/** `i`: where a mark begins, or the three corners of a triangle. */
function boxOf(batch: Batch, { numbers: n, words }: Pick<Painted, 'numbers' | 'words'>, i: number, view: ViewState): Rectangle {
  if (batch.kind === 'lines') return boxAround([n[i], n[i + 3]], [n[i + 1], n[i + 4]], n[i + 6]);
  if (batch.kind === 'triangles') return boxAround([n[i], n[i + 4], n[i + 8]], [n[i + 1], n[i + 5], n[i + 9]], 0);
  if (batch.kind === 'discs') return boxAround([n[i]], [n[i + 1]], n[i + 3]);
  const { contour } = view.figures.forms[words[i + 6] >>> kKindBits];
  return boxAround([n[i]], [n[i + 1]], contour ? reachOf(contour, view.camera.scale, n[i + 3]) : Infinity);
}

/** [pixels] From the place of a figure to its farthest point. */
function reachOf({ count, x, y, u, v }: Contour, scale: number, off: number): number {
  let reach = 0;
  for (let k = 0; k < count; ++k) reach = Math.max(reach, Math.hypot(scale * x[k] + off * u[k], scale * y[k] + off * v[k]));
  return reach;
}

function boxAround(x: readonly number[], y: readonly number[], reach: number): Rectangle {
  const off = reach + kSoft;
  return { left: Math.min(...x) - off, top: Math.min(...y) - off, right: Math.max(...x) + off, bottom: Math.max(...y) + off };
}

/** Few rectangles that hold all of these; none overlaps another. */
export function merged(boxes: readonly Rectangle[]): Rectangle[] {
  const found: Rectangle[] = [];
  const add = (box: Rectangle): void => {
    const met = found.findIndex((each) => isOverlap(each, box));
    if (met < 0) found.push(box);
    else add(union(box, found.splice(met, 1)[0]));
  };
  for (const box of boxes) {
    add(box);
    if (found.length > kMost) add(takeClosest(found));
  }
  return found;
}

/** Takes the two out that one rectangle holds with the least to spare, and returns that. */
function takeClosest(found: Rectangle[]): Rectangle {
  let [least, first, second] = [Infinity, 0, 1];
  for (let j = 1; j < found.length; ++j)
    for (let i = 0; i < j; ++i) {
      const spare = areaOf(union(found[i], found[j])) - areaOf(found[i]) - areaOf(found[j]);
      if (spare < least) [least, first, second] = [spare, i, j];
    }
  const [b] = found.splice(second, 1);
  const [a] = found.splice(first, 1);
  return union(a, b);
}

function areaOf({ left, top, right, bottom }: Rectangle): number {
  return (right - left) * (bottom - top);
}

function isOverlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function union(a: Rectangle, b: Rectangle): Rectangle {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
