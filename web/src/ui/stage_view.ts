import { holds } from '../run/contacts';
import { Segments } from '../run/segments';
import {
  bodyAt,
  BodyColors,
  Flashes,
  Gestures,
  kDark,
  kLight,
  makeCamera,
  makeRenderer,
  plainView,
  withBodies,
  type Bounds,
  Overlay,
  type Arrows,
  type Camera,
  type Highlight,
  type Legend,
  type Renderer,
  type RendererKind,
  type Spot,
  type Trails,
  type ViewState,
} from '../view/view';
import { ImpactLabels } from './collisions/impact_labels';
import { byId } from './dom';
import type { Options } from './options';
import { Sharpness } from './sharpness';
import { sizeOf, typicalSpeed, type Viewer } from './viewer';

/** Seconds of playing whose ways are drawn behind the bodies. */
const kTrailSeconds = 2.5;

/**
 * Arrows say how far bodies would go in so many seconds of playing, or, if that is longer, in the time in
 * which a typical one goes this share of the space: where a run plays slowly, they are still seen.
 */
const kArrowSeconds = 0.5;
const kArrowShare = 0.04;

/** Up to so many bodies all have trails, else the first few, which have colours of their own. */
const kMostTrails = 64;
const kFewTrails = 18;

/** Of more bodies only the selected one has an arrow: they would hide what they explain. */
const kMostArrows = 2000;

/** Up to so many bodies, the one under a pointer at rest is looked for in every picture. */
const kMostHovered = 20_000;

/** Impacts to come that are shown as ghosts. */
const kGhosts = 3;

/** Seconds: while playing, ghosts of whom nobody has that long to see are not shown, as they would flicker. */
const kGhostSeconds = 0.6;

/** Bodies that are looked for, to see whether any is in sight. */
const kMostSought = 20_000;

/** The stage: what of the run is drawn, and how one looks at it. */
export class StageView {
  private readonly canvas = byId('stage', HTMLCanvasElement);
  private readonly camera: Camera;
  private readonly bounds: Bounds;
  private readonly colors: BodyColors;
  private readonly renderer: Renderer;
  private readonly segments: Segments;
  private readonly ways: Segments;
  private readonly labels = new ImpactLabels(byId('impact-labels', HTMLElement));
  private readonly view: ViewState;
  /** [T] */
  private readonly leastArrow: number;
  private readonly flashes: Flashes;
  private readonly overlay = new Overlay(byId('stage-box', HTMLElement));
  private pointer: { x: number; y: number } | null = null;
  /** Impacts up to the last picture's time. */
  private passed = 0;
  private flashed = -1;
  private readonly sharpness = new Sharpness();
  private share = 1;
  private readonly spot: Spot = [0, 0, 0];

  constructor(
    private readonly viewer: Viewer,
    private readonly options: Options,
    dark: boolean,
  ) {
    const { run, motion, moment } = viewer;
    const theme = dark ? kDark : kLight;
    this.camera = makeCamera(run, motion);
    this.bounds = this.camera.shown;
    this.colors = new BodyColors(run, motion, theme);
    this.colors.show(options.color, theme);
    this.renderer = makeRenderer(this.canvas, run, wish());
    this.segments = new Segments(run.dimension);
    this.ways = new Segments(run.dimension);
    this.flashes = new Flashes(run);
    const speed = typicalSpeed(moment);
    this.leastArrow = speed > 0 ? (kArrowShare * sizeOf(run)) / speed : 0;
    this.view = plainView(run, moment, motion, this.camera, this.colors.packed, theme);
    this.view.flashes = this.flashes.shown;
    const box = byId('stage-box', HTMLElement);
    box.style.setProperty('--aspect', String(this.aspect()));
    new ResizeObserver(() => this.resize()).observe(box);
    this.resize();
    viewer.onPicture(() => this.paint());
    new Gestures(
      this.canvas,
      this.camera,
      () => viewer.repaint(),
      (x, y) => {
        const body = bodyAt(this.view, x, y);
        viewer.select(body === viewer.selected ? -1 : body);
      },
      () => this.fit(),
    );
    byId('fit', HTMLButtonElement).addEventListener('click', () => this.fit());
    this.canvas.addEventListener('webglcontextrestored', () => viewer.repaint());
    this.followPointer();
    this.shareTouch();
  }

