import { kSensor, type Obstacle } from '../../run/types';
import { radiusOf } from '../bounds';
import type { Camera, Spot } from '../camera';
import { faded, markColor, packed } from '../colors';
import type { Depths } from './depths';
import type { Figure } from '../shapes/figures';
import { Cover } from './hidden';
import { Discs, Lines, SolidGroups, turnOf, type Look, type Solids } from './marks';
import { newDepthOrder, sortByDepth, type DepthOrder } from './order';
import type { ViewState } from '../renderer';
import type { Triple } from '../shapes/space';

/**
 * CSS pixels: the least radius of a body that is drawn, so that a lone one is seen, and of one without a
 * radius; half of the width of a line.
 */
const kLeastRadius = 1.2;
const kPointRadius = 3.5;
const kLineRadius = 1.25;
/** Shares of the picture that all bodies together cover at most, when drawn larger than they are. */
const kLeastCover = 0.25;
const kPointCover = 0.05;

/** CSS pixels: the radius of a ball from which on it shows how it stands. */
const kLeastMarked = 3;
/** In 2D by a line along its x axis: its length, of a radius. */
const kMarkLength = 0.9;

/** Of a sensor in 3D: one sees what is in it, and behind it. */
const kSensorAlpha = 0.36;

/** In pixels, of a body of this radius [L] among so many. */
export function shownRadius(radius: number, camera: Camera, count: number): number {
  const area = camera.width * camera.height;
  const most = (cover: number): number => Math.sqrt((cover * area) / (Math.PI * Math.max(count, 1)));
  if (radius > 0)
    return Math.max(radius * camera.scale, Math.min(kLeastRadius, Math.max(most(kLeastCover), 0.5)));
  return Math.min(kPointRadius, Math.max(most(kPointCover), kLeastRadius));
}

/** In pixels, how far a figure is drawn beyond its core. */
export function shownBeyond({ girth, thin, solid }: Figure, camera: Camera, count: number): number {
  if (thin) return kLineRadius;
  const missing = shownRadius(girth, camera, count) - girth * camera.scale;
  return solid.radius * camera.scale + Math.max(missing, 0);
}

/**
 * In 2D, whether a body may stand otherwise than its figure at a time, the moment's unless told; sets `axis` to
 * its x axis then.
 */
export function standsTurned(
  { run, motion, moment }: ViewState,
  body: number,
  axis: number[],
  time = moment.time,
): boolean {
  return run.dimension === 2 && motion.axisOf(body, time, axis);
}

/** The marks of bodies, and of obstacles with shapes that bodies have too. */
export class BodyMarks {
  readonly discs = new Discs(1024);
  readonly solids = new SolidGroups();
  /** What one sees through. */
  readonly sensorDiscs = new Discs();
  readonly sensorSolids = new SolidGroups();
  /** In 2D how balls stand. */
  readonly standings = new Lines();

  private readonly loose = new Discs(1024);
  private readonly order: DepthOrder = newDepthOrder();
  private readonly cover = new Cover();
  private readonly spot: Spot = [0, 0, 0];
  private readonly point: Triple = [0, 0, 0];
  private readonly shift: Triple = [0, 0, 0];
  // The body at `point`: what it spans [L], and its marks.
  private readonly low: Triple = [0, 0, 0];
  private readonly high: Triple = [0, 0, 0];
  private disc: Discs = this.discs;
  private solid: Solids | null = null;
  private radius = 0;
  private size = 0;
  private color = 0;
  private readonly look: Look = { form: 0, first: 0, kind: 0 };
  // In 2D how it stands if it has a shape.
  private turn = 0;
  // Whether a ball shows how it stands, and its x axis: to the right, down and to who looks.
  private isMarked = false;
  private readonly axis: Triple = [0, 0, 0];

  constructor(
    private readonly dimension: 2 | 3,
    private readonly depths: Depths,
  ) {}

  compose(view: ViewState): void {
    const { camera, figures, moment, motion, run } = view;
    const { radius, count, kind } = run.bodies;
    const d = this.dimension;
    this.isMarked = false;
    this.turn = 0;
    const discs = d === 3 ? this.loose : this.discs;
    discs.clear();
    discs.reserve(count);
    run.obstacles.forEach((obstacle, i) => this.addObstacle(view, obstacle, figures.ofObstacle(i), discs));
    // Most bodies of a run have few different radii.
    let lastRadius = NaN;
    let shown = 0;
    for (let i = 0; i < count; ++i) {
      for (let k = 0; k < d; ++k) this.point[k] = moment.position[i * d + k];
      const figure = run.spins === null ? figures.ofBody(i) : figures.standing(i, motion, moment.time);
      const sort = kind === null ? 0 : kind[i];
      if (figure !== null) {
        const turns = run.spins !== null && standsTurned(view, i, this.axis);
        this.turn = turns ? turnOf(this.axis) : 0;
        this.addFigure(view, figure, count, view.colors[i], sort, turns ? radius[i] : null);
        continue;
      }
      const r = radius[i];
      if (r !== lastRadius) {
        lastRadius = r;
        shown = shownRadius(r, camera, count);
      }
      this.isMarked = run.spins !== null && shown >= kLeastMarked && this.findAxis(view, i);
      this.addBall(view, shown, view.colors[i], sort, discs);
    }
    if (d === 2) return;
    sortByDepth(this.loose, this.discs, this.order);
    this.cover.drop(this.discs, camera.width, camera.height);
  }

