import { isObject, type JsonObject } from '../../core/json.ts';
import {
  has,
  type Layer,
  layersOf,
  objectAt,
  type Path,
  type Place,
  placesOf,
  valueAt,
  valuesOf,
  without,
} from './keys.ts';

/**
 * What the service may call a fact. The keys of one rank mean the same; the first rank that an
 * object has decides, also where it cannot be read.
 */
export interface Fact<Value> {
  ranks: readonly (string | Rank<Value>)[];
  groups?: readonly Group[];
  /** Keys of an object that stands in place of the value, the surest first. */
  parts?: string;
  read: Read<Value>;
}

/** Objects that the keys may lie in instead, as `dates` in `dates.expiry`. */
export interface Group {
  names: string;
  /** Keys that tell that the group is about something else. */
  unless?: string;
}

export interface Rank<Value> {
  names: string;
  /** Keys of which one must stand in the same object, and so for each text. */
  beside?: readonly string[];
  /** Keys beside which these mean something else. */
  unless?: string;
  /** Keys such as `ns1 ns2`, whose values are one list. */
  isSeries?: true;
  read?: Read<Value>;
}

/** Null for what is there and cannot be read, undefined for a key that means something else. */
export type Read<Value> = (value: unknown, holder: JsonObject) => Value | null | undefined;

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

/** The keys or paths that the user says hold some facts. */
export type StatedKeys = ReadonlyMap<string, string>;

interface Hit {
  path: Path;
  value: unknown;
  read: unknown;
}

/**
 * Reads the facts of that object of an answer which holds the most of them, and of no other.
 *
 * @param wrappers names of the keys that such an object lies under
 * @param tops where a stated path may begin, too: the data, and the envelope around it
 * @param isMeant tells the object by what was found in it
 */
export function readAnswer<Table extends FactTable>(
  tops: readonly object[],
  table: Table,
  wrappers: string,
  stated: StatedKeys,
  isMeant: (found: Found<Table>) => boolean = () => false,
): Reading<Table> & { extra: JsonObject } {
  const [data = {}] = tops;
  const readings = layersOf(data, wrappers).map((layer) => readFacts(layer, table, stated, tops));
  const meant = readings.filter(({ found }) => isMeant(found));
  const [best] = (meant.length > 0 ? meant : readings).sort(
    (one, other) => other.places.size - one.places.size,
  );
  const reading = best ?? readFacts({ object: {}, path: [] }, table, stated, tops);
  return { ...reading, extra: extraOf(data, reading.told) };
}

/** Reads the facts of one object. */
export function readFacts<Table extends FactTable>(
  layer: Layer,
  table: Table,
  stated: StatedKeys,
  tops: readonly object[] = [],
): Reading<Table> {
  const found: Record<string, unknown> = {};
  const places = new Map<string, Path>();
  const told: Path[] = [];
  for (const [name, fact] of Object.entries(table)) {
    const hits = statedHit(layer, fact, stated.get(name), tops) ?? hitsOf(layer, fact);
    const [first] = hits;
    const value = first !== undefined && areEqual(hits) ? first.read : null;
    found[name] = value;
    if (first !== undefined) places.set(name, first.path);
    for (const hit of hits) {
      if (value !== null || hit.value === null || hit.value === '') told.push(hit.path);
    }
  }
  return { found: found as Found<Table>, places, told };
}

/** What the answer holds beyond the facts that were read from it. */
export function extraOf(data: object, told: readonly Path[]): JsonObject {
  const rest = without(data, told) ?? {};
  return objectAt(rest, [])[0]?.object ?? { data: rest };
}

/** The place that the user states, in the object or else from the top of the answer. */
function statedHit(
  layer: Layer,
  fact: Fact<unknown>,
  key: string | undefined,
  tops: readonly object[],
): Hit[] | undefined {
  if (key === undefined) return undefined;
  const starts = [layer, ...tops.map((object) => ({ object, path: [] }))];
  const place = starts.map((start) => statedPlace(start, key)).find((one) => one !== undefined);
  if (place === undefined) return undefined;
  const hit = hitAt(place, fact, fact.read);
  return [{ ...hit, read: hit.read ?? null }];
}

/** A stated key is spelled as the service spells it, and may have dots of its own. */
function statedPlace({ object, path }: { object: object; path: Path }, stated: string) {
  const keys = Object.hasOwn(object, stated) ? [stated] : stated.split('.');
  const value = valueAt(object, keys);
  const holder = isObject(object) ? object : {};
  return value === undefined ? undefined : { value, path: [...path, ...keys], holder };
}

/** The keys of the surest rank that an object has, or else one of the groups in it. */
function hitsOf(layer: Layer, fact: Fact<unknown>): Hit[] {
  const groups = (fact.groups ?? []).flatMap((group) => groupsIn(layer, group));
  for (const one of [layer, ...groups]) {
    for (const rank of fact.ranks) {
      const hits = hitsOfRank(one, rank, fact);
      if (hits.length > 0) return hits;
    }
  }
  return [];
}

function groupsIn(layer: Layer, { names, unless = '' }: Group): Layer[] {
  return placesOf(layer, names).flatMap(({ value, path }) =>
    isObject(value) && valuesOf(value, unless).length === 0 ? [{ object: value, path }] : [],
  );
}

function hitsOfRank(layer: Layer, rank: string | Rank<unknown>, fact: Fact<unknown>): Hit[] {
  const { names, beside = [], unless = '', isSeries, read = fact.read } = asRank(rank);
  const { object } = layer;
  const meansElse = valuesOf(object, unless).length > 0;
  if (meansElse || !beside.every((other) => has(object, other))) return [];
  const places = placesOf(layer, names);
  if (isSeries && places.length > 1) {
    const list = places.map(({ value }) => value);
    return places.map((place) => ({ ...place, read: read(list, object) ?? null }));
  }
  return places.map((place) => hitAt(place, fact, read)).filter(isHit);
}

/** A value, or what is read from the surest part of an object that stands in its place. */
function hitAt(place: Place, fact: Fact<unknown>, read: Read<unknown>): Hit {
  const { value, path } = place;
  const whole = { ...place, read: read(value, place.holder) };
  if (!isObject(value) || (whole.read ?? null) !== null) return whole;
  const inner = placesOf({ object: value, path }, fact.parts ?? '');
  const hits = inner.map((part) => ({ ...part, read: fact.read(part.value, value) }));
  return hits.find((hit) => (hit.read ?? null) !== null) ?? whole;
}

/** An object that cannot be read holds something else than the fact. */
function isHit({ value, read }: Hit): boolean {
  return read !== undefined && (read !== null || !isObject(value));
}

function asRank(rank: string | Rank<unknown>): Rank<unknown> {
  return typeof rank === 'string' ? { names: rank } : rank;
}

/** Case is no difference, as between a code and its label. */
function areEqual(hits: readonly Hit[]): boolean {
  return new Set(hits.map(({ read }) => JSON.stringify(read).toLowerCase())).size === 1;
}
