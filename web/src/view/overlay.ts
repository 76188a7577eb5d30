import type { Camera } from './camera';
import { css } from './colors';
import type { Rectangle } from './marks/stage';
import type { StageTheme } from './theme';

/** CSS pixels. */
const kWantedBar = 110;
const kAxis = 26;
const kLeft = 14;
const kBottom = 12;
/** From the bar to its length in digits, and a digit's width. */
const kGap = 9;
const kDigit = 8;
/** Of the drawing with axes, and without. */
const kTall = 92;
const kLow = 24;
const kNames = ['x', 'y', 'z'] as const;

/** A length to read sizes from, and in 3D where the axes point: a small drawing in a corner of the stage. */
export class Overlay {
  private readonly svg: SVGSVGElement;
  private drawn = '';

  /** `host`: positioned; the drawing stands at its lower left. */
  constructor(host: HTMLElement) {
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('class', 'overlay');
    this.svg.setAttribute('role', 'img');
    Object.assign(this.svg.style, {
      position: 'absolute',
      left: `${kLeft}px`,
      bottom: `${kBottom}px`,
      pointerEvents: 'none',
      overflow: 'visible',
    });
    host.append(this.svg);
  }

  /** `unit`: what the run's lengths are multiplied by. */
  update(camera: Camera, theme: StageTheme, unit = 1): void {
    const bar = barOf(camera.scale / unit);
    const spatial = camera.dimension === 3;
    const parts: string[] = [];
    const height = spatial ? kTall : kLow;
    const ink = css(theme.quiet);
    // A rim of the background's colour keeps it readable over bodies.
    const rim = `paint-order="stroke" stroke="${css(theme.space)}" stroke-width="3" stroke-linejoin="round"`;
    if (bar) {
      const y = height - 5;
      const path = `M1 ${y - 4}v8M1 ${y}h${bar.pixels.toFixed(2)}m0 -4v8`;
      parts.push(
        `<path d="${path}" fill="none" stroke="${css(theme.space)}" stroke-width="4" stroke-opacity="0.8"/>`,
        `<path d="${path}" fill="none" stroke="${ink}" stroke-width="1.5"/>`,
        `<text x="${(bar.pixels + kGap).toFixed(2)}" y="${y + 4}" fill="${ink}" ${rim}>${bar.label}</text>`,
      );
    }
    if (spatial) parts.push(axesOf(camera, ink, rim));
    const content = parts.join('');
    if (content === this.drawn) return;
    this.drawn = content;
    this.svg.setAttribute('width', '200');
    this.svg.setAttribute('height', String(height));
    this.svg.setAttribute('font-size', '12');
    this.svg.setAttribute('aria-label', bar ? `Scale: the bar is a length of ${bar.label}` : 'Axes');
    this.svg.innerHTML = content;
  }

  dispose(): void {
    this.svg.remove();
  }
}

/** Where on the stage that stands. `unit`: as for `update`. */
export function overlayBox(camera: Camera, unit = 1): Rectangle {
  const spatial = camera.dimension === 3;
  const bar = barOf(camera.scale / unit);
  const wide = Math.max(bar ? bar.pixels + kGap + kDigit * bar.label.length : 0, spatial ? kTall : 0);
  const bottom = camera.height - kBottom;
  return { left: kLeft, top: bottom - (spatial ? kTall : kLow), right: kLeft + wide, bottom };
}

/** A length of 1, 2 or 5 times a power of ten, about as long as wanted. */
export function barOf(scale: number): { length: number; pixels: number; label: string } | null {
  const wanted = kWantedBar / scale;
  if (!(wanted > 0) || !Number.isFinite(wanted)) return null;
  const exponent = Math.floor(Math.log10(wanted));
  let digit = 1;
  for (const each of [2, 5]) if (Number(`${each}e${exponent}`) <= wanted) digit = each;
  const length = Number(`${digit}e${exponent}`);
  const plain = exponent >= -4 && exponent < 6;
  return { length, pixels: length * scale, label: plain ? String(length) : `${digit}×10${raised(exponent)}` };
}

function raised(exponent: number): string {
  return String(exponent).replace(/./g, (sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)]));
}

function axesOf(camera: Camera, ink: string, rim: string): string {
  const x0 = 32;
  const y0 = 36;
  // The farthest first.
  const axes = [0, 1, 2].sort((a, b) => camera.away[b] - camera.away[a]);
  return axes
    .map((k) => {
      const x = x0 + kAxis * camera.right[k];
      const y = y0 - kAxis * camera.up[k];
      const nameX = x0 + (kAxis + 9) * camera.right[k] - 3;
      const nameY = y0 - (kAxis + 9) * camera.up[k] + 4;
      const line = `<path d="M${x0} ${y0}L${x.toFixed(2)} ${y.toFixed(2)}" stroke="${ink}" stroke-width="1.75"/>`;
      return `${line}<text x="${nameX.toFixed(2)}" y="${nameY.toFixed(2)}" fill="${ink}" ${rim}>${kNames[k]}</text>`;
    })
    .join('');
}
