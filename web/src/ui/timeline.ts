import { byId } from './dom';
import { density } from './density';
import type { Viewer } from './viewer';

/** Pixels: a mark of an impact and the room beside it. */
const kPitch = 3;
const kMark = 2;

/** Of the bar's height: the mark of a lone impact beside the most crowded place. */
const kLeast = 0.2;

/** The bar on which one sees where the impacts are, and drags the time. */
export class Timeline {
  private readonly seek = byId('seek', HTMLInputElement);
  private readonly canvas = byId('marks', HTMLCanvasElement);
  private heights: Float32Array = new Float32Array(0);
  private shown = -1;

  constructor(private readonly viewer: Viewer) {
    this.seek.addEventListener('input', () => {
      viewer.clock.pause();
      viewer.seek(Number(this.seek.value) * viewer.run.end);
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    viewer.onPicture(() => this.paint());
  }

  /** Draws all anew: colours changed, or the size. */
  repaint(): void {
    this.shown = -1;
    this.paint();
  }

  private resize(): void {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    const bins = Math.max(1, Math.floor(this.canvas.clientWidth / kPitch));
    this.heights = density(this.viewer.run.impacts.time, this.viewer.run.end, bins);
    this.repaint();
  }

  private paint(): void {
    const { run, clock } = this.viewer;
    const part = run.end > 0 ? clock.time / run.end : 0;
    const passed = Math.floor(part * this.canvas.width);
    if (clock.playing && passed === this.shown) return; // nothing to see has changed
    this.seek.value = String(part);
    if (!clock.playing) this.seek.setAttribute('aria-valuetext', this.timeText());
    if (passed !== this.shown) this.drawMarks(passed);
    this.shown = passed;
  }

  private timeText(): string {
    const { labels, clock, run } = this.viewer;
    return `${labels.timeText(clock.time)} of ${labels.timeText(run.end)}`;
  }

  private drawMarks(passed: number): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const { width, height } = this.canvas;
    const style = getComputedStyle(this.canvas);
    const pitch = width / this.heights.length;
    context.clearRect(0, 0, width, height);
    this.heights.forEach((each, bin) => {
      if (each === 0) return;
      const x = bin * pitch;
      context.fillStyle = style.getPropertyValue(x <= passed ? '--accent' : '--mark');
      const tall = (kLeast + (1 - kLeast) * each) * height;
      context.fillRect(x, height - tall, (pitch * kMark) / kPitch, tall);
    });
  }
}