  get legend(): Legend {
    return this.colors.legend;
  }

  /** What the last picture showed. */
  get shown(): Readonly<ViewState> {
    return this.view;
  }

  get rendererKind(): string {
    return this.renderer.kind;
  }

  get pixelsPerLength(): number {
    return this.camera.scale / this.viewer.run.units.length;
  }

  /** The colours were chosen anew. */
  restyle(dark: boolean): void {
    this.view.theme = dark ? kDark : kLight;
    this.colors.show(this.options.color, this.view.theme);
  }

  /** Shows all that happens in the run; where bodies have flown further than that, all of them too. */
  fit(): void {
    const { run, moment } = this.viewer;
    this.camera.fit(withBodies(this.bounds, run, moment));
    this.viewer.repaint();
  }

  /** Width by height of what is shown, for a stage that may choose its height. */
  private aspect(): number {
    const { min, max } = this.camera.shown;
    const aspect = this.viewer.run.dimension === 2 ? (max[0] - min[0]) / (max[1] - min[1]) : 1;
    return aspect > 0 && Number.isFinite(aspect) ? aspect : 1;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.resizeRenderer();
    this.camera.resize(clientWidth, clientHeight);
    this.viewer.repaint();
  }

  private resizeRenderer(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.resize(clientWidth, clientHeight, devicePixelRatio * this.share);
  }

  private followPointer(): void {
    this.canvas.addEventListener('pointermove', (event) => {
      const box = this.canvas.getBoundingClientRect();
      this.pointer =
        event.pointerType === 'mouse' && event.buttons === 0
          ? { x: event.clientX - box.left, y: event.clientY - box.top }
          : null;
      this.hover();
    });
    this.canvas.addEventListener('pointerleave', () => {
      this.pointer = null;
      this.viewer.hover(-1);
    });
  }

  /**
   * With everything in sight, a finger scrolls the page up and down; what it moved before that was clear is
   * put back.
   */
  private shareTouch(): void {
    let fitted = true;
    this.canvas.addEventListener('pointerdown', () => (fitted = this.camera.isFitted));
    this.canvas.addEventListener('pointercancel', () => {
      if (fitted) this.fit();
    });
    this.viewer.onPicture(() => {
      const scrolls = this.viewer.run.dimension === 2 && this.camera.isFitted;
      this.canvas.style.touchAction = scrolls ? 'pan-y' : 'none';
    });
  }

  private hover(): void {
    if (this.pointer) this.viewer.hover(bodyAt(this.view, this.pointer.x, this.pointer.y));
    this.canvas.dataset.over = this.viewer.hovered < 0 ? '' : 'body';
  }

  private paint(): boolean {
    const { viewer, view, options } = this;
    this.sharpen();
    this.colors.update(viewer.moment);
    if (viewer.clock.playing && viewer.run.bodies.count <= kMostHovered) this.hover();
    view.highlights = this.highlights();
    view.trails = options.trails ? this.trails() : null;
    this.predict(options.ghosts ? this.predicted() : []);
    view.arrows = options.arrows ? this.arrows() : null;
    view.forces = options.forces && holds(viewer.run, viewer.clock.time);
    const glowing = this.flash();
    this.renderer.draw(view);
    this.overlay.update(this.camera, view.theme, view.run.units.length);
    this.note();
    return glowing;
  }

  private sharpen(): void {
    const share = this.sharpness.next(performance.now(), this.viewer.clock.playing);
    if (share === this.share) return;
    this.share = share;
    this.resizeRenderer();
  }

  /** Impacts glow when playing passes them, and the one that was stepped to. */
  private flash(): boolean {
    const { clock, impact, motion } = this.viewer;
    const passed = motion.impactsUntil(clock.time);
    const now = performance.now() / 1000;
    if (!this.options.flashes) this.flashes.clear();
    else if (clock.playing) this.flashes.ignite(this.passed, passed, now, this.camera);
    else if (impact >= 0 && impact !== this.flashed)
      this.flashes.ignite(impact, impact + 1, now, this.camera);
    this.passed = passed;
    this.flashed = impact;
    return this.flashes.update(now);
  }

