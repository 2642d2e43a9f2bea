import { isObject, type JsonObject } from '../../core/json.ts';

/** The keys that lead to a value, as the service spells them. */
export type Path = readonly string[];

/** An object of an answer, and where it lies. */
export interface Layer {
  object: JsonObject;
  path: Path;
}

/** A value of an answer, where it lies, and the object that holds it. */
export interface Place {
  value: unknown;
  path: Path;
  holder: JsonObject;
}

/** Objects that say nothing by themselves: the answer may lie in them. */
const wrappers = 'data result response payload item record object';

const mostWrappers = 3;

/** The names in a table, which stand with blanks between them. */
export function namesIn(names: string): string[] {
  return names.split(/\s+/).filter((name) => name !== '');
}

/** A name of a table: a key, or the start of one, and the keys that lead on from it. */
interface Name {
  key: string;
  isStart: boolean;
  rest: string;
}

/**
 * The places of keys in an object, in the order of the names. A name is compared whole, but for
 * case and separators: `expiry_date` is also `expiryDate`. `tier.name` is a key within another,
 * and `domains_to_*` is every key that begins so.
 */
export function placesOf({ object, path }: Layer, names: string): Place[] {
  const keys = keysOf(object);
  const places: Place[] = [];
  for (const name of compiled(names)) {
    const spelled = name.isStart ? keysThatBegin(keys, name.key) : keys.get(name.key);
    // Most names of a table are in no object.
    if (spelled === undefined) continue;
    for (const key of spelled) {
      const value = object[key];
      const place = { value, path: [...path, key], holder: object };
      if (name.rest === '') places.push(place);
      else if (isObject(value))
        places.push(...placesOf({ object: value, path: place.path }, name.rest));
    }
  }
  return places;
}

/** Kept, since the names of a table are looked for in every domain of a list. */
const compiledNames = new Map<string, readonly Name[]>();

function compiled(names: string): readonly Name[] {
  const known = compiledNames.get(names);
  if (known !== undefined) return known;
  const list = namesIn(names).map((name): Name => {
    const [first = '', ...rest] = name.split('.');
    return { key: plainKey(first), isStart: first.endsWith('*'), rest: rest.join('.') };
  });
  compiledNames.set(names, list);
  return list;
}

function keysThatBegin(keys: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  return [...keys].flatMap(([key, spelled]) => (key.startsWith(start) ? spelled : []));
}

/** The values of keys in an object. */
export function valuesOf(object: JsonObject, names: string): unknown[] {
  return placesOf({ object, path: [] }, names).map(({ value }) => value);
}

/** Tells whether an object has a key that says something. */
export function has(object: JsonObject, names: string): boolean {
  return valuesOf(object, names).some((value) => value !== null && value !== '');
}

/** Spellings of the keys of an object. Kept, since an object is looked through for many names. */
const spellings = new WeakMap<JsonObject, ReadonlyMap<string, readonly string[]>>();

function keysOf(object: JsonObject): ReadonlyMap<string, readonly string[]> {
  const known = spellings.get(object);
  if (known !== undefined) return known;
  const keys = new Map<string, string[]>();
  for (const key of Object.keys(object)) {
    const plain = plainKey(key);
    keys.set(plain, [...(keys.get(plain) ?? []), key]);
  }
  spellings.set(object, keys);
  return keys;
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** The value at a path as it is spelled; undefined where there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * The object of an answer, and what it holds under at most three wrappers or as the only item of a
 * list, the outermost first.
 *
 * @param more names of further wrappers, as `domain` is for a domain
 */
export function layersOf(data: object, more: string): Layer[] {
  const names = `${wrappers} ${more}`;
  const layers: Layer[] = [];
  let open: Layer[] = objectAt(data, []);
  for (let depth = 0; depth <= mostWrappers; depth += 1) {
    layers.push(...open);
    const inner: Place[] = open.flatMap((layer) => placesOf(layer, names));
    open = inner.flatMap(({ value, path }) => objectAt(value, path));
  }
  return layers;
}

/** The object at a place, also as the only item of a list. */
export function objectAt(value: unknown, path: Path): Layer[] {
  if (isObject(value)) return [{ object: value, path }];
  const [item, ...others]: unknown[] = Array.isArray(value) ? value : [];
  return isObject(item) && others.length === 0 ? [{ object: item, path: [...path, '0'] }] : [];
}

/** The objects that lead to a place, the outermost first. */
export function holdersOf(data: object, place: Path): Layer[] {
  return place.flatMap((_, length) => {
    const path = place.slice(0, length);
    const object = valueAt(data, path);
    return isObject(object) ? [{ object, path }] : [];
  });
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function without(data: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return undefined;
  if (paths.length === 0 || typeof data !== 'object' || data === null) return data;
  const rest = Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    const kept = without(value, below);
    return kept === undefined ? [] : [[key, kept]];
  });
  if (rest.length === 0) return undefined;
  return Array.isArray(data) ? rest.map(([, value]) => value) : Object.fromEntries(rest);
}
