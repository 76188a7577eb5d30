import type { Discs } from './marks';

/** CSS pixels: side of a cell that is known to be covered; finer where balls are small. */
const kFinest = 2;
const kCoarsest = 16;
/** Cells in the radius of a ball. */
const kCells = 4;
/** CSS pixels: a little more than half a device pixel, by which a disc's edge is soft to both sides. */
const kSoft = 0.6;

/** Room for finding what is hidden. */
export class Cover {
  private cells = new Uint8Array(0);
  private seen = new Uint8Array(0);

  /**
   * Drops discs that nearer ones hide wholly; `discs` are in order, the farthest first. A crowd in 3D is
   * mostly hidden: where there is no graphics card, drawing it all would take several times as long.
   */
  drop(discs: Discs, width: number, height: number): void {
    const { count, stride, numbers, words } = discs;
    if (count === 0) return;
    const typical = numbers[(count - 1) * stride + 3];
    const size = Math.min(Math.max(typical / kCells, kFinest), kCoarsest);
    const columns = Math.ceil(width / size);
    const rows = Math.ceil(height / size);
    if (this.cells.length < columns * rows) this.cells = new Uint8Array(columns * rows);
    else this.cells.fill(0, 0, columns * rows);
    if (this.seen.length < count) this.seen = new Uint8Array(2 * count);
    for (let i = count - 1; i >= 0; --i) {
      const begin = i * stride;
      const x = numbers[begin];
      const y = numbers[begin + 1];
      const r = numbers[begin + 3];
      this.seen[i] = this.shows(x, y, r + kSoft, size, columns, rows) ? 1 : 0;
      if (this.seen[i] && r > kSoft) this.cover(x, y, r - kSoft, size, columns, rows);
    }
    let kept = 0;
    for (let i = 0; i < count; ++i) {
      if (!this.seen[i]) continue;
      if (kept < i) words.copyWithin(kept * stride, i * stride, (i + 1) * stride);
      ++kept;
    }
    discs.count = kept;
  }

  /** Whether a disc touches a cell that is not covered. */
  private shows(x: number, y: number, r: number, size: number, columns: number, rows: number): boolean {
    const last = Math.min(Math.floor((y + r) / size), rows - 1);
    for (let row = Math.max(Math.floor((y - r) / size), 0); row <= last; ++row) {
      // Of the row, what is nearest to the middle.
      const off = Math.max(row * size - y, y - (row + 1) * size, 0);
      const half = Math.sqrt(Math.max(r * r - off * off, 0));
      const end = Math.min(Math.floor((x + half) / size), columns - 1);
      for (let column = Math.max(Math.floor((x - half) / size), 0); column <= end; ++column)
        if (this.cells[row * columns + column] === 0) return true;
    }
    return false;
  }

  /** Covers the cells that lie in a disc wholly. */
  private cover(x: number, y: number, r: number, size: number, columns: number, rows: number): void {
    const last = Math.min(Math.floor((y + r) / size), rows) - 1;
    for (let row = Math.max(Math.ceil((y - r) / size), 0); row <= last; ++row) {
      const off = Math.max(Math.abs(row * size - y), Math.abs((row + 1) * size - y));
      if (off >= r) continue;
      const half = Math.sqrt(r * r - off * off);
      const begin = Math.max(Math.ceil((x - half) / size), 0);
      const end = Math.min(Math.floor((x + half) / size), columns);
      if (end > begin) this.cells.fill(1, row * columns + begin, row * columns + end);
    }
  }
}
