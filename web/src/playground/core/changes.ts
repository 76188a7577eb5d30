// What a hand changes of a scene, as changes of its text.
import type { BodyInfo } from '../../../../wasm/package/index.js';
import type { Foreseen, Session } from './session';
import { tableOf, textOfTable, tomlNumber, tomlVector, valueOf, withoutTable, withTable, withValue, withoutValue } from '../scene/scene_text';

/** Where the text tells of a body. */
export type Origin = { table: 'ball' | 'agent' | 'body'; index: number } | null;

export function originOf(of: Foreseen, body: number): Origin {
  return of.scene.tableOf(of.run.bodies.id[body]);
}

/**
 * With another number, or vector, of a body. `alone`: nothing else of the scene depends on it, and it was told before;
 * so the core may change that number of the scene that it has.
 */
export function withNumbers(
  text: string,
  origin: Origin,
  key: string,
  numbers: readonly number[],
): { text: string; alone: boolean } {
  if (!origin) return { text, alone: false };
  const { table, index } = origin;
  const value = numbers.length === 1 ? tomlNumber(numbers[0]) : tomlVector(numbers);
  if (key === 'radius' && table === 'body') return { text: withShapeRadius(text, index, value), alone: false };
  // A mass stands for a density, which would say the same.
  const plain = key === 'mass' ? withoutValue(text, table, index, 'density') : text;
  const known = valueOf(plain, table, index, key === 'radius' ? 'mass' : key) !== null;
  return { text: withValue(plain, table, index, key, value), alone: known };
}

export function withPhysics(text: string, key: string, numbers: readonly number[]): string {
  const whole = tableOf(text, 'physics', 0) ? text : withTable(text, '[physics]');
  return withValue(whole, 'physics', 0, key, numbers.length === 1 ? tomlNumber(numbers[0]) : tomlVector(numbers));
}

/** A ball as a body of any shape has its radius in that shape. */
function withShapeRadius(text: string, index: number, value: string): string {
  const shape = valueOf(text, 'body', index, 'shape');
  if (shape === null) return text;
  return withValue(text, 'body', index, 'shape', shape.replace(/(\bradius\s*=\s*)[^\s,}]+/, `$1${value}`));
}

/** In the plane, counterclockwise. */
export function degreesOf(orientation: readonly number[]): number {
  return (2 * Math.atan2(orientation[3], orientation[0]) * 180) / Math.PI;
}

export function numberOf(text: string, origin: Origin, key: string): number | null {
  const value = origin && valueOf(text, origin.table, origin.index, key);
  return value === null || value === '' ? null : Number(value.replace(/_/g, ''));
}

/**
 * The scene as it stands at a time: every body where it then is. Those that came many at a time become tables of their
 * own, so that each can be changed.
 */
export function stoodStill(session: Session, of: Foreseen, time: number): string {
  const { run } = of;
  const world = session.worldAt(of, time);
  let text = of.text;
  const more: string[] = [];
  for (let body = 0; body < run.bodies.count; ++body) {
    const { position, velocity, orientation, angularVelocity } = world.state(run.bodies.id[body]);
    const origin = originOf(of, body);
    if (!origin) {
      more.push(ballTable(of, body, world.body(run.bodies.id[body]), position, velocity));
      continue;
    }
    if (time === 0) continue;
    const set = (key: string, numbers: readonly number[]): void => {
      text = withNumbers(text, origin, key, numbers).text;
    };
    set('position', position);
    if (velocity.some((each) => each !== 0) || valueOf(text, origin.table, origin.index, 'velocity') !== null)
      set('velocity', velocity);
    if (!run.spins?.who[body]) continue;
    set('angular_velocity', typeof angularVelocity === 'number' ? [angularVelocity] : angularVelocity);
    set('orientation', run.dimension === 2 ? [degreesOf(orientation)] : orientation);
  }
  if (more.length === 0) return text;
  text = withBox(text, of);
  for (const name of ['gas', 'balls']) while (textOfTable(text, name, 0) !== null) text = withoutTable(text, name, 0);
  return more.reduce(withTable, text);
}

/** A gas may have made the box. */
function withBox(text: string, { scene }: Foreseen): string {
  if (scene.sides.every((side) => side === 'open') || valueOf(text, 'space', 0, 'min') !== null) return text;
  const whole = tableOf(text, 'space', 0) ? text : withTable(text, '[space]');
  const low = withValue(whole, 'space', 0, 'min', tomlVector(scene.min));
  return withValue(low, 'space', 0, 'max', tomlVector(scene.max));
}

function ballTable(
  { run }: Foreseen,
  body: number,
  { shape, mass }: BodyInfo,
  position: readonly number[],
  velocity: readonly number[],
): string {
  const { bodies, units } = run;
  const radius = 'ball' in shape ? shape.ball.radius : bodies.radius[body] * units.length;
  const color = bodies.color[body] < 0x1000000 ? `color = "#${bodies.color[body].toString(16).padStart(6, '0')}"\n` : '';
  const material = run.materials[bodies.material[body]];
  return `[[ball]]
position = ${tomlVector(position)}
velocity = ${tomlVector(velocity)}
radius = ${tomlNumber(radius)}
mass = ${tomlNumber(mass)}
${material && material !== 'default' ? `material = "${material}"\n` : ''}${color}`;
}

/** A copy of a body beside it, under another name. */
export function withCopy(text: string, origin: Origin, place: readonly number[]): string {
  const table = origin && textOfTable(text, origin.table, origin.index);
  if (!origin || !table) return text;
  const name = valueOf(text, origin.table, origin.index, 'name');
  const taken = new Set([...text.matchAll(/^\s*name\s*=\s*["']([^"']*)["']/gm)].map((match) => match[1]));
  let copy = table;
  if (name !== null) {
    const stem = name.slice(1, -1).replace(/-\d+$/, '');
    let number = 2;
    while (taken.has(`${stem}-${number}`)) ++number;
    copy = withValue(copy, origin.table, 0, 'name', `"${stem}-${number}"`);
  }
  return withTable(text, withValue(copy, origin.table, 0, 'position', tomlVector(place)));
}

export function withBall(text: string, place: readonly number[], radius: number): string {
  return withTable(
    text,
    `[[ball]]\nposition = ${tomlVector(place)}\nvelocity = ${tomlVector(place.map(() => 0))}\nradius = ${tomlNumber(radius)}\nmass = 1.0`,
  );
}
