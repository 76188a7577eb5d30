// Reads paths.bin, which docs/formats/paths.md describes. Everything in it is checked before it is believed.
import { DamagedReport, expect } from './damage';
import { asObject, countIn, numberIn, objectIn, stringsIn, vectorIn, type Json } from './json';
import { leftOut } from './left_out';
import { readRawSections, readSections, type Sections } from './sections';
import { readShape, readSolid } from './shapes';
import { readSpins } from './spins';
import type {
  Bodies,
  Frames,
  Impacts,
  Knots,
  Obstacle,
  Run,
  Side,
  Solid,
  Space,
  Starts,
  Units,
} from './types';
import { kKinematic, kNobody, kSensor } from './types';

/** What paths.bin knows of a run. */
export type Paths = Omit<
  Run,
  'summary' | 'sceneText' | 'observables' | 'speedHistogram' | 'radialDistribution' | 'contacts'
>;

const kMagic = 'FHPATHS1';

/** Throws DamagedReport. */
export async function readPaths(bytes: Uint8Array): Promise<Paths> {
  const header = parseHeader(bytes);
  return pathsOf(header, await readSections(header, bytes));
}

/** The same, at once, of paths that are not packed. */
export function readRawPaths(bytes: Uint8Array): Paths {
  const header = parseHeader(bytes);
  return pathsOf(header, readRawSections(header, bytes));
}

function pathsOf(header: Json, sections: Sections): Paths {
  const dimension = numberIn(header, 'dimension');
  expect(dimension === 2 || dimension === 3, `paths: dimension: expected 2 or 3, found ${dimension}.`);
  const begin = numberIn(header, 'begin');
  const origin = vectorIn(header, 'origin', dimension);
  const shapes = readShapes(header, dimension);
  const bodies = readBodies(header, sections, shapes.length);
  const obstacles = readObstacles(header, origin);
  const sideNames = stringsIn(header, 'side_names');
  const knots = readKnots(sections, bodies.count, dimension);
  const impacts = readImpacts(
    header,
    sections,
    dimension,
    bodies.count + obstacles.length + sideNames.length,
  );
  const frames = readFrames(header, sections, bodies.count, dimension);
  const paths = {
    dimension: dimension as 2 | 3,
    units: readUnits(header),
    begin,
    end: numberIn(header, 'end') - begin,
    pathsEnd: numberIn(header, 'paths_end') - begin,
    origin,
    space: readSpace(header, origin),
    gravity: 'gravity' in header ? vectorIn(header, 'gravity', dimension) : null,
    bodies,
    shapes,
    obstacles,
    sideNames,
    impacts,
    frameTimes: times(sections, 'frame_time', frames.count),
    materials: stringsIn(header, 'materials'),
    starts: readStarts(sections, bodies.count * dimension),
    knots,
    spins: readSpins(header, sections, bodies.count, knots.count, dimension),
    frames,
  };
  expect(paths.end >= 0, `paths: end: expected a time after the begin, found ${paths.end} later.`);
  return { ...paths, leftOut: leftOut(paths) };
}

// --- The header

function parseHeader(bytes: Uint8Array): Json {
  const magic = String.fromCharCode(...bytes.subarray(0, kMagic.length));
  expect(magic === kMagic, `paths: expected a file that begins with ${kMagic}, found "${magic}".`);
  expect(bytes.length >= 12, 'paths: cut off within the first 12 bytes.');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  expect(
    12 + length <= bytes.length,
    `paths: cut off within the header: ${bytes.length} of ${12 + length} bytes.`,
  );
  try {
    return asObject(JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length))), 'header');
  } catch (error) {
    if (error instanceof DamagedReport) throw error;
    throw new DamagedReport(`paths: the header cannot be read: ${(error as Error).message}.`);
  }
}

function readUnits(header: Json): Units {
  const units = objectIn(header, 'units');
  return { length: numberIn(units, 'length'), time: numberIn(units, 'time'), mass: numberIn(units, 'mass') };
}

