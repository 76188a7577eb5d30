// What a hand does to the selected body, as changes of the scene's text.
import { withBounce } from './core/bounce';
import { degreesOf, originOf, stoodStill, withBall, withCopy, withNumbers, withPhysics } from './core/changes';
import type { Foresight } from './core/foresight';
import type { Change, Session } from './core/session';
import type { Present } from './present';
import { withoutTable } from './scene/scene_text';
import type { Grip } from './stage/handles';
import type { Stage } from './stage/stage';

/** What each grip changes of a body's table. */
const kKeys: Record<Grip, string> = { place: 'position', velocity: 'velocity', radius: 'radius', angle: 'orientation' };

/** Of the whole: how large a new ball is, and what a key makes of a radius. */
const kNewBall = 0.03;
const kGrowth = 1.1;
/** Degrees that a key turns by. */
const kTurn = 5;

export class Edits {
  /** `change` takes a new text, and by what it differs, if that is known. */
  constructor(
    private readonly session: Session,
    private readonly present: Present,
    private readonly stage: Stage,
    private readonly foresight: Foresight,
    private readonly change: (text: string, by?: Omit<Change, 'of'>) => void,
  ) {}

  /** The text in which the selected body can be changed: that of the present, as a start. */
  private ready(): { text: string; stood: boolean } | null {
    const { foreseen, selected, clock, now } = this.present;
    if (!foreseen || selected < 0) return null;
    if (clock.time === 0 && originOf(foreseen, selected))
      return { text: this.foresight.pending ?? foreseen.text, stood: false };
    return { text: stoodStill(this.session, foreseen, now), stood: true };
  }

  setNumbers(key: string, numbers: readonly number[]): void {
    const ready = this.ready();
    const { foreseen, selected, id } = this.present;
    if (!ready || !foreseen || numbers.some((each) => !Number.isFinite(each))) return;
    const origin = originOf(foreseen, selected) ?? { table: 'ball' as const, index: selected };
    if (key === 'bounce') {
      this.change(withBounce(ready.text, origin, this.present.name, numbers[0]));
      return;
    }
    const { text, alone } = withNumbers(ready.text, origin, key, numbers);
    this.change(text, alone && !ready.stood ? { body: id, key, numbers } : undefined);
  }

  /** Of what is common to all. */
  setPhysics(key: string, numbers: readonly number[]): void {
    const { foreseen, clock, now } = this.present;
    if (!foreseen || numbers.some((each) => !Number.isFinite(each))) return;
    const still = clock.time === 0;
    const text = still ? (this.foresight.pending ?? foreseen.text) : stoodStill(this.session, foreseen, now);
    this.change(withPhysics(text, key, numbers));
  }

  drag(body: number, grip: Grip, value: number[]): void {
    if (body !== this.present.selected) this.present.select(body);
    this.setNumbers(kKeys[grip], value);
  }

  /** Moves the selected body, or the tip of its arrow, by pixels to the right and upwards; makes it larger, turns it. */
  nudge(grip: Grip, right: number, up: number): void {
    const { foreseen, selected, now } = this.present;
    if (!foreseen || selected < 0) return;
    const { position, velocity, orientation } = this.session.stateAt(foreseen, now, selected);
    const by = [right, up, 0];
    if (grip === 'place') this.setNumbers('position', position.map((x, k) => near(x + this.stage.lengthOf(by[k]))));
    else if (grip === 'velocity')
      this.setNumbers('velocity', velocity.map((x, k) => near(x + this.stage.speedOf(by[k]))));
    else if (grip === 'angle') {
      if (foreseen.run.dimension === 2) this.setNumbers('orientation', [near(degreesOf(orientation) + kTurn * right)]);
    } else {
      const { shape } = this.session.worldAt(foreseen, now).body(this.present.id);
      if ('ball' in shape) this.setNumbers('radius', [near(shape.ball.radius * (right > 0 ? kGrowth : 1 / kGrowth))]);
    }
  }

  add(): void {
    const { foreseen } = this.present;
    if (!foreseen) return;
    const { min, max } = foreseen.scene;
    const place = min.map((low, k) => near(0.5 * (low + max[k])));
    const size = Math.max(...max.map((high, k) => high - min[k]));
    this.present.selected = -1;
    this.change(withBall(foreseen.text, place, near(kNewBall * size)));
  }

  copy(): void {
    const { foreseen, selected, labels, now } = this.present;
    const ready = this.ready();
    if (!foreseen || !labels || !ready) return;
    const { position } = this.session.stateAt(foreseen, now, selected);
    const by = 2.2 * labels.length(foreseen.run.bodies.radius[selected]);
    const away = position[0] + 1.6 * by < foreseen.scene.max[0] ? by : -by;
    const place = position.map((x, k) => near(k === 0 ? x + away : x));
    this.change(withCopy(ready.text, originOf(foreseen, selected), place));
  }

  remove(): void {
    const { foreseen, selected } = this.present;
    const ready = this.ready();
    if (!foreseen || !ready) return;
    const origin = originOf(foreseen, selected) ?? { table: 'ball' as const, index: selected };
    this.present.selected = -1;
    this.change(withoutTable(ready.text, origin.table, origin.index));
  }
}

/** Without the noise of sums of decimals. */
function near(x: number): number {
  return Number(x.toPrecision(12));
}