  private highlights(): Highlight[] {
    const { hovered, selected, impact, run } = this.viewer;
    const highlights: Highlight[] = [];
    if (impact >= 0 && this.options.flashes)
      for (const body of [run.impacts.a[impact], run.impacts.b[impact]])
        if (body < run.bodies.count && body !== selected) highlights.push({ body, style: 'hovered' });
    if (selected >= 0) highlights.push({ body: selected, style: 'selected' });
    if (hovered >= 0 && hovered !== selected) highlights.push({ body: hovered, style: 'hovered' });
    return highlights;
  }

  private trails(): Trails {
    const { run, clock, motion, selected } = this.viewer;
    const { segments } = this;
    const from = clock.time - kTrailSeconds * clock.rate;
    segments.clear();
    const followed = run.bodies.count <= kMostTrails ? run.bodies.count : kFewTrails;
    for (let body = 0; body < followed; ++body) motion.trail(body, from, clock.time, segments);
    if (selected >= followed) motion.trail(selected, from, clock.time, segments);
    return { from, segments };
  }

  /** The impacts to come that there is time to look at. */
  private predicted(): readonly number[] {
    const { clock, run } = this.viewer;
    const coming = this.viewer.coming(kGhosts);
    const last = coming.at(-1);
    if (!clock.playing || last === undefined) return coming;
    const seconds =
      clock.pace === 'collisions'
        ? coming.length / clock.perSecond
        : (run.impacts.time[last] - clock.time) / clock.rate;
    return seconds < kGhostSeconds ? [] : coming;
  }

  /** Shows these impacts: who meets, the ways there, where they touch and when. */
  private predict(impacts: readonly number[]): void {
    const { viewer, view, ways } = this;
    const { clock, impact, motion } = viewer;
    const ghosts = motion.ghosts(impacts);
    view.ghosts = ghosts;
    ways.clear();
    const until = new Map(ghosts.map(({ body, time }) => [body, time]));
    for (const [body, time] of until) motion.trail(body, clock.time, time, ways);
    view.ways = ways;
    view.contacts = impact >= 0 && this.options.ghosts ? [impact, ...impacts] : impacts;
    this.labels.show(viewer, impacts, this.camera);
  }

  /** What one should know of this picture, in a corner of it. */
  private note(): void {
    const { viewer } = this;
    byId('inexact', HTMLElement).hidden = viewer.moment.exact;
    byId('out-of-sight', HTMLElement).hidden = viewer.run.bodies.count === 0 || this.isAnyInSight();
    byId('arrows-hint', HTMLElement).hidden = !this.options.arrows || this.arrows().bodies.length > 0;
  }

  private isAnyInSight(): boolean {
    const { run, moment } = this.viewer;
    const { count, radius } = run.bodies;
    const { width, height, scale } = this.camera;
    if (count > kMostSought) return true;
    const d = run.dimension;
    for (let body = 0; body < count; ++body) {
      const place = moment.position.subarray(body * d, body * d + d);
      const [x, y] = this.camera.project(place, this.spot);
      const r = radius[body] * scale;
      if (x + r > 0 && x - r < width && y + r > 0 && y - r < height) return true;
    }
    return false;
  }

  private arrows(): Arrows {
    const { run, clock, selected } = this.viewer;
    const all = run.bodies.count <= kMostArrows;
    const bodies = all
      ? Array.from({ length: run.bodies.count }, (_, body) => body)
      : selected < 0
        ? []
        : [selected];
    return { bodies, time: Math.max(kArrowSeconds * clock.rate, this.leastArrow) };
  }

  // --- For tests

  project(place: number[]): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = this.camera.project(this.inRun(place));
    return [box.left + x, box.top + y];
  }

  lookAt(place: number[], scale?: number): void {
    const { length } = this.viewer.run.units;
    this.camera.lookAt(this.inRun(place), scale === undefined ? undefined : scale * length);
    this.viewer.repaint();
  }

  private inRun(place: number[]): number[] {
    const { origin, units } = this.viewer.run;
    return place.map((x, axis) => x / units.length - origin[axis]);
  }
}

/** `report.html?renderer=canvas2d` asks for the fallback. */
function wish(): RendererKind | undefined {
  return new URLSearchParams(location.search).get('renderer') === 'canvas2d' ? 'canvas2d' : undefined;
}
