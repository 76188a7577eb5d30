import { radiusOf, wrap } from './bounds';
import type { Camera, Spot } from './camera';
import { packed } from './colors';
import { Cover } from './hidden';
import { Discs, Lines, type Batch, type DepthUse, type DiscStyle } from './marks';
import type { ViewState } from './renderer';
import { Scenery } from './scenery';
import { sortByDepth, type DepthOrder, newDepthOrder } from './order';

/**
 * CSS pixels: the least radius of a body that is drawn, so that a lone one is seen, and of one without a
 * radius.
 */
const kLeastRadius = 1.2;
const kPointRadius = 3.5;
/** Shares of the picture that all bodies together cover at most, when drawn larger than they are. */
const kLeastCover = 0.25;
const kPointCover = 0.05;

const kTrailWidth = 1.5;
/** Share of a trail's colour at its oldest and newest. */
const kOldTrail = 0.12;
const kNewTrail = 0.75;
const kTrailShades = 12;

const kArrowWidth = 1.6;
const kArrowHead = 6;
const kArrowSpread = 0.55;

/** CSS pixels: of a glow when it is oldest and widest. */
export const kGlowReach = 26;
const kGlowStrength = 0.5;

/** A rectangle in CSS pixels. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Turns what is to be seen into marks, in the order in which they are drawn. Both renderers draw these.
 *
 * In 3D all marks of a ball have its centre's depth. For balls that do not overlap this hides exactly what
 * spheres would: two of them are parted by a plane across the line of their centres, so wherever both are
 * seen, the one whose centre is nearer is in front; and what is outside a ball and seen within its disc is
 * either in front of all of it or behind all of it.
 */
export class Stage {
  readonly batches: Batch[];
  readonly clip: Rectangle = { left: 0, top: 0, right: 0, bottom: 0 };

  readonly bodies = new Discs(1024);
  private readonly loose = new Discs(1024);
  private readonly order: DepthOrder = newDepthOrder();
  private readonly cover = new Cover();
  private readonly scenery: Scenery;
  private readonly trails = new Lines();
  private readonly ghosts = new Discs();
  private readonly arrows = new Lines();
  private readonly rings = new Discs();
  private readonly glows = new Discs();

  private readonly spot: Spot = [0, 0, 0];
  private readonly point: [number, number, number] = [0, 0, 0];
  private readonly shift: [number, number, number] = [0, 0, 0];
  private near = 0;
  private depthScale = 0;

  constructor(readonly dimension: 2 | 3) {
    const spatial = dimension === 3;
    this.scenery = new Scenery(dimension);
    const depth: DepthUse = spatial ? 'test' : 'none';
    const discs = (marks: Discs, style: DiscStyle, use: DepthUse = depth): Batch => ({
      kind: 'discs',
      marks,
      style,
      clipped: !spatial,
      depth: use,
    });
    const lines = (marks: Lines): Batch => ({
      kind: 'lines',
      marks,
      dashed: false,
      clipped: !spatial,
      depth,
    });
    const bodies = discs(this.bodies, spatial ? 'shaded' : 'flat', spatial ? 'write' : 'none');
    const trails = lines(this.trails);
    const ghosts = discs(this.ghosts, 'ghost');
    const rings = discs(this.rings, 'ring');
    this.batches = [
      ...this.scenery.behind,
      // In 2D bodies lie on all that lies flat, so that one sees where they touch; in 3D they hide what is
      // behind them, so they come first.
      ...(spatial ? [bodies, trails, ghosts] : [trails, ghosts, rings, bodies]),
      discs(this.glows, 'glow'),
      lines(this.arrows),
      ...(spatial ? [rings] : []),
      ...this.scenery.before,
    ];
  }

  /** Collects the marks of a picture. */
  compose(view: ViewState): void {
    for (const batch of this.batches) batch.marks.clear();
    this.setDepths(view.camera);
    this.setClip(view);
    this.scenery.compose(view, this.clip);
    this.addBodies(view);
    this.addTrails(view);
    this.addGhosts(view);
    this.addGlows(view);
    this.addArrows(view);
    this.addRings(view);
  }

  /** In pixels, of a body of this radius [L] among so many. */
  static shownRadius(radius: number, camera: Camera, count: number): number {
    const area = camera.width * camera.height;
    const most = (cover: number): number => Math.sqrt((cover * area) / (Math.PI * Math.max(count, 1)));
    if (radius > 0)
      return Math.max(radius * camera.scale, Math.min(kLeastRadius, Math.max(most(kLeastCover), 0.5)));
    return Math.min(kPointRadius, Math.max(most(kPointCover), kLeastRadius));
  }

  private setDepths(camera: Camera): void {
    // A little more than what is fitted; what is beyond is pressed into the first and last depth.
    const reach = 1.25 * camera.reach;
    this.near = camera.middleDepth - reach;
    this.depthScale = reach > 0 ? 0.5 / reach : 0;
  }

  private depthOf(spot: Spot): number {
    const depth = (spot[2] - this.near) * this.depthScale;
    return depth < 0 ? 0 : depth > 1 ? 1 : depth;
  }

