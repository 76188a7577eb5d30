import type { Motion } from '../../run/motion';
import { kRound, type Run, type Solid } from '../../run/types';
import { extentOf } from '../bounds';
import { hullOf, type Polyhedron } from './hull';
import { flatMesh, kCornerNumbers, roundMesh, sharpMesh, type Mesh } from './mesh';
import { Outline, type Contour } from './outline';
import { cross, dot, minus, type Triple } from './space';

/** Pixels by which what is round may miss it: in the plane, and in space, where only the rim shows it. */
export const kPlaneError = 0.05;
const kSpaceError = 0.25;
const kFewest = 4;
const kMost = 512;

/** A shape that bodies have, made ready to be drawn. */
export class Figure {
  /** [L] What it spans, from its place. */
  readonly low: Triple;
  readonly high: Triple;
  /** In 2D. */
  readonly outline: Outline | null;
  /** In 3D. */
  readonly body: Polyhedron | null;
  /** [L] About half of its width where that is least; 0 of what is thin. */
  readonly girth: number;
  /** Whether it has no inside, and no radius: such are drawn as lines and sheets. */
  readonly thin: boolean;
  /** Whether it is another's as that stands for a moment. */
  readonly passes: boolean;

  /** `body`: its surface in 3D, if that is known. */
  constructor(
    readonly solid: Solid,
    dimension: 2 | 3,
    body: Polyhedron | null = null,
  ) {
    const { name, vertices, radius } = solid;
    const { min, max } = extentOf(solid);
    this.low = min;
    this.high = max;
    this.outline =
      dimension === 3 ? null : name === 'polygon' ? Outline.of(vertices) : Outline.around(vertices, radius);
    this.body = dimension === 3 ? (body ?? hullOf(vertices)) : null;
    this.passes = body !== null;
    this.girth = this.outline?.girth ?? radius + widthOf(this.body as Polyhedron) / 2;
    this.thin = this.girth === 0;
  }

  /** In 3D, where its axes point so. */
  turned(x: Readonly<Triple>, y: Readonly<Triple>): Figure {
    const z = cross(x, y);
    const turn = (p: ArrayLike<number>): Triple =>
      [0, 1, 2].map((k) => x[k] * p[0] + y[k] * p[1] + z[k] * p[2]) as Triple;
    const { vertices, faces, flat } = this.body as Polyhedron;
    const body = {
      vertices: vertices.map(turn),
      faces: faces.map(({ loop, normal }) => ({ loop, normal: turn(normal) })),
      flat,
    };
    return new Figure({ ...this.solid, vertices: this.solid.vertices.map(turn) }, 3, body);
  }

  /** With so many points a turn, where it is round. */
  mesh(turn: number): Mesh {
    if (this.outline) return flatMesh(this.outline, this.outline.contour(turn));
    const body = this.body as Polyhedron;
    return this.isRound ? roundMesh(body, turn) : sharpMesh(body);
  }

  /** Whether a place [L], seen from the body's, is inside of the planes of its faces; only in 3D. */
  contains(place: ArrayLike<number>): boolean {
    const { vertices, faces } = this.body as Polyhedron;
    return faces.every(
      ({ loop, normal }) => dot(normal, minus(place, vertices[loop[0]])) <= this.solid.radius,
    );
  }

  get isRound(): boolean {
    return this.thin || this.solid.radius > 0;
  }
}

function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

/** [L] Between the planes on either side of a face, where they are nearest. */
function widthOf({ vertices, faces, flat }: Polyhedron): number {
  if (flat) return 0;
  const depth = ({ loop, normal }: Polyhedron['faces'][0]): number =>
    -least(vertices.map((p) => dot(normal, minus(p, vertices[loop[0]]))));
  return least(faces.map(depth));
}

/** A mesh among all others, and the contour that it was made of in 2D. */
export interface Form {
  figure: Figure;
  first: number;
  corners: number;
  contour: Contour | null;
}

/** Numbers of all meshes that are kept: of more, those that no picture asks for are let go. */
const kMostNumbers = 1 << 24;

/**
 * The shapes of a run's bodies and obstacles, as fine as a picture asks for. In the plane bodies
 * that turn have the same mesh as others, in space each has its own for one picture. As all are seen from one
 * direction, the same faces are seen of all that have a mesh in space: others are left out.
 */
