// Makes runs for tests: an encoder of paths.bin written from docs/formats/paths.md alone, and a few runs
// whose physics is known by hand. Runs in Node and in browsers.
import { makeRun, type Texts } from '../src/run/payload';
import { kNoColor, kRound, type Run, type Shape, type Side } from '../src/run/types';

/** How a body turns: in 2D lists of one number, and an orientation of two. */
export interface MadeSpin {
  orientation?: number[];
  velocity: number[];
  acceleration?: number[];
}

/** A body's moments of inertia, and the quaternion of their axes; its angular velocity is then along these. */
export interface MadeTop {
  moments: number[];
  axes?: number[];
}

export interface MadeBody {
  position: number[];
  velocity: number[];
  acceleration?: number[];
  radius?: number;
  mass?: number;
  id?: number;
  name?: string;
  material?: number;
  color?: number;
  /** One of query.md; the radius is then the one that holds it, unless given. */
  shape?: Shape;
  kinematic?: boolean;
  sensor?: boolean;
  spin?: MadeSpin;
  top?: MadeTop;
}

/** As in the header. */
export interface MadeObstacle {
  name: string;
  color: number | null;
  position: number[];
  shape: Shape;
  sensor?: boolean;
  one_way?: number[];
}

export interface MadeKnot {
  body: number;
  time: number;
  position: number[];
  velocity: number[];
  acceleration?: number[];
  spin?: MadeSpin;
}

export interface MadeImpact {
  /** Given for all or none. */
  number?: number;
  time: number;
  a: number;
  b: number;
  point: number[];
  normal: number[];
}

export interface MadeFrame {
  time: number;
  positions: number[][];
  speeds: number[];
}

/** Absolute times and lengths, in the scene's units, as in the header. */
export interface Made {
  dimension: 2 | 3;
  begin?: number;
  end: number;
  pathsEnd?: number;
  origin?: number[];
  units?: { length: number; time: number; mass: number };
  min: number[];
  max: number[];
  sides?: Side[];
  bodies: MadeBody[];
  total?: number;
  knots?: MadeKnot[];
  impacts?: MadeImpact[];
  collisions?: number;
  frames?: MadeFrame[];
  frameSteps?: number[];
  samples?: number;
  obstacles?: MadeObstacle[];
  /** Replaces the sections of these names, for damage. */
  replaced?: Record<string, number[]>;
  materials?: string[];
  deflate?: boolean;
  observables?: string;
  /** [L/T^2] */
  gravity?: number[];
  /** contacts.csv. */
  contacts?: string;
  summary?: Record<string, unknown>;
  scene?: string;
}

interface Section {
  name: string;
  type: 'u8' | 'u16' | 'u32' | 'f32' | 'f64';
  numbers: number[] | Float64Array;
}

const kSizes = { u8: 1, u16: 2, u32: 4, f32: 4, f64: 8 };

function encode({ type, numbers }: Section): Uint8Array {
  const bytes = new Uint8Array(numbers.length * kSizes[type]);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i] as number;
    if (type === 'u8') view.setUint8(i, x);
    else if (type === 'u16') view.setUint16(2 * i, x, true);
    else if (type === 'u32') view.setUint32(4 * i, x, true);
    else if (type === 'f32') view.setFloat32(4 * i, x, true);
    else view.setFloat64(8 * i, x, true);
  }
  return bytes;
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const minus = (a: number[], b: number[]) => a.map((x, i) => x - (b[i] as number));

function packFrames(made: Made, origin: number[], begin: number) {
  const frames = made.frames ?? [];
  const steps = made.frameSteps ?? made.min.map(() => 65536);
  const low = minus(made.min, origin);
  const quantum = made.max.map((high, i) => (high - (made.min[i] as number)) / (steps[i] as number));
  const scale = Math.max(1e-300, ...frames.flatMap((frame) => frame.speeds));
  const planes: number[] = [];
  let before = new Array<number>(made.bodies.length * made.dimension).fill(0);
  for (const frame of frames) {
    const q = frame.positions.flatMap((position) =>
      minus(position, origin).map(
        (x, i) => Math.round((x - (low[i] as number)) / (quantum[i] as number)) & 0xffff,
      ),
    );
    const zigzag = q.map((x, i) => {
      const difference = ((x - (before[i] as number)) << 16) >> 16;
      return ((difference << 1) ^ (difference >> 15)) & 0xffff;
    });
    planes.push(...zigzag.map((z) => z & 255), ...zigzag.map((z) => z >> 8));
    before = q;
  }
  const header = { frame_origin: low, frame_quantum: quantum, frame_steps: steps, speed_scale: scale };
  const sections: Section[] = [
    { name: 'frame_time', type: 'f64', numbers: frames.map((frame) => frame.time - begin) },
    { name: 'frame_position', type: 'u8', numbers: planes },
    {
      name: 'frame_speed',
      type: 'u8',
      numbers: frames.flatMap((frame) => frame.speeds.map((speed) => 17 * Math.round((15 * speed) / scale))),
    },
  ];
  return { header, sections };
}

