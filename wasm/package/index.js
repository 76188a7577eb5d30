// firsthit for JavaScript: what index.d.ts tells, on top of the C++ core in dist/core.js. Places in memory and the
// answers of the last call stay in here.
import packed from './dist/code.js';
import makeCore from './dist/core.js';

/** What was asked cannot be answered: the message says where, what was expected and what was found. */
export class InputError extends Error {
  name = 'InputError';
}

/** A scene that cannot be used; `problems` has everything that is wrong with it. */
export class SceneError extends InputError {
  name = 'SceneError';
  constructor(problems) {
    super(problems.map(({ text }) => text).join('\n'));
    this.problems = problems;
  }
}

/** The core, once it is there; from then on every call answers at once. */
export async function load() {
  const unpacked = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const wasmBinary = await new Response(unpacked).arrayBuffer();
  return new FirstHit(await makeCore({ wasmBinary }));
}

/** Of text in base 64. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const digits = atob(text);
  // A call for each of a million bytes takes a slow machine half a second.
  const bytes = new Uint8Array(digits.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = digits.charCodeAt(i);
  return bytes;
}

const kEncoder = new TextEncoder();
const kDecoder = new TextDecoder();

/** Calls of the core, with texts. */
class Core {
  constructor(module) {
    this.module = module;
  }

  /** Calls with places in memory in place of each text or array of numbers: a text, and bytes, are two arguments. */
  call(name, ...args) {
    const { module } = this;
    const taken = [];
    const put = (bytes) => {
      const at = module._malloc(Math.max(bytes.length, 1));
      if (at === 0) throw new InputError('there is not enough memory');
      module.HEAPU8.set(bytes, at);
      taken.push(at);
      return at;
    };
    try {
      const numbers = args.flatMap((arg) => {
        if (typeof arg === 'string') {
          const bytes = kEncoder.encode(arg);
          return [put(bytes), bytes.length];
        }
        if (arg instanceof Uint8Array) return [put(arg), arg.length];
        return arg instanceof Float64Array ? [put(new Uint8Array(arg.buffer, arg.byteOffset, arg.byteLength))] : [arg];
      });
      return module[`_firsthit_${name}`](...numbers);
    } finally {
      for (const at of taken) module._free(at);
    }
  }

  /** A copy of what the last call answered. */
  bytes() {
    const at = this.module._firsthit_answer();
    return this.module.HEAPU8.slice(at, at + this.module._firsthit_answer_size());
  }

  text() {
    return kDecoder.decode(this.bytes());
  }

  numbers() {
    return new Float64Array(this.bytes().buffer);
  }

  /** As `call`, of what answers 0 if something is wrong. */
  must(name, ...args) {
    const result = this.call(name, ...args);
    if (result === 0) throw new InputError(this.text());
    return result;
  }

  json(name, ...args) {
    this.must(name, ...args);
    return JSON.parse(this.text());
  }
}

/** JSON has no infinity: null stands for it. */
function encounterOf(answer) {
  for (const key of ['delay', 'delay_upper', 'first_touch']) answer[key] ??= Infinity;
  return answer;
}

export class FirstHit {
  #core;

  constructor(module) {
    this.#core = new Core(module);
  }

  get memory() {
    return this.#core.module.HEAPU8.length;
  }

  firstHit(a, b, query = {}) {
    return this.#query(a, b, query, 0);
  }

  explain(a, b, query = {}) {
    return this.#query(a, b, query, 1);
  }

  gaps(a, b, delays) {
    const at = Float64Array.from(delays);
    this.#core.must('gaps', lineOf(a, b, {}), at, at.length);
    return this.#core.numbers();
  }

  firstTouch(kind, start, end) {
    if (kind !== 'vertex-face' && kind !== 'edge-edge') throw new InputError(`kind: expected "vertex-face" or "edge-edge", found ${JSON.stringify(kind)}`);
    const numbers = Float64Array.from([...start, ...end].flat());
    if (numbers.length !== 24) throw new InputError(`expected eight places of three numbers, found ${numbers.length} numbers`);
    return this.#core.json('features', kind === 'edge-edge' ? 1 : 0, numbers);
  }