  /** In 2D nothing is drawn beyond walls and periodic sides. */
  private setClip({ run, camera }: ViewState): void {
    const { clip, spot, point } = this;
    clip.left = clip.top = 0;
    clip.right = camera.width;
    clip.bottom = camera.height;
    if (this.dimension === 3) return;
    const { min, max, sides } = run.space;
    point[0] = min[0];
    point[1] = max[1];
    camera.project(point, spot);
    if (sides[0] !== 'open') clip.left = spot[0];
    if (sides[1] !== 'open') clip.top = spot[1];
    point[0] = max[0];
    point[1] = min[1];
    camera.project(point, spot);
    if (sides[0] !== 'open') clip.right = spot[0];
    if (sides[1] !== 'open') clip.bottom = spot[1];
  }

  private addBodies(view: ViewState): void {
    const { camera, moment, run } = view;
    const { radius, count } = run.bodies;
    const d = this.dimension;
    const to = d === 3 ? this.loose : this.bodies;
    to.clear();
    to.reserve(count);
    for (const obstacle of run.obstacles) {
      if (!obstacle.shape.ball && !obstacle.shape.point) continue;
      for (let k = 0; k < d; ++k) this.point[k] = obstacle.position[k];
      const r = radiusOf(obstacle.shape);
      const color = packed(obstacle.color ?? view.theme.solid);
      this.addBall(view, Stage.shownRadius(r, camera, 1), color, to);
    }
    // Most bodies of a run have few different radii.
    let lastRadius = NaN;
    let shown = 0;
    for (let i = 0; i < count; ++i) {
      const r = radius[i];
      if (r !== lastRadius) {
        lastRadius = r;
        shown = Stage.shownRadius(r, camera, count);
      }
      for (let k = 0; k < d; ++k) this.point[k] = moment.position[i * d + k];
      this.addBall(view, shown, view.colors[i], to);
    }
    if (d === 2) return;
    sortByDepth(this.loose, this.bodies, this.order);
    this.cover.drop(this.bodies, camera.width, camera.height);
  }

  /**
   * A ball at `point`, and where it reaches out of a periodic side, its image that reaches in at the opposite
   * one.
   */
  private addBall({ camera, run }: ViewState, shown: number, color: number, to: Discs): void {
    const { point, shift } = this;
    this.addDisc(camera, shown, color, to);
    const { min, max, sides } = run.space;
    // Of what is drawn, which may be more than the radius.
    const reach = shown / camera.scale;
    const d = this.dimension;
    let crossed = 0;
    for (let k = 0; k < d; ++k) {
      if (sides[k] !== 'periodic') continue;
      const size = max[k] - min[k];
      if (point[k] - reach < min[k]) shift[k] = size;
      else if (point[k] + reach > max[k]) shift[k] = -size;
      else continue;
      crossed |= 1 << k;
    }
    if (crossed === 0) return;
    const [x, y, z] = point;
    for (let subset = crossed; subset > 0; subset = (subset - 1) & crossed) {
      point[0] = subset & 1 ? x + shift[0] : x;
      point[1] = subset & 2 ? y + shift[1] : y;
      point[2] = subset & 4 ? z + shift[2] : z;
      this.addDisc(camera, shown, color, to);
    }
  }

  /** At `point`, if it is in the picture. */
  private addDisc(camera: Camera, radius: number, color: number, to: Discs): void {
    const spot = camera.project(this.point, this.spot);
    const x = spot[0];
    const y = spot[1];
    if (x + radius > 0 && x - radius < camera.width && y + radius > 0 && y - radius < camera.height)
      to.add(x, y, this.depthOf(spot), radius, color);
  }

  /** Inside of a body its own trail is not seen. */
  private insideBody(view: ViewState, body: number, ends: Float32Array, begin: number): boolean {
    const d = this.dimension;
    const r = view.run.bodies.radius[body];
    for (let end = begin; end < begin + 2 * d; end += d) {
      let squared = 0;
      for (let k = 0; k < d; ++k) squared += (ends[end + k] - view.moment.position[body * d + k]) ** 2;
      if (squared > r * r) return false;
    }
    return true;
  }

  private addTrails(view: ViewState): void {
    if (!view.trails) return;
    const { from, segments } = view.trails;
    const span = view.moment.time - from;
    if (!(span > 0)) return;
    const { ends, time, body } = segments;
    const d = this.dimension;
    const paper = packed(d === 3 ? view.theme.faces[1] : view.theme.space);
    const { spot } = this;
    for (let i = 0; i < segments.count; ++i) {
      const begin = 2 * d * i;
      if (d === 3 && this.insideBody(view, body[i], ends, begin)) continue;
      const color = this.lineColor(view, body[i]);
      // Long pieces in parts, so that they fade along their way.
      const parts = Math.min(
        Math.max(Math.ceil((kTrailShades * (time[2 * i + 1] - time[2 * i])) / span), 1),
        kTrailShades,
      );
      this.projectBetween(view.camera, ends, begin, 0);
      for (let part = 1; part <= parts; ++part) {
        const x = spot[0];
        const y = spot[1];
        const depth = this.depthOf(spot);
        this.projectBetween(view.camera, ends, begin, part / parts);
        const newest = time[2 * i] + ((time[2 * i + 1] - time[2 * i]) * part) / parts;
        const age = Math.min(Math.max((view.moment.time - newest) / span, 0), 1);
        // Opaque: where pieces meet or cross, nothing shines through.
        const shade = blend(paper, color, kNewTrail + (kOldTrail - kNewTrail) * age);
        this.trails.add(x, y, depth, spot[0], spot[1], this.depthOf(spot), kTrailWidth, shade);
      }
    }
  }

