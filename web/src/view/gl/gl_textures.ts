import type { Figures } from '../shapes/figures';
import type { Discs, Lines, Solids } from '../marks/marks';
import { kCornerNumbers } from '../shapes/mesh';
import { kRow } from './shaders';

/** Rows of marks or corners, two texels each, on the graphics card. It is bound where it is filled. */
class RowTexture {
  private texture: WebGLTexture | null = null;
  private room = 0;

  constructor(
    protected readonly gl: WebGL2RenderingContext,
    private readonly format: 'RGBA32UI' | 'RGBA32F',
  ) {}

  dispose(): void {
    this.gl.deleteTexture(this.texture);
  }

  /** Binds it, with room for so many rows. Returns whether it is new, and so empty. */
  protected bind(rows: number): boolean {
    const { gl } = this;
    const fits = this.texture !== null && this.room >= rows;
    if (!fits) {
      gl.deleteTexture(this.texture);
      this.texture = gl.createTexture();
      this.room = Math.min(2 * rows, Math.max(rows, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number));
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (fits) return false;
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl[this.format], 2 * kRow, this.room);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return true;
  }
}

/** Marks, which each picture has anew. */
export class MarkTexture extends RowTexture {
  constructor(gl: WebGL2RenderingContext) {
    super(gl, 'RGBA32UI');
  }

  fill(marks: Discs | Lines | Solids): void {
    const { gl } = this;
    const rows = Math.ceil(marks.count / kRow);
    // Whole rows are copied.
    marks.reserve(rows * kRow);
    this.bind(rows);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * kRow, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, marks.words);
  }
}

/** The corners of all meshes, which change where finer ones are asked for. */
export class MeshTexture extends RowTexture {
  private version = -1;

  constructor(gl: WebGL2RenderingContext) {
    super(gl, 'RGBA32F');
  }

  fill(figures: Figures): void {
    const { gl } = this;
    const rows = Math.ceil(figures.used / kCornerNumbers / kRow);
    if (!this.bind(rows) && figures.version === this.version) return;
    this.version = figures.version;
    figures.reserve(rows * kRow * kCornerNumbers);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * kRow, rows, gl.RGBA, gl.FLOAT, figures.numbers);
  }
}