function readSpace(header: Json, origin: number[]): Space {
  const space = objectIn(header, 'space');
  const less = (key: string) => vectorIn(space, key, origin.length).map((x, i) => x - (origin[i] as number));
  const sides = stringsIn(space, 'sides');
  const known =
    sides.length === origin.length && sides.every((side) => ['periodic', 'wall', 'open'].includes(side));
  expect(known, `paths: sides: expected periodic, wall or open per axis, found ${sides.join(', ')}.`);
  return { min: less('min'), max: less('max'), sides: sides as Side[] };
}

function readObstacles(header: Json, origin: number[]): Obstacle[] {
  const list = header['obstacles'];
  expect(Array.isArray(list), 'paths: obstacles: expected a list.');
  return list.map((entry, index) => {
    const where = `obstacles[${index}]`;
    const obstacle = asObject(entry, where);
    const { color, sensor } = obstacle;
    const place = vectorIn(obstacle, 'position', origin.length, `${where}.position`);
    return {
      name: String(obstacle['name']),
      color: typeof color === 'number' ? color : null,
      ...readShape(obstacle['shape'], origin.length, `${where}.shape`),
      position: place.map((x, i) => x - (origin[i] as number)),
      sensor: sensor === true,
      oneWay: 'one_way' in obstacle ? vectorIn(obstacle, 'one_way', origin.length, `${where}.one_way`) : null,
    };
  });
}

function readShapes(header: Json, dimension: number): Solid[] {
  const list = header['shapes'] ?? [];
  expect(Array.isArray(list), `paths: shapes: expected a list, found ${JSON.stringify(list)}.`);
  return list.map((each, index) => readSolid(each, dimension, `shapes[${index}]`));
}

// --- The sections

function readBodies(header: Json, sections: Sections, shapes: number): Bodies {
  const bodies = objectIn(header, 'bodies');
  const count = countIn(bodies, 'shown');
  return {
    count,
    total: countIn(bodies, 'total'),
    id: sections.take('body_id', 'u32', count),
    names: readNames(bodies, count),
    radius: sections.take('body_radius', 'f32', count),
    mass: sections.take('body_mass', 'f32', count),
    material: sections.take('body_material', 'u16', count),
    color: sections.take('body_color', 'u32', count),
    shape: sections.has('body_shape') ? indices(sections, 'body_shape', count, shapes) : null,
    kind: sections.has('body_kind') ? readKinds(sections, count) : null,
  };
}

/** `names`: {"3": "cue"}, by index among the bodies shown; absent where the scene names none. */
function readNames(bodies: Json, count: number): Map<number, string> {
  const names = new Map<number, string>();
  if (bodies['names'] === undefined) return names;
  for (const [key, name] of Object.entries(objectIn(bodies, 'names'))) {
    const known = /^\d+$/.test(key) && Number(key) < count && typeof name === 'string';
    expect(known, `paths: names: expected a name by an index below ${count}, found "${key}".`);
    names.set(Number(key), name as string);
  }
  return names;
}

function readKinds(sections: Sections, count: number): Uint8Array {
  const kind = sections.take('body_kind', 'u8', count);
  const unknown = kind.find((each) => (each & ~(kKinematic | kSensor)) !== 0);
  expect(unknown === undefined, `paths: body_kind: expected 0 to 3, found ${unknown}.`);
  return kind;
}

function readStarts(sections: Sections, numbers: number): Starts {
  return {
    position: sections.take('start_position', 'f32', numbers),
    velocity: sections.take('start_velocity', 'f32', numbers),
    acceleration: sections.has('start_acceleration')
      ? sections.take('start_acceleration', 'f32', numbers)
      : null,
  };
}

function times(sections: Sections, name: string, count: number): Float64Array {
  const time = sections.take(name, 'f64', count);
  for (let i = 1; i < count; i++) {
    if ((time[i] as number) >= (time[i - 1] as number)) continue;
    throw new DamagedReport(
      `paths: ${name}: expected times in order, found ${time[i]} after ${time[i - 1]}.`,
    );
  }
  return time;
}

/** Stands for no thing of a list, whatever is listed. */
const kNone = 0xffffffff;

