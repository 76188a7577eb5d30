// Lines at round lengths, to read places from: a drawing above the stage. In space, on the floor of the box.
import type { Run } from '../../run/types';
import type { Camera } from '../../view/view';
import { barOf } from '../../view/overlay';

/** More lines than that help nobody. */
const kMostLines = 200;

export class Grid {
  on = false;
  private readonly svg: SVGSVGElement;
  private drawn = '';

  constructor(host: HTMLElement) {
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('class', 'grid');
    this.svg.setAttribute('aria-hidden', 'true');
    host.append(this.svg);
  }

  show(camera: Camera, run: Run): void {
    const path = this.on ? pathOf(camera, run) : '';
    if (path === this.drawn) return;
    this.drawn = path;
    this.svg.innerHTML = path === '' ? '' : `<path d="${path}"/>`;
  }
}

function pathOf(camera: Camera, run: Run): string {
  const step = stepOf(camera, run);
  if (step === 0) return '';
  const { min, max } = run.space;
  const flat = camera.dimension === 2;
  const [a, b] = [camera.unproject(0, camera.height), camera.unproject(camera.width, 0)];
  const [low, high] = flat ? [a, b] : [min, max];
  let path = '';
  for (const axis of [0, 1]) {
    const other = 1 - axis;
    for (const at of linesOf(low[axis] + run.origin[axis], high[axis] + run.origin[axis], step)) {
      const ends = [low[other], high[other]].map((end) => {
        const place = [0, 0, flat ? 0 : min[2]];
        place[axis] = at - run.origin[axis];
        place[other] = end;
        const [x, y] = camera.project(place);
        return `${x.toFixed(1)} ${y.toFixed(1)}`;
      });
      path += `M${ends[0]}L${ends[1]}`;
    }
  }
  return path;
}

/** [L] in the run's units, of a line to the next. */
function stepOf(camera: Camera, { units }: Run): number {
  const bar = barOf(camera.scale / units.length);
  return bar ? bar.length / units.length : 0;
}

/** Whole multiples of `step` from `low` to `high`. */
export function linesOf(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  if (!(count > 0) || count > kMostLines) return [];
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
