/** Vectors of three numbers; in 2D the third is 0. */
export type Triple = [number, number, number];

export function minus(a: ArrayLike<number>, b: ArrayLike<number>): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** (0, 0, 0) stays. */
export function unit(a: ArrayLike<number>): Triple {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** A unit vector across another, whichever. */
export function anyAcross(a: ArrayLike<number>): Triple {
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(a[k]) < Math.abs(a[best]) ? k : best), 0);
  return unit(
    cross(
      a,
      [0, 1, 2].map((k) => (k === least ? 1 : 0)),
    ),
  );
}

/** The angle between two unit vectors, to all digits also where it is small. */
export function angleBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
}

/** On the shorter arc between two unit vectors that are `angle` apart, at a share of it. */
export function turned(a: ArrayLike<number>, b: ArrayLike<number>, angle: number, share: number): Triple {
  const sine = Math.sin(angle);
  const [from, to] =
    sine > 0 ? [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine] : [1, 0];
  return [from * a[0] + to * b[0], from * a[1] + to * b[1], from * a[2] + to * b[2]];
}