function indices(sections: Sections, name: string, count: number, below: number): Uint32Array {
  const index = sections.take(name, 'u32', count);
  for (let i = 0; i < count; i++) {
    if ((index[i] as number) < below || index[i] === kNone) continue;
    throw new DamagedReport(`paths: ${name}: expected an index below ${below}, found ${index[i]}.`);
  }
  return index;
}

function readKnots(sections: Sections, bodies: number, dimension: number): Knots {
  const count = sections.length('knot_time');
  const body = indices(sections, 'knot_body', count, bodies);
  expect(!body.includes(kNobody), 'paths: knot_body: expected a body that is shown.');
  const accelerated = sections.has('knot_acceleration');
  return {
    count,
    body,
    time: times(sections, 'knot_time', count),
    position: sections.take('knot_position', 'f32', count * dimension),
    velocity: sections.take('knot_velocity', 'f32', count * dimension),
    acceleration: accelerated ? sections.take('knot_acceleration', 'f32', count * dimension) : null,
  };
}

function readImpacts(header: Json, sections: Sections, dimension: number, things: number): Impacts {
  const count = sections.length('impact_time');
  return {
    count,
    total: countIn(objectIn(header, 'collisions'), 'total'),
    number: sections.has('impact_index') ? sections.take('impact_index', 'u32', count) : null,
    time: times(sections, 'impact_time', count),
    a: indices(sections, 'impact_a', count, things),
    b: indices(sections, 'impact_b', count, things),
    point: sections.take('impact_point', 'f32', count * dimension),
    normal: sections.take('impact_normal', 'f32', count * dimension),
  };
}

function readFrames(header: Json, sections: Sections, bodies: number, dimension: number): Frames {
  const told = objectIn(header, 'frames');
  const count = countIn(told, 'count');
  const samples = countIn(told, 'samples');
  const none = new Array<number>(dimension).fill(0);
  if (count === 0) {
    const position = new Uint16Array(0);
    return {
      count,
      samples,
      position,
      speed: new Uint8Array(0),
      origin: none,
      quantum: none,
      steps: none,
      speedScale: 0,
    };
  }
  const steps = vectorIn(header, 'frame_steps', dimension);
  const powers = steps.every((step) => step >= 1 && step <= 65536 && Number.isInteger(Math.log2(step)));
  expect(powers, `paths: frame_steps: expected powers of two up to 65536, found ${steps.join(', ')}.`);
  return {
    count,
    samples,
    position: sumFrames(sections.take('frame_position', 'u8', 2 * count * bodies * dimension), count, steps),
    speed: sections.take('frame_speed', 'u8', count * bodies),
    origin: vectorIn(header, 'frame_origin', dimension),
    quantum: vectorIn(header, 'frame_quantum', dimension),
    steps,
    speedScale: numberIn(header, 'speed_scale'),
  };
}

/** The stored zigzag differences, low bytes then high bytes of each frame, summed to places. They overwrite
 *  the planes: a large run's are a hundred megabytes. */
function sumFrames(planes: Uint8Array, count: number, steps: number[]): Uint16Array {
  const even = planes.byteOffset % 2 === 0 ? planes : planes.slice();
  const places = new Uint16Array(even.buffer as ArrayBuffer, even.byteOffset, even.length / 2);
  const numbers = places.length / count;
  const dimension = steps.length;
  const sum = new Uint16Array(numbers);
  const masks = Uint16Array.from({ length: dimension }, (_, axis) => (steps[axis] as number) - 1);
  for (let frame = 0; frame < count; frame++) {
    const low = 2 * frame * numbers;
    for (let i = 0; i < numbers; i++) {
      const z = (even[low + i] as number) | ((even[low + numbers + i] as number) << 8);
      sum[i] = (sum[i] as number) + ((z >> 1) ^ -(z & 1));
    }
    const start = frame * numbers;
    for (let i = 0, axis = 0; i < numbers; i++) {
      places[start + i] = (sum[i] as number) & (masks[axis] as number);
      if (++axis === dimension) axis = 0;
    }
  }
  return places;
}
