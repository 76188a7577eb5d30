import type { Box } from './box';
import { firstIndex } from './lists';
import type { Segments } from './segments';
import type { Moment, Run } from './types';

/** Straight lines from frame to frame, where true paths are not kept. Line k leads from frame k to the next;
 *  a single frame has a line of no length. */
export class FrameLines {
  readonly #run: Run;
  readonly #box: Box;

  constructor(run: Run, box: Box) {
    this.#run = run;
    this.#box = box;
  }

  get exist(): boolean {
    return this.#run.frames.count > 0;
  }

  /** Velocities are those of the lines, speeds those of the nearer frame. */
  fill(time: number, moment: Moment): void {
    const { frames, bodies, dimension } = this.#run;
    const line = this.#lineAt(time);
    const { duration, progress } = this.#progress(line, time);
    const nearer = (line + Math.round(progress)) * bodies.count;
    for (let body = 0, i = 0; body < bodies.count; body++) {
      for (let axis = 0; axis < dimension; axis++, i++) {
        const step = this.#step(line, i, axis);
        moment.position[i] = this.#box.wrap(this.#along(line, i, axis, progress, step), axis);
        moment.velocity[i] = duration > 0 ? (step * (frames.quantum[axis] as number)) / duration : 0;
      }
      moment.speed[body] = ((frames.speed[nearer + body] as number) / 255) * frames.speedScale;
    }
  }

  place(body: number, time: number, out: Float32Array | number[], offset: number): void {
    const { dimension } = this.#run;
    const line = this.#lineAt(time);
    const { progress } = this.#progress(line, time);
    for (let axis = 0; axis < dimension; axis++) {
      const i = body * dimension + axis;
      out[offset + axis] = this.#box.wrap(
        this.#along(line, i, axis, progress, this.#step(line, i, axis)),
        axis,
      );
    }
  }

  /** Appends the body's way, the latest piece first, until `out` has `most` pieces; nothing of before the
   *  first frame. */
  goBack(body: number, since: number, to: number, most: number, out: Segments): void {
    const times = this.#run.frameTimes;
    let until = to;
    for (let line = this.#lineAt(to); line >= 0 && until > since && out.count < most; line--) {
      const from = Math.max(times[line] as number, since);
      if (from < until)
        this.#box.cut(
          body,
          this.#point(body, line, from),
          this.#point(body, line, until),
          from,
          until,
          most,
          out,
        );
      until = from;
    }
  }

  #point(body: number, line: number, time: number): Float64Array {
    const { dimension } = this.#run;
    const { progress } = this.#progress(line, time);
    return Float64Array.from({ length: dimension }, (_, axis) => {
      const i = body * dimension + axis;
      return this.#along(line, i, axis, progress, this.#step(line, i, axis));
    });
  }

  #lineAt(time: number): number {
    const times = this.#run.frameTimes;
    const after = firstIndex(0, times.length, (i) => (times[i] as number) > time);
    return Math.max(Math.min(after - 1, times.length - 2), 0);
  }

  /** progress: 0 at the line's beginning, 1 at its end. */
  #progress(line: number, time: number): { duration: number; progress: number } {
    const times = this.#run.frameTimes;
    const begin = times[line] as number;
    const duration = (times[line + 1] ?? begin) - begin;
    return { duration, progress: duration > 0 ? Math.min(Math.max((time - begin) / duration, 0), 1) : 0 };
  }

  /** Quanta from a line's beginning to its end, around a periodic box the short way. */
  #step(line: number, i: number, axis: number): number {
    const { frames, bodies, dimension } = this.#run;
    if (line + 1 >= frames.count) return 0;
    const numbers = bodies.count * dimension;
    const step =
      (frames.position[(line + 1) * numbers + i] as number) - (frames.position[line * numbers + i] as number);
    if ((this.#box.length[axis] as number) === 0) return step;
    const steps = frames.steps[axis] as number;
    const around = step & (steps - 1);
    return around >= steps / 2 ? around - steps : around;
  }

  #along(line: number, i: number, axis: number, progress: number, step: number): number {
    const { frames, bodies, dimension } = this.#run;
    const quanta = (frames.position[line * bodies.count * dimension + i] as number) + progress * step;
    return (frames.origin[axis] as number) + quanta * (frames.quantum[axis] as number);
  }
}
