/**
 * firsthit predicts collisions before they happen: when two moving things first meet, where, and along which normal;
 * and whole worlds that run from impact to impact. All of it is the C++ library, with the same bits as everywhere.
 *
 * Units: the library has none. [L], [T], [M] say what a number is made of; angles in radians unless told otherwise.
 */

/** Two numbers, or three. */
export type Vector = readonly number[];

/** A shape: one key, as docs/formats/query.md tells. */
export type Shape =
  | { point: Record<string, never> }
  | { ball: { radius: number } }
  | { segment: { from: Vector; to: Vector } }
  | { capsule: { from: Vector; to: Vector; radius: number } }
  | { box: { half_extents: Vector } }
  | { oriented_box: { half_extents: Vector; axes: readonly Vector[] } | { half_extents: Vector; angle: number } }
  | { hull: { vertices: readonly Vector[]; radius?: number } }
  | { polygon: { vertices: readonly Vector[] } }
  | { triangle: { vertices: readonly Vector[] } }
  | { half_space: { normal: Vector; offset?: number } }
  | { arc: { radius: number; from: number; to: number } };

/** How hard a body is to turn about three axes across each other, about none of which it is twisted as it turns. */
export interface PrincipalInertia {
  /** About these axes; only their ratios count, each at most the sum of the two others. */
  moments: Vector;
  /** A quaternion w, x, y, z that turns the coordinate axes into these, in the shape's own numbers; without, they are these. */
  axes?: readonly number[];
}

/** Where a thing is and how it moves. */
export interface Motion {
  /** [L] now. */
  position?: Vector;
  /** [L/T] */
  velocity?: Vector;
  /** [L/T^2] */
  acceleration?: Vector;
  /** [rad/T] In the plane a number, counterclockwise. */
  angular_velocity?: number | Vector;
  /** In the plane degrees, counterclockwise; in space a quaternion w, x, y, z. */
  orientation?: number | Vector;
  /** [L] What it turns about. */
  centre?: Vector;
  /** [rad/T] */
  precession?: number | Vector;
  spin?: number | Vector;
  /** In space, beside the angular velocity of now: it tumbles as a rigid body that nothing twists. */
  inertia?: PrincipalInertia;
  /** [L] Four points of a cubic curve, and [T] how long it takes. */
  control?: readonly Vector[];
  duration?: number;
}

export type Moving = Shape & Motion;

export interface Query {
  /** [T] How far one looks ahead; without end if absent. */
  horizon?: number;
  /** [L] Asks when the gap falls to it. */
  margin?: number;
}

export type Outcome = 'miss' | 'graze' | 'impact' | 'overlap' | 'unresolved';

export interface Feature {
  kind: 'vertex' | 'edge' | 'face';
  index: number;
}

export interface Encounter {
  outcome: Outcome;
  /** [T] Proven free of impact before. */
  delay: number;
  /** [T] An impact happens by then. */
  delay_upper: number;
  /** [T] Proven untouched before. */
  first_touch: number;
  /** Unit, from a to b. */
  normal: number[];
  /** [L] */
  point_a: number[];
  point_b: number[];
  gap: number;
  feature_a: Feature;
  feature_b: Feature;
}

export interface Explanation {
  kernel: string;
  first: 'a' | 'b';
  stage: string;
  by_filter: number;
  by_exact: number;
  steps: number;
  width: number;
  units: string;
  see: string;
}

/** When features whose vertices go straight first touch: between two neighbouring doubles, of the window. */
export interface FeatureTouch {
  touches: boolean;
  lower: number;
  upper: number;
}

export interface Problem {
  /** The whole of it: `scene.toml:12:5: radius: expected > 0, found -1`. */
  text: string;
  /** From 1; 0 where there is no line to point at. */
  line: number;
  /** From 1, in bytes. */
  column: number;
  /** Nothing wrong: the scene runs. */
  note: boolean;
  message: string;
}

/** What was asked cannot be answered: the message says where, what was expected and what was found. */
export class InputError extends Error {}

