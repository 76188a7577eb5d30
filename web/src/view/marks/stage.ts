import { addArrow } from './arrow';
import { BodyMarks } from './body_marks';
import { wrap } from '../bounds';
import type { Camera, Spot } from '../camera';
import { blend, lineColor, packed } from '../colors';
import { Depths } from './depths';
import { Forces } from './forces';
import { Discs, Lines, type Batch, type DepthUse } from './marks';
import type { ViewState } from '../renderer';
import { Predicted } from './predicted';
import { Rims } from './rims';
import { Scenery } from './scenery';

const kTrailWidth = 1.5;
/** Share of a trail's colour at its oldest and newest. */
const kOldTrail = 0.12;
const kNewTrail = 0.75;
const kTrailShades = 12;

const kArrowWidth = 1.6;

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
 * In 3D all marks of a ball have its centre's depth; those of other bodies have their surfaces'. Where bodies
 * do not overlap this hides exactly what spheres would: a ball's disc at that depth is a part of the ball,
 * and whatever is seen within the disc and is outside of the ball is either in front of all of it or behind
 * all of it.
 */
export class Stage {
  readonly batches: Batch[];
  readonly clip: Rectangle = { left: 0, top: 0, right: 0, bottom: 0 };

  readonly depths = new Depths();

  private readonly marks: BodyMarks;
  private readonly rims: Rims;
  private readonly scenery: Scenery;
  private readonly predicted: Predicted;
  private readonly forces: Forces;
  private readonly trails = new Lines();
  private readonly arrows = new Lines();
  private readonly glows = new Discs();

  private readonly spot: Spot = [0, 0, 0];
  private readonly point: [number, number, number] = [0, 0, 0];

  /** `spins`: in 3D balls show how they stand. */
  constructor(
    readonly dimension: 2 | 3,
    spins = false,
  ) {
    this.marks = new BodyMarks(dimension, this.depths);
    this.rims = new Rims(dimension, this.depths);
    this.scenery = new Scenery(dimension);
    this.predicted = new Predicted(dimension, this.depths);
    this.forces = new Forces(dimension);
    this.batches = dimension === 3 ? this.spatialBatches(spins ? 'spotted' : 'shaded') : this.planeBatches();
  }

  /** Balls. */
  get bodies(): Discs {
    return this.marks.discs;
  }

  /** In 2D, how balls stand. */
  get standings(): Lines {
    return this.marks.standings;
  }

  get forceLines(): Lines {
    return this.forces.lines;
  }

  /** Bodies lie on all that lies flat, so that one sees where they touch. */
  private planeBatches(): Batch[] {
    const { marks, rims, scenery, predicted } = this;
    const how = { clipped: true, depth: 'none' as const };
    return [
      ...scenery.behind,
      { ...how, kind: 'discs', marks: marks.sensorDiscs, style: 'flat' },
      { ...how, kind: 'solids', marks: marks.sensorSolids, style: 'flat' },
      linesOf(this.trails, how),
      { ...how, kind: 'lines', marks: predicted.ways, dashed: true },
      { ...how, kind: 'discs', marks: rims.ghosts, style: 'ghost' },
      { ...how, kind: 'triangles', marks: rims.ghostFills },
      linesOf(rims.ghostLines, how),
      { ...how, kind: 'discs', marks: rims.rings, style: 'ring' },
      linesOf(rims.ringLines, how),
      { ...how, kind: 'discs', marks: marks.discs, style: 'flat' },
      { ...how, kind: 'solids', marks: marks.solids, style: 'flat' },
      linesOf(marks.standings, how),
      linesOf(rims.heads, how),
      linesOf(this.forces.lines, how),
      { ...how, kind: 'discs', marks: this.glows, style: 'glow' },
      linesOf(this.arrows, how),
      // The normal of a wall leads out of the space.
      linesOf(predicted.normals, { ...how, clipped: false }),
      ...scenery.before,
    ];
  }

