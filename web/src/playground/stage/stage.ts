// The picture: what is now, what is foreseen, and the hand that changes it.
import { Labels } from '../../ui/labels';
import { ImpactLabels } from '../../ui/collisions/impact_labels';
import { sizeOf, typicalSpeed } from '../../ui/viewer';
import { kRound, newMoment, type Moment } from '../../run/types';
import { Segments } from '../../run/segments';
import {
  bodyAt,
  BodyColors,
  Gestures,
  hasGraphicsCard,
  kDark,
  kLight,
  makeCamera,
  makeRenderer,
  Overlay,
  plainView,
  svgOf,
  type Camera,
  type GhostBody,
  type Renderer,
  type RendererKind,
  type Spot,
  type ViewState,
} from '../../view/view';
import { Grid } from './grid';
import { Handles, unprojectAt, type Grip, type Held } from './handles';
import type { Foreseen } from '../core/session';

/** Of the space, how far a typical body's arrow leads. */
const kArrowShare = 0.12;
/** Of `World.states`, a body. */
const kStateNumbers = 20;
/** Up to so many bodies all have arrows. */
const kMostArrows = 300;
/** Bodies in the plane that are drawn with Canvas2D where there is no graphics card: it paints only what changes, while
 *  pictures of a feigned card are read back as a whole. */
const kMostPainted = 5000;

export interface Hand {
  select(body: number): void;
  /** A grip is moved: to a place [L], a velocity [L/T], a radius [L] or an angle [degrees], in the scene's numbers. */
  drag(body: number, grip: Grip, value: number[]): void;
  /** It was let go. */
  drop(): void;
}

/** What a picture shows besides the bodies. */
export interface Shown {
  time: number;
  selected: number;
  impacts: readonly number[];
}

/** Where bodies of another world are that is shown as ghosts, instead of what will happen; null for none. */
export type OtherWorld = (moment: Moment) => Float64Array | null;

export class Stage {
  private canvas: HTMLCanvasElement;
  private readonly overlay: Overlay;
  private readonly handles: Handles;
  private readonly impactLabels: ImpactLabels;
  private foreseen: Foreseen | null = null;
  private labels: Labels | null = null;
  private camera: Camera | null = null;
  private renderer: Renderer | null = null;
  private gestures: Gestures | null = null;
  private view: ViewState | null = null;
  private colors: BodyColors | null = null;
  private moment: Moment | null = null;
  private ways: Segments | null = null;
  private made = '';
  /** The scene had few bodies when it was opened. */
  private few = true;
  private onCard: boolean | null = null;
  private arrowTime = 0;
  private held: Held | null = null;
  private holding: { grip: Grip; body: number; from: Held; offset: [number, number] } | null = null;
  /** Where bodies are that somebody else moves, as `World.states` tells it; null: as was foreseen. */
  live: (() => Float64Array) | null = null;
  /** The selected body stays in the middle. */
  follow = false;
  readonly grid: Grid;
  private placed = false;
  private shown: Shown = { time: 0, selected: -1, impacts: [] };

  constructor(
    box: HTMLElement,
    private readonly hand: Hand,
    private readonly changed: () => void,
    private dark: boolean,
  ) {
    this.canvas = box.querySelector('canvas') as HTMLCanvasElement;
    this.overlay = new Overlay(box);
    this.grid = new Grid(box);
    this.handles = new Handles(box);
    this.impactLabels = new ImpactLabels(box.querySelector('.impact-labels') as HTMLElement);
    new ResizeObserver(() => this.resize()).observe(box);
    this.listen();
  }

  get rendererKind(): string {
    return this.renderer?.kind ?? '';
  }

  get isHolding(): boolean {
    return this.holding !== null;
  }

  /** Shows another run. `anew`: another scene, which is looked at as a whole. */
  open(foreseen: Foreseen, anew: boolean): void {
    const { run, motion } = foreseen;
    this.foreseen = foreseen;
    this.labels = new Labels(run);
    this.moment = newMoment(run);
    motion.at(0, this.moment);
    const theme = this.dark ? kDark : kLight;
    const edged = run.shapes.length > 0 || run.obstacles.some(({ solid }) => solid !== null);
    if (anew) this.few = run.bodies.count <= kMostPainted;
    const wish = this.wish(run.dimension);
    const kind = `${run.dimension} ${run.dimension === 3 && edged} ${run.spins !== null} ${wish}`;
    if (anew || !this.camera || this.camera.dimension !== run.dimension) {
      this.camera = makeCamera(run, motion);
      const speed = typicalSpeed(this.moment);
      this.arrowTime = (kArrowShare * sizeOf(run)) / (speed > 0 ? speed : 1);
      this.gestures?.dispose();
      this.gestures = null;
    }
    if (kind !== this.made) this.makeRenderer(kind, wish);
    this.colors = new BodyColors(run, motion, theme);
    this.colors.show('own', theme);
    this.ways = new Segments(run.dimension);
    this.view = plainView(run, this.moment, motion, this.camera, this.colors.packed, theme);
    this.gestures ??= new Gestures(
      this.canvas,
      this.camera,
      () => this.changed(),
      (x, y) => this.click(x, y),
      () => this.fit(),
    );
    this.resize();
  }

