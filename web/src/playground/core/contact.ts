// What first_hit says of two that will meet next, as they are now: the numbers that the page shows.
import type { Encounter, Moving, Shape, World } from '../../../../wasm/package/index.js';
import type { Foreseen, Session } from './session';

export interface Contact {
  /** Index among the run's impacts. */
  impact: number;
  /** What the two are called. */
  a: string;
  b: string;
  /** [T] Since the scene's start: when they meet. */
  time: number;
  /** Of the two as they are now, if that is a question that first_hit takes; its delay is from now. */
  encounter: Encounter | null;
  /** The question. */
  query: { a: Moving; b: Moving } | null;
  /** Why there is none. */
  why: string;
}

/** Relative: world and query round differently, and may be this far apart when both mean the same impact. */
const kSame = 1e-9;

export function partyName({ run, scene }: Foreseen, party: number): string {
  const { count, id } = run.bodies;
  if (party < count) return scene.nameOf(id[party]);
  if (party < count + run.obstacles.length) return run.obstacles[party - count].name;
  return run.sideNames[party - count - run.obstacles.length] ?? 'somebody';
}

/** The side of the box as the half-space that it is. */
function sideOf({ scene }: Foreseen, side: number): Moving {
  const axis = side >> 1;
  const upper = (side & 1) === 1;
  const normal = Array.from({ length: scene.dimension }, (_, k) => (k === axis ? (upper ? -1 : 1) : 0));
  const offset = upper ? -scene.max[axis] : scene.min[axis];
  return { half_space: { normal, offset }, position: normal.map(() => 0) };
}

function isTurned(orientation: readonly number[]): boolean {
  return orientation.slice(1).some((each) => each !== 0);
}

/** A body as a query has it; or why there is none. */
function movingOf(world: World, id: number): Moving | string {
  const { shape, spins } = world.body(id);
  if ('container' in shape) return 'it is inside a container';
  const round = 'ball' in shape || 'point' in shape;
  const { position, velocity, acceleration, orientation } = world.state(id);
  if (!round && (spins || isTurned(orientation))) return 'it turns';
  const falls = acceleration.some((each) => each !== 0);
  return { ...(shape as Shape), position, velocity, ...(falls ? { acceleration } : {}) } as Moving;
}

function thingOf(of: Foreseen, world: World, party: number): Moving | string {
  const { count, id } = of.run.bodies;
  if (party < count) return movingOf(world, id[party]);
  const obstacle = party - count;
  if (obstacle < of.run.obstacles.length) return movingOf(world, of.scene.moving + obstacle);
  return sideOf(of, obstacle - of.run.obstacles.length);
}

/** The images of b that a may meet: in a box that repeats, those around. */
function imagesOf({ scene }: Foreseen, b: Moving): Moving[] {
  let images = [b];
  scene.sides.forEach((side, axis) => {
    if (side !== 'periodic') return;
    const length = scene.max[axis] - scene.min[axis];
    const moved = (by: number): Moving[] =>
      images.map((image) => ({ ...image, position: image.position?.map((x, k) => (k === axis ? x + by : x)) }) as Moving);
    images = [...images, ...moved(length), ...moved(-length)];
  });
  return images;
}

/** `now` [T]: the time of the scene from which the two are looked at. */
export function contactOf(session: Session, of: Foreseen, impact: number, now: number): Contact {
  const { run } = of;
  const { begin, units } = run;
  const time = (begin + run.impacts.time[impact]) * units.time;
  const [a, b] = [run.impacts.a[impact], run.impacts.b[impact]];
  const contact: Contact = {
    impact,
    a: partyName(of, a),
    b: partyName(of, b),
    time,
    encounter: null,
    query: null,
    why: '',
  };
  const world = session.worldAt(of, now);
  const [thingA, thingB] = [thingOf(of, world, a), thingOf(of, world, b)];
  if (typeof thingA === 'string') return { ...contact, why: thingA };
  if (typeof thingB === 'string') return { ...contact, why: thingB };
  for (const image of imagesOf(of, thingB)) {
    const encounter = session.core.firstHit(thingA, image);
    if (encounter.outcome !== 'impact' && encounter.outcome !== 'overlap') continue;
    if (contact.encounter && contact.encounter.delay <= encounter.delay) continue;
    Object.assign(contact, { encounter, query: { a: thingA, b: image } });
  }
  const delay = contact.encounter?.delay ?? Infinity;
  if (Math.abs(now + delay - time) <= kSame * Math.max(Math.abs(time), delay, Number.MIN_VALUE)) return contact;
  return { ...contact, encounter: null, query: null, why: 'something else happens to one of them before' };
}