function sectionsOf(made: Made, origin: number[], begin: number): Section[] {
  const { bodies, knots = [], impacts = [], dimension } = made;
  const still = new Array<number>(dimension).fill(0);
  const falls = bodies.some((body) => body.acceleration) || knots.some((knot) => knot.acceleration);
  const sections: Section[] = [
    { name: 'body_id', type: 'u32', numbers: bodies.map((body, i) => body.id ?? i) },
    { name: 'body_radius', type: 'f32', numbers: bodies.map(radiusOf) },
    { name: 'body_mass', type: 'f32', numbers: bodies.map((body) => body.mass ?? 1) },
    { name: 'body_material', type: 'u16', numbers: bodies.map((body) => body.material ?? 0) },
    { name: 'body_color', type: 'u32', numbers: bodies.map((body) => body.color ?? kNoColor) },
    { name: 'start_position', type: 'f32', numbers: bodies.flatMap((body) => minus(body.position, origin)) },
    { name: 'start_velocity', type: 'f32', numbers: bodies.flatMap((body) => body.velocity) },
    { name: 'knot_body', type: 'u32', numbers: knots.map((knot) => knot.body) },
    { name: 'knot_time', type: 'f64', numbers: knots.map((knot) => knot.time - begin) },
    { name: 'knot_position', type: 'f32', numbers: knots.flatMap((knot) => minus(knot.position, origin)) },
    { name: 'knot_velocity', type: 'f32', numbers: knots.flatMap((knot) => knot.velocity) },
    { name: 'impact_time', type: 'f64', numbers: impacts.map((impact) => impact.time - begin) },
    { name: 'impact_a', type: 'u32', numbers: impacts.map((impact) => impact.a) },
    { name: 'impact_b', type: 'u32', numbers: impacts.map((impact) => impact.b) },
    { name: 'impact_point', type: 'f32', numbers: impacts.flatMap((impact) => minus(impact.point, origin)) },
    { name: 'impact_normal', type: 'f32', numbers: impacts.flatMap((impact) => impact.normal) },
  ];
  if (impacts.some((impact) => impact.number !== undefined)) {
    const numbers = impacts.map((impact) => impact.number as number);
    sections.push({ name: 'impact_index', type: 'u32', numbers });
  }
  if (bodies.some((body) => body.shape)) {
    const names = shapesOf(made).map((shape) => JSON.stringify(shape));
    const numbers = bodies.map(({ shape }) => (shape ? names.indexOf(JSON.stringify(shape)) : kRound));
    sections.push({ name: 'body_shape', type: 'u32', numbers });
  }
  if (bodies.some((body) => body.kinematic || body.sensor)) {
    const numbers = bodies.map((body) => (body.kinematic ? 1 : 0) + (body.sensor ? 2 : 0));
    sections.push({ name: 'body_kind', type: 'u8', numbers });
  }
  if (falls) {
    const acceleration = (each: { acceleration?: number[] }) => each.acceleration ?? still;
    sections.push({ name: 'start_acceleration', type: 'f32', numbers: bodies.flatMap(acceleration) });
    sections.push({ name: 'knot_acceleration', type: 'f32', numbers: knots.flatMap(acceleration) });
  }
  if (bodies.some((body) => body.spin)) sections.push(...spinsOf(bodies, knots, dimension));
  if (bodies.some((body) => body.top)) {
    let tops = 0;
    const numbers = bodies.map(({ top }) => (top ? tops++ : 0xffffffff));
    sections.push({ name: 'body_top', type: 'u32', numbers });
  }
  return sections.map((section) => ({
    ...section,
    numbers: made.replaced?.[section.name] ?? section.numbers,
  }));
}

