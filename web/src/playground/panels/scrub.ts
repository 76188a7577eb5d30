// Numbers that a hand drags: to the right for more, to the left for less.

/** How a number follows. */
export interface Scale {
  /** Of a pixel, to be added; or null: then each pixel makes it larger by this part. */
  step: number | null;
  low: number;
  high: number;
}

const kPart = 0.01;
/** Pixels that an arrow key stands for. */
const kKey = 5;
/** Significant digits that a hand can mean. */
const kDigits = 4;

export function moved(from: number, pixels: number, { step, low, high }: Scale): number {
  const to = step === null ? from * (1 + kPart) ** pixels : from + step * pixels;
  const digits = step === null ? kDigits : Math.max(kDigits, Math.ceil(Math.log10(Math.abs(to) / step)) + 1);
  return Math.min(Math.max(Number(to.toPrecision(Math.min(digits, 15))), low), high);
}

export interface Scrubbed {
  /** Where it is now; NaN if nowhere. */
  value(): number;
  scale(): Scale;
  change(value: number): void;
  drop(): void;
}

/** Drags on `label` and the keys up and down in `input` change the number. Returns whether it is held. */
export function scrub(label: HTMLElement, input: HTMLInputElement, of: Scrubbed): () => boolean {
  let from: { x: number; value: number; scale: Scale } | null = null;
  label.classList.add('scrub');
  label.title = 'Drag to the right or left';
  label.addEventListener('pointerdown', (event) => {
    const value = of.value();
    if (!Number.isFinite(value) || event.button !== 0) return;
    from = { x: event.clientX, value, scale: of.scale() };
    label.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  label.addEventListener('pointermove', (event) => {
    if (from) of.change(moved(from.value, event.clientX - from.x, from.scale));
  });
  const end = (): void => {
    if (from) of.drop();
    from = null;
  };
  label.addEventListener('pointerup', end);
  label.addEventListener('pointercancel', end);
  input.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowUp' ? kKey : event.key === 'ArrowDown' ? -kKey : 0;
    const value = of.value();
    if (by === 0 || !Number.isFinite(value)) return;
    event.preventDefault();
    of.change(moved(value, by, of.scale()));
    of.drop();
  });
  return () => from !== null;
}
