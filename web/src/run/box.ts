import type { Segments } from './segments';
import type { Space } from './types';

/** As a share of the box: a body this near to a side stands on it. Rounding of stored places is 2^-24. */
const kOnSide = 1e-6;

/** The periodic axes of a run's space. */
export class Box {
  readonly dimension: number;
  /** Per axis: the box's length where it is periodic, else 0. */
  readonly length: Float64Array;
  readonly #min: number[];

  constructor(space: Space) {
    this.dimension = space.min.length;
    this.#min = space.min;
    const extents = space.max.map((high, axis) => high - (space.min[axis] as number));
    this.length = Float64Array.from(extents, (extent, axis) =>
      space.sides[axis] === 'periodic' ? extent : 0,
    );
  }

  /** The image of a coordinate inside the box. */
  wrap(x: number, axis: number): number {
    const length = this.length[axis] as number;
    return length === 0 ? x : x - length * Math.floor((x - (this.#min[axis] as number)) / length);
  }

  /** Appends a straight way that may leave the box: cut at periodic sides and moved inside, the latest piece
   *  first, until `out` has `most` pieces. */
  cut(
    body: number,
    a: Float64Array,
    b: Float64Array,
    from: number,
    to: number,
    most: number,
    out: Segments,
  ): void {
    const images = new Float64Array(this.dimension);
    let end = 1;
    while (end > 0 && out.count < most) {
      const start = this.#entry(a, b, end, images);
      const first = out.add(body, from + start * (to - from), from + end * (to - from));
      for (let axis = 0; axis < this.dimension; axis++) {
        const x = (a[axis] as number) - (images[axis] as number) * (this.length[axis] as number);
        const way = (b[axis] as number) - (a[axis] as number);
        out.ends[first + axis] = x + start * way;
        out.ends[first + this.dimension + axis] = x + end * way;
      }
      end = start;
    }
  }

  /** In which image of the box is it just before `end`, and where on its way from a (0) to b (1) did it enter
   *  that? */
  #entry(a: Float64Array, b: Float64Array, end: number, images: Float64Array): number {
    let start = 0;
    for (let axis = 0; axis < this.dimension; axis++) {
      const length = this.length[axis] as number;
      if (length === 0) continue;
      const x = (a[axis] as number) - (this.#min[axis] as number);
      const way = (b[axis] as number) - (a[axis] as number);
      const place = (x + end * way) / length;
      // Standing on a side, it has come from inside the image that it leaves.
      const image = way > 0 ? Math.ceil(place - kOnSide) - 1 : Math.floor(place + kOnSide);
      images[axis] = image;
      if (way !== 0) start = Math.max(start, ((way > 0 ? image : image + 1) * length - x) / way);
    }
    return start;
  }
}
