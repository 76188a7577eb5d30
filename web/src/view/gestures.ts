import type { Camera } from './camera';

/** Zoom per wheel pixel, and at most per turn of the wheel; per key. */
const kWheel = 0.0015;
const kMostWheel = 0.5;
const kKeyZoom = 1.25;
/** CSS pixels: panned or dragged by a key; moved by less, a press is a click. */
const kKeyStep = 40;
const kClick = 4;
/** Pixels of a line of a wheel that counts lines. */
const kLine = 16;

interface Touch {
  x: number;
  y: number;
}

/**
 * Moves a camera by mouse, touch and keys. One pointer pans in 2D and goes around in 3D (pans with Shift or
 * another button); two pan and zoom; the wheel zooms. Keys: + and - zoom, 0 fits, Shift with an arrow pans or
 * goes around.
 */
export class Gestures {
  private readonly touches = new Map<number, Touch>();
  private travelled = 0;
  private readonly controller = new AbortController();

  /**
   * `changed` is called after each change; `clicked` where a press did not move; `fit` to show all, after a
   * double click.
   */
  constructor(
    private readonly target: HTMLElement,
    private readonly camera: Camera,
    private readonly changed: () => void,
    private readonly clicked: (x: number, y: number) => void,
    private readonly fit: () => void,
  ) {
    const { signal } = this.controller;
    target.style.touchAction = 'none';
    target.addEventListener('pointerdown', this.down, { signal });
    target.addEventListener('pointermove', this.move, { signal });
    target.addEventListener('pointerup', this.up, { signal });
    target.addEventListener('pointercancel', this.cancel, { signal });
    target.addEventListener('wheel', this.wheel, { signal, passive: false });
    target.addEventListener('dblclick', this.fit, { signal });
    target.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    target.addEventListener('keydown', this.key, { signal });
  }

  dispose(): void {
    this.controller.abort();
  }

  /** In the target's CSS pixels. */
  private place(event: MouseEvent): Touch {
    const box = this.target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private readonly down = (event: PointerEvent): void => {
    this.target.setPointerCapture(event.pointerId);
    if (this.touches.size === 0) this.travelled = 0;
    this.touches.set(event.pointerId, this.place(event));
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.touches.get(event.pointerId);
    if (!before) return;
    const now = this.place(event);
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.travelled < kClick) return;
    this.touches.set(event.pointerId, now);
    const others = [...this.touches].filter(([id]) => id !== event.pointerId);
    if (others.length === 1) this.pinch(before, now, others[0][1]);
    else if (others.length === 0) {
      const pans = this.camera.dimension === 2 || event.shiftKey || (event.buttons & ~1) !== 0;
      if (pans) this.camera.pan(dx, dy);
      else this.camera.orbit(dx, dy);
    }
    this.changed();
  };

  private readonly up = (event: PointerEvent): void => {
    const known = this.touches.delete(event.pointerId);
    if (!known || this.touches.size > 0 || this.travelled >= kClick || event.button !== 0) return;
    const { x, y } = this.place(event);
    this.clicked(x, y);
  };

  private readonly cancel = (event: PointerEvent): void => {
    this.touches.delete(event.pointerId);
  };

  /** What was under each of the two fingers stays there, but for turning. */
  private pinch(before: Touch, now: Touch, other: Touch): void {
    const apart = (touch: Touch): number => Math.hypot(touch.x - other.x, touch.y - other.y);
    this.camera.pan(0.5 * (now.x - before.x), 0.5 * (now.y - before.y));
    if (!(apart(before) > 0)) return;
    this.camera.zoom(apart(now) / apart(before), 0.5 * (now.x + other.x), 0.5 * (now.y + other.y));
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * kLine;
    // A pinch on a trackpad comes as a wheel with Ctrl, of few pixels.
    const turn = Math.min(Math.max(-pixels * kWheel * (event.ctrlKey ? 6 : 1), -kMostWheel), kMostWheel);
    const { x, y } = this.place(event);
    this.camera.zoom(Math.exp(turn), x, y);
    this.changed();
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.act(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.changed();
  };

  private act({ key, shiftKey }: KeyboardEvent): boolean {
    const { camera } = this;
    if (key === '+' || key === '=') camera.zoom(kKeyZoom);
    else if (key === '-' || key === '_') camera.zoom(1 / kKeyZoom);
    else if (key === '0') this.fit();
    else if (shiftKey && key.startsWith('Arrow')) {
      const dx = key === 'ArrowLeft' ? kKeyStep : key === 'ArrowRight' ? -kKeyStep : 0;
      const dy = key === 'ArrowUp' ? kKeyStep : key === 'ArrowDown' ? -kKeyStep : 0;
      if (camera.dimension === 2) camera.pan(dx, dy);
      else camera.orbit(dx, dy);
    } else return false;
    return true;
  }
}