export class Figures {
  /** All meshes, one after the other; `version` grows when there are more, or others. */
  numbers = new Float32Array(0);
  used = 0;
  version = 0;
  readonly forms: Form[] = [];

  private readonly shapes: Figure[];
  private readonly obstacles: (Figure | null)[];
  private readonly bodies: Uint32Array | null;
  private readonly dimension: 2 | 3;
  private readonly away: Triple = [0, 0, 0];
  /** Whether forms are known that are only for the picture at hand. */
  private passing = false;
  private known = new Map<Figure, Map<number, number>>();
  private meshes = new Map<Figure, Map<number, Mesh>>();

  constructor(run: Run) {
    const { dimension } = run;
    this.dimension = dimension;
    this.shapes = run.shapes.map((solid) => new Figure(solid, dimension));
    this.obstacles = run.obstacles.map(({ solid }) => solid && new Figure(solid, dimension));
    this.bodies = run.bodies.shape;
  }

  /** As a body stands in space at a time; in the plane, where it is turned when it is drawn, as listed. Null of
   *  a ball. */
  standing(body: number, motion: Motion, time: number): Figure | null {
    const figure = this.ofBody(body);
    const [x, y]: Triple[] = [[0, 0, 0], [0, 0, 0]];
    if (figure === null || this.dimension === 2 || !motion.axisOf(body, time, x)) return figure;
    motion.axisOf(body, time, y, 'y');
    return figure.turned(x, y);
  }

  /** As listed. Null of a ball. */
  ofBody(body: number): Figure | null {
    if (this.bodies === null || this.bodies[body] === kRound) return null;
    return this.shapes[this.bodies[body]];
  }

  ofObstacle(obstacle: number): Figure | null {
    return this.obstacles[obstacle];
  }

  /** Before a picture that is seen along a direction. */
  begin(away: Readonly<Triple>): void {
    const turned = this.dimension === 3 && away.some((x, k) => x !== this.away[k]);
    if (!turned && !this.passing && this.used <= kMostNumbers) return;
    this.passing = false;
    if (this.used > kMostNumbers) this.meshes.clear();
    away.forEach((x, k) => (this.away[k] = x));
    this.known.clear();
    this.forms.length = 0;
    this.used = 0;
  }

  /** Index of a form that looks round where its radius is so many pixels. */
  formOf(figure: Figure, radius: number): number {
    const turn = figure.isRound ? pointsOf(radius, figure.outline ? kPlaneError : kSpaceError) : kFewest;
    this.passing ||= figure.passes;
    return entryOf(this.known, figure, turn, () => {
      const mesh = figure.passes
        ? figure.mesh(turn)
        : entryOf(this.meshes, figure, turn, () => figure.mesh(turn));
      const numbers = this.dimension === 3 ? mesh.facing(this.away) : mesh.numbers;
      const contour = figure.outline?.contour(turn) ?? null;
      const corners = numbers.length / kCornerNumbers;
      this.forms.push({ figure, first: this.used / kCornerNumbers, corners, contour });
      this.append(numbers);
      return this.forms.length - 1;
    });
  }

  /** Makes room for so many numbers. */
  reserve(count: number): void {
    if (count <= this.numbers.length) return;
    const larger = new Float32Array(count);
    larger.set(this.numbers.subarray(0, this.used));
    this.numbers = larger;
  }

  private append(numbers: readonly number[]): void {
    const used = this.used + numbers.length;
    if (used > this.numbers.length) this.reserve(2 * used);
    this.numbers.set(numbers, this.used);
    this.used = used;
    ++this.version;
  }
}

/** What is known of a figure at so many points a turn, made if it is not known yet. */
function entryOf<T>(all: Map<Figure, Map<number, T>>, figure: Figure, turn: number, make: () => T): T {
  let entries = all.get(figure);
  if (!entries) all.set(figure, (entries = new Map<number, T>()));
  let entry = entries.get(turn);
  if (entry === undefined) entries.set(turn, (entry = make()));
  return entry;
}

/** In how many straight pieces a circle looks round: 8, 12, 16, 24, ..., so that few meshes are made. */
export function pointsOf(radius: number, error: number): number {
  const pieces = Math.PI / Math.acos(Math.max(1 - error / Math.max(radius, error), -1));
  const power = 2 ** Math.ceil(Math.log2(pieces));
  return Math.min(Math.max(0.75 * power >= pieces ? 0.75 * power : power, kFewest), kMost);
}
