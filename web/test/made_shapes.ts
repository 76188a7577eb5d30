// Runs with a body of each shape, all of them at rest, each with a colour of its own.
import type { Made } from './made_run';

/** A colour that no other body has, and no theme. */
export const kHues = [
  0x1f5fb4, 0xd8322b, 0x2a9d4a, 0xe8b21d, 0x8a3fb0, 0x17a5a5, 0xe0670f, 0xc2408a, 0x6b8e1f, 0x4b4fd0,
];

/** An L of area 3: a square of side 2 without one of its quarters. */
export const kCorner = [
  [-1, -1],
  [1, -1],
  [1, 0],
  [0, 0],
  [0, 1],
  [-1, 1],
];

const still = [0, 0, 0];
const kTilt = [Math.cos(0.5), Math.sin(0.5)] as [number, number];

/** Bodies 0 to 6: a box, a tilted one, a capsule, a grown triangle, an L, a segment, a ball; 7 is a kinematic
 *  box, 8 a box that is a sensor, 9 a ball that is one. */
export function planeShapes(): Made {
  const [c, s] = kTilt;
  const shapes: Partial<Made['bodies'][0]>[] = [
    { shape: { box: { half_extents: [1, 0.5] } } },
    {
      shape: {
        oriented_box: {
          half_extents: [1.2, 0.4],
          axes: [
            [c, s],
            [-s, c],
          ],
        },
      },
    },
    { shape: { capsule: { from: [-0.8, -0.3], to: [0.8, 0.3], radius: 0.5 } } },
    {
      shape: {
        hull: {
          vertices: [
            [-0.7, -0.5],
            [0.7, -0.5],
            [0, 0.7],
            [0, 0],
          ],
          radius: 0.3,
        },
      },
    },
    { shape: { polygon: { vertices: kCorner } } },
    { shape: { segment: { from: [-1, -0.5], to: [1, 0.5] } } },
    { radius: 0.9 },
    { shape: { box: { half_extents: [1, 0.75] } }, kinematic: true },
    { shape: { box: { half_extents: [1, 0.75] } }, sensor: true },
    { radius: 0.9, sensor: true },
  ];
  return {
    dimension: 2,
    end: 4,
    min: [0, 0],
    max: [15, 9],
    bodies: shapes.map((body, i) => ({
      position: [1.5 + 3 * (i % 5), 6.5 - 3.5 * Math.floor(i / 5)],
      velocity: still.slice(1),
      color: kHues[i] as number,
      ...body,
    })),
    obstacles: [
      {
        name: 'plank',
        color: null,
        position: [3, 0.4],
        shape: { box: { half_extents: [1.5, 0.2] } },
        one_way: [0, 1],
      },
      {
        name: 'gate',
        color: null,
        position: [9, 0.6],
        shape: { box: { half_extents: [1, 0.4] } },
        sensor: true,
      },
    ],
    impacts: [{ time: 2, a: 0, b: 4, point: [4, 6.5], normal: [1, 0] }],
  };
}

/** Bodies 0 to 6: a box, a tilted one, a capsule, an octahedron, a grown tetrahedron, a triangle, a segment; 7
 *  is a ball, 8 a kinematic box, 9 a box that is a sensor. All are above a wide box. */
export function spaceShapes(): Made {
  const [c, s] = kTilt;
  const shapes: Partial<Made['bodies'][0]>[] = [
    { shape: { box: { half_extents: [1, 0.8, 0.6] } } },
    {
      shape: {
        oriented_box: {
          half_extents: [1, 0.5, 0.6],
          axes: [
            [c, s, 0],
            [-s, c, 0],
            [0, 0, 1],
          ],
        },
      },
    },
    { shape: { capsule: { from: [-0.5, -0.3, -0.2], to: [0.5, 0.3, 0.4], radius: 0.5 } } },
    {
      shape: {
        hull: {
          vertices: [0, 1, 2].flatMap((k) => [-1, 1].map((x) => still.map((_, i) => (i === k ? x : 0)))),
        },
      },
    },
    {
      shape: {
        hull: {
          vertices: [
            [-0.5, -0.5, -0.4],
            [0.5, -0.5, -0.4],
            [0, 0.6, -0.4],
            [0, 0, 0.6],
          ],
          radius: 0.4,
        },
      },
    },
    {
      shape: {
        triangle: {
          vertices: [
            [-0.9, -0.6, -0.5],
            [0.9, 0, 0],
            [-0.2, 0.7, 0.9],
          ],
        },
      },
    },
    { shape: { segment: { from: [-0.9, -0.5, -0.5], to: [0.9, 0.4, 0.6] } } },
    { radius: 0.9 },
    { shape: { box: { half_extents: [0.8, 0.8, 0.8] } }, kinematic: true },
    { shape: { box: { half_extents: [0.8, 0.8, 0.8] } }, sensor: true },
  ];
  return {
    dimension: 3,
    end: 4,
    min: [0, 0, 0],
    max: [16, 10, 5],
    bodies: shapes.map((body, i) => ({
      position: [2 + 3 * (i % 5), 2.5 + 5 * Math.floor(i / 5), 2.2],
      velocity: still,
      color: kHues[i] as number,
      ...body,
    })),
    obstacles: [
      {
        name: 'floor',
        color: 0x9aa5b1,
        position: [8, 5, 0.4],
        shape: { box: { half_extents: [8, 5, 0.4] } },
      },
    ],
    impacts: [{ time: 2, a: 0, b: 7, point: [4, 4, 2], normal: [1, 0, 0] }],
  };
}
