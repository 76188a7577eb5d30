import type { Discs } from './marks';

/** CSS pixels: side of a cell that is known to be covered; finer where balls are small. */
const kFinest = 1;
const kCoarsest = 16;
/** Cells in the radius of a ball. */
const kCells = 8;
/** CSS pixels: a little more than half a device pixel, by which a disc's edge is soft to both sides. */
const kSoft = 0.6;

/** Which cells of the picture are covered, and room for finding what is hidden by it. */
export class Cover {
  /** A bit a cell; each row begins with a new word. */
  private bits = new Int32Array(0);
  private seen = new Uint8Array(0);
  private size = 1;
  private columns = 0;
  private rows = 0;
  /** Words of a row. */
  private pitch = 0;

  /**
   * Drops discs that nearer ones hide wholly; `discs` are in order, the farthest first. A crowd in 3D is
   * mostly hidden: where there is no graphics card, drawing it all would take several times as long.
   */
  drop(discs: Discs, width: number, height: number): void {
    const { count, stride, numbers, words } = discs;
    if (count === 0) return;
    this.uncover(width, height, numbers[(count - 1) * stride + 3]);
    if (this.seen.length < count) this.seen = new Uint8Array(2 * count);
    for (let i = count - 1; i >= 0; --i) {
      const begin = i * stride;
      const x = numbers[begin];
      const y = numbers[begin + 1];
      const r = numbers[begin + 3];
      this.seen[i] = this.shows(x, y, r + kSoft) ? 1 : 0;
      if (this.seen[i] && r > kSoft) this.cover(x, y, r - kSoft);
    }
    let kept = 0;
    for (let i = 0; i < count; ++i) {
      if (!this.seen[i]) continue;
      if (kept < i) words.copyWithin(kept * stride, i * stride, (i + 1) * stride);
      ++kept;
    }
    discs.count = kept;
  }

  private uncover(width: number, height: number, radius: number): void {
    this.size = Math.min(Math.max(radius / kCells, kFinest), kCoarsest);
    this.columns = Math.ceil(width / this.size);
    this.rows = Math.ceil(height / this.size);
    this.pitch = (this.columns + 31) >> 5;
    const all = this.pitch * this.rows;
    if (this.bits.length < all) this.bits = new Int32Array(all);
    else this.bits.fill(0, 0, all);
  }

  /** Whether a disc touches a cell that is not covered. */
  private shows(x: number, y: number, r: number): boolean {
    const { bits, size, columns, rows, pitch } = this;
    const last = Math.min(Math.floor((y + r) / size), rows - 1);
    for (let row = Math.max(Math.floor((y - r) / size), 0); row <= last; ++row) {
      // Of the row, what is nearest to the middle.
      const off = Math.max(row * size - y, y - (row + 1) * size, 0);
      const half = Math.sqrt(Math.max(r * r - off * off, 0));
      const begin = Math.max(Math.floor((x - half) / size), 0);
      const end = Math.min(Math.floor((x + half) / size), columns - 1);
      if (begin > end) continue;
      // Shifts are by the last five bits of their number.
      const final = row * pitch + (end >> 5);
      let word = row * pitch + (begin >> 5);
      let asked = -1 << begin;
      for (; word < final; ++word) {
        if (~bits[word] & asked) return true;
        asked = -1;
      }
      if (~bits[word] & asked & (-1 >>> (31 - end))) return true;
    }
    return false;
  }

  /** Covers the cells that lie in a disc wholly. */
  private cover(x: number, y: number, r: number): void {
    const { bits, size, columns, rows, pitch } = this;
    const last = Math.min(Math.floor((y + r) / size), rows) - 1;
    for (let row = Math.max(Math.ceil((y - r) / size), 0); row <= last; ++row) {
      const off = Math.max(Math.abs(row * size - y), Math.abs((row + 1) * size - y));
      if (off >= r) continue;
      const half = Math.sqrt(r * r - off * off);
      const begin = Math.max(Math.ceil((x - half) / size), 0);
      const end = Math.min(Math.floor((x + half) / size), columns) - 1;
      if (begin > end) continue;
      const final = row * pitch + (end >> 5);
      let word = row * pitch + (begin >> 5);
      let set = -1 << begin;
      for (; word < final; ++word) {
        bits[word] |= set;
        set = -1;
      }
      bits[word] |= set & (-1 >>> (31 - end));
    }
  }
}
