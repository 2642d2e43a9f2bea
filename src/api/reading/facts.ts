import { isObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import {
  layersOf,
  onlyItem,
  type Path,
  type Place,
  placesOf,
  topOf,
  valueAtPath,
  without,
} from './keys.ts';

export interface WithExtra {
  extra?: JsonObject;
}

export interface Source {
  data: object;
  envelope?: JsonObject;
  stated: StatedKeys;
}

/** By fact, the key or path that the user says holds it. */
export type StatedKeys = ReadonlyMap<string, string>;

interface Fact<Value> {
  /** Key names, one text per rank; the first rank that an object has decides, even unreadable. */
  ranks: readonly string[];
  /** Tells objects in which the names of a rank mean something else. */
  isAmbiguous?: (names: string, holder: JsonObject) => boolean;
  read: (value: unknown) => Value | null;
}

export type FactTable = Record<string, Fact<unknown>>;

export type Found<Table extends FactTable> = {
  [Name in keyof Table]: Table[Name] extends Fact<infer Value> ? Value | null : never;
};

/** Reads the facts of the one object, under the `wrappers` keys, that holds the most of them. */
export function readAnswer<Table extends FactTable>(
  source: Source,
  table: Table,
  wrappers: string,
  isMeant: (found: Found<Table>) => boolean = () => false,
) {
  const layers = layersOf(source.data, wrappers);
  const readings = layers.map((layer) => readFacts(layer, table, source));
  const meant = readings.filter(({ found }) => isMeant(found));
  const candidates = meant.length > 0 ? meant : readings;
  const { found, places, told } = candidates.reduce((one, other) =>
    other.places.size > one.places.size ? other : one,
  );
  return { places, found: { ...found, ...extraOf(source.data, told) } };
}

export function readFacts<Table extends FactTable>(layer: Place, table: Table, source: Source) {
  const found: Record<string, unknown> = {};
  const places = new Map<string, Path>();
  const told: Path[] = [];
  for (const [name, fact] of Object.entries(table)) {
    const stated = statedPlaces(layer, source, name);
    const held = stated.length > 0 ? stated : usualPlaces(layer, fact);
    const value = agreed(held, fact.read);
    found[name] = value;
    const [first] = held;
    if (first) places.set(name, first.path);
    for (const { value: sent, path } of held) {
      if (value !== null || sent === null || sent === '') told.push(path);
    }
  }
  return { found: found as Found<Table>, places, told };
}

export function extraOf(data: object, told: readonly Path[]): WithExtra {
  const rest = Object(without(data, told));
  if (Object.keys(rest).length === 0) return {};
  const { value } = onlyItem(topOf(rest));
  return { extra: isObject(value) ? value : { data: rest } };
}

/** The place of the stated key, if it is there: in the object, else from the top of the answer. */
export function statedPlaces(layer: Place, source: Source, name: string): Place[] {
  const key = source.stated.get(name);
  if (key === undefined) return [];
  for (const { value: holder, path } of [layer, topOf(source.data), topOf(source.envelope)]) {
    // A stated key is spelled as the service spells it, and may have dots of its own.
    const keys = Object.hasOwn(Object(holder), key) ? [key] : key.split('.');
    const value = valueAtPath(holder, keys);
    if (value !== undefined) return [{ value, path: [...path, ...keys] }];
  }
  return [];
}

/** Places of the surest rank that the object has; an unreadable object does not count. */
function usualPlaces(layer: Place, { ranks, isAmbiguous, read }: Fact<unknown>): Place[] {
  for (const names of ranks) {
    if (isAmbiguous?.(names, Object(layer.value))) continue;
    const held = placesOf(layer, names).filter(({ value, path }) => {
      return !isObject(value) || read(value) !== null || numbered.test(path.join('.'));
    });
    if (held.length > 0) return held;
  }
  return [];
}

/** Reads the value that all places agree on. Numbered keys, as `ns1` and `ns2`, hold one list. */
function agreed(places: readonly Place[], read: Fact<unknown>['read']): unknown {
  const lists = new Set(places.map(({ path }) => path.join('.').replace(numbered, '')));
  const values = places.map(({ value }) => value);
  if (lists.size < places.length) {
    const said = values.filter((value) => value !== null && value !== '');
    return lists.size === 1 && said.length > 0 ? read(said) : null;
  }
  const [first = null, ...others] = values.map(read);
  const isShared = others.every((other) => toTextOrJson(other) === toTextOrJson(first));
  return isShared ? first : null;
}

const numbered = /[\W_]?\d+$/;
