import type { Run } from '../run/types';

/**
 * Numbers as the scene has them, of numbers as the run has them: from its begin and origin on, in its units.
 */
export class Labels {
  constructor(private readonly run: Run) {}

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
