import { alphaOf, cssOf, cssOfPacked } from './canvas_colors';
import { DeepPainter, isAmongBodies } from './canvas_deep';
import { Changes } from './changes';
import { drawFlatDiscs, drawFlatSolids } from './canvas_flat';
import { mix, unpacked } from '../colors';
import type { Batch, Discs, Lines, Triangles } from '../marks/marks';
import type { Renderer, ViewState } from '../renderer';
import { kRingWidth } from '../marks/rims';
import { Stage, type Rectangle } from '../marks/stage';
import type { StageTheme } from '../theme';

/** Lines of a path, at most: an arrow's. Longer paths take more time than several. */
const kLines = 3;
/** CSS pixels that soft edges reach beyond a line. */
const kSoft = 1;

/** Draws the same marks with Canvas2D, where there is no WebGL2. */
export class CanvasRenderer implements Renderer {
  readonly kind = 'canvas2d';
  private readonly stage: Stage;
  private readonly deep: DeepPainter;
  private readonly changes = new Changes();
  private width = 1;
  private height = 1;
  private ratio = 1;
  private last: ViewState | null = null;

  static make(canvas: HTMLCanvasElement, dimension: 2 | 3): CanvasRenderer | null {
    // Where there is no WebGL2, there is no graphics card: one that is feigned would draw paths very slowly.
    // Asking to read what is drawn avoids it.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    return context ? new CanvasRenderer(canvas, context, dimension) : null;
  }

