import { givesWay } from '../../run/contacts';
import { kNobody } from '../../run/types';
import type { Spot } from '../camera';
import { packed } from '../colors';
import { Lines } from './marks';
import type { ViewState } from '../renderer';

/** CSS pixels: of the largest force, as in picture.svg, where bodies are not smaller; and of the smallest. */
const kMostWidth = 8;
const kLeastMostWidth = 2;
const kLeastWidth = 1;
const kAlpha = 0.7;

/** Where bodies rest: a line from each one's place through the contact to that of what holds it, if that gives way,
 *  as broad as the force there is large. In front of everything. */
export class Forces {
  readonly lines = new Lines();

  private readonly spot: Spot = [0, 0, 0];
  private readonly point: number[];

  constructor(private readonly dimension: 2 | 3) {
    this.point = new Array<number>(dimension).fill(0);
  }

  compose({ run, moment, camera, theme, forces }: ViewState): void {
    if (!forces || !run.contacts) return;
    const { count, a, b, point, size } = run.contacts;
    const largest = size.reduce((most, each) => Math.max(most, each), 0);
    const smallest = a.reduce((least, body) => Math.min(least, run.bodies.radius[body] ?? Infinity), Infinity);
    const most = Math.min(kMostWidth, Math.max(kLeastMostWidth, smallest * camera.scale));
    const d = this.dimension;
    const color = packed(theme.force, kAlpha);
    for (let i = 0; i < count; ++i) {
      const [held, holder] = [a[i], b[i]];
      if (held === kNobody || !(size[i] > 0)) continue;
      const width = Math.max(kLeastWidth, (most * size[i]) / largest);
      const contact = point.subarray(i * d, i * d + d);
      const [x, y] = camera.project(contact, this.spot);
      const to = (place: ArrayLike<number>): void => {
        camera.project(place, this.spot);
        this.lines.add(x, y, 0, this.spot[0], this.spot[1], 0, width, color);
      };
      to(moment.position.subarray(held * d, held * d + d));
      if (givesWay(run, holder)) to(this.nearest(moment.position.subarray(holder * d, holder * d + d), contact, run.space));
    }
  }

  /** The image of a place, where the space repeats, that is nearest to another. */
  private nearest(place: ArrayLike<number>, other: ArrayLike<number>, { min, max, sides }: ViewState['run']['space']): number[] {
    for (let k = 0; k < this.dimension; ++k) {
      const side = max[k] - min[k];
      const images = sides[k] === 'periodic' ? Math.round((place[k] - other[k]) / side) : 0;
      this.point[k] = place[k] - side * images;
    }
    return this.point;
  }
}
