import { kKinematic, kSensor } from '../../run/types';
import { shownBeyond, shownRadius, standsTurned } from './body_marks';
import type { Camera, Spot } from '../camera';
import { faded, mix, packed, unpacked } from '../colors';
import type { Depths } from './depths';
import { kPlaneError, pointsOf, type Figure } from '../shapes/figures';
import { Discs, Lines, Triangles } from './marks';
import { insideOf } from '../shapes/mesh';
import { Outline, turned, type Contour } from '../shapes/outline';
import type { GhostBody, ViewState } from '../renderer';

/** CSS pixels: how wide a ring around a body is, and how far out it reaches. */
export const kRingWidth = 2;
const kRingReach = 4;
const kEdgeWidth = 1.75;
const kGhostWidth = 1.5;
/** CSS pixels along a ghost's rim. */
const kDash = 5;
const kGap = 3.5;
const kGhostFill = 0.16;
/** CSS pixels of the arrow heads on what is passed one way. */
const kHead = 4;
const kHeadWidth = 1.5;
const kHeadsApart = 26;
const kMostHeads = 64;

/** A body's outline in the picture: pixels from its place, y upwards, and the depth [L] at each point. */
export interface Silhouette {
  outline: Outline;
  depth: (x: number, y: number) => number;
}

/**
 * What is drawn around bodies: rings around chosen ones, ghosts of those to be, in 3D edges of kinematic
 * ones; in 2D arrow heads on obstacles that are passed one way.
 */
export class Rims {
  readonly rings = new Discs();
  readonly ringLines = new Lines();
  readonly ghosts = new Discs();
  readonly ghostFills = new Triangles();
  readonly ghostLines = new Lines();
  readonly edges = new Discs();
  readonly edgeLines = new Lines();
  readonly heads = new Lines();

  private readonly spot: Spot = [0, 0, 0];
  private readonly point: [number, number, number] = [0, 0, 0];
  private readonly axis = [1, 0];
  private silhouettes = new Map<Figure, Silhouette>();

  constructor(
    private readonly dimension: 2 | 3,
    private readonly depths: Depths,
  ) {}

  compose(view: ViewState): void {
    this.silhouettes.clear();
    this.addRings(view);
    this.addGhosts(view);
    if (this.dimension === 3) this.addEdges(view);
    else this.addHeads(view);
  }

  private addRings(view: ViewState): void {
    const { run, figures, camera, theme } = view;
    for (const { body, style } of view.highlights) {
      const [x, y] = this.placeOf(view, body);
      const figure = figures.standing(body, view.motion, view.moment.time);
      // In front of everything: one looks for what one has chosen.
      if (figure === null) {
        const r = shownRadius(run.bodies.radius[body], camera, run.bodies.count) + kRingReach;
        this.rings.add(x, y, 0, r, packed(theme.accent, style === 'selected' ? 1 : 0.6));
      } else {
        // Opaque: where its pieces meet, nothing shines through.
        const color = packed(style === 'selected' ? theme.accent : mix(theme.space, theme.accent, 0.6));
        const off = shownBeyond(figure, camera, run.bodies.count) + kRingReach - 0.5 * kRingWidth;
        this.addLoop(this.ringLines, view, body, figure, x, y, off, kRingWidth, color, () => 0);
      }
    }
  }

  private addGhosts(view: ViewState): void {
    const { run, figures, camera, theme, colors } = view;
    const { radius, count } = run.bodies;
    for (const ghost of view.ghosts) {
      const { body } = ghost;
      const [x, y] = camera.project(ghost.position, this.spot);
      const depth = this.depths.of(this.spot);
      const figure = figures.standing(body, view.motion, ghost.time);
      if (figure === null)
        this.ghosts.add(x, y, depth, shownRadius(radius[body], camera, count), colors[body]);
      else this.addGhost(view, ghost, figure, x, y, depth, colors[body], theme.ink);
    }
  }

  private addGhost(
    view: ViewState,
    { body, time }: GhostBody,
    figure: Figure,
    x: number,
    y: number,
    depth: number,
    color: number,
    ink: number,
  ): void {
    const { outline } = this.silhouetteOf(figure, view.camera);
    const beyond = shownBeyond(figure, view.camera, view.run.bodies.count);
    const listed = outline.contour(pointsOf(beyond, kPlaneError), figure.isRound);
    const contour = this.standing(listed, view, body, time);
    const fill = faded(color, kGhostFill);
    for (const i of insideOf(outline, contour))
      this.ghostFills.corner(...placed(contour, i, x, y, beyond), depth, fill);
    const rim = packed(mix(unpacked(color), ink, 0.35), 0.9);
    for (const [x0, y0, x1, y1] of dashes(contour, x, y, beyond - 0.5 * kGhostWidth))
      this.ghostLines.add(x0, y0, depth, x1, y1, depth, kGhostWidth, rim);
  }

  private addEdges(view: ViewState): void {
    const { run, figures, camera, theme, colors } = view;
    const { kind, radius, count } = run.bodies;
    if (kind === null) return;
    for (let body = 0; body < count; ++body) {
      if (!(kind[body] & kKinematic) || kind[body] & kSensor) continue;
      const [x, y] = this.placeOf(view, body);
      const depth = this.spot[2];
      const figure = figures.standing(body, view.motion, view.moment.time);
      const color = packed(mix(unpacked(colors[body]), theme.ink, 0.7));
      if (figure === null) {
        const r = shownRadius(radius[body], camera, count) + kRingWidth;
        this.edges.add(x, y, this.depths.of(this.spot), r, color);
      } else {
        const off = shownBeyond(figure, camera, count) + 0.5 * kEdgeWidth;
        const deep = (more: number): number => this.depths.of([0, 0, depth + more]);
        this.addLoop(this.edgeLines, view, body, figure, x, y, off, kEdgeWidth, color, deep);
      }
    }
  }

