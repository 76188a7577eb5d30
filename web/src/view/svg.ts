// The same marks of a picture in the plane as SVG: a drawing that stays sharp at any size.
import { kKinematic, kSensor } from '../run/types';
import { alphaOf, cssOf, cssOfPacked } from './canvas/canvas_colors';
import { addContour } from './canvas/canvas_flat';
import { mix, unpacked } from './colors';
import { axisOfTurn, type Batch, type Discs, type Lines, type SolidGroups, type Triangles } from './marks/marks';
import { kRingWidth } from './marks/rims';
import { Stage } from './marks/stage';
import { kSensorFill, rimWidth } from './patterns';
import type { ViewState } from './renderer';
import type { Contour } from './shapes/outline';

/** As the canvas draws them. */
const kGhostFill = 0.16;
const kGhostLine = 1.5;
/** CSS pixels are told to so many decimals. */
const kDecimals = 2;

const number = (x: number): string => String(Number(x.toFixed(kDecimals)));

/** A path's `d`, made as one makes a Path2D. */
class PathText {
  text = '';
  moveTo(x: number, y: number): void {
    this.text += `M${number(x)} ${number(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.text += `L${number(x)} ${number(y)}`;
  }
  closePath(): void {
    this.text += 'Z';
  }
}

class SvgText {
  readonly parts: string[] = [];

  constructor(private readonly view: ViewState) {}

  batch(batch: Batch): void {
    if (batch.kind === 'lines') this.lines(batch.marks, batch.dashed);
    else if (batch.kind === 'triangles') this.triangles(batch.marks);
    else if (batch.kind === 'solids') this.solids(batch.marks);
    else if (batch.style === 'flat') this.discs(batch.marks);
    else if (batch.style === 'ring' || batch.style === 'ghost') this.rings(batch.marks, batch.style);
    else if (batch.style === 'hole') this.holes(batch.marks);
  }

  private paint(color: number, kind: number): { fill: string; rim: string } {
    const { theme } = this.view;
    const alpha = alphaOf(color);
    const outline = theme.dark ? 0.3 : 0.45;
    const dark = kind & kKinematic ? outline + 0.4 * (1 - outline) : outline;
    return {
      fill: cssOf(unpacked(color), kind & kSensor ? alpha * kSensorFill : alpha),
      rim: cssOf(mix(unpacked(color), theme.ink, dark), alpha),
    };
  }

  private discs({ numbers, words, count, stride }: Discs): void {
    for (let i = 0; i < count; ++i) {
      const at = i * stride;
      const [x, y, r, kind] = [numbers[at], numbers[at + 1], numbers[at + 3], words[at + 5]];
      const { fill, rim } = this.paint(words[at + 4], kind);
      const width = rimWidth(r, kind);
      const inner = Math.max(r - 0.5 * width, 0);
      this.parts.push(
        `<circle cx="${number(x)}" cy="${number(y)}" r="${number(inner)}" fill="${fill}" stroke="${rim}" stroke-width="${number(width)}"/>`,
      );
    }
  }

  private solids(marks: SolidGroups): void {
    const { camera, figures } = this.view;
    const axis = [1, 0];
    for (const group of marks.groups.values())
      for (let i = 0; i < group.count; ++i) {
        const at = i * group.stride;
        axisOfTurn(group.numbers[at + 2], axis);
        const kind = group.kind(i);
        const width = rimWidth(group.numbers[at + 7], kind);
        const path = new PathText();
        const contour = figures.forms[group.form(i)].contour as Contour;
        const off = group.numbers[at + 3] - 0.5 * width;
        addContour(path, contour, group.numbers[at], group.numbers[at + 1], axis, camera.scale, off, false);
        const { fill, rim } = this.paint(group.words[at + 4], kind);
        this.parts.push(`<path d="${path.text}" fill="${fill}" stroke="${rim}" stroke-width="${number(width)}"/>`);
      }
  }

  private triangles({ numbers, words, count, stride }: Triangles): void {
    for (let i = 0; i < count;) {
      const color = words[i * stride + 3];
      const path = new PathText();
      for (; i < count && words[i * stride + 3] === color; i += 3) {
        path.moveTo(numbers[i * stride], numbers[i * stride + 1]);
        for (const k of [1, 2]) path.lineTo(numbers[(i + k) * stride], numbers[(i + k) * stride + 1]);
        path.closePath();
      }
      this.parts.push(`<path d="${path.text}" fill="${cssOfPacked(color)}"/>`);
    }
  }

  private lines({ numbers, words, count, stride }: Lines, dashed: boolean): void {
    const how = dashed ? ' stroke-dasharray="7 5"' : ' stroke-linecap="round"';
    for (let i = 0; i < count;) {
      const color = words[i * stride + 7];
      const width = numbers[i * stride + 6];
      const path = new PathText();
      for (; i < count && words[i * stride + 7] === color && numbers[i * stride + 6] === width; ++i) {
        path.moveTo(numbers[i * stride], numbers[i * stride + 1]);
        path.lineTo(numbers[i * stride + 3], numbers[i * stride + 4]);
      }
      this.parts.push(`<path d="${path.text}" fill="none" stroke="${cssOfPacked(color)}" stroke-width="${number(width)}"${how}/>`);
    }
  }

  private rings({ numbers, words, count, stride }: Discs, style: 'ring' | 'ghost'): void {
    const { theme } = this.view;
    for (let i = 0; i < count; ++i) {
      const at = i * stride;
      const color = words[at + 4];
      const ghost = style === 'ghost';
      const width = ghost ? kGhostLine : kRingWidth;
      const r = Math.max(numbers[at + 3] - 0.5 * width, 0);
      const fill = ghost ? cssOf(unpacked(color), kGhostFill) : 'none';
      const line = ghost ? cssOf(mix(unpacked(color), theme.ink, 0.35), 0.9) : cssOfPacked(color);
      const dashes = ghost ? ' stroke-dasharray="5 3.5"' : '';
      this.parts.push(
        `<circle cx="${number(numbers[at])}" cy="${number(numbers[at + 1])}" r="${number(r)}" fill="${fill}" stroke="${line}" stroke-width="${width}"${dashes}/>`,
      );
    }
  }

  /** All around a disc. */
  private holes({ numbers, words, count, stride }: Discs): void {
    const { width, height } = this.view.camera;
    for (let i = 0; i < count; ++i) {
      const at = i * stride;
      const [x, y, r] = [numbers[at], numbers[at + 1], numbers[at + 3]].map(number);
      const d = `M0 0H${width}V${height}H0ZM${Number(x) - Number(r)} ${y}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 ${-2 * Number(r)} 0Z`;
      this.parts.push(`<path d="${d}" fill-rule="evenodd" fill="${cssOfPacked(words[at + 4])}"/>`);
    }
  }
}

/** A picture in the plane, as a file. */
export function svgOf(view: ViewState): string {
  const { camera, theme } = view;
  const stage = new Stage(2);
  stage.compose(view);
  const { left, top, right, bottom } = stage.clip;
  const clip = `<clipPath id="space"><rect x="${number(left)}" y="${number(top)}" width="${number(right - left)}" height="${number(bottom - top)}"/></clipPath>`;
  const body = stage.batches
    .filter(({ marks }) => marks.count > 0)
    .map((batch) => {
      const text = new SvgText(view);
      text.batch(batch);
      return `<g${batch.clipped ? ' clip-path="url(#space)"' : ''}>\n${text.parts.join('\n')}\n</g>`;
    });
  const size = `${camera.width} ${camera.height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" width="${camera.width}" height="${camera.height}">
<defs>${clip}</defs>
<rect width="100%" height="100%" fill="${cssOf(theme.paper)}"/>
${body.join('\n')}
</svg>
`;
}
