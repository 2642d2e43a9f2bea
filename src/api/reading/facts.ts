import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import {
  layersOf,
  onlyItem,
  type Path,
  type Place,
  placesOf,
  topOf,
  valueAt,
  without,
} from './keys.ts';

/** The data of an answer, the envelope around them, and the keys that the user states. */
export interface Source {
  data: object;
  envelope?: JsonObject;
  stated: StatedKeys;
}

/** The keys or paths that the user says hold some facts. */
export type StatedKeys = ReadonlyMap<string, string>;

/** What the service may call a fact, and how its value is read. */
export interface Fact<Value> {
  /**
   * Names of the key, a rank a text. Those of a rank mean the same; the first rank that an object
   * has decides, also where it cannot be read.
   */
  ranks: readonly string[];
  /** Keys beside which all ranks but the first mean something else. */
  firstOnlyBeside?: RegExp;
  /** Null for a value that cannot be read. */
  read: (value: unknown) => Value | null;
}

/** The facts of a thing, by their own names. */
export type FactTable = Record<string, Fact<unknown>>;

export type Found<Table extends FactTable> = {
  [Name in keyof Table]: Table[Name] extends Fact<infer Value> ? Value | null : never;
};

export interface Reading<Table extends FactTable> {
  found: Found<Table>;
  /** Where each fact lies that the answer holds, whether or not it can be read. */
  places: ReadonlyMap<string, Path>;
  /** What was read, so that it is no extra. */
  told: readonly Path[];
}

/**
 * Reads the facts of that object of an answer which holds the most of them, and of no other.
 *
 * @param wrappers names of the keys that such an object lies under
 * @param isMeant tells the object by what was found in it
 */
export function readAnswer<Table extends FactTable>(
  source: Source,
  table: Table,
  wrappers: string,
  isMeant: (found: Found<Table>) => boolean = () => false,
): Reading<Table> & { extra: JsonObject } {
  const layers = layersOf(source.data, wrappers);
  const readings = layers.map((layer) => readFacts(layer, table, source));
  const meant = readings.filter(({ found }) => isMeant(found));
  const candidates = meant.length > 0 ? meant : readings;
  const best = candidates.reduce((one, other) =>
    other.places.size > one.places.size ? other : one,
  );
  return { ...best, extra: extraOf(source.data, best.told) };
}

/** Reads the facts of one object. */
export function readFacts<Table extends FactTable>(
  layer: Place,
  table: Table,
  source: Source,
): Reading<Table> {
  const found: Record<string, unknown> = {};
  const places = new Map<string, Path>();
  const told: Path[] = [];
  for (const [name, fact] of Object.entries(table)) {
    const stated = statedPlace(layer, source, name);
    const held = stated === undefined ? usualPlaces(layer, fact) : [stated];
    const value = agreed(held.map((place) => fact.read(place.value)));
    found[name] = value;
    const [first] = held;
    if (first !== undefined) places.set(name, first.path);
    for (const { value: sent, path } of held) {
      if (value !== null || sent === null || sent === '') told.push(path);
    }
  }
  return { found: found as Found<Table>, places, told };
}

/** What the answer holds beyond the facts that were read from it. */
export function extraOf(data: object, told: readonly Path[]): JsonObject {
  const rest = without(data, told) ?? {};
  const { value } = onlyItem(topOf(rest));
  return isObject(value) ? value : { data: rest };
}

/** The place that the user states, in the object or else from the top of the answer. */
export function statedPlace(layer: Place, source: Source, name: string): Place | undefined {
  const key = source.stated.get(name);
  if (key === undefined) return undefined;
  for (const { value: holder, path } of [layer, topOf(source.data), topOf(source.envelope)]) {
    // A stated key is spelled as the service spells it, and may have dots of its own.
    const keys = Object.hasOwn(Object(holder), key) ? [key] : key.split('.');
    const value = valueAt(holder, keys);
    if (value !== undefined) return { value, path: [...path, ...keys] };
  }
  return undefined;
}

/** The places of the surest rank that an object has. An object that cannot be read is none. */
function usualPlaces(layer: Place, { ranks, firstOnlyBeside, read }: Fact<unknown>): Place[] {
  const keys = Object.keys(Object(layer.value));
  const isFirstOnly = keys.some((key) => firstOnlyBeside?.test(key));
  const sure = isFirstOnly ? ranks.slice(0, 1) : ranks;
  for (const names of sure) {
    const places = placesOf(layer, names);
    const held = places.filter(({ value }) => !isObject(value) || read(value) !== null);
    if (held.length > 0) return held;
  }
  return [];
}

/** The value that all readings share. */
function agreed(values: readonly unknown[]): unknown {
  const [first = null] = values;
  const isShared = values.every((value) => jsonText(value) === jsonText(first));
  if (!isShared) return null;
  return first;
}
