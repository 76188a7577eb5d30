// The scenes that the tests look at. Every body has a hue of its own, so that it is known by its colour
// alone.
import { join } from 'node:path';

import { kSource } from './program.mjs';

export const kBreak = join(kSource, 'scenes', 'break.toml');

/** `count` colours, evenly around the circle of hues. */
function hues(count) {
  return Array.from({ length: count }, (_, k) => {
    const channel = (offset) => {
      const sextant = ((6 * k) / count + offset) % 6;
      return Math.round(40 + 200 * Math.max(0, Math.min(1, Math.abs(sextant - 3) - 1)));
    };
    return (
      '#' + [channel(0), channel(4), channel(2)].map((value) => value.toString(16).padStart(2, '0')).join('')
    );
  });
}

export const kHues = hues(18);

function gasOfHues({ dimension = 2, radius = 0.5, side, sides, collisions, every = 0.25, physics = '' }) {
  const numbers = (value) => `[${new Array(dimension).fill(value).join(', ')}]`;
  const gas = kHues.map(
    (color) => `[[gas]]
count = 1
radius = ${radius}
mass = 1.0
temperature = 1.0
color = "${color}"
`,
  );
  return `format = 1
dimension = ${dimension}
[space]
min = ${numbers('0.0')}
max = ${numbers(side.toFixed(1))}
sides = "${sides}"
${physics}
[run]
collisions = ${collisions}
sample_every = ${every}
seed = 3
${gas.join('')}`;
}

export const kGas3d = gasOfHues({ dimension: 3, radius: 0.4, side: 6, sides: 'wall', collisions: 40 });
export const kFalling2d = gasOfHues({
  side: 12,
  sides: 'wall',
  collisions: 40,
  physics: '[physics]\ngravity = [0.0, -2.0]',
});
export const kPeriodic2d = gasOfHues({ side: 9, sides: 'periodic', collisions: 60 });
/** Too many collisions to keep them all: at the end only the samples are left, fewer than a report keeps. */
export const kLong2d = gasOfHues({ side: 9, sides: 'periodic', collisions: 400_000, every: 300 });

/** Balls that turn where they are, and one that does not. */
export const kSpinning2d = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [12.0, 4.0]
[run]
until = 8.0
sample_every = 0.5
${[
  ['left', 2, '#e8b21d', 'angular_velocity = 3.0'],
  ['middle', 6, '#1b1b1b', 'angular_velocity = -0.7'],
  ['right', 10, '#d8322b', ''],
]
  .map(
    ([name, x, color, spin]) => `[[ball]]
name = "${name}"
position = [${x}.0, 2.0]
radius = 1.0
mass = 1.0
color = "${color}"
${spin}
`,
  )
  .join('')}`;

/** [L] An L around its centre of mass: a square of 1.5 without a square of 0.5. */
const kL = [
  [-0.6875, -0.6875],
  [0.8125, -0.6875],
  [0.8125, 0.3125],
  [0.3125, 0.3125],
  [0.3125, 0.8125],
  [-0.6875, 0.8125],
];

/** Bodies of several shapes, without gravity, that spin and collide. */
export const kTurning2d = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [8.0, 6.0]
[physics]
friction = 0.3
[run]
until = 8.0
sample_every = 0.5
seed = 1
${[
  ['box', '[2.0, 4.5]', '[1.0, -0.4]', 2.0, '#1f5fb4', '{ box = { half_extents = [1.0, 0.3] } }'],
  [
    'capsule',
    '[6.0, 4.5]',
    '[-1.0, -0.5]',
    -3.0,
    '#d8322b',
    '{ capsule = { from = [-0.6, 0.0], to = [0.6, 0.0], radius = 0.3 } }',
  ],
  ['line', '[2.0, 1.5]', '[0.8, 0.6]', 1.0, '#2a9d4a', '{ segment = { from = [-0.9, 0.0], to = [0.9, 0.0] } }'],
  ['corner', '[6.0, 1.5]', '[-0.9, 0.3]', 1.5, '#e8b21d', `{ polygon = { vertices = ${JSON.stringify(kL)} } }`],
]
  .map(
    ([name, position, velocity, spin, color, shape]) => `[[body]]
name = "${name}"
kind = "dynamic"
shape = ${shape}
position = ${position}
velocity = ${velocity}
angular_velocity = ${spin.toFixed(1)}
mass = 1.0
color = "${color}"
`,
  )
  .join('')}`;

/** Nothing at all: a box, and time that passes. */
export const kEmpty = `format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [4.0, 2.0]
[run]
until = 5.0
sample_every = 0.5
`;

/** A gas that nobody waits for. */
export const kEndless = `format = 1
dimension = 2
[space]
sides = "periodic"
[run]
until = 1e6
sample_every = 0.5
[[gas]]
count = 100
packing = 0.4
radius = 0.5
mass = 1.0
temperature = 1.0
`;

/** A dense fluid of so many bodies that takes so many samples. */
export function largeGas(count, samples, dimension = 2) {
  return `format = 1
dimension = ${dimension}
[space]
sides = "periodic"
[run]
until = ${(samples * 0.01).toFixed(2)}
sample_every = 0.01
[[gas]]
count = ${count}
packing = 0.4
radius = 0.5
mass = 1.0
temperature = 1.0
start = "lattice"
`;
}

/** The colours that a scene file gives its bodies, in the order of their ids. */
export function colorsIn(sceneText) {
  return [...sceneText.matchAll(/^color = "(#[0-9a-f]{6})"$/gm)].map((match) => match[1]);
}
