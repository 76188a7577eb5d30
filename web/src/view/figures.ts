import { kRound, type Run, type Solid } from '../run/types';
import { extentOf } from './bounds';
import { hullOf, type Polyhedron } from './hull';
import { flatMesh, kCornerNumbers, roundMesh, sharpMesh, type Mesh } from './mesh';
import { Outline, type Contour } from './outline';
import { dot, minus, type Triple } from './space';

/** Pixels by which what is round may miss it: in the plane, and in space, where only the rim shows it. */
export const kPlaneError = 0.05;
const kSpaceError = 0.2;
const kFewest = 8;
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

  constructor(
    readonly solid: Solid,
    dimension: 2 | 3,
  ) {
    const { name, vertices, radius } = solid;
    const { min, max } = extentOf(solid);
    this.low = min;
    this.high = max;
    this.outline =
      dimension === 3 ? null : name === 'polygon' ? Outline.of(vertices) : Outline.around(vertices, radius);
    this.body = dimension === 3 ? hullOf(vertices) : null;
    this.girth = this.outline?.girth ?? radius + widthOf(this.body as Polyhedron) / 2;
    this.thin = this.girth === 0;
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

/** The shapes of a run's bodies and obstacles, as fine as a picture asks for. */
export class Figures {
  /** All meshes, one after the other; `version` grows when there are more, or others. */
  numbers = new Float32Array(0);
  used = 0;
  version = 0;
  readonly forms: Form[] = [];

  private readonly shapes: Figure[];
  private readonly obstacles: (Figure | null)[];
  private readonly bodies: Uint32Array | null;
  private known = new Map<Figure, Map<number, number>>();

  constructor(run: Run) {
    const { dimension } = run;
    this.shapes = run.shapes.map((solid) => new Figure(solid, dimension));
    this.obstacles = run.obstacles.map(({ solid }) => solid && new Figure(solid, dimension));
    this.bodies = run.bodies.shape;
  }

  /** Null of a ball. */
  ofBody(body: number): Figure | null {
    if (this.bodies === null || this.bodies[body] === kRound) return null;
    return this.shapes[this.bodies[body]];
  }

  ofObstacle(obstacle: number): Figure | null {
    return this.obstacles[obstacle];
  }

  /**
   * Index of a form that looks round where its radius is so many pixels. Some are let go only between
   * pictures.
   */
  formOf(figure: Figure, radius: number): number {
    const turn = figure.isRound ? pointsOf(radius, figure.outline ? kPlaneError : kSpaceError) : kFewest;
    let forms = this.known.get(figure);
    if (!forms) this.known.set(figure, (forms = new Map<number, number>()));
    const known = forms.get(turn);
    if (known !== undefined) return known;
    const { numbers, corners } = figure.mesh(turn);
    const contour = figure.outline?.contour(turn) ?? null;
    this.forms.push({ figure, first: this.used / kCornerNumbers, corners, contour });
    this.append(numbers);
    forms.set(turn, this.forms.length - 1);
    return this.forms.length - 1;
  }

  /** Before a picture. */
  begin(): void {
    if (this.used <= kMostNumbers) return;
    this.known = new Map();
    this.forms.length = 0;
    this.used = 0;
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

/** In how many straight pieces a circle looks round: a power of two, so that few are made. */
export function pointsOf(radius: number, error: number): number {
  const piece = 2 * Math.acos(Math.max(1 - error / Math.max(radius, error), -1));
  return Math.min(Math.max(2 ** Math.ceil(Math.log2((2 * Math.PI) / piece)), kFewest), kMost);
}