  /** False of a ball that does not spin, or of which it is not told. */
  private findAxis({ motion, moment, camera }: ViewState, body: number): boolean {
    const { axis } = this;
    axis[2] = 0;
    if (!motion.axisOf(body, moment.time, axis)) return false;
    const [x, y, z] = axis;
    const along = (to: Triple): number => to[0] * x + to[1] * y + to[2] * z;
    axis[0] = along(camera.right);
    axis[1] = -along(camera.up);
    axis[2] = -along(camera.away);
    return true;
  }

  private addObstacle(view: ViewState, obstacle: Obstacle, figure: Figure | null, discs: Discs): void {
    const { color, position, shape, sensor } = obstacle;
    for (let k = 0; k < this.dimension; ++k) this.point[k] = position[k];
    const { theme, camera } = view;
    const kind = sensor ? kSensor : 0;
    if (figure !== null) {
      const own = packed(color ?? (figure.thin ? theme.frame : theme.solid));
      this.addFigure(view, figure, 1, own, kind);
    } else if (shape.ball || shape.point) {
      const shown = shownRadius(radiusOf(shape), camera, 1);
      this.addBall(view, shown, packed(color ?? theme.solid), kind, discs);
    }
  }

  private addBall(view: ViewState, shown: number, color: number, kind: number, discs: Discs): void {
    // Of what is drawn, which may be more than the radius.
    const reach = shown / view.camera.scale;
    for (let k = 0; k < this.dimension; ++k) {
      this.low[k] = -reach;
      this.high[k] = reach;
    }
    this.solid = null;
    this.disc = kind & kSensor ? this.sensorDiscs : discs;
    this.radius = shown;
    this.color = this.tinted(color, kind);
    this.look.kind = kind;
    this.addImages(view);
  }

  /** `reach` [L]: around its place, of what may stand otherwise than its figure. */
  private addFigure(
    view: ViewState,
    figure: Figure,
    count: number,
    color: number,
    kind: number,
    reach: number | null = null,
  ): void {
    const { camera, figures } = view;
    const { look } = this;
    this.radius = shownBeyond(figure, camera, count);
    const more = this.radius - figure.solid.radius * camera.scale;
    for (let k = 0; k < this.dimension; ++k) {
      this.low[k] = (reach === null ? figure.low[k] : -reach) - more / camera.scale;
      this.high[k] = (reach === null ? figure.high[k] : reach) + more / camera.scale;
    }
    look.form = figures.formOf(figure, this.radius);
    look.kind = kind;
    const { first, corners } = figures.forms[look.form];
    look.first = first;
    this.solid = (kind & kSensor ? this.sensorSolids : this.solids).of(corners);
    this.size = figure.girth * camera.scale + more;
    this.color = this.tinted(color, kind);
    this.addImages(view);
  }

  private tinted(color: number, kind: number): number {
    return this.dimension === 3 && kind & kSensor ? faded(color, kSensorAlpha) : color;
  }

  /**
   * At `point`, and where a body there reaches out of a periodic side, where it reaches in at the opposite
   * one.
   */
  private addImages({ camera, run }: ViewState): void {
    const { point, shift, low, high } = this;
    this.addHere(camera);
    const { min, max, sides } = run.space;
    let crossed = 0;
    for (let k = 0; k < this.dimension; ++k) {
      if (sides[k] !== 'periodic') continue;
      const size = max[k] - min[k];
      if (point[k] + low[k] < min[k]) shift[k] = size;
      else if (point[k] + high[k] > max[k]) shift[k] = -size;
      else continue;
      crossed |= 1 << k;
    }
    if (crossed === 0) return;
    const [x, y, z] = point;
    for (let subset = crossed; subset > 0; subset = (subset - 1) & crossed) {
      point[0] = subset & 1 ? x + shift[0] : x;
      point[1] = subset & 2 ? y + shift[1] : y;
      point[2] = subset & 4 ? z + shift[2] : z;
      this.addHere(camera);
    }
  }

  /** At `point`, if what is there is in the picture. */
  private addHere(camera: Camera): void {
    const spot = camera.project(this.point, this.spot);
    const x = spot[0];
    const y = spot[1];
    const { width, height } = camera;
    const { radius: r, color, look, solid } = this;
    if (solid !== null) {
      const deep = this.dimension === 2 ? this.turn : this.depths.of(this.spot);
      if (this.isSeen(camera, x, y)) solid.add(x, y, deep, r, this.size, color, look);
    } else if (x + r > 0 && x - r < width && y + r > 0 && y - r < height) this.addDisc(x, y, r, color);
  }

  private addDisc(x: number, y: number, r: number, color: number): void {
    const { axis } = this;
    this.disc.add(x, y, this.depths.of(this.spot), r, color, this.look.kind);
    if (!this.isMarked) return;
    if (this.dimension === 3) {
      this.disc.mark(axis);
      return;
    }
    const reach = kMarkLength * r;
    const width = Math.min(Math.max(0.12 * r, 1), 3);
    this.standings.add(x, y, 0, x + reach * axis[0], y + reach * axis[1], 0, width, markColor(color));
  }

  /** Whether the box around what is at (x, y) reaches into the picture. */
  private isSeen(camera: Camera, x: number, y: number): boolean {
    let [left, right, top, bottom] = [x, x, y, y];
    for (let k = 0; k < this.dimension; ++k) {
      const across = camera.scale * camera.right[k];
      const down = -camera.scale * camera.up[k];
      left += Math.min(across * this.low[k], across * this.high[k]);
      right += Math.max(across * this.low[k], across * this.high[k]);
      top += Math.min(down * this.low[k], down * this.high[k]);
      bottom += Math.max(down * this.low[k], down * this.high[k]);
    }
    return right > 0 && left < camera.width && bottom > 0 && top < camera.height;
  }
}
