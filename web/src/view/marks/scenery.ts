import type { Obstacle, Side, Space } from '../../run/types';
import { radiusOf } from '../bounds';
import type { Camera, Spot } from '../camera';
import { mix, packed } from '../colors';
import { Discs, Lines, Triangles, type Batch, type DiscStyle } from './marks';
import type { ViewState } from '../renderer';
import { kRingWidth } from './rims';
import { cross, dot, type Triple } from '../shapes/space';
import type { Rectangle } from './stage';

const kWallWidth = 2.5;
const kEdgeWidth = 1.25;
const kPeriodicWidth = 1.25;
const kSolidAlpha = 0.45;
const kPlaneAlpha = 0.32;
const kContainerAlpha = 0.1;
/** CSS pixels by which a circle's pieces may miss it, and how many pieces there are at most. */
const kArcError = 0.05;
const kMostPieces = 2048;

/**
 * What stands: the space and the fixed bodies, but for those with shapes that bodies have too: they hide and
 * are hidden as bodies are.
 */
export class Scenery {
  /** Drawn before the bodies. */
  readonly behind: Batch[];
  /** Drawn after them. */
  readonly before: Batch[];

  private readonly ground = new Triangles();
  private readonly veils = new Discs();
  private readonly holes = new Discs();
  private readonly solids = new Triangles();
  private readonly backLines = new Lines();
  private readonly backDashes = new Lines();
  private readonly rims = new Discs();
  private readonly frontSolids = new Triangles();
  private readonly frontLines = new Lines();
  private readonly frontDashes = new Lines();

  private readonly a: Spot = [0, 0, 0];
  private readonly b: Spot = [0, 0, 0];

  constructor(private readonly dimension: 2 | 3) {
    const clipped = dimension === 2;
    const discs = (marks: Discs, style: DiscStyle): Batch => ({
      kind: 'discs',
      marks,
      style,
      clipped,
      depth: 'none',
    });
    const triangles = (marks: Triangles): Batch => ({ kind: 'triangles', marks, clipped, depth: 'none' });
    const lines = (marks: Lines, dashed: boolean, inside = clipped): Batch => ({
      kind: 'lines',
      marks,
      dashed,
      clipped: inside,
      depth: 'none',
    });
    this.behind = [
      triangles(this.ground),
      discs(this.veils, 'flat'),
      discs(this.holes, 'hole'),
      triangles(this.solids),
      lines(this.backLines, false),
      lines(this.backDashes, true),
      discs(this.rims, 'ring'),
    ];
    // The sides of a 2D space are drawn just outside of it.
    this.before = [
      triangles(this.frontSolids),
      lines(this.frontLines, false, false),
      lines(this.frontDashes, true, false),
    ];
  }

  compose(view: ViewState, clip: Rectangle): void {
    if (this.dimension === 2) this.addPlane(view, clip);
    else this.addBox(view);
    for (const obstacle of view.run.obstacles) this.addObstacle(obstacle, view, clip);
  }

  private addPlane({ run, theme }: ViewState, clip: Rectangle): void {
    const color = packed(theme.space);
    this.quad(this.ground, color, clip.left, clip.top, clip.right, clip.bottom);
    const frame = packed(theme.frame);
    const half = 0.5 * kWallWidth;
    const { left, top, right, bottom } = clip;
    const [across, upwards] = run.space.sides;
    const side = (
      kind: Side,
      x0: number,
      y0: number,
      x1: number,
      y1: number,
      dx: number,
      dy: number,
    ): void => {
      // A wall's line lies outside, so that what touches the wall touches the line.
      if (kind === 'wall') this.frontLines.add(x0 + dx, y0 + dy, 0, x1 + dx, y1 + dy, 0, kWallWidth, frame);
      else if (kind === 'periodic') this.frontDashes.add(x0, y0, 0, x1, y1, 0, kPeriodicWidth, frame);
    };
    // Two walls meet in a full corner.
    const more = across === 'wall' && upwards === 'wall' ? kWallWidth : 0;
    side(across, left, top, left, bottom, -half, 0);
    side(across, right, top, right, bottom, half, 0);
    side(upwards, left - more, top, right + more, top, 0, -half);
    side(upwards, left - more, bottom, right + more, bottom, 0, half);
  }