  private constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    dimension: 2 | 3,
  ) {
    this.stage = new Stage(dimension);
    this.deep = new DeepPainter(context);
    canvas.addEventListener('contextrestored', this.restored);
  }

  resize(width: number, height: number, pixelRatio: number): void {
    if (width === this.width && height === this.height && pixelRatio === this.ratio) return;
    this.width = width;
    this.height = height;
    this.ratio = pixelRatio;
    const w = Math.max(1, Math.round(width * pixelRatio));
    const h = Math.max(1, Math.round(height * pixelRatio));
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
    this.changes.forget();
  }

  draw(view: ViewState): void {
    const { stage, width, height } = this;
    this.last = view;
    stage.compose(view);
    // In space whatever changes may hide, or show, anything.
    const changed = stage.dimension === 2 ? this.changes.since(stage, view) : null;
    for (const part of changed ?? [{ left: 0, top: 0, right: width, bottom: height }]) this.paint(part, view);
  }

  /** Paints anew what is within a part of the picture, out to whole pixels of the device. */
  private paint({ left, top, right, bottom }: Rectangle, view: ViewState): void {
    const { context: c, stage, ratio } = this;
    const part = {
      left: Math.floor(Math.max(left, 0) * ratio) / ratio,
      top: Math.floor(Math.max(top, 0) * ratio) / ratio,
      right: Math.ceil(Math.min(right, this.width) * ratio) / ratio,
      bottom: Math.ceil(Math.min(bottom, this.height) * ratio) / ratio,
    };
    if (!(part.right > part.left) || !(part.bottom > part.top)) return;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.save();
    this.clip(part);
    c.globalAlpha = 1;
    c.fillStyle = cssOf(view.theme.paper);
    c.fillRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    c.lineCap = 'round';
    const bodies = stage.batches.find(isAmongBodies);
    for (const batch of stage.batches) {
      if (batch === bodies) this.deep.draw(stage.batches.filter(isAmongBodies), stage.depths, view, ratio);
      if (batch.marks.count === 0 || isAmongBodies(batch)) continue;
      c.save();
      if (batch.clipped) this.clip(stage.clip);
      this.drawBatch(batch, part, view);
      c.restore();
    }
    c.restore();
  }

  dispose(): void {
    this.canvas.removeEventListener('contextrestored', this.restored);
    this.deep.clear();
    this.last = null;
  }

  /** What was painted is gone. */
  private readonly restored = (): void => {
    this.changes.forget();
    if (this.last) this.draw(this.last);
  };

  private clip({ left, top, right, bottom }: Rectangle): void {
    this.context.beginPath();
    this.context.rect(left, top, right - left, bottom - top);
    this.context.clip();
  }

  /** `part`: of the picture, beyond which nothing need be drawn. */
  private drawBatch(batch: Batch, part: Rectangle, { theme, figures, camera }: ViewState): void {
    if (batch.kind === 'triangles') this.drawTriangles(batch.marks);
    else if (batch.kind === 'lines') this.drawLines(batch.marks, batch.dashed, part);
    else if (batch.kind === 'solids') drawFlatSolids(this.context, batch.marks, figures, camera.scale, theme);
    else if (batch.style === 'flat') drawFlatDiscs(this.context, batch.marks, part, theme);
    else if (batch.style !== 'shaded' && batch.style !== 'spotted')
      this.drawOther(batch.marks, batch.style, theme);
  }

  /** Neighbours of a colour together: a path with many parts is much cheaper than many paths. */
  private drawTriangles({ numbers, words, count, stride }: Triangles): void {
    const { context: c } = this;
    for (let i = 0; i < count;) {
      const color = words[i * stride + 3];
      c.beginPath();
      for (; i < count && words[i * stride + 3] === color; i += 3) {
        c.moveTo(numbers[i * stride], numbers[i * stride + 1]);
        c.lineTo(numbers[(i + 1) * stride], numbers[(i + 1) * stride + 1]);
        c.lineTo(numbers[(i + 2) * stride], numbers[(i + 2) * stride + 1]);
        c.closePath();
      }
      c.fillStyle = cssOfPacked(color);
      c.fill();
    }
  }

  /** Which lines are of a path, and so how they cross, does not depend on the part: what is painted later goes on where
   *  what was painted before ends. */
  private drawLines({ numbers: n, words, count, stride }: Lines, dashed: boolean, part: Rectangle): void {
    const { context: c } = this;
    c.setLineDash(dashed ? [7, 5] : []);
    c.lineCap = dashed ? 'butt' : 'round';
    let [color, width] = [-1, -1];
    for (let i = 0; i < count;) {
      const first = i * stride;
      const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
      do {
        const at = i * stride;
        box.left = Math.min(box.left, n[at], n[at + 3]);
        box.right = Math.max(box.right, n[at], n[at + 3]);
        box.top = Math.min(box.top, n[at + 1], n[at + 4]);
        box.bottom = Math.max(box.bottom, n[at + 1], n[at + 4]);
        ++i;
      } while (i < count && i % kLines !== 0 && words[i * stride + 7] === words[first + 7] && n[i * stride + 6] === n[first + 6]);
      const off = 0.5 * n[first + 6] + kSoft;
      if (box.left - off > part.right || box.right + off < part.left || box.top - off > part.bottom || box.bottom + off < part.top) continue;
      if (words[first + 7] !== color || n[first + 6] !== width) {
        [color, width] = [words[first + 7], n[first + 6]];
        c.strokeStyle = cssOfPacked(color);
        c.lineWidth = width;
      }
      c.beginPath();
      for (let at = first; at < i * stride; at += stride) {
        c.moveTo(n[at], n[at + 1]);
        c.lineTo(n[at + 3], n[at + 4]);
      }
      c.stroke();
    }
  }

  private drawOther(
    { numbers, words, count, stride }: Discs,
    style: 'ring' | 'ghost' | 'glow' | 'hole',
    theme: StageTheme,
  ): void {
    const { context: c } = this;
    for (let i = 0; i < count; ++i) {
      const begin = i * stride;
      const x = numbers[begin];
      const y = numbers[begin + 1];
      const r = numbers[begin + 3];
      const color = words[begin + 4];
      c.beginPath();
      if (style === 'ring') {
        c.strokeStyle = cssOfPacked(color);
        c.lineWidth = kRingWidth;
        c.arc(x, y, Math.max(r - 0.5 * kRingWidth, 0), 0, 2 * Math.PI);
        c.stroke();
      } else if (style === 'ghost') {
        c.fillStyle = cssOf(unpacked(color), 0.16);
        c.arc(x, y, r, 0, 2 * Math.PI);
        c.fill();
        c.strokeStyle = cssOf(mix(unpacked(color), theme.ink, 0.35), 0.9);
        c.lineWidth = 1.5;
        c.lineCap = 'butt';
        const around = 2 * Math.PI * Math.max(r - 0.75, 0);
        const dash = around / Math.max(8, Math.floor(0.75 * r));
        c.setLineDash([0.6 * dash, 0.4 * dash]);
        c.beginPath();
        c.arc(x, y, Math.max(r - 0.75, 0), 0, 2 * Math.PI);
        c.stroke();
        c.setLineDash([]);
      } else if (style === 'glow') {
        const gradient = c.createRadialGradient(x, y, 0, x, y, r);
        // As (1 - (d / r)^2)^2.
        for (const place of [0, 0.25, 0.5, 0.75, 1])
          gradient.addColorStop(place, cssOf(unpacked(color), alphaOf(color) * (1 - place * place) ** 2));
        c.fillStyle = gradient;
        c.arc(x, y, r, 0, 2 * Math.PI);
        c.fill();
      } else {
        c.fillStyle = cssOfPacked(color);
        c.rect(0, 0, this.width, this.height);
        c.arc(x, y, r, 0, 2 * Math.PI);
        c.fill('evenodd');
      }
    }
  }
}
