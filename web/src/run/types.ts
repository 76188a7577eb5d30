// A run as the viewer knows it. Times are since the run's begin [T] and positions are minus the run's origin
// [L] everywhere, and all numbers are in the run's units; only labels add `begin` and `origin` and multiply
// by units. The summary and the tables are as the program wrote them: absolute, in the scene's units. D
// numbers of a body (x, y and in 3D z) stand together.

export type Side = 'periodic' | 'wall' | 'open';

/** What the run's bodies live in: a box whose bounds are already minus the origin. Open axes have finite
 *  bounds too, around where bodies have been; they are no walls. */
export interface Space {
  min: number[];
  max: number[];
  sides: Side[];
}

/** The bodies shown; `total` counts all of the run's. */
export interface Bodies {
  count: number;
  total: number;
  id: Uint32Array;
  /** Of those that the scene names: by index. */
  names: ReadonlyMap<number, string>;
  radius: Float32Array;
  mass: Float32Array;
  /** Index into Run.materials. */
  material: Uint16Array;
  /** 0xRRGGBB, or kNoColor. */
  color: Uint32Array;
  /** Index into Run.shapes, or kRound for a ball or point of `radius`; null where all are. The radius of
   *  others is that of the ball around their place that holds them. */
  shape: Uint32Array | null;
  /** kKinematic and kSensor, or neither; null where that is so of all. */
  kind: Uint8Array | null;
}

export const kRound = 0xffffffff;
/** Bits of a body's kind: it goes its own way, whatever it meets; it hinders nobody. */
export const kKinematic = 1;
export const kSensor = 2;

export const kNoColor = 0xffffffff;
/** The partner of an impact that is not shown. */
export const kNobody = 0xffffffff;

/** A shape as all places within `radius` of a core: the straight lines between two vertices (`segment`,
 *  `capsule`), what is within the polygon that they make in their order (`polygon`, which may be concave), or
 *  their convex hull (`box`, `oriented_box`, `hull`, `triangle`). Seen from the place of what has it. */
export interface Solid {
  name: string;
  vertices: number[][];
  radius: number;
}

/** What an obstacle's shape is named, and its numbers: `{ball: {radius}}`, `{container: {radius}}`, `{point:
 *  {}}`, `{half_space: {normal, offset}}`, `{arc: {radius, from, to}}` (degrees, counterclockwise), or one
 *  that is a Solid too. All are seen from the obstacle's position. */
export type Shape = Record<string, Record<string, number | number[] | number[][]>>;

export interface Obstacle {
  name: string;
  color: number | null;
  shape: Shape;
  /** Null of what has no core: balls, points, half-spaces, containers and arcs. */
  solid: Solid | null;
  position: number[];
  sensor: boolean;
  /** Characters pass it but from the side that this points to; null where nobody passes. */
  oneWay: number[] | null;
}

/** Impacts in the order of time. Partners: index of a body shown, or bodies.count + index of an obstacle, or
 *  bodies.count + obstacles.length + index of a side, or kNobody. */
export interface Impacts {
  count: number;
  total: number;
  /** Its `index` in events.csv; null where that is its place here. */
  number: Uint32Array | null;
  time: Float64Array;
  a: Uint32Array;
  b: Uint32Array;
  point: Float32Array;
  /** Unit, from a to b. */
  normal: Float32Array;
}

/** Where the bodies' courses change. Between two knots of a body its place is x + v s + a s^2 / 2. */
export interface Knots {
  count: number;
  body: Uint32Array;
  time: Float64Array;
  position: Float32Array;
  velocity: Float32Array;
  /** Null where nothing accelerates. */
  acceleration: Float32Array | null;
}

export interface Starts {
  position: Float32Array;
  velocity: Float32Array;
  acceleration: Float32Array | null;
}

/** How bodies stand and turn, from the start or from knots on. In 2D an orientation is w and z of a
 *  quaternion, and what turns it a number each [rad/T, rad/T^2]; in 3D they are w, x, y, z, and vectors: of a top
 *  its angular velocity along its principal axes. */
export interface Turning {
  orientation: Float32Array;
  velocity: Float32Array;
  /** Null where nothing accelerates. */
  acceleration: Float32Array | null;
}