  private makeRenderer(kind: string, wish?: RendererKind): void {
    // A canvas keeps the kind of picture that was first drawn on it.
    if (this.renderer) {
      this.renderer.dispose();
      this.gestures?.dispose();
      this.gestures = null;
      const fresh = this.canvas.cloneNode() as HTMLCanvasElement;
      const hadFocus = document.activeElement === this.canvas;
      this.canvas.replaceWith(fresh);
      if (hadFocus) fresh.focus();
      this.canvas = fresh;
      this.listen();
    }
    this.renderer = makeRenderer(this.canvas, (this.foreseen as Foreseen).run, wish);
    this.made = kind;
  }

  /** What draws; undefined: whatever there is. */
  private wish(dimension: number): RendererKind | undefined {
    const asked = new URLSearchParams(location.search).get('renderer');
    if (asked === 'canvas2d' || asked === 'webgl2') return asked;
    this.onCard ??= hasGraphicsCard();
    return dimension === 2 && this.few && !this.onCard ? 'canvas2d' : undefined;
  }

  restyle(dark: boolean): void {
    this.dark = dark;
    if (!this.view || !this.colors) return;
    this.view.theme = dark ? kDark : kLight;
    this.colors.show('own', this.view.theme);
    this.changed();
  }

  fit(): void {
    if (!this.foreseen || !this.camera) return;
    this.camera.fit();
    this.changed();
  }

  focus(): void {
    this.canvas.focus();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer?.resize(clientWidth, clientHeight, devicePixelRatio);
    this.camera?.resize(clientWidth, clientHeight);
    this.changed();
  }

  draw(shown: Shown, other: OtherWorld): void {
    const { foreseen, view, moment, ways, camera, labels, renderer } = this;
    if (!foreseen || !view || !moment || !ways || !camera || !labels || !renderer) return;
    const { run, motion } = foreseen;
    this.shown = shown;
    if (this.live || this.placed || moment.time !== shown.time) motion.at(shown.time, moment);
    this.placed = this.live !== null;
    if (this.live) this.place(this.live(), moment);
    this.colors?.update(moment);
    const { selected, time } = shown;
    const d = run.dimension;
    if (this.follow && selected >= 0) camera.lookAt(moment.position.subarray(selected * d, selected * d + d));
    const others = this.live ? null : other(moment);
    const impacts = others || this.live ? [] : shown.impacts;
    view.highlights = selected >= 0 ? [{ body: selected, style: 'selected' }] : [];
    const ghosts = motion.ghosts(impacts);
    view.ghosts = others ? ghostsOf(others, run.bodies.count, run.dimension, time) : ghosts;
    ways.clear();
    for (const [body, until] of new Map(ghosts.map((ghost) => [ghost.body, ghost.time])))
      motion.trail(body, time, until, ways);
    view.ways = ways;
    view.contacts = impacts;
    this.held = selected >= 0 && !this.live ? this.heldOf(selected) : null;
    const many = run.bodies.count > kMostArrows || this.live !== null;
    const bodies = many ? [] : Array.from({ length: run.bodies.count }, (_, i) => i).filter((i) => i !== selected);
    view.arrows = { bodies, time: this.arrowTime };
    this.impactLabels.show({ run, moment, labels }, impacts, camera);
    renderer.draw(view);
    this.overlay.update(camera, view.theme, run.units.length);
    this.grid.show(camera, run);
    this.handles.show(this.held);
  }

  /** What is drawn now, as PNG; without handles. */
  picture(take: (blob: Blob) => void): void {
    if (!this.view || !this.renderer) return;
    // Drawn in the same breath: what was drawn before may be gone.
    this.renderer.draw(this.view);
    this.canvas.toBlob((blob) => blob && take(blob));
  }

