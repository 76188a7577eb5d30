// Lessons: something to do, and a check that it was done.
import type { Contact } from '../core/contact';
import type { Foreseen } from '../core/session';
import { kFirst } from '../scene/scenes';
import { kRooms } from '../rooms/rooms';

/** What a check may look at. */
export interface Seen {
  foreseen: Foreseen;
  contact: Contact | null;
  /** Name of the body that is selected. */
  selected: string;
  /** [T] */
  now: number;
  /** [T] Step of the others, if they are shown; and how far [L] the worst of them is off. */
  step: number | null;
  off: number;
  /** One has come through the room. */
  through: boolean;
}

export interface Task {
  words: string;
  isDone(seen: Seen): boolean;
}

export interface Lesson {
  title: string;
  words: string;
  scene: { name: string; text: string };
  tasks: readonly Task[];
}

/** Do these two meet next, in either order? */
function meets(contact: Contact | null, a: string, b: string): boolean {
  return contact !== null && ((contact.a === a && contact.b === b) || (contact.a === b && contact.b === a));
}

const kSoon = 0.5;

const firstContact: Lesson = {
  title: 'First contact',
  words:
    'Everything here stands on one question: when do two moving things first touch? The ghosts are the answer, before anything has moved. Drag blue, or the tip of its arrow, and watch it change.',
  scene: { name: kFirst.name, text: kFirst.text },
  tasks: [
    {
      words: 'Make blue and orange miss each other: what blue meets next is a side of the box.',
      isDone: ({ contact, selected }) => selected === 'blue' && contact !== null && !meets(contact, 'blue', 'orange'),
    },
    {
      words: `Now make them meet within ${kSoon} of a unit of time.`,
      isDone: ({ contact }) =>
        meets(contact, 'blue', 'orange') && contact?.encounter != null && contact.encounter.delay < kSoon,
    },
    { words: 'Press Play, or step to the next collision, and see it happen.', isDone: ({ now }) => now > 0 },
  ],
};

/** [L], [L/T]: a wall without thickness, and a bullet that a step carries past it. */
const kBullet = { from: 1.5, wall: 9, speed: 60, radius: 0.1 };
const kBulletScene = `# A bullet and a wall without thickness.
format = 1
dimension = 2

[space]
min = [0.0, 0.0]
max = [16.0, 4.0]
sides = "wall"

[run]
until = 0.25

[[ball]]
name = "bullet"
position = [${kBullet.from}, 2.0]
velocity = [${kBullet.speed}.0, 0.0]
radius = ${kBullet.radius}
mass = 1.0

[[wall]]
name = "sheet"
from = [${kBullet.wall}.0, 0.0]
to = [${kBullet.wall}.0, 4.0]
`;

const bullets: Lesson = {
  title: 'Why steps lose bullets',
  words:
    'Most engines move everything by a step of time and then look who overlaps. Under Compare, show the stepped world, and go to the end of the time line. The bullet goes 60 a second, and the sheet is 0.2 wide to it.',
  scene: { name: 'bullet', text: kBulletScene },
  tasks: [
    {
      words: 'Show the stepped world with a step of 1/60 and more, and go on to where it is behind the sheet.',
      isDone: ({ step, off, now }) => step !== null && step > 1 / 70 && now > 0.2 && off > 1,
    },
    {
      words: 'Find a step at which it comes back from the sheet, and is nearly where it should be at the end.',
      isDone: ({ step, off, now }) => step !== null && now > 0.2 && off < 0.7,
    },
  ],
};

const cracks: Lesson = {
  title: 'Cracks between tiles',
  words:
    'A floor of tiles looks flat, but in doubles most joints are steps of 1e-17. Who asks only “do I overlap?” is stopped there. Here a character meets a joint, touches its side, and goes on: a graze is no impact.',
  scene: kRooms[0],
  tasks: [
    { words: 'Under Rooms, press Walk, and walk over all 130 tiles to the wall.', isDone: ({ through }) => through },
  ],
};

const piScene = (mass: string): string => `# Galperin's pi: count the collisions.
format = 1
dimension = 2

[space]
min = [0.0, 0.0]
max = [100.0, 4.0]
sides = ["wall", "wall"]

[run]
until = 40.0

[[body]]
name = "small"
shape = { box = { half_extents = [0.5, 0.5] } }
position = [4.0, 1.0]
mass = 1.0

[[body]]
name = "large"
shape = { box = { half_extents = [1.0, 1.0] } }
position = [9.0, 1.0]
velocity = [-1.0, 0.0]
mass = ${mass}
`;

const count = (collisions: number) => ({ foreseen }: Seen): boolean =>
  foreseen.whole && !foreseen.quick && foreseen.run.impacts.count === collisions;

const galperin: Lesson = {
  title: 'Galperin’s pi',
  words:
    'A heavy block pushes a light one against a wall. All bounces lose nothing. The number of collisions, wall and blocks together, has the digits of pi if the heavy block is 100, 10 000, … times as heavy (Galperin 2003).',
  scene: { name: 'pi', text: piScene('1.0') },
  tasks: [
    { words: 'Both of mass 1: see that there are 3 collisions.', isDone: count(3) },
    { words: 'Select the large block and give it the mass at which there are 31.', isDone: count(31) },
    { words: 'Now 314.', isDone: count(314) },
  ],
};

export const kLessons: readonly Lesson[] = [firstContact, bullets, cracks, galperin];