export interface Spins {
  /** 1 of a body that spins, else 0. */
  who: Uint8Array;
  starts: Turning;
  knots: Turning;
  /** Null where there is none. */
  tops: Tops | null;
}

/** How hard a body of space is to turn about each of three axes: how much moves only their ratios say. */
export interface Top {
  /** [M L^2] */
  moments: number[];
  /** The quaternion that turns the coordinate axes into these, as the shape is listed. */
  axes: number[];
}

export interface Tops {
  /** By body: index into `tops`, 0xffffffff of others. */
  who: Uint32Array;
  tops: Top[];
}

/** Places from pathsEnd on, at some of the run's samples: the first frame is at pathsEnd, the last at the
 *  end. */
export interface Frames {
  count: number;
  /** Samples that the run took. */
  samples: number;
  /** count x n x D whole numbers q below steps: the place is origin + q * quantum. */
  position: Uint16Array;
  /** count x n levels; 255 stands for speedScale. */
  speed: Uint8Array;
  origin: number[];
  quantum: number[];
  /** Per axis a power of two: so many quanta are the box along a periodic axis. */
  steps: number[];
  speedScale: number;
}

/** Where bodies rest at the end of the run. In the order of contacts.csv. */
export interface Contacts {
  count: number;
  /** [T] From then on, up to the end, all of them stand so. */
  since: number;
  /** Who is held, and what holds it: index of a body shown; kNobody of all else. */
  a: Uint32Array;
  b: Uint32Array;
  nameA: string[];
  nameB: string[];
  /** count x D, as a sees it. */
  point: Float64Array;
  /** count x D: of b on a, in the scene's own [M L/T^2], and how large it is. */
  force: Float64Array;
  size: Float64Array;
}

/** A CSV table: columns of numbers (NaN where a cell is empty), headers split into name and dimension. */
export interface Table {
  columns: Column[];
  rows: number;
  /** As the program wrote it. */
  text: string;
}

export interface Column {
  name: string;
  /** E.g. `L/T`; empty where the header gives none. */
  dimension: string;
  values: Float64Array;
}

/** What 1 stands for, in the scene's own [L], [T] and [M]: 1 but for scenes of extreme sizes. */
export interface Units {
  length: number;
  time: number;
  mass: number;
}

export interface Run {
  dimension: 2 | 3;
  units: Units;
  begin: number;
  /** [T] since begin: what the run covered. */
  end: number;
  /** [T] since begin: up to here every body shown is on its true path. */
  pathsEnd: number;
  origin: number[];
  space: Space;
  /** [L/T^2] Null where there is none, or none is told. */
  gravity: number[] | null;
  bodies: Bodies;
  shapes: Solid[];
  obstacles: Obstacle[];
  /** Names of the sides, in the order of the impacts' indices. */
  sideNames: string[];
  impacts: Impacts;
  frameTimes: Float64Array;
  materials: string[];
  starts: Starts;
  knots: Knots;
  /** Null where nobody spins. */
  spins: Spins | null;
  frames: Frames;
  summary: Record<string, unknown>;
  sceneText: string;
  observables: Table;
  speedHistogram: Table | null;
  radialDistribution: Table | null;
  /** Null where nobody rests at the end, or of so many that there was no room. */
  contacts: Contacts | null;
  /** What this report does not show, in sentences. */
  leftOut: string[];
}

/** The bodies at one time. The arrays are the caller's and are overwritten by Motion.at. */
export interface Moment {
  time: number;
  /** n x D, inside the box along periodic axes. */
  position: Float32Array;
  velocity: Float32Array;
  speed: Float32Array;
  /** Impacts of each body up to and including this time. */
  collisions: Uint32Array;
  /** Whether the bodies are on their true paths (else on straight lines between frames). */
  exact: boolean;
}

export function newMoment(run: Run): Moment {
  const n = run.bodies.count;
  const numbers = n * run.dimension;
  return {
    time: 0,
    position: new Float32Array(numbers),
    velocity: new Float32Array(numbers),
    speed: new Float32Array(n),
    collisions: new Uint32Array(n),
    exact: true,
  };
}