  scene(text, { name = 'scene.toml', settings = [] } = {}) {
    const core = this.#core;
    return sceneOf(core, core.call('scene', text, name, settings.join('\n')));
  }

  #query(a, b, query, explain) {
    return encounterOf(this.#core.json('query', lineOf(a, b, query), explain));
  }
}

function lineOf(a, b, query) {
  return JSON.stringify({ a, b, ...query }, (key, value) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    if (key === 'horizon' && value === Infinity) return null;
    throw new InputError(`${key}: expected a finite number, found ${value}`);
  });
}

/** Where not even problems are told, the answer says why. */
function answerOf(core) {
  const text = core.text();
  if (!text.startsWith('{')) throw new InputError(text);
  return JSON.parse(text);
}

/** What the core has just made, or why there is none. */
function sceneOf(core, handle) {
  const { problems, scene } = answerOf(core);
  if (handle === 0) throw new SceneError(problems);
  return new Scene(core, handle, scene, problems);
}

export class Scene {
  #core;
  #handle;

  constructor(core, handle, told, problems) {
    this.#core = core;
    this.#handle = handle;
    Object.assign(this, told);
    this.until ??= Infinity;
    this.collisions ??= Infinity;
    this.notes = problems;
  }

  get text() {
    this.#core.must('scene_text', this.#alive());
    return this.#core.text();
  }

  nameOf(body) {
    this.#core.must('scene_name', this.#alive(), body);
    return this.#core.text();
  }

  tableOf(body) {
    return this.#core.json('scene_table', this.#alive(), body);
  }

