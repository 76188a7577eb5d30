import type { Motion } from '../run/motion';
import type { Segments } from '../run/segments';
import type { Moment, Run } from '../run/types';
import type { Camera } from './camera';
import { Figures } from './shapes/figures';
import type { StageTheme } from './theme';

/** All that one picture shows. Arrays may be reused from picture to picture. */
export interface ViewState {
  run: Run;
  moment: Moment;
  /** Tells how bodies that spin stand. */
  motion: Motion;
  camera: Camera;
  /** The shapes of its bodies and obstacles. */
  figures: Figures;
  /** A packed colour (colors.ts) for each body. */
  colors: Uint32Array;
  highlights: readonly Highlight[];
  ghosts: readonly GhostBody[];
  /** Where bodies will fly until then. */
  ways: Segments | null;
  /** Impacts whose normals are drawn. */
  contacts: readonly number[];
  trails: Trails | null;
  arrows: Arrows | null;
  flashes: readonly Flash[];
  /** Draws the forces where bodies rest. */
  forces: boolean;
  theme: StageTheme;
}

/** Nothing but the bodies. */
export function plainView(
  run: Run,
  moment: Moment,
  motion: Motion,
  camera: Camera,
  colors: Uint32Array,
  theme: StageTheme,
): ViewState {
  return {
    run,
    moment,
    motion,
    camera,
    figures: new Figures(run),
    colors,
    highlights: [],
    ghosts: [],
    ways: null,
    contacts: [],
    trails: null,
    arrows: null,
    flashes: [],
    forces: false,
    theme,
  };
}

/** A ring around a body. */
export interface Highlight {
  body: number;
  style: 'hovered' | 'selected';
}

/** A body where it will be when it next hits something, at that time. */
export interface GhostBody {
  body: number;
  time: number;
  position: ArrayLike<number>;
}

/** Pieces of bodies' paths, as run/motion.ts collects them. They fade towards the time `from`. */
export interface Trails {
  from: number;
  segments: Segments;
}

/** Velocities. */
export interface Arrows {
  bodies: ArrayLike<number>;
  /** [T] An arrow ends where its body would be after this time. */
  time: number;
}

/** A soft glow where an impact was. */
export interface Flash {
  impact: number;
  /** From 1, fading to 0. */
  strength: number;
}

export type RendererKind = 'webgl2' | 'canvas2d';

export interface Renderer {
  readonly kind: RendererKind;
  /** The size in CSS pixels, and device pixels per CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void;
  draw(view: ViewState): void;
  dispose(): void;
}