/** A scene that cannot be used, and everything that is wrong with it. */
export class SceneError extends InputError {
  readonly problems: Problem[];
}

/** The core, once it is there; from then on every call answers at once. */
export function load(): Promise<FirstHit>;

export class FirstHit {
  private constructor();
  /** Bytes that the core has taken so far. It uses them again, and gives none back. */
  readonly memory: number;
  /** The first time that a runs into b. Throws InputError. */
  firstHit(a: Moving, b: Moving, query?: Query): Encounter;
  /** The same, and how it was found. */
  explain(a: Moving, b: Moving, query?: Query): Encounter & { explain: Explanation };
  /** [L] How far the two are apart after each delay [T], to rounding; negative where they overlap. Throws InputError. */
  gaps(a: Moving, b: Moving, delays: readonly number[] | Float64Array): Float64Array;
  /**
   * When a vertex (first) and a triangle, or two edges, first touch, whose four vertices go straight from their
   * places at the start to those at the end. Throws InputError.
   */
  firstTouch(kind: 'vertex-face' | 'edge-edge', start: readonly Vector[], end: readonly Vector[]): FeatureTouch;
  /**
   * A scene (docs/formats/scene.md). `name` is what messages call it; `settings` are as with `firsthit run --set`,
   * `ball.0.radius=2`. Throws SceneError.
   */
  scene(text: string, options?: { name?: string; settings?: readonly string[] }): Scene;
}

export class Scene {
  private constructor();
  readonly name: string;
  readonly dimension: 2 | 3;
  /** [L] The box. */
  readonly min: number[];
  readonly max: number[];
  readonly sides: ('wall' | 'periodic' | 'open')[];
  readonly gravity: number[];
  /** [T] When its run ends; infinite if it does not say. */
  readonly until: number;
  /** After how many collisions; infinite if it does not say. */
  readonly collisions: number;
  /** How many bodies move, and how many are fixed: their ids are 0, 1, ... in this order. */
  readonly moving: number;
  readonly fixed: number;
  readonly agents: number;
  /** What a reader of it should know. */
  readonly notes: Problem[];
  /** A scene file that gives the same scene again, its settings applied. */
  readonly text: string;
  /** What a body or a side of the box is called. */
  nameOf(body: number): string;
  /**
   * Which table of the text tells of a body: `[[ball]]`, `[[agent]]` or `[[body]]`, counted from 0; null of bodies that
   * come many at a time.
   */
  tableOf(body: number): { table: 'ball' | 'agent' | 'body'; index: number } | null;
  /**
   * The scene with another number, or vector, of one moving body: its `position`, `velocity`, `mass`, `radius`,
   * `angular_velocity` or `orientation`, as its table of the text has them; without reading that text again. Throws
   * SceneError, also where more than that would change.
   */
  changed(body: number, key: string, numbers: Vector): Scene;
  /** Its world, at time 0. Throws InputError. */
  world(): World;
  /** A world of it as `save` told it: it goes on with the same bits. Throws InputError for what is damaged. */
  load(bytes: Uint8Array): World;
  /** Gives its memory back: JavaScript does not. Worlds made of it stay. */
  free(): void;
}

export interface RunResult {
  outcome: 'reached time' | 'reached collisions' | 'collapsed' | 'crushed' | 'interrupted' | 'paused';
  /** Who collapsed, or is crushed. */
  culprits: number[];
}

export interface BodyState {
  /** [L] Inside the box along periodic axes. */
  position: number[];
  /** [L/T] */
  velocity: number[];
  /** [L/T^2] */
  acceleration: number[];
  /** Box lengths to add to the position. */
  wraps: number[];
  /** w, x, y, z. */
  orientation: number[];
  /** [rad/T] */
  angularVelocity: number | number[];
}

export interface BodyInfo {
  name: string;
  shape: Shape | { container: { radius: number } };
  /** [M] */
  mass: number;
  kind: 'dynamic' | 'fixed' | 'kinematic' | 'pinned';
  sensor: boolean;
  spins: boolean;
}