function spinsOf(bodies: MadeBody[], knots: MadeKnot[], dimension: number): Section[] {
  const upright = dimension === 2 ? [1, 0] : [1, 0, 0, 0];
  const still = dimension === 2 ? [0] : [0, 0, 0];
  const rows = { start: bodies, knot: knots };
  const section = (name: string, of: 'start' | 'knot', numbers: (spin?: MadeSpin) => number[]): Section => ({
    name: `${of}_${name}`,
    type: 'f32',
    numbers: rows[of].flatMap(({ spin }) => numbers(spin)),
  });
  const accelerated = [...bodies, ...knots].some(({ spin }) => spin?.acceleration);
  return [
    { name: 'body_spins', type: 'u8', numbers: bodies.map(({ spin }) => (spin ? 1 : 0)) },
    ...(['start', 'knot'] as const).flatMap((of) => [
      section('orientation', of, (spin) => spin?.orientation ?? upright),
      section('angular_velocity', of, (spin) => spin?.velocity ?? still),
      ...(accelerated ? [section('angular_acceleration', of, (spin) => spin?.acceleration ?? still)] : []),
    ]),
  ];
}

function topsOf({ bodies }: Made): object[] {
  return bodies.flatMap(({ top }) => (top ? [{ axes: [1, 0, 0, 0], ...top }] : []));
}

function namesOf({ bodies }: Made): { names?: Record<string, string> } {
  const names = bodies.flatMap(({ name }, i): [string, string][] => (name ? [[String(i), name]] : []));
  return names.length > 0 ? { names: Object.fromEntries(names) } : {};
}

/** Each once. */
function shapesOf({ bodies }: Made): Shape[] {
  const names = bodies.flatMap(({ shape }) => (shape ? [JSON.stringify(shape)] : []));
  return [...new Set(names)].map((name) => JSON.parse(name) as Shape);
}

/** Of a ball, or the least that holds the shape around the body's place. */
function radiusOf({ radius, shape }: MadeBody): number {
  if (!shape || radius !== undefined) return radius ?? 1;
  const [name, inside] = Object.entries(shape)[0] as [string, Shape[string]];
  const size = (vector: unknown): number => Math.hypot(...(vector as number[]));
  if (name === 'box' || name === 'oriented_box') return size(inside['half_extents']);
  const places = (inside['vertices'] as number[][] | undefined) ?? [inside['from'], inside['to']];
  return Math.max(...places.map(size)) + ((inside['radius'] as number | undefined) ?? 0);
}

/** paths.bin. */
export async function encodePaths(made: Made): Promise<Uint8Array> {
  const begin = made.begin ?? 0;
  const origin = made.origin ?? new Array<number>(made.dimension).fill(0);
  const frames = packFrames(made, origin, begin);
  const told = [];
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const section of [...sectionsOf(made, origin, begin), ...frames.sections]) {
    const raw = encode(section);
    const packed = made.deflate ? await deflate(raw) : raw;
    const { name, type } = section;
    const encoding = made.deflate ? 'deflate' : 'raw';
    told.push({ name, type, count: section.numbers.length, offset, bytes: packed.length, encoding });
    const padded = new Uint8Array(Math.ceil(packed.length / 8) * 8);
    padded.set(packed);
    parts.push(padded);
    offset += padded.length;
  }
  const axes = ['x', 'y', 'z'].slice(0, made.dimension);
  const header = {
    dimension: made.dimension,
    units: made.units ?? { length: 1, time: 1, mass: 1 },
    begin,
    end: made.end,
    paths_end: made.pathsEnd ?? made.end,
    origin,
    space: { min: made.min, max: made.max, sides: made.sides ?? made.min.map(() => 'wall') },
    ...(made.gravity ? { gravity: made.gravity } : {}),
    bodies: { total: made.total ?? made.bodies.length, shown: made.bodies.length, ...namesOf(made) },
    collisions: { total: made.collisions ?? made.impacts?.length ?? 0, stored: made.impacts?.length ?? 0 },
    frames: { count: made.frames?.length ?? 0, samples: made.samples ?? made.frames?.length ?? 0 },
    materials: made.materials ?? ['default'],
    obstacles: made.obstacles ?? [],
    ...(made.bodies.some((body) => body.shape) ? { shapes: shapesOf(made) } : {}),
    ...(made.bodies.some((body) => body.top) ? { tops: topsOf(made) } : {}),
    side_names: axes.flatMap((axis) => [`lower ${axis} side`, `upper ${axis} side`]),
    ...frames.header,
    sections: told,
  };
  return joinFile(header, told, parts);
}

/** Offsets count from the file's start, so the header's own length, which they change, has to be known first.
 *  */
