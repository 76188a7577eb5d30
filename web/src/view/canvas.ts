import { mix } from './colors';
import type { Batch, Discs, Lines, Triangles } from './marks';
import type { Renderer, ViewState } from './renderer';
import { kRingWidth } from './scenery';
import { Stage } from './stage';
import type { StageTheme } from './theme';

/** Shades of distance. */
const kHazes = 16;
/** Device pixels: the picture of a shaded ball that is scaled to the balls' sizes. */
const kSpritePixels = 128;
/** Pictures of balls that are kept; more colours than this are drawn with fewer shades. */
const kMostSprites = 2048;
/** Device pixels: of a larger radius a scaled picture would look soft. */
const kLargestSprite = 60;

/** A line in 3D, where its record begins. */
interface DeepLine {
  marks: Lines;
  begin: number;
  depth: number;
}

/** Draws the same marks with Canvas2D, where there is no WebGL2. */
export class CanvasRenderer implements Renderer {
  readonly kind = 'canvas2d';
  private readonly stage: Stage;
  private readonly sprites = new Map<number, HTMLCanvasElement>();
  private spriteTheme: StageTheme | null = null;
  private width = 1;
  private height = 1;
  private ratio = 1;

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
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.width = width;
    this.height = height;
    this.ratio = pixelRatio;
    const w = Math.max(1, Math.round(width * pixelRatio));
    const h = Math.max(1, Math.round(height * pixelRatio));
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
  }

  draw(view: ViewState): void {
    const { context: c, stage, width, height } = this;
    stage.compose(view);
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.globalAlpha = 1;
    c.fillStyle = cssOf(view.theme.paper);
    c.fillRect(0, 0, width, height);
    c.lineCap = 'round';
    if (view.theme !== this.spriteTheme) this.sprites.clear();
    this.spriteTheme = view.theme;
    for (const batch of stage.batches) {
      // Lines that bodies may hide are drawn among them.
      if (batch.marks.count === 0 || (batch.kind === 'lines' && batch.depth !== 'none')) continue;
      c.save();
      if (batch.clipped) this.clip();
      this.drawBatch(batch, view.theme);
      c.restore();
    }
  }

  dispose(): void {
    this.sprites.clear();
  }

  private clip(): void {
    const { left, top, right, bottom } = this.stage.clip;
    this.context.beginPath();
    this.context.rect(left, top, right - left, bottom - top);
    this.context.clip();
  }

  private drawBatch(batch: Batch, theme: StageTheme): void {
    if (batch.kind === 'triangles') this.drawTriangles(batch.marks);
    else if (batch.kind === 'lines') this.drawLines(batch.marks, batch.dashed);
    else if (batch.style === 'flat') this.drawFlat(batch.marks, theme);
    else if (batch.style === 'shaded') this.drawShaded(batch.marks, theme);
    else this.drawOther(batch.marks, batch.style, theme);
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

  private drawLines({ numbers, words, count, stride }: Lines, dashed: boolean): void {
    const { context: c } = this;
    c.setLineDash(dashed ? [7, 5] : []);
    c.lineCap = dashed ? 'butt' : 'round';
    for (let i = 0; i < count;) {
      const color = words[i * stride + 7];
      const width = numbers[i * stride + 6];
      c.beginPath();
      for (; i < count && words[i * stride + 7] === color && numbers[i * stride + 6] === width; ++i) {
        c.moveTo(numbers[i * stride], numbers[i * stride + 1]);
        c.lineTo(numbers[i * stride + 3], numbers[i * stride + 4]);
      }
      c.strokeStyle = cssOfPacked(color);
      c.lineWidth = width;
      c.stroke();
    }
  }

  /** In 2D bodies do not hide one another: all of a colour are one path. */
  private drawFlat({ numbers, words, count, stride }: Discs, theme: StageTheme): void {
    const { context: c } = this;
    const paths = new Map<number, { fill: Path2D; rim: Path2D }>();
    for (let i = 0; i < count; ++i) {
      const begin = i * stride;
      const x = numbers[begin];
      const y = numbers[begin + 1];
      const r = numbers[begin + 3];
      const color = words[begin + 4];
      let path = paths.get(color);
      if (!path) paths.set(color, (path = { fill: new Path2D(), rim: new Path2D() }));
      if (r < kTiny) {
        // A square of the same area.
        path.fill.rect(x - kSquared * r, y - kSquared * r, 2 * kSquared * r, 2 * kSquared * r);
        continue;
      }
      path.fill.moveTo(x + r, y);
      path.fill.arc(x, y, r, 0, 2 * Math.PI);
      if (r < kOutlined) continue;
      const inner = r - Math.min(Math.max(0.12 * r, 0.75), 1.5);
      path.rim.moveTo(x + r, y);
      path.rim.arc(x, y, r, 0, 2 * Math.PI);
      path.rim.moveTo(x + inner, y);
      path.rim.arc(x, y, inner, 0, 2 * Math.PI, true);
    }
    for (const [color, { fill, rim }] of paths) {
      c.globalAlpha = alphaOf(color);
      c.fillStyle = cssOf(unpacked(color));
      c.fill(fill);
      c.fillStyle = cssOf(mix(unpacked(color), theme.ink, theme.dark ? 0.3 : 0.45));
      c.fill(rim);
    }
    c.globalAlpha = 1;
  }

  /** The farthest first, as they come; each a scaled picture of a ball. Lines come in between. */
  private drawShaded({ numbers, words, count, stride }: Discs, theme: StageTheme): void {
    const { context: c } = this;
    const lines = this.linesAmongBodies();
    let drawn = 0;
    for (let i = 0; i < count; ++i) {
      const begin = i * stride;
      for (; drawn < lines.length && lines[drawn].depth > numbers[begin + 2]; ++drawn)
        this.drawLine(lines[drawn]);
      const x = numbers[begin];
      const y = numbers[begin + 1];
      const r = numbers[begin + 3];
      const color = words[begin + 4];
      const haze = Math.round(numbers[begin + 2] * kHazes);
      c.globalAlpha = alphaOf(color);
      if (r * this.ratio > kLargestSprite) {
        c.fillStyle = this.shading(c, x, y, r, unpacked(color), haze, theme);
        c.beginPath();
        c.arc(x, y, r, 0, 2 * Math.PI);
        c.fill();
        continue;
      }
      // The picture has a free pixel on each side.
      const reach = (r * kSpritePixels) / (kSpritePixels - 2);
      c.drawImage(this.sprite(unpacked(color), haze, theme), x - reach, y - reach, 2 * reach, 2 * reach);
    }
    c.globalAlpha = 1;
    for (; drawn < lines.length; ++drawn) this.drawLine(lines[drawn]);
  }

  /** The farthest first, by their middles. */
  private linesAmongBodies(): DeepLine[] {
    const lines: DeepLine[] = [];
    for (const batch of this.stage.batches) {
      if (batch.kind !== 'lines' || batch.depth === 'none') continue;
      const { marks } = batch;
      for (let i = 0; i < marks.count; ++i) {
        const begin = i * marks.stride;
        lines.push({ marks, begin, depth: 0.5 * (marks.numbers[begin + 2] + marks.numbers[begin + 5]) });
      }
    }
    return lines.sort((a, b) => b.depth - a.depth);
  }

  private drawLine({ marks: { numbers, words }, begin }: DeepLine): void {
    const { context: c } = this;
    c.globalAlpha = 1;
    c.beginPath();
    c.moveTo(numbers[begin], numbers[begin + 1]);
    c.lineTo(numbers[begin + 3], numbers[begin + 4]);
    c.strokeStyle = cssOfPacked(words[begin + 7]);
    c.lineWidth = numbers[begin + 6];
    c.stroke();
  }

  private sprite(color: number, haze: number, theme: StageTheme): HTMLCanvasElement {
    const key = color * (kHazes + 1) + haze;
    let sprite = this.sprites.get(key);
    if (sprite) return sprite;
    if (this.sprites.size >= kMostSprites) this.sprites.clear();
    sprite = document.createElement('canvas');
    sprite.width = sprite.height = kSpritePixels;
    const context = sprite.getContext('2d', { willReadFrequently: true })!;
    const middle = kSpritePixels / 2;
    context.fillStyle = this.shading(context, middle, middle, middle - 1, color, haze, theme);
    context.beginPath();
    context.arc(middle, middle, middle - 1, 0, 2 * Math.PI);
    context.fill();
    this.sprites.set(key, sprite);
    return sprite;
  }

  /** Lit from the upper left, paler with distance. */
  private shading(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    r: number,
    color: number,
    haze: number,
    theme: StageTheme,
  ): CanvasGradient {
    const pale = (shade: number): string => cssOf(mix(shade, theme.faces[1], (0.5 * haze) / kHazes));
    const gradient = context.createRadialGradient(
      x - 0.36 * r,
      y - 0.45 * r,
      0.04 * r,
      x - 0.2 * r,
      y - 0.25 * r,
      1.35 * r,
    );
    gradient.addColorStop(0, pale(mix(color, 0xffffff, 0.3)));
    gradient.addColorStop(0.25, pale(mix(color, 0xffffff, 0.06)));
    gradient.addColorStop(0.65, pale(mix(color, 0, 0.2)));
    gradient.addColorStop(1, pale(mix(color, 0, 0.48)));
    return gradient;
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

/** CSS pixels: radii up to which discs look like squares, and from which they have an outline. */
const kTiny = 1;
const kOutlined = 4;
/** Half the side of a square per radius of the disc of its area. */
const kSquared = 0.5 * Math.sqrt(Math.PI);

function unpacked(color: number): number {
  return ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255);
}

function alphaOf(color: number): number {
  return (color >>> 24) / 255;
}

function cssOf(color: number, alpha = 1): string {
  return `rgba(${color >> 16},${(color >> 8) & 255},${color & 255},${alpha})`;
}

function cssOfPacked(color: number): string {
  return cssOf(unpacked(color), alphaOf(color));
}
