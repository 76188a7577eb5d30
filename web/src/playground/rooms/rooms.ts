// Rooms to walk and to look at: the cases on which characters and bullets of others get stuck or lost.

/** A lift goes up and down between two heights [L] of its place. */
export interface Lift {
  name: string;
  low: number;
  high: number;
}

export interface Room {
  name: string;
  words: string;
  text: string;
  /** Who walks; nobody in rooms to look at. */
  hero: string | null;
  lifts: readonly Lift[];
  /** [L] Where one has come through: from this x on. */
  goal: number | null;
}

/** It is walked through, not foreseen. */
const head = (min: string, max: string): string => `format = 1
dimension = 2

[space]
min = ${min}
max = ${max}
sides = "open"

[run]
until = 0.1
`;

const fixed = (shape: string, position: readonly number[], more = ''): string => `
[[body]]
kind = "fixed"
shape = { ${shape} }
position = [${position.map((x) => x.toFixed(3)).join(', ')}]
${more}`;

const box = (x: number, y: number): string => `box = { half_extents = [${x.toFixed(3)}, ${y.toFixed(3)}] }`;

const kTile = 'color = "#8a949e"\n';

const hero = (x: number, y: number): string => `
[[body]]
name = "hero"
kind = "kinematic"
shape = { box = { half_extents = [0.3, 0.7] } }
position = [${x.toFixed(3)}, ${y.toFixed(3)}]
color = "#ee7623"
`;

const lift = (name: string, x: number, y: number, speed: number): string => `
[[body]]
name = "${name}"
kind = "kinematic"
shape = { ${box(1, 0.15)} }
position = [${x.toFixed(3)}, ${y.toFixed(3)}]
velocity = [0.0, ${speed.toFixed(3)}]
color = "#1f5fb4"
`;

/** Tiles 0.1 wide from `from` on: most do not meet to the last bit. */
function tiles(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => fixed(box(0.05, 0.25), [from + 0.1 * i, -0.25], kTile)).join('');
}

const crackRoom: Room = {
  name: 'cracks',
  words:
    'The floor is a row of tiles, a tenth wide each: most joints are not flush to the last bit. Walk to the right end. Whoever stumbles at a joint stumbles often.',
  text: `# A row of tiles to walk over: no joint holds who walks.
${head('[-1.0, -1.0]', '[13.0, 5.0]')}${hero(0, 0.7)}${tiles(-0.8, 130)}${fixed(box(0.25, 1.5), [12.5, 1.5])}`,
  hero: 'hero',
  lifts: [],
  goal: 11.8,
};

const climbRoom: Room = {
  name: 'climb',
  words:
    'Steps, a slope, platforms that one jumps onto from below, and two lifts. Get to the ledge at the upper right.',
  text: `# Steps, a slope, one-way platforms and lifts.
${head('[-1.0, -1.0]', '[21.0, 9.0]')}${hero(0, 0.7)}${lift('lift-1', 13, -0.15, 1.5)}${lift('lift-2', 18, 5.85, -1)}${fixed(box(2, 0.5), [1, -0.5], kTile)}${[1, 2, 3]
    .map((i) => fixed(box(0.5, 0.1 * i), [3 + i - 0.5, 0.1 * i - 0.2 + 0.2], kTile))
    .join('')}${fixed('hull = { vertices = [[0.0, -1.0], [3.0, -1.0], [3.0, 1.6], [0.0, 0.6]] }', [6, 0], kTile)}${fixed(box(1.5, 0.3), [10.5, 1.3], kTile)}${fixed(box(0.75, 0.1), [10.5, 3.4], 'one_way = [0.0, 1.0]\n')}${fixed(box(0.75, 0.1), [9, 5.2], 'one_way = [0.0, 1.0]\n')}${fixed(box(1, 0.2), [15.5, 5.6], kTile)}${fixed(box(0.7, 0.2), [20.2, 7.4], kTile)}`,
  hero: 'hero',
  lifts: [
    { name: 'lift-1', low: -0.15, high: 5.6 },
    { name: 'lift-2', low: 3, high: 7.3 },
  ],
  goal: 19.6,
};

const tunnelRoom: Room = {
  name: 'tunnel',
  words:
    'Bullets at a wall that has no thickness at all. Under Compare, step the same scene: at most steps they are behind the wall before anybody looks.',
  text: `# Fast balls at a wall without thickness: none goes through.
format = 1
dimension = 2

[space]
min = [0.0, 0.0]
max = [16.0, 8.0]
sides = "wall"

[run]
until = 4.0
${[1, 2, 3].map((i) => `\n[[ball]]\nname = "bullet-${i}"\nposition = [${i}.0, ${2 * i}.0]\nvelocity = [${[37, 120, 390][i - 1]}.0, 0.0]\nradius = 0.15\nmass = 1.0\n`).join('')}
[[wall]]
name = "sheet"
from = [11.0, 0.0]
to = [11.0, 8.0]
`,
  hero: null,
  lifts: [],
  goal: null,
};

const cornerRoom: Room = {
  name: 'corner',
  words:
    'Balls that meet corners exactly: one the corner of a box from the diagonal, one the joint of two boxes, one two walls at once. Each comes back as geometry says, whichever it meets first.',
  text: `# Corners, met exactly.
format = 1
dimension = 2

[space]
min = [0.0, 0.0]
max = [16.0, 8.0]
sides = "wall"

[run]
collisions = 1000

[[ball]]
name = "diagonal"
position = [2.0, 2.0]
velocity = [1.0, 1.0]
radius = 0.5
mass = 1.0

[[ball]]
name = "joint"
position = [12.0, 6.0]
velocity = [0.0, -2.0]
radius = 0.5
mass = 1.0

[[ball]]
name = "both walls"
position = [14.0, 2.0]
velocity = [1.0, -1.0]
radius = 0.5
mass = 1.0

${fixed(box(1, 1), [5, 5])}${fixed(box(1, 0.5), [11, 3.5])}${fixed(box(1, 0.5), [13, 3.5])}`.replace('"both walls"', '"both-walls"'),
  hero: null,
  lifts: [],
  goal: null,
};

export const kRooms: readonly Room[] = [crackRoom, climbRoom, tunnelRoom, cornerRoom];
