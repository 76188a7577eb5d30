// A character that walks through a scene: the world goes on in steps of a fixed length, and in each the character moves.
import type { MoveResult, Scene, World } from '../../../../wasm/package/index.js';
import type { Lift } from './rooms';

/** [T] A step, and of the pictures that come too late the most that is made up for. */
const kStep = 1 / 120;
const kMostSteps = 12;
/** [L/T], [L/T], [L/T^2] */
const kSpeed = 5;
const kJump = 9.5;
const kGravity = 22;
/** [L] It climbs, and finds the ground again, so high and so deep. */
const kStair = 0.3;

export interface Keys {
  left: boolean;
  right: boolean;
  jump: boolean;
}

export class Walk {
  readonly world: World;
  result: MoveResult | null = null;
  steps = 0;
  private rest = 0;
  private rise = 0;
  private readonly lifts: { id: number; lift: Lift }[];

  /** The world is its own, to be freed by `end`. */
  constructor(
    scene: Scene,
    readonly hero: number,
    lifts: readonly Lift[],
  ) {
    this.world = scene.world();
    const ids = new Map(Array.from({ length: scene.moving }, (_, id) => [scene.nameOf(id), id]));
    this.lifts = lifts.flatMap((lift) => {
      const id = ids.get(lift.name);
      return id === undefined ? [] : [{ id, lift }];
    });
  }

  get place(): readonly number[] {
    return this.world.state(this.hero).position;
  }

  advance(seconds: number, keys: Keys): void {
    this.rest += seconds;
    const due = Math.floor(this.rest / kStep);
    this.rest -= due * kStep;
    for (let i = Math.min(due, kMostSteps); i > 0; --i) this.step(keys);
  }

  step(keys: Keys): void {
    this.turnLifts();
    this.world.advance(kStep);
    const stands = this.result?.grounded === true && this.rise <= 0;
    if (stands) this.rise = keys.jump ? kJump : 0;
    else this.rise -= kGravity * kStep;
    const walks = stands && this.rise === 0;
    const across = kSpeed * kStep * (Number(keys.right) - Number(keys.left));
    const upwards = walks ? -kStair * kStep : this.rise * kStep;
    const policy = { up: [0, 1], stepHeight: walks ? kStair : 0, snapDistance: walks ? kStair : 0 };
    this.result = this.world.move(this.hero, [across, upwards], policy);
    if (this.rise > 0 && this.result.hits.some(({ normal }) => normal[1] > 0.7)) this.rise = 0;
    ++this.steps;
  }

  private turnLifts(): void {
    for (const { id, lift } of this.lifts) {
      const { position, velocity } = this.world.state(id);
      const [y, speed] = [position[1], velocity[1]];
      if ((y >= lift.high && speed > 0) || (y <= lift.low && speed < 0)) this.world.setVelocity(id, [0, -speed]);
    }
  }

  end(): void {
    this.world.free();
  }
}