function joinFile(header: object, told: { offset: number }[], parts: Uint8Array[]): Uint8Array {
  const room = JSON.stringify(header).length + 16 * told.length;
  const length = Math.ceil((12 + room) / 8) * 8 - 12;
  for (const section of told) section.offset += 12 + length;
  const text = new TextEncoder().encode(JSON.stringify(header).padEnd(length, ' '));
  const size = 12 + length + parts.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(size);
  file.set(new TextEncoder().encode('FHPATHS1'));
  new DataView(file.buffer).setUint32(8, length, true);
  file.set(text, 12);
  let at = 12 + length;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

export function textsOf(made: Made): Texts {
  return {
    summary: made.summary ?? {
      scene: 'made',
      outcome: 'reached_time',
      message: null,
      dimension: made.dimension,
    },
    scene: made.scene ?? '[run]\n',
    observables: made.observables ?? 'time [T],collisions [1]\n',
    speed_histogram: null,
    radial_distribution: null,
    contacts: made.contacts ?? null,
    contacts_rows: made.contacts === undefined ? 0 : made.contacts.trimEnd().split('\n').length - 1,
  };
}

export async function madeRun(made: Made): Promise<Run> {
  return makeRun(textsOf(made), await encodePaths(made));
}

/** A page as the program writes it: the template with its marker replaced. */
export async function reportPage(template: string, made: Made): Promise<string> {
  const texts = await deflate(new TextEncoder().encode(JSON.stringify(textsOf(made))));
  const block = (id: string, bytes: Uint8Array): string => {
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return `<script type="application/octet-stream" id="${id}">${btoa(binary)}</script>`;
  };
  const blocks = `${block('firsthit-run', texts)}\n${block('firsthit-paths', await encodePaths(made))}`;
  const marker = ['<!--', 'firsthit:run', '-->'].join('');
  if (template.split(marker).length !== 2) throw new Error(`the template must hold ${marker} once`);
  return template.replace(marker, () => blocks);
}

// --- Runs whose physics is known by hand

/** Equal balls of radius 1 on a line, from x = 0 and x = 10, the first with speed 2: at time 4 they meet at x
 *  = 9, and the second goes on alone; at time 9 it meets the upper wall, at x = 21, and at time 14 the first
 *  again. */
export function twoBalls(): Made {
  return {
    dimension: 2,
    end: 16,
    min: [-5, -5],
    max: [21, 5],
    bodies: [
      { position: [0, 0], velocity: [2, 0], color: 0x123456 },
      { position: [10, 0], velocity: [0, 0], id: 7 },
    ],
    knots: [
      { body: 0, time: 4, position: [8, 0], velocity: [0, 0] },
      { body: 1, time: 4, position: [10, 0], velocity: [2, 0] },
      { body: 1, time: 9, position: [20, 0], velocity: [-2, 0] },
      { body: 0, time: 14, position: [8, 0], velocity: [-2, 0] },
      { body: 1, time: 14, position: [10, 0], velocity: [0, 0] },
    ],
    impacts: [
      { time: 4, a: 0, b: 1, point: [9, 0], normal: [1, 0] },
      { time: 9, a: 1, b: 2 + 1, point: [21, 0], normal: [1, 0] },
      { time: 14, a: 0, b: 1, point: [9, 0], normal: [1, 0] },
    ],
  };
}

/** A ball dropped from height 5 (g = 10): at time 1 it meets the floor with speed 10 and bounces with half of
 *  it, up to 1.25 at time 1.5, and is back at time 2. */
export function droppedBall(): Made {
  const g = [0, -10];
  return {
    dimension: 2,
    end: 2,
    min: [-5, 0],
    max: [5, 10],
    sides: ['open', 'wall'],
    bodies: [{ position: [0, 5], velocity: [1, 0], acceleration: g, radius: 0 }],
    knots: [{ body: 0, time: 1, position: [1, 0], velocity: [1, 5], acceleration: g }],
    impacts: [{ time: 1, a: 0, b: 1 + 2, point: [1, 0], normal: [0, -1] }],
  };
}

/** A row of contacts.csv in the plane, at the end. */
export interface MadeContact {
  a: number;
  b: number;
  names: [string, string];
  point: number[];
  normal: number[];
  force: number[];
}

/** In the scene's own units, absolute, as the program writes them. */
export function contactsText(time: number, contacts: MadeContact[]): string {
  const header =
    'time [T],a,b,name_a,name_b,point_x [L],point_y [L],normal_x [1],normal_y [1],force_x [M L/T^2],force_y [M L/T^2]';
  const cell = (name: string): string => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
  const rows = contacts.map(({ a, b, names, point, normal, force }) =>
    [time, a, b, ...names.map(cell), ...point, ...normal, ...force].join(','),
  );
  return [header, ...rows, ''].join('\n');
}

/** Under g = 10 a ball of mass 2 lies on the floor, and one of mass 3 falls on it and stays from time 4 on: the floor
 *  bears 50, and 30 are between the two. A third, of mass 1, lies on a shelf from time 5 on. */
export function restingBalls(): Made {
  const still = { velocity: [0, 0], acceleration: [0, 0] };
  return {
    dimension: 2,
    end: 10,
    min: [-5, 0],
    max: [5, 10],
    gravity: [0, -10],
    bodies: [
      { position: [0, 1], ...still, mass: 2, name: 'low' },
      { position: [0, 83], velocity: [0, 0], acceleration: [0, -10], mass: 3, id: 4 },
      { position: [3, 128], velocity: [0, 0], acceleration: [0, -10], mass: 1 },
    ],
    obstacles: [{ name: 'shelf', color: null, position: [3, 1], shape: { box: { half_extents: [1, 1] } } }],
    knots: [
      { body: 1, time: 4, position: [0, 3], ...still },
      { body: 2, time: 5, position: [3, 3], ...still },
    ],
    contacts: contactsText(10, [
      { a: 0, b: 4294967042, names: ['low', 'lower y side'], point: [0, 0], normal: [0, -1], force: [0, 50] },
      { a: 2, b: 3, names: ['body-2', 'shelf'], point: [3, 2], normal: [0, -1], force: [0, 10] },
      { a: 4, b: 0, names: ['body-4', 'low'], point: [0, 2], normal: [0, -1], force: [0, 30] },
    ]),
  };
}

/** Numbers of a linear congruential generator (Knuth's MMIX has these constants in 64 bits; here Numerical
 *  Recipes'). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Points that only meet the walls of a box from 0 to 1: every path is known, and so is every impact. */
export function pointsInBox(n: number, dimension: 2 | 3, end: number, seed = 1): Made {
  const random = randomNumbers(seed);
  const events: { knot: MadeKnot; impact: MadeImpact }[] = [];
  const bodies: MadeBody[] = [];
  for (let body = 0; body < n; body++) {
    const radius = 0.2 / n ** (1 / dimension);
    const start = Array.from({ length: dimension }, () => radius + random() * (1 - 2 * radius));
    const velocity = Array.from({ length: dimension }, () => 2 * random() - 1);
    bodies.push({ position: start, velocity, radius, material: body % 2 });
    events.push(...flightInBox(body, start, velocity, radius, end, n));
  }
  events.sort((a, b) => a.knot.time - b.knot.time);
  return {
    dimension,
    end,
    min: new Array<number>(dimension).fill(0),
    max: new Array<number>(dimension).fill(1),
    bodies,
    materials: ['light', 'heavy'],
    knots: events.map(({ knot }) => knot),
    impacts: events.map(({ impact }) => impact),
    deflate: true,
  };
}

function flightInBox(
  body: number,
  start: number[],
  velocity: number[],
  radius: number,
  end: number,
  n: number,
) {
  const events: { knot: MadeKnot; impact: MadeImpact }[] = [];
  let [place, course, now] = [start, velocity, 0];
  for (;;) {
    const delays = place.map((x, i) => {
      const v = course[i] as number;
      return v > 0 ? (1 - radius - x) / v : v < 0 ? (radius - x) / v : Infinity;
    });
    const delay = Math.min(...delays);
    if (!(now + delay <= end)) return events;
    const axis = delays.indexOf(delay);
    const upper = (course[axis] as number) > 0;
    place = place.map((x, i) =>
      i === axis ? (upper ? 1 - radius : radius) : x + (course[i] as number) * delay,
    );
    course = course.map((v, i) => (i === axis ? -v : v));
    now += delay;
    const normal = place.map((_, i) => (i === axis ? (upper ? 1 : -1) : 0));
    const point = place.map((x, i) => (i === axis ? (upper ? 1 : 0) : x));
    const side = 2 * axis + (upper ? 1 : 0);
    events.push({
      knot: { body, time: now, position: place, velocity: course },
      impact: { time: now, a: body, b: n + side, point, normal },
    });
  }
}