  /** On obstacles that are passed one way, along all of their width. */
  private addHeads({ run, figures, camera, theme }: ViewState): void {
    run.obstacles.forEach(({ oneWay, position, color }, i) => {
      const figure = figures.ofObstacle(i);
      const length = oneWay === null ? 0 : Math.hypot(...oneWay);
      if (oneWay === null || figure === null || !(length > 0)) return;
      const [u, v] = [oneWay[0] / length, -oneWay[1] / length];
      const middle = position.map((x, k) => x + 0.5 * (figure.low[k] + figure.high[k]));
      const [x, y] = camera.project(middle, this.spot);
      const [width, height] = [0, 1].map((k) => camera.scale * (figure.high[k] - figure.low[k]));
      const across = Math.abs(v) * width + Math.abs(u) * height;
      const heads = Math.min(Math.max(Math.round(across / kHeadsApart), 1), kMostHeads);
      const ink = packed(mix(color ?? theme.solid, theme.ink, 0.75));
      for (let k = 0; k < heads; ++k) {
        const off = (across * (k + 0.5)) / heads - 0.5 * across;
        const [tipX, tipY] = [x - off * v + 0.5 * kHead * u, y + off * u + 0.5 * kHead * v];
        for (const side of [-kHead, kHead]) {
          const [endX, endY] = [tipX - kHead * u - side * v, tipY - kHead * v + side * u];
          this.heads.add(tipX, tipY, 0, endX, endY, 0, kHeadWidth, ink);
        }
      }
    });
  }

  /** Sets `spot` to a body's place. */
  private placeOf({ camera, moment }: ViewState, body: number): Spot {
    const d = this.dimension;
    for (let k = 0; k < d; ++k) this.point[k] = moment.position[body * d + k];
    return camera.project(this.point, this.spot);
  }

  /** A line around a body, `off` pixels beyond its core. */
  private addLoop(
    to: Lines,
    view: ViewState,
    body: number,
    figure: Figure,
    x: number,
    y: number,
    off: number,
    width: number,
    color: number,
    deep: (more: number) => number,
  ): void {
    const { outline, depth } = this.silhouetteOf(figure, view.camera);
    const contour = this.standing(outline.contour(pointsOf(off, kPlaneError), true), view, body);
    for (let i = 0; i < contour.count; ++i) {
      const j = (i + 1) % contour.count;
      const [x0, y0] = placed(contour, i, x, y, off);
      const [x1, y1] = placed(contour, j, x, y, off);
      const depthOf = (k: number): number => deep(depth(contour.x[k], contour.y[k]));
      to.add(x0, y0, depthOf(i), x1, y1, depthOf(j), width, color);
    }
  }

  /** A contour of a body's, as that stands at a time, the moment's unless told. */
  private standing(contour: Contour, view: ViewState, body: number, time?: number): Contour {
    return standsTurned(view, body, this.axis, time) ? turned(contour, this.axis) : contour;
  }

  private silhouetteOf(figure: Figure, camera: Camera): Silhouette {
    let known = this.silhouettes.get(figure);
    if (!known) this.silhouettes.set(figure, (known = silhouetteOf(figure, camera)));
    return known;
  }
}

/** Of a figure's core. */
export function silhouetteOf(figure: Figure, { scale, right, up, away }: Camera): Silhouette {
  const flat = figure.outline;
  if (flat) {
    const corners = flat.corners.map(([x, y]): [number, number] => [scale * x, scale * y]);
    return { outline: new Outline(corners, 0), depth: () => 0 };
  }
  const along = (p: ArrayLike<number>, axis: ArrayLike<number>): number =>
    p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
  const depths = new Map<string, number>();
  const points = figure.solid.vertices.map((p): [number, number] => {
    const point: [number, number] = [scale * along(p, right), scale * along(p, up)];
    const name = point.join();
    depths.set(name, Math.min(depths.get(name) ?? Infinity, along(p, away)));
    return point;
  });
  return { outline: Outline.around(points, 0), depth: (x, y) => depths.get([x, y].join()) ?? 0 };
}

/** A point of a contour in pixels around (x, y), moved outwards by so many. */
function placed(contour: Contour, i: number, x: number, y: number, off: number): [number, number] {
  return [x + contour.x[i] + off * contour.u[i], y - contour.y[i] - off * contour.v[i]];
}

/** Pieces of a contour, as pixels of both ends. */
function dashes(contour: Contour, x: number, y: number, off: number): [number, number, number, number][] {
  const pieces: [number, number, number, number][] = [];
  let way = 0;
  for (let i = 0; i < contour.count; ++i) {
    const [x0, y0] = placed(contour, i, x, y, off);
    const [x1, y1] = placed(contour, (i + 1) % contour.count, x, y, off);
    const length = Math.hypot(x1 - x0, y1 - y0);
    for (let at = 0; at < length;) {
      const into = (way + at) % (kDash + kGap);
      const drawn = into < kDash;
      const end = Math.min(length, at + (drawn ? kDash : kDash + kGap) - into);
      const point = (share: number): [number, number] => [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
      if (drawn) pieces.push([...point(at / length), ...point(end / length)]);
      at = Math.max(end, at + 1e-3);
    }
    way += length;
  }
  return pieces;
}