/** How a character moves. */
export interface MovePolicy {
  /** What it does with the rest of its way where it runs into something. */
  response?: 'slide' | 'bounce' | 'stop' | 'cross';
  /** Upwards, of any length; without it there is no ground. */
  up?: Vector;
  /** [rad] Of the steepest ground that it stands on; without it an eighth of a turn. */
  maxSlope?: number;
  /** [L] Of the highest step that it climbs. */
  stepHeight?: number;
  /** [L] So far below it finds its ground again. */
  snapDistance?: number;
  /** [L] To keep from what it hits. */
  skin?: number;
}

export interface MoveResult {
  /** [L] */
  position: number[];
  /** [L] How far the ground has carried it since its last move. */
  carried: number[];
  grounded: boolean;
  ground: number | null;
  /** Unit, upwards. */
  groundNormal: number[] | null;
  /** It overlaps what has come into it, and there is no room to give way. */
  crushed: boolean;
  /** In order; fractions are of the whole way. */
  hits: { body: number; fraction: number; normal: number[]; point: number[] }[];
}

export interface PredictedImpact {
  /** [T] */
  time: number;
  a: number;
  b: number;
}

/** Where a body rests on something that holds it, at one place; what lies on a side and may turn has two, its ends. */
export interface RestingContact {
  /** Who is held. */
  a: number;
  /** What holds it: a body, an obstacle or a side of the box. */
  b: number;
  /** [L] As a sees it, from its place in the box (b may be a periodic image). */
  point: number[];
  /** Unit, from a into b. */
  normal: number[];
  /** [M L/T^2] Of b on a; b gets the opposite. */
  force: number[];
}

/** Bodies that fly freely between impacts. Runs give the same bits as the program's. All of it throws InputError. */
export class World {
  private constructor();
  readonly dimension: 2 | 3;
  /** [T] */
  readonly time: number;
  readonly collisions: number;
  readonly events: number;
  /** Bodies, fixed ones included. */
  readonly size: number;
  /** Up to and including a time [T]; or until so many collisions, in all, or so many events, in this call. */
  runUntil(time: number, limits?: { collisions?: number; events?: number }): RunResult;
  /** A frame. */
  advance(duration: number): RunResult;
  /** As `firsthit run` prints it: the same on every machine. */
  stateHash(): string;
  body(id: number): BodyInfo;
  state(id: number): BodyState;
  /**
   * Twenty numbers a body: is it there (1 or 0), position, velocity, acceleration, wraps (three each),
   * orientation (w, x, y, z), angular velocity (three).
   */
  states(first?: number, count?: number): Float64Array;
  /** The impacts that are foreseen as it stands, in order. */
  predictedImpacts(maxCount?: number): PredictedImpact[];
  /** Where bodies rest now, in the order of a, then of b, and the forces there. */
  contacts(): RestingContact[];
  setVelocity(id: number, velocity: Vector): void;
  /** [L/T^2] A kinematic body accelerates so from now on, as a lift that starts or stops; what rests on it goes along. */
  setAcceleration(id: number, acceleration: Vector): void;
  /** [L/T] The surface of what is fixed or kinematic moves so along itself: a conveyor starts, or stops. */
  setSurfaceVelocity(id: number, velocity: Vector): void;
  setPosition(id: number, position: Vector): void;
  /** [rad/T] Of a body that spins: in the plane a number. */
  setAngularVelocity(id: number, velocity: number | Vector): void;
  /** In the plane degrees, in space a quaternion w, x, y, z. */
  setOrientation(id: number, orientation: number | Vector): void;
  /** Moves a kinematic body at once: it slides along what it runs into, or does as `policy` says. */
  move(id: number, displacement: Vector, policy?: MovePolicy): MoveResult;
  /** All that the world is, for `Scene.load`. */
  save(): Uint8Array;
  /** From now on, courses and impacts are kept; `paths` gives them, as docs/formats/paths.md tells, and ends that. */
  watch(): void;
  paths(): Uint8Array;
  free(): void;
}
