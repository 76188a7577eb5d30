// The shapes of bodies and obstacles, named and measured as docs/formats/query.md has them.
import { expect } from './damage';
import { asObject, numberIn, vectorIn, vectorsIn, type Json } from './json';
import type { Shape, Solid } from './types';

/** Reads what is inside of the braces of a shape; `where` names them. */
type Reader = (shape: Json, dimension: number, where: string) => Solid;

const kSolids: Record<string, Reader> = {
  box: (shape, dimension, where) => {
    const axes = Array.from({ length: dimension }, (_, i) => unit(i, dimension));
    return boxOf('box', halfExtents(shape, dimension, where), axes);
  },
  oriented_box: (shape, dimension, where) => {
    const axes = vectorsIn(shape, 'axes', dimension, [dimension, dimension], `${where}.axes`);
    return boxOf('oriented_box', halfExtents(shape, dimension, where), axes);
  },
  segment: (shape, dimension, where) => ({
    name: 'segment',
    vertices: ends(shape, dimension, where),
    radius: 0,
  }),
  capsule: (shape, dimension, where) => ({
    name: 'capsule',
    vertices: ends(shape, dimension, where),
    radius: length(shape, 'radius', where),
  }),
  hull: (shape, dimension, where) => ({
    name: 'hull',
    vertices: vectorsIn(shape, 'vertices', dimension, [1, Infinity], `${where}.vertices`),
    radius: 'radius' in shape ? length(shape, 'radius', where) : 0,
  }),
  polygon: (shape, dimension, where) => {
    expect(dimension === 2, `paths: ${where}: a polygon is of two dimensions.`);
    const vertices = vectorsIn(shape, 'vertices', 2, [3, Infinity], `${where}.vertices`);
    return { name: 'polygon', vertices, radius: 0 };
  },
  triangle: (shape, dimension, where) => {
    expect(dimension === 3, `paths: ${where}: a triangle is of three dimensions.`);
    return {
      name: 'triangle',
      vertices: vectorsIn(shape, 'vertices', 3, [3, 3], `${where}.vertices`),
      radius: 0,
    };
  },
};

/** Checks what only obstacles are, and balls: they are drawn from these very numbers. */
const kOthers: Record<string, (shape: Json, dimension: number, where: string) => void> = {
  point: () => {},
  ball: (shape, _dimension, where) => void length(shape, 'radius', where),
  container: (shape, _dimension, where) => void length(shape, 'radius', where),
  half_space: (shape, dimension, where) => {
    vectorIn(shape, 'normal', dimension, `${where}.normal`);
    numberIn(shape, 'offset', `${where}.offset`);
  },
  arc: (shape, _dimension, where) => {
    length(shape, 'radius', where);
    for (const key of ['from', 'to']) numberIn(shape, key, `${where}.${key}`);
  },
};

/** A shape of a body that is no ball. Throws DamagedReport, as do the others. */
export function readSolid(value: unknown, dimension: number, where: string): Solid {
  const [name, inside] = named(value, where);
  const read = kSolids[name];
  expect(read !== undefined, `paths: ${where}: unknown shape ${JSON.stringify(name)}.`);
  return read(inside, dimension, `${where}.${name}`);
}

/** An obstacle's: with its core if it has one. */
export function readShape(
  value: unknown,
  dimension: number,
  where: string,
): { shape: Shape; solid: Solid | null } {
  const [name, inside] = named(value, where);
  const shape = value as Shape;
  const check = kOthers[name];
  if (check === undefined) return { shape, solid: readSolid(value, dimension, where) };
  check(inside, dimension, `${where}.${name}`);
  return { shape, solid: null };
}

function named(value: unknown, where: string): [string, Json] {
  const shape = asObject(value, where);
  const names = Object.keys(shape);
  expect(names.length === 1, `paths: ${where}: expected one shape, found ${JSON.stringify(names)}.`);
  const name = names[0] as string;
  return [name, asObject(shape[name], `${where}.${name}`)];
}

function length(shape: Json, key: string, where: string): number {
  const value = numberIn(shape, key, `${where}.${key}`);
  expect(value >= 0, `paths: ${where}.${key}: expected >= 0, found ${value}.`);
  return value;
}

function ends(shape: Json, dimension: number, where: string): number[][] {
  return ['from', 'to'].map((key) => vectorIn(shape, key, dimension, `${where}.${key}`));
}

function halfExtents(shape: Json, dimension: number, where: string): number[] {
  const extents = vectorIn(shape, 'half_extents', dimension, `${where}.half_extents`);
  const fit = extents.every((each) => each >= 0);
  expect(fit, `paths: ${where}.half_extents: expected >= 0, found ${JSON.stringify(extents)}.`);
  return extents;
}

function unit(axis: number, dimension: number): number[] {
  return Array.from({ length: dimension }, (_, k) => (k === axis ? 1 : 0));
}

/** Its corners: the sums of all half extents along their axes, either way. */
function boxOf(name: string, extents: number[], axes: number[][]): Solid {
  const corners = Array.from({ length: 2 ** extents.length }, (_, corner) =>
    extents.map((_, k) =>
      extents.reduce(
        (sum, extent, i) =>
          sum + (corner & (1 << i) ? extent : -extent) * ((axes[i] as number[])[k] as number),
        0,
      ),
    ),
  );
  return { name, vertices: corners, radius: 0 };
}
