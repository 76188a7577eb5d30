/** Straight pieces of paths, for drawing. Grows as needed and is filled again and again; only the first
 *  `count` count. */
export class Segments {
  count = 0;
  /** 2 D numbers per segment: from, to. */
  ends = new Float32Array(0);
  /** 2 numbers per segment: when the body was there. */
  time = new Float32Array(0);
  body = new Uint32Array(0);

  constructor(readonly dimension: number) {}

  clear(): void {
    this.count = 0;
  }

  /** The numbers of `ends` for one more segment begin at the index returned. */
  add(body: number, from: number, to: number): number {
    if (this.count === this.body.length) this.#grow();
    const i = this.count++;
    this.body[i] = body;
    this.time[2 * i] = from;
    this.time[2 * i + 1] = to;
    return 2 * this.dimension * i;
  }

  /** Reverses the order of the segments from this one on. */
  reverse(first: number): void {
    const width = 2 * this.dimension;
    for (let i = first, j = this.count - 1; i < j; i++, j--) {
      swap(this.ends, i * width, j * width, width);
      swap(this.time, 2 * i, 2 * j, 2);
      swap(this.body, i, j, 1);
    }
  }

  #grow(): void {
    const room = Math.max(256, 2 * this.body.length);
    const larger = <T extends Float32Array | Uint32Array>(old: T, array: T): T => {
      array.set(old);
      return array;
    };
    this.ends = larger(this.ends, new Float32Array(2 * this.dimension * room));
    this.time = larger(this.time, new Float32Array(2 * room));
    this.body = larger(this.body, new Uint32Array(room));
  }
}

function swap(array: Float32Array | Uint32Array, i: number, j: number, width: number): void {
  for (let k = 0; k < width; k++) {
    const kept = array[i + k] as number;
    array[i + k] = array[j + k] as number;
    array[j + k] = kept;
  }
}