  private addBox({ run, camera, theme }: ViewState): void {
    const { min, max, sides } = boxOf(run.space, camera);
    const corner = (index: number, spot: Spot): Spot =>
      camera.project(
        [(index & 1 ? max : min)[0], (index & 2 ? max : min)[1], (index & 4 ? max : min)[2]],
        spot,
      );
    // A face is at the back if its outward normal points away from who looks.
    const far = (axis: number, upper: boolean): boolean => (upper ? 1 : -1) * camera.away[axis] > 0;
    for (let axis = 0; axis < 3; ++axis) {
      if (sides[axis] === 'open') continue;
      const upper = far(axis, true);
      const base = upper ? 1 << axis : 0;
      const u = 1 << ((axis + 1) % 3);
      const v = 1 << ((axis + 2) % 3);
      const color = packed(theme.faces[axis]);
      for (const index of [base, base | u, base | u | v, base, base | u | v, base | v]) {
        const [x, y] = corner(index, this.a);
        this.ground.corner(x, y, 1, color);
      }
    }
    for (let axis = 0; axis < 3; ++axis) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      for (let end = 0; end < 4; ++end) {
        const upperU = (end & 1) !== 0;
        const upperV = (end & 2) !== 0;
        const index = (upperU ? 1 << u : 0) | (upperV ? 1 << v : 0);
        const [x0, y0] = corner(index, this.a);
        const [x1, y1] = corner(index | (1 << axis), this.b);
        // Behind everything in the box, if it bounds faces at the back only.
        const hidden = far(u, upperU) && far(v, upperV);
        const wall = sides[u] === 'wall' || sides[v] === 'wall';
        const open = sides[u] === 'open' && sides[v] === 'open';
        const strength = (hidden ? 0.3 : 0.6) * (open ? 0.4 : 1);
        const color = packed(mix(theme.space, theme.frame, strength));
        const to = hidden
          ? wall
            ? this.backLines
            : this.backDashes
          : wall
            ? this.frontLines
            : this.frontDashes;
        to.add(x0, y0, 1, x1, y1, 1, kEdgeWidth, color);
      }
    }
  }

  private addObstacle({ color, position, shape }: Obstacle, view: ViewState, clip: Rectangle): void {
    const place: Triple = [position[0] ?? 0, position[1] ?? 0, position[2] ?? 0];
    if (shape.half_space) {
      const { normal, offset } = shape.half_space as { normal: number[]; offset: number };
      this.addHalfSpace(view, clip, normal, offset, place, color);
    } else if (shape.container) this.addContainer(view, place, radiusOf(shape), color);
    else if (shape.arc) {
      const { radius, from, to } = shape.arc as { radius: number; from: number; to: number };
      this.addArc(view, place, radius, from, to, color);
    }
  }

  /** What of the picture is solid; in 3D where the plane cuts the box. */
  private addHalfSpace(
    view: ViewState,
    clip: Rectangle,
    normal: number[],
    offset: number,
    position: Triple,
    own: number | null,
  ): void {
    const { camera, theme } = view;
    const height = (p: ArrayLike<number>): number => {
      let sum = -offset;
      for (let k = 0; k < this.dimension; ++k) sum += normal[k] * (p[k] - position[k]);
      return sum;
    };
    const color = own ?? theme.solid;
    const outline = packed(mix(color, theme.ink, 0.35));
    if (this.dimension === 2) {
      const corners = [
        camera.unproject(clip.left, clip.top),
        camera.unproject(clip.right, clip.top),
        camera.unproject(clip.right, clip.bottom),
        camera.unproject(clip.left, clip.bottom),
      ];
      const { solid, cut } = below(corners, height);
      this.fan(
        this.solids,
        solid.map((p) => camera.project(p)),
        packed(color, kSolidAlpha),
      );
      if (cut.length < 2) return;
      // The line lies inside the solid, so that what touches the solid touches the line.
      const length = Math.hypot(normal[0], normal[1]);
      const [a, b] = cut.map((p) => camera.project(p));
      const dx = (-normal[0] / length) * 0.5 * kWallWidth;
      const dy = (normal[1] / length) * 0.5 * kWallWidth;
      this.backLines.add(a[0] + dx, a[1] + dy, 0, b[0] + dx, b[1] + dy, 0, kWallWidth, outline);
      return;
    }
    const cut = around(edgeCuts(boxOf(view.run.space, camera), height), normal).map((p) => camera.project(p));
    const seen = normal[0] * camera.away[0] + normal[1] * camera.away[1] + normal[2] * camera.away[2] < 0;
    this.fan(seen ? this.solids : this.frontSolids, cut, packed(color, kPlaneAlpha));
    cut.forEach((spot, i) => {
      this.line(
        seen ? this.backLines : this.frontLines,
        spot,
        cut[(i + 1) % cut.length],
        outline,
        kEdgeWidth,
      );
    });
  }

  /** In 2D everything around it is solid. */
  private addContainer(view: ViewState, position: Triple, radius: number, own: number | null): void {
    const { camera, theme } = view;
    const [x, y] = camera.project(position, this.a);
    const r = radius * camera.scale;
    const color = own ?? theme.solid;
    if (this.dimension === 2) {
      this.holes.add(x, y, 1, r, packed(color, kSolidAlpha));
      this.rims.add(x, y, 1, r + kRingWidth, packed(mix(color, theme.ink, 0.35)));
    } else {
      this.veils.add(x, y, 1, r, packed(color, kContainerAlpha));
      this.rims.add(x, y, 1, r + kRingWidth, packed(mix(color, theme.ink, 0.35), 0.7));
    }
  }

  private addArc(
    { camera, theme }: ViewState,
    center: Triple,
    radius: number,
    from: number,
    to: number,
    own: number | null,
  ): void {
    const color = packed(own ?? theme.frame);
    const begin = (from * Math.PI) / 180;
    let angle = ((to - from) * Math.PI) / 180;
    if (angle <= 0) angle += 2 * Math.PI;
    const pieces = piecesOf(radius * camera.scale, angle);
    const at = (share: number, spot: Spot): Spot => {
      const direction = begin + angle * share;
      const x = center[0] + radius * Math.cos(direction);
      return camera.project([x, center[1] + radius * Math.sin(direction), 0], spot);
    };
    at(0, this.a);
    for (let i = 1; i <= pieces; ++i) {
      at(i / pieces, this.b);
      this.line(this.backLines, this.a, this.b, color);
      this.a[0] = this.b[0];
      this.a[1] = this.b[1];
    }
  }

  private line(to: Lines, a: Spot, b: Spot, color: number, width = kWallWidth): void {
    to.add(a[0], a[1], 1, b[0], b[1], 1, width, color);
  }

  private quad(to: Triangles, color: number, left: number, top: number, right: number, bottom: number): void {
    for (const [x, y] of [
      [left, top],
      [right, top],
      [right, bottom],
      [left, top],
      [right, bottom],
      [left, bottom],
    ])
      to.corner(x, y, 1, color);
  }

  private fan(to: Triangles, spots: Spot[], color: number): void {
    for (let i = 2; i < spots.length; ++i)
      for (const [x, y] of [spots[0], spots[i - 1], spots[i]]) to.corner(x, y, 1, color);
  }
}

