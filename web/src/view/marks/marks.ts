/**
 * What pictures are made of: discs, lines and triangles in CSS pixels, with depths from 0, near, to 1, far.
 * They stand in flat arrays that only grow, so that no picture allocates anything and a graphics card takes
 * them as they are.
 */

/**
 * How a disc is drawn: a body in 2D or 3D, there also with its marks; a ring around one; a body to be; a soft
 * glow; all but the disc.
 */
export type DiscStyle = 'flat' | 'shaded' | 'spotted' | 'ring' | 'ghost' | 'glow' | 'hole';

/** Words of a disc or a line. */
export const kWords = 8;

/** Numbers in a flat array, some of them read as packed colours. */
export class Records {
  numbers: Float32Array;
  words: Uint32Array;
  count = 0;

  constructor(
    readonly stride: number,
    capacity = 64,
  ) {
    this.numbers = new Float32Array(capacity * stride);
    this.words = new Uint32Array(this.numbers.buffer);
  }

  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more, counts it and says where it begins. */
  protected next(): number {
    const begin = this.count * this.stride;
    if (begin + this.stride > this.numbers.length) this.reserve(2 * this.count);
    ++this.count;
    return begin;
  }

  reserve(count: number): void {
    if (count * this.stride <= this.numbers.length) return;
    const numbers = new Float32Array(count * this.stride);
    const words = new Uint32Array(numbers.buffer);
    // As words: a colour may look like a NaN, whose bits a copy of floats need not keep.
    words.set(this.words);
    this.numbers = numbers;
    this.words = words;
  }
}

/** Bits of a disc's kind beside a body's: it is a ball that shows how it stands; and it is the other end of
 *  its x axis that is on the near side. */
export const kMarked = 4;
export const kTurnedAway = 8;

/** x, y, depth, radius, colour, kind, and of a marked ball where the near end of its x axis is: to the right
 *  and down, of a radius of 1. */
export class Discs extends Records {
  constructor(capacity?: number) {
    super(kWords, capacity);
  }

  add(x: number, y: number, depth: number, radius: number, color: number, kind = 0): void {
    const i = this.next();
    const { numbers } = this;
    numbers[i] = x;
    numbers[i + 1] = y;
    numbers[i + 2] = depth;
    numbers[i + 3] = radius;
    this.words[i + 4] = color;
    this.words[i + 5] = kind;
  }

  /** Marks the last one added. `axis`: its x axis, to the right, down and to who looks. */
  mark(axis: ArrayLike<number>): void {
    const i = (this.count - 1) * this.stride;
    const near = axis[2] < 0 ? -1 : 1;
    this.words[i + 5] |= near < 0 ? kMarked | kTurnedAway : kMarked;
    this.numbers[i + 6] = near * axis[0];
    this.numbers[i + 7] = near * axis[1];
  }
}

/**
 * x, y, depth (in 2D instead how it stands: `turnOf`), radius beyond the core, colour, the first corner of the
 * mesh, kind and form, and half of the width, for how wide an outline may be. All have as many corners.
 */
export class Solids extends Records {
  constructor() {
    super(kWords);
  }

  add(x: number, y: number, depth: number, radius: number, size: number, color: number, look: Look): void {
    const i = this.next();
    const { numbers, words } = this;
    numbers[i] = x;
    numbers[i + 1] = y;
    numbers[i + 2] = depth;
    numbers[i + 3] = radius;
    words[i + 4] = color;
    words[i + 5] = look.first;
    words[i + 6] = look.kind | (look.form << kKindBits);
    numbers[i + 7] = size;
  }

  kind(index: number): number {
    return this.words[index * this.stride + 6] & ((1 << kKindBits) - 1);
  }

  form(index: number): number {
    return this.words[index * this.stride + 6] >>> kKindBits;
  }
}

export const kKindBits = 2;

/**
 * How what has turned stands, in one number: the tangent of a quarter of the angle of its x axis, 0 of what
 * has not turned. Not the angle itself, of whose sine graphics cards need not keep the digits.
 */
export function turnOf([x, y]: readonly number[]): number {
  return Math.tan(Math.atan2(y, x) / 4);
}

/** Sets `out` to the x axis again. */
export function axisOfTurn(turn: number, out: number[]): void {
  // Of half of the angle.
  const cosine = (1 - turn * turn) / (1 + turn * turn);
  const sine = (2 * turn) / (1 + turn * turn);
  out[0] = cosine * cosine - sine * sine;
  out[1] = 2 * cosine * sine;
}

/** How a solid looks: its form (figures.ts), the first corner of that form's mesh, and the body's kind. */
export interface Look {
  form: number;
  first: number;
  kind: number;
}

/** Solids by how many corners their meshes have: those of as many are drawn together. */
export class SolidGroups {
  readonly groups = new Map<number, Solids>();

  get count(): number {
    let count = 0;
    for (const { count: more } of this.groups.values()) count += more;
    return count;
  }

  /** Groups that stayed empty are let go: as a view turns, meshes have ever other numbers of corners. */
  clear(): void {
    for (const [corners, group] of this.groups) {
      if (group.count === 0) this.groups.delete(corners);
      group.clear();
    }
  }

  of(corners: number): Solids {
    let group = this.groups.get(corners);
    if (!group) this.groups.set(corners, (group = new Solids()));
    return group;
  }
}

/** x, y, depth of both ends, width, colour. */
export class Lines extends Records {
  constructor() {
    super(kWords);
  }

  add(
    x0: number,
    y0: number,
    depth0: number,
    x1: number,
    y1: number,
    depth1: number,
    width: number,
    color: number,
  ): void {
    const i = this.next();
    const { numbers } = this;
    numbers[i] = x0;
    numbers[i + 1] = y0;
    numbers[i + 2] = depth0;
    numbers[i + 3] = x1;
    numbers[i + 4] = y1;
    numbers[i + 5] = depth1;
    numbers[i + 6] = width;
    this.words[i + 7] = color;
  }
}

/** Three records a triangle: x, y, depth, colour of a corner. */
export class Triangles extends Records {
  constructor() {
    super(4);
  }

  corner(x: number, y: number, depth: number, color: number): void {
    const i = this.next();
    this.numbers[i] = x;
    this.numbers[i + 1] = y;
    this.numbers[i + 2] = depth;
    this.words[i + 3] = color;
  }
}

/** Whether what is drawn hides behind what stands nearer, and hides in its turn what is drawn later. */
export type DepthUse = 'none' | 'test' | 'write';

interface Drawn {
  /** Only inside the space, where that has bounds. */
  clipped: boolean;
  depth: DepthUse;
}

/** Marks of a kind that are drawn together. */
export type Batch = Drawn &
  (
    | { kind: 'discs'; marks: Discs; style: DiscStyle }
    | { kind: 'lines'; marks: Lines; dashed: boolean }
    | { kind: 'triangles'; marks: Triangles }
    | { kind: 'solids'; marks: SolidGroups; style: 'flat' | 'lit' }
  );