  /**
   * Bodies hide what is behind them, so they come first; balls after the others, whose edges are seen through
   * the soft edges of balls.
   */
  private spatialBatches(style: 'shaded' | 'spotted'): Batch[] {
    const { marks, rims, scenery, predicted } = this;
    const hides = { clipped: false, depth: 'write' as const };
    const how = { clipped: false, depth: 'test' as const };
    return [
      ...scenery.behind,
      { ...hides, kind: 'solids', marks: marks.solids, style: 'lit' },
      { ...hides, kind: 'discs', marks: marks.discs, style },
      { ...how, kind: 'discs', marks: rims.edges, style: 'ring' },
      linesOf(rims.edgeLines, how),
      linesOf(this.trails, how),
      { ...how, kind: 'lines', marks: predicted.ways, dashed: true },
      { ...how, kind: 'discs', marks: rims.ghosts, style: 'ghost' },
      { ...how, kind: 'triangles', marks: rims.ghostFills },
      linesOf(rims.ghostLines, how),
      { ...how, kind: 'solids', marks: marks.sensorSolids, style: 'lit' },
      { ...how, kind: 'discs', marks: marks.sensorDiscs, style },
      linesOf(this.forces.lines, how),
      { ...how, kind: 'discs', marks: this.glows, style: 'glow' },
      linesOf(this.arrows, how),
      linesOf(predicted.normals, how),
      { ...how, kind: 'discs', marks: rims.rings, style: 'ring' },
      linesOf(rims.ringLines, how),
      ...scenery.before,
    ];
  }

  /** Collects the marks of a picture. */
  compose(view: ViewState): void {
    for (const batch of this.batches) batch.marks.clear();
    this.depths.fit(view.camera);
    view.figures.begin(view.camera.away);
    this.setClip(view);
    this.scenery.compose(view, this.clip);
    this.marks.compose(view);
    this.rims.compose(view);
    this.predicted.compose(view);
    this.forces.compose(view);
    this.addTrails(view);
    this.addGlows(view);
    this.addArrows(view);
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

  /** Inside of a body its own trail is not seen. */
  private insideBody(view: ViewState, body: number, ends: Float32Array, begin: number): boolean {
    const d = this.dimension;
    const r = view.run.bodies.radius[body];
    const figure = view.figures.standing(body, view.motion, view.moment.time);
    for (let end = begin; end < begin + 2 * d; end += d) {
      let squared = 0;
      for (let k = 0; k < d; ++k) {
        this.point[k] = ends[end + k] - view.moment.position[body * d + k];
        squared += this.point[k] ** 2;
      }
      if (squared > r * r || (figure !== null && !figure.contains(this.point))) return false;
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
      const color = lineColor(view.colors[body[i]], view.theme);
      // Long pieces in parts, so that they fade along their way.
      const parts = Math.min(
        Math.max(Math.ceil((kTrailShades * (time[2 * i + 1] - time[2 * i])) / span), 1),
        kTrailShades,
      );
      this.projectBetween(view.camera, ends, begin, 0);
      for (let part = 1; part <= parts; ++part) {
        const x = spot[0];
        const y = spot[1];
        const depth = this.depths.of(spot);
        this.projectBetween(view.camera, ends, begin, part / parts);
        const newest = time[2 * i] + ((time[2 * i + 1] - time[2 * i]) * part) / parts;
        const age = Math.min(Math.max((view.moment.time - newest) / span, 0), 1);
        // Opaque: where pieces meet or cross, nothing shines through.
        const shade = blend(paper, color, kNewTrail + (kOldTrail - kNewTrail) * age);
        this.trails.add(x, y, depth, spot[0], spot[1], this.depths.of(spot), kTrailWidth, shade);
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
      this.glows.add(spot[0], spot[1], this.depths.of(spot), kGlowReach * (1 - 0.2 * strength), color);
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
      const depth = d === 3 ? this.depths.of(spot) : 0;
      for (let k = 0; k < d; ++k) point[k] += velocity[i * d + k] * time;
      view.camera.project(point, spot);
      addArrow(this.arrows, [x, y, depth], [spot[0], spot[1], this.depths.of(spot)], kArrowWidth, color);
    }
  }
}

function linesOf(marks: Lines, how: { clipped: boolean; depth: DepthUse }): Batch {
  return { ...how, kind: 'lines', marks, dashed: false };
}