interface Box {
  min: ArrayLike<number>;
  max: ArrayLike<number>;
  sides: readonly Side[];
}

/** The space, along open axes as far as the camera's bounds. */
function boxOf(space: Space, camera: Camera): Box {
  const { min, max } = camera.shown;
  return {
    min: space.sides.map((side, k) => (side === 'open' ? min[k] : space.min[k])),
    max: space.sides.map((side, k) => (side === 'open' ? max[k] : space.max[k])),
    sides: space.sides,
  };
}

/** In how many straight pieces a circle's arc looks round. */
function piecesOf(pixels: number, angle: number): number {
  const piece = 2 * Math.acos(Math.max(1 - kArcError / Math.max(pixels, 1), -1));
  return Math.min(Math.max(Math.ceil(angle / piece), 8), kMostPieces);
}

/** Of a polygon, what is below a plane, and where its outline crosses it. */
function below(corners: Triple[], height: (p: Triple) => number): { solid: Triple[]; cut: Triple[] } {
  const solid: Triple[] = [];
  const cut: Triple[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length];
    if (height(a) <= 0) solid.push(a);
    if (height(a) <= 0 !== height(b) <= 0) {
      const point = between(a, b, height);
      solid.push(point);
      cut.push(point);
    }
  });
  return { solid, cut };
}

function edgeCuts({ min, max }: Box, height: (p: Triple) => number): Triple[] {
  const corner = (index: number): Triple => [0, 1, 2].map((k) => ((index >> k) & 1 ? max : min)[k]) as Triple;
  const cuts: Triple[] = [];
  for (let index = 0; index < 8; ++index)
    for (let bit = 1; bit < 8; bit *= 2) {
      if (index & bit) continue;
      const a = corner(index);
      const b = corner(index | bit);
      if (height(a) <= 0 !== height(b) <= 0) cuts.push(between(a, b, height));
    }
  return cuts;
}

/** Points of a plane in their order around it. */
function around(points: Triple[], normal: number[]): Triple[] {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k] / points.length, 0));
  const flattest = [0, 1, 2].reduce(
    (least, k) => (Math.abs(normal[k]) < Math.abs(normal[least]) ? k : least),
    0,
  );
  const axis = [0, 1, 2].map((k) => (k === flattest ? 1 : 0));
  const u = cross(normal, axis);
  const v = cross(normal, u);
  const angle = (p: Triple): number => {
    const d = [0, 1, 2].map((k) => p[k] - middle[k]);
    return Math.atan2(dot(d, v) / Math.sqrt(dot(v, v)), dot(d, u) / Math.sqrt(dot(u, u)));
  };
  return points
    .map((point) => ({ point, at: angle(point) }))
    .sort((a, b) => a.at - b.at)
    .map(({ point }) => point);
}

function between(a: Triple, b: Triple, height: (p: Triple) => number): Triple {
  const share = height(a) / (height(a) - height(b));
  return [0, 1, 2].map((k) => a[k] + share * (b[k] - a[k])) as Triple;
}