  /** Sets `spot` to a place on a segment. */
  private projectBetween(camera: Camera, ends: Float32Array, begin: number, share: number): void {
    const d = this.dimension;
    for (let k = 0; k < d; ++k)
      this.point[k] = ends[begin + k] + share * (ends[begin + d + k] - ends[begin + k]);
    camera.project(this.point, this.spot);
  }

  /** A body's colour, where that is too close to the paper's for a line a grayer one. */
  private lineColor({ colors, theme }: ViewState, body: number): number {
    const color = colors[body];
    const bright = 0.3 * (color & 255) + 0.59 * ((color >>> 8) & 255) + 0.11 * ((color >>> 16) & 255);
    return (theme.dark ? bright < 70 : bright > 180) ? blend(color, packed(theme.quiet), 0.6) : color;
  }

  private addGhosts(view: ViewState): void {
    const { radius, count } = view.run.bodies;
    for (const ghost of view.ghosts) {
      const spot = view.camera.project(ghost.position, this.spot);
      const r = Stage.shownRadius(radius[ghost.body], view.camera, count);
      this.ghosts.add(spot[0], spot[1], this.depthOf(spot), r, view.colors[ghost.body]);
    }
  }

  private addGlows(view: ViewState): void {
    const { point } = view.run.impacts;
    const d = this.dimension;
    for (const flash of view.flashes) {
      for (let k = 0; k < d; ++k) this.point[k] = point[flash.impact * d + k];
      // Two bodies may meet just outside a periodic side; there one sees at most one of them.
      wrap(this.point, view.run.space);
      const spot = view.camera.project(this.point, this.spot);
      const strength = Math.min(Math.max(flash.strength, 0), 1);
      const color = packed(view.theme.glow, kGlowStrength * strength);
      this.glows.add(spot[0], spot[1], this.depthOf(spot), kGlowReach * (1 - 0.2 * strength), color);
    }
  }

  private addArrows(view: ViewState): void {
    if (!view.arrows) return;
    const { bodies, time } = view.arrows;
    const { position, velocity } = view.moment;
    const { point, spot } = this;
    const d = this.dimension;
    const color = packed(view.theme.ink, 0.9);
    for (let j = 0; j < bodies.length; ++j) {
      const i = bodies[j];
      for (let k = 0; k < d; ++k) point[k] = position[i * d + k];
      view.camera.project(point, spot);
      const x = spot[0];
      const y = spot[1];
      const depth = d === 3 ? this.depthOf(spot) : 0;
      for (let k = 0; k < d; ++k) point[k] += velocity[i * d + k] * time;
      view.camera.project(point, spot);
      this.addArrow(x, y, depth, spot[0], spot[1], this.depthOf(spot), color);
    }
  }

  private addArrow(
    x: number,
    y: number,
    depth: number,
    tipX: number,
    tipY: number,
    tipDepth: number,
    color: number,
  ): void {
    const length = Math.hypot(tipX - x, tipY - y);
    if (!(length > 1)) return;
    const head = Math.min(kArrowHead, 0.5 * length) / length;
    const backX = (x - tipX) * head;
    const backY = (y - tipY) * head;
    this.arrows.add(x, y, depth, tipX, tipY, tipDepth, kArrowWidth, color);
    for (const side of [-kArrowSpread, kArrowSpread])
      this.arrows.add(
        tipX,
        tipY,
        tipDepth,
        tipX + backX - side * backY,
        tipY + backY + side * backX,
        tipDepth,
        kArrowWidth,
        color,
      );
  }

  private addRings(view: ViewState): void {
    const { radius, count } = view.run.bodies;
    const d = this.dimension;
    for (const { body, style } of view.highlights) {
      for (let k = 0; k < d; ++k) this.point[k] = view.moment.position[body * d + k];
      const spot = view.camera.project(this.point, this.spot);
      const r = Stage.shownRadius(radius[body], view.camera, count) + 4;
      // In front of everything: one looks for what one has chosen.
      this.rings.add(spot[0], spot[1], 0, r, packed(view.theme.accent, style === 'selected' ? 1 : 0.6));
    }
  }
}

/** A packed colour with a share of another. */
function blend(from: number, to: number, share: number): number {
  let color = from & 0xff000000;
  for (let shift = 0; shift < 24; shift += 8) {
    const a = (from >>> shift) & 255;
    color |= ((a + (((to >>> shift) & 255) - a) * share + 0.5) | 0) << shift;
  }
  return color >>> 0;
}
