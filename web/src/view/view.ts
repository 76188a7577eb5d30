/** The drawing side of the viewer. */
import type { Run } from '../run/types';
import { boundsOf, type Course } from './bounds';
import { Camera } from './camera';
import { CanvasRenderer } from './canvas/canvas';
import { GlRenderer } from './gl/gl';
import type { Renderer, RendererKind } from './renderer';

export { withBodies, wrap, type Bounds } from './bounds';
export { BodyColors, css, kColorModes, kPalette, type ColorMode, type Legend } from './colors';
export { Camera, type Spot } from './camera';
export { Figures } from './shapes/figures';
export { Flashes } from './flashes';
export { Gestures } from './gestures';
export { hasGraphicsCard } from './gl/card';
export { Overlay, overlayBox } from './overlay';
export { bodyAt } from './pick';
export { plainView } from './renderer';
export type {
  Arrows,
  Flash,
  GhostBody,
  Highlight,
  Renderer,
  RendererKind,
  Trails,
  ViewState,
} from './renderer';
export { svgOf } from './svg';
export { kDark, kLight, type StageTheme } from './theme';

/** A camera that fits all that happens in a run. */
export function makeCamera(run: Run, course: Course): Camera {
  return new Camera(run.dimension, boundsOf(run, course));
}

/**
 * Draws on a canvas that nothing has drawn on yet: with WebGL2, or with Canvas2D if there is none or it is
 * wished.
 */
export function makeRenderer(canvas: HTMLCanvasElement, run: Run, wish?: RendererKind): Renderer {
  const { dimension, shapes, obstacles, spins } = run;
  const edged = dimension === 3 && (shapes.length > 0 || obstacles.some(({ solid }) => solid !== null));
  const renderer =
    (wish === 'canvas2d' ? null : GlRenderer.make(canvas, dimension, edged, spins !== null)) ??
    CanvasRenderer.make(canvas, dimension);
  if (!renderer) throw new Error('This browser draws neither with WebGL2 nor with Canvas2D.');
  return renderer;
}
