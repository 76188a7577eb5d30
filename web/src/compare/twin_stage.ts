import { holds } from '../run/contacts';
import { Motion } from '../run/motion';
import { formatNumber } from '../run/numbers';
import { newMoment, type Moment, type Run } from '../run/types';
import { byId, setText } from '../ui/dom';
import { Labels } from '../ui/labels';
import type { Viewer } from '../ui/viewer';
import {
  BodyColors,
  makeCamera,
  makeRenderer,
  plainView,
  type Camera,
  type Renderer,
  type ViewState,
} from '../view/view';

/** Another run beside the first, at the same time and seen from the same place. */
export class TwinStage {
  private readonly box = byId('twin-box', HTMLElement);
  private readonly canvas = document.createElement('canvas');
  private readonly camera: Camera;
  private readonly renderer: Renderer;
  private readonly colors: BodyColors;
  private readonly motion: Motion;
  private readonly moment: Moment;
  private readonly labels: Labels;
  private readonly view: ViewState;
  private readonly size = new ResizeObserver(() => this.resize());

  /** `main`: what the first stage draws. */
  constructor(
    private readonly viewer: Viewer,
    private readonly run: Run,
    private readonly main: Readonly<ViewState>,
  ) {
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'Animation of the other run, at the same time');
    this.box.hidden = false;
    // As high as the first, on a phone, where stages choose their height.
    const aspect = byId('stage-box', HTMLElement).style.getPropertyValue('--aspect');
    this.box.style.setProperty('--aspect', aspect);
    this.box.prepend(this.canvas);
    this.motion = new Motion(run);
    this.moment = newMoment(run);
    this.labels = new Labels(run);
    this.camera = makeCamera(run, this.motion);
    this.colors = new BodyColors(run, this.motion, main.theme);
    this.renderer = makeRenderer(this.canvas, run);
    this.view = plainView(run, this.moment, this.motion, this.camera, this.colors.packed, main.theme);
    this.size.observe(this.box);
    this.resize();
  }

  /** After the first stage. */
  paint(): void {
    const { viewer, run, labels, view, main } = this;
    const time = labels.timeFrom(viewer.labels.time(viewer.clock.time));
    this.motion.at(Math.min(Math.max(time, 0), run.end), this.moment);
    if (view.theme !== main.theme) this.colors.show('own', main.theme);
    view.theme = main.theme;
    this.colors.update(this.moment);
    view.forces = main.forces && holds(run, this.moment.time);
    const { units, origin } = viewer.run;
    const scale = run.units.length / units.length;
    const shift = origin.map((x, axis) => (x * units.length) / run.units.length - run.origin[axis]);
    this.camera.follow(main.camera, scale, shift);
    this.renderer.draw(view);
    const end = formatNumber(labels.time(run.end));
    setText(
      byId('twin-note', HTMLElement),
      time <= run.end ? 'The other run' : `The other run ended at t = ${end}`,
    );
  }

  dispose(): void {
    this.size.disconnect();
    this.renderer.dispose();
    this.canvas.remove();
    this.box.hidden = true;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.resize(clientWidth, clientHeight, devicePixelRatio);
    this.camera.resize(clientWidth, clientHeight);
    this.viewer.repaint();
  }
}