  changed(body, key, numbers) {
    const values = Float64Array.from(numbers);
    return sceneOf(this.#core, this.#core.call('scene_changed', this.#alive(), body, key, values, values.length));
  }

  world() {
    const handle = this.#core.must('world', this.#alive());
    return new World(this.#core, handle, this.dimension);
  }

  load(bytes) {
    const handle = this.#core.must('world_load', this.#alive(), bytes);
    return new World(this.#core, handle, this.dimension);
  }

  free() {
    this.#core.call('scene_free', this.#alive());
    this.#handle = 0;
  }

  #alive() {
    if (this.#handle === 0) throw new InputError('this scene has been freed');
    return this.#handle;
  }
}

function numbersOf(value, count) {
  const numbers = Float64Array.from(typeof value === 'number' ? [value] : value);
  if (numbers.length !== count) throw new InputError(`expected ${count} numbers, found ${numbers.length}`);
  return numbers;
}

const kResponses = ['slide', 'bounce', 'stop', 'cross'];

/** Of `numbers_of` in the bindings. */
function moveResultOf(n, dimension) {
  const vector = (begin) => Array.from(n.subarray(begin, begin + dimension));
  const hits = [];
  for (let at = 12; at < n.length; at += 8)
    hits.push({ body: n[at], fraction: n[at + 1], normal: vector(at + 2), point: vector(at + 5) });
  const grounded = n[6] === 1;
  return {
    position: vector(0),
    carried: vector(3),
    grounded,
    ground: grounded ? n[7] : null,
    groundNormal: grounded ? vector(8) : null,
    crushed: n[11] === 1,
    hits,
  };
}

export class World {
  #core;
  #handle;

  constructor(core, handle, dimension) {
    this.#core = core;
    this.#handle = handle;
    this.dimension = dimension;
  }

  get time() {
    return this.#core.call('world_time', this.#alive());
  }

  get collisions() {
    return this.#core.call('world_collisions', this.#alive());
  }

  get events() {
    return this.#core.call('world_events', this.#alive());
  }

  get size() {
    return this.#core.call('world_size', this.#alive());
  }

  runUntil(time, { collisions = Infinity, events = Infinity } = {}) {
    return this.#core.json('world_run', this.#alive(), time, collisions, events);
  }

  advance(duration) {
    return this.#core.json('world_advance', this.#alive(), duration);
  }

  stateHash() {
    this.#core.must('world_hash', this.#alive());
    return this.#core.text();
  }

  body(id) {
    return this.#core.json('world_body', this.#alive(), id);
  }

  states(first = 0, count = this.size - first) {
    this.#core.must('world_states', this.#alive(), first, count);
    return this.#core.numbers();
  }

  state(id) {
    const n = this.states(id, 1);
    if (n[0] === 0) throw new InputError(`there is no body ${id}`);
    const vector = (begin) => Array.from(n.subarray(begin, begin + this.dimension));
    return {
      position: vector(1),
      velocity: vector(4),
      acceleration: vector(7),
      wraps: vector(10),
      orientation: Array.from(n.subarray(13, 17)),
      angularVelocity: this.dimension === 2 ? n[19] : vector(17),
    };
  }

  predictedImpacts(maxCount = Infinity) {
    this.#core.must('world_predicted', this.#alive(), maxCount);
    const numbers = this.#core.numbers();
    return Array.from({ length: numbers.length / 3 }, (_, i) => ({
      time: numbers[3 * i],
      a: numbers[3 * i + 1],
      b: numbers[3 * i + 2],
    }));
  }

  contacts() {
    this.#core.must('world_contacts', this.#alive());
    const n = this.#core.numbers();
    const vector = (begin) => Array.from(n.subarray(begin, begin + this.dimension));
    return Array.from({ length: n.length / 11 }, (_, i) => ({
      a: n[11 * i],
      b: n[11 * i + 1],
      point: vector(11 * i + 2),
      normal: vector(11 * i + 5),
      force: vector(11 * i + 8),
    }));
  }

  setVelocity(id, [x, y, z = 0]) {
    this.#core.must('world_set_velocity', this.#alive(), id, x, y, z);
  }

  setAcceleration(id, [x, y, z = 0]) {
    this.#core.must('world_set_acceleration', this.#alive(), id, x, y, z);
  }

  setSurfaceVelocity(id, [x, y, z = 0]) {
    this.#core.must('world_set_surface_velocity', this.#alive(), id, x, y, z);
  }

  setPosition(id, [x, y, z = 0]) {
    this.#core.must('world_set_position', this.#alive(), id, x, y, z);
  }

  setAngularVelocity(id, velocity) {
    this.#core.must('world_set_angular_velocity', this.#alive(), id, numbersOf(velocity, this.dimension === 2 ? 1 : 3));
  }

  setOrientation(id, orientation) {
    this.#core.must('world_set_orientation', this.#alive(), id, numbersOf(orientation, this.dimension === 2 ? 1 : 4));
  }

  move(id, [x, y, z = 0], policy = {}) {
    const { response = 'slide', up = [0, 0, 0], maxSlope = Math.PI / 4, stepHeight = 0, snapDistance = 0, skin = 0 } = policy;
    if (!kResponses.includes(response)) throw new InputError(`response: expected one of ${kResponses.join(', ')}, found ${response}`);
    const [ux, uy, uz = 0] = up;
    const numbers = Float64Array.of(kResponses.indexOf(response), ux, uy, uz, maxSlope, stepHeight, snapDistance, skin);
    this.#core.must('world_move', this.#alive(), id, x, y, z, numbers);
    return moveResultOf(this.#core.numbers(), this.dimension);
  }

  save() {
    this.#core.must('world_save', this.#alive());
    return this.#core.bytes();
  }

  watch() {
    this.#core.must('world_watch', this.#alive());
  }

  paths() {
    this.#core.must('world_paths', this.#alive());
    return this.#core.bytes();
  }

  free() {
    this.#core.call('world_free', this.#alive());
    this.#handle = 0;
  }

  #alive() {
    if (this.#handle === 0) throw new InputError('this world has been freed');
    return this.#handle;
  }
}
