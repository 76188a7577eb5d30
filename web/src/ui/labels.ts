import type { Run } from '../run/types';
import { decimalsOf, fixed } from './format';

/**
 * Numbers as the scene has them, of numbers as the run has them: from its begin and origin on, in its units.
 */
export class Labels {
  private readonly decimals: number;

  constructor(private readonly run: Run) {
    this.decimals = decimalsOf(this.duration(run.end));
  }

  /** As people read it, with as many decimals as all others, so that its digits stand still. */
  timeText(time: number): string {
    return fixed(this.time(time), this.decimals);
  }

  time(time: number): number {
    return (this.run.begin + time) * this.run.units.time;
  }

  /** The other way: what a person gave, as a time of the run. */
  timeFrom(label: number): number {
    return label / this.run.units.time - this.run.begin;
  }

  duration(time: number): number {
    return time * this.run.units.time;
  }

  place(position: ArrayLike<number>): number[] {
    return Array.from(position, (x, axis) => (x + this.run.origin[axis]) * this.run.units.length);
  }

  length(length: number): number {
    return length * this.run.units.length;
  }

  mass(mass: number): number {
    return mass * this.run.units.mass;
  }

  speed(speed: number): number {
    return (speed * this.run.units.length) / this.run.units.time;
  }
}
