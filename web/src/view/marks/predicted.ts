import { addArrow } from './arrow';
import { wrap } from '../bounds';
import type { Spot } from '../camera';
import { faded, lineColor, packed } from '../colors';
import type { Depths } from './depths';
import { Lines } from './marks';
import type { ViewState } from '../renderer';

/** CSS pixels. */
const kWayWidth = 1.25;
const kNormalWidth = 2;
const kNormalLength = 22;
const kWayAlpha = 0.8;

/** Of impacts to come: the ways that lead there, and the normal where the two touch. */
export class Predicted {
  readonly ways = new Lines();
  readonly normals = new Lines();

  private readonly spot: Spot = [0, 0, 0];
  private readonly point: [number, number, number] = [0, 0, 0];

  constructor(
    private readonly dimension: 2 | 3,
    private readonly depths: Depths,
  ) {}

  compose(view: ViewState): void {
    this.addWays(view);
    this.addNormals(view);
  }

  private addWays(view: ViewState): void {
    if (!view.ways) return;
    const { count, ends, body } = view.ways;
    const d = this.dimension;
    const { point, spot } = this;
    for (let i = 0; i < count; ++i) {
      const place = (at: number): Spot => {
        for (let k = 0; k < d; ++k) point[k] = ends[at + k];
        return view.camera.project(point, spot);
      };
      const [x, y] = place(2 * d * i);
      const depth = this.depths.of(spot);
      place(2 * d * i + d);
      const color = faded(lineColor(view.colors[body[i]], view.theme), kWayAlpha);
      this.ways.add(x, y, depth, spot[0], spot[1], this.depths.of(spot), kWayWidth, color);
    }
  }

  /** From a's surface into b, in front of everything. */
  private addNormals({ run, contacts, camera, theme }: ViewState): void {
    const { point: points, normal } = run.impacts;
    const d = this.dimension;
    const { point, spot } = this;
    const color = packed(theme.accent);
    for (const impact of contacts) {
      for (let k = 0; k < d; ++k) point[k] = points[impact * d + k];
      wrap(point, run.space);
      const [x, y] = camera.project(point, spot);
      for (let k = 0; k < d; ++k) point[k] += (kNormalLength / camera.scale) * normal[impact * d + k];
      camera.project(point, spot);
      addArrow(this.normals, [x, y, 0], [spot[0], spot[1], 0], kNormalWidth, color);
    }
  }
}
