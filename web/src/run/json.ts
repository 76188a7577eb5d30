// The values of a header of JSON. Everything is checked before it is believed: all throw DamagedReport, which
// names the value by `where`.
import { expect } from './damage';

export type Json = Record<string, unknown>;

export function asObject(value: unknown, where: string): Json {
  expect(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    `paths: ${where}: expected an object.`,
  );
  return value as Json;
}

export function objectIn(json: Json, key: string, where = key): Json {
  return asObject(json[key], where);
}

export function numberIn(json: Json, key: string, where = key): number {
  const value = json[key];
  expect(typeof value === 'number', `paths: ${where}: expected a number, found ${JSON.stringify(value)}.`);
  return value;
}

/** A whole number that memory could hold that many things of. */
export function countIn(json: Json, key: string): number {
  const value = numberIn(json, key);
  expect(
    Number.isSafeInteger(value) && value >= 0,
    `paths: ${key}: expected a whole number, found ${value}.`,
  );
  return value;
}

export function vectorIn(json: Json, key: string, dimension: number, where = key): number[] {
  return asVector(json[key], dimension, where);
}

export function asVector(value: unknown, dimension: number, where: string): number[] {
  const fits =
    Array.isArray(value) && value.length === dimension && value.every((x) => typeof x === 'number');
  expect(fits, `paths: ${where}: expected ${dimension} numbers, found ${JSON.stringify(value)}.`);
  return value as number[];
}

/** From `least` to `most` vectors. */
export function vectorsIn(
  json: Json,
  key: string,
  dimension: number,
  [least, most]: [number, number],
  where: string,
): number[][] {
  const value = json[key];
  expect(Array.isArray(value), `paths: ${where}: expected a list, found ${JSON.stringify(value)}.`);
  const wanted = least === most ? String(least) : `${least} or more`;
  expect(
    value.length >= least && value.length <= most,
    `paths: ${where}: expected ${wanted} places, found ${value.length}.`,
  );
  return value.map((each, i) => asVector(each, dimension, `${where}[${i}]`));
}

export function stringsIn(json: Json, key: string): string[] {
  const value = json[key];
  expect(Array.isArray(value), `paths: ${key}: expected a list, found ${JSON.stringify(value)}.`);
  return value.map(String);
}