  /** What is drawn now, as SVG; in space, as what was drawn, within one. */
  drawing(): string {
    const { view, renderer, canvas, foreseen } = this;
    if (!view || !renderer || !foreseen) return '';
    if (foreseen.run.dimension === 2) return svgOf(view);
    renderer.draw(view);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<image width="${width}" height="${height}" href="${canvas.toDataURL()}"/>
</svg>
`;
  }

  /** Twenty numbers a body, of which the second is where its place begins. */
  private place(numbers: Float64Array, moment: Moment): void {
    const { run } = this.foreseen as Foreseen;
    const d = run.dimension;
    for (let body = 0; body < run.bodies.count; ++body) {
      const at = kStateNumbers * run.bodies.id[body] + 1;
      for (let k = 0; k < d; ++k) moment.position[body * d + k] = numbers[at + k] / run.units.length - run.origin[k];
    }
  }

  private heldOf(body: number): Held | null {
    const { foreseen, camera, moment } = this;
    if (!foreseen || !camera || !moment) return null;
    const { run } = foreseen;
    const d = run.dimension;
    const place = Array.from(moment.position.subarray(body * d, body * d + d));
    const velocity = Array.from(moment.velocity.subarray(body * d, body * d + d));
    const [x, y] = camera.project(place);
    const [tipX, tipY] = camera.project(place.map((each, k) => each + velocity[k] * this.arrowTime));
    const round = run.bodies.shape === null || run.bodies.shape[body] === kRound;
    return { x, y, radius: run.bodies.radius[body] * camera.scale, arrow: [tipX - x, tipY - y], round, axis: this.axisOf(body) };
  }

  /** In pixels, where a body that turns in the plane points. */
  private axisOf(body: number): [number, number] | null {
    const { run, motion } = this.foreseen as Foreseen;
    const axis = [0, 0];
    if (run.dimension === 3 || !run.spins?.who[body] || !motion.axisOf(body, this.shown.time, axis)) return null;
    return [axis[0], -axis[1]];
  }

  // --- The hand

  private click(x: number, y: number): void {
    if (!this.view) return;
    this.hand.select(bodyAt(this.view, x, y));
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', this.down);
    canvas.addEventListener('pointermove', this.move);
    canvas.addEventListener('pointerup', this.up);
    canvas.addEventListener('pointercancel', this.up);
  }

  private pixel(event: PointerEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private readonly down = (event: PointerEvent): void => {
    if (!this.view || this.live || !event.isPrimary || event.button !== 0) return;
    const [x, y] = this.pixel(event);
    let grip = this.handles.at(x, y);
    let body = this.shown.selected;
    if (!grip) {
      body = bodyAt(this.view, x, y);
      if (body < 0) return;
      grip = 'place';
      this.hand.select(body);
    }
    const from = this.heldOf(body);
    if (!from) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.holding = { grip, body, from, offset: [x - from.x, y - from.y] };
  };

  private readonly move = (event: PointerEvent): void => {
    if (!this.view) return;
    const [x, y] = this.pixel(event);
    if (!this.holding) {
      const over = this.handles.at(x, y) !== null || (event.buttons === 0 && bodyAt(this.view, x, y) >= 0);
      this.canvas.dataset.over = over ? 'body' : '';
      return;
    }
    event.stopImmediatePropagation();
    const { body, grip } = this.holding;
    this.hand.drag(body, grip, this.valueAt(x, y));
  };

  private readonly up = (event: PointerEvent): void => {
    if (!this.holding) return;
    event.stopImmediatePropagation();
    this.holding = null;
    this.hand.drop();
  };

  /** What the grip means at a pixel, in the scene's numbers. */
  private valueAt(x: number, y: number): number[] {
    const { holding, camera, moment, foreseen, labels } = this;
    if (!holding || !camera || !moment || !foreseen || !labels) return [];
    const d = foreseen.run.dimension;
    const { body, grip, from, offset } = holding;
    const place = Array.from(moment.position.subarray(body * d, body * d + d));
    if (grip === 'radius') {
      const pixels = Math.hypot(x - from.x, y - from.y);
      return [this.rounded(labels.length(pixels / camera.scale))];
    }
    if (grip === 'angle') return [Number(((Math.atan2(from.y - y, x - from.x) * 180) / Math.PI).toFixed(1))];
    if (grip === 'place') {
      const at = unprojectAt(camera, x - offset[0], y - offset[1], place);
      return labels.place(at).map((each) => this.rounded(each));
    }
    const [ax, ay] = this.handles.arrowTo(x, y, from);
    // What it has along the line of sight stays.
    const velocity = Array.from(moment.velocity.subarray(body * d, body * d + d));
    const now = this.heldOf(body)?.arrow ?? [0, 0];
    return velocity.map((each, k) => {
      const across = ((ax - now[0]) * camera.right[k] - (ay - now[1]) * camera.up[k]) / camera.scale;
      return this.rounded(labels.speed(each + across / this.arrowTime), labels.speed(1 / camera.scale / this.arrowTime));
    });
  }

  /** To a decimal that is finer than a pixel: what a hand can mean. */
  private rounded(value: number, pixel?: number): number {
    const step = pixel ?? (this.labels as Labels).length(1 / (this.camera as Camera).scale);
    const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
    return Number(value.toFixed(Math.min(decimals, 20)));
  }

  /** [L] What so many pixels are. */
  lengthOf(pixels: number): number {
    return this.rounded((this.labels as Labels).length(pixels / (this.camera as Camera).scale));
  }

  /** [L/T] What an arrow of so many pixels means. */
  speedOf(pixels: number): number {
    const pixel = (this.labels as Labels).speed(1 / (this.camera as Camera).scale / this.arrowTime);
    return this.rounded(pixels * pixel, pixel);
  }

  /** CSS pixels in the window, of a place in the scene's numbers; for tests. */
  project(place: readonly number[]): [number, number] {
    const { run } = this.foreseen as Foreseen;
    const box = this.canvas.getBoundingClientRect();
    const spot: Spot = (this.camera as Camera).project(place.map((x, k) => x / run.units.length - run.origin[k]));
    return [box.left + spot[0], box.top + spot[1]];
  }
}

function ghostsOf(position: Float64Array, count: number, d: number, time: number): GhostBody[] {
  return Array.from({ length: count }, (_, body) => ({ body, time, position: position.subarray(body * d, body * d + d) }));
}
