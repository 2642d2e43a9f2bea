import { isObject } from '../../core/json.ts';

export type Path = readonly string[];

export interface Place {
  value: unknown;
  path: Path;
}

export function namesIn(names: string): string[] {
  return names.trim().split(/\s+/);
}

/** Case and separators do not count, `tier.name` is nested, and `ns1` stands for every number. */
export function placesOf(holder: Place, names: string): Place[] {
  if (!isObject(holder.value)) return [];
  const held = placesIn(holder).map((place) => {
    const plain = lastKey(place);
    return { plain, numbered: plain.replace(/\d{1,2}$/, '1'), place };
  });
  // Loops, since this is done for some hundred names in every answer.
  const places: Place[] = [];
  for (const name of plainNames(names)) {
    for (const { plain, numbered, place } of held) {
      if (plain !== name[0] && numbered !== name[0]) continue;
      if (name.length === 1) places.push(place);
      else places.push(...placesOf(place, name.slice(1).join('.')));
    }
  }
  return places;
}

export function placesIn({ value, path }: Place): Place[] {
  const entries = Object.entries(Object(value));
  return entries.map(([key, inner]) => ({ value: inner, path: [...path, key] }));
}

/** The key that leads to the place. The top of an answer is its `data`. */
export function lastKey({ path }: Place): string {
  return plainKey(path.at(-1) ?? 'data');
}

export function valuesOf(value: unknown, names: string): unknown[] {
  return placesOf(topOf(value), names).map((place) => place.value);
}

/** A cache, since the names of a table are looked for in every domain of a list. */
const knownNames = new Map<string, readonly Path[]>();

function plainNames(names: string): readonly Path[] {
  const plain =
    knownNames.get(names) ?? namesIn(names).map((name) => name.split('.').map(plainKey));
  knownNames.set(names, plain);
  return plain;
}

export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

export function topOf(value: unknown): Place {
  return { value, path: [] };
}

export function valueAtPath(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    const holder = Object(value);
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return value;
}

/** Keys of objects that say nothing by themselves: the answer may lie in them. */
const wrappers = 'data result response payload item record object attributes properties node';

const mostWrappers = 3;

/** The data and what at most three wrappers hold, outermost first; a list of one is its item. */
export function layersOf(data: object, more: string): Place[] {
  const layers: Place[] = [];
  let open = [onlyItem(topOf(data))];
  for (let depth = 0; depth <= mostWrappers; depth += 1) {
    layers.push(...open);
    open = open.flatMap((layer) => placesOf(layer, `${wrappers} ${more}`)).map(onlyItem);
  }
  return layers;
}

export function onlyItem(place: Place): Place {
  const { value, path } = place;
  if (!Array.isArray(value) || value.length !== 1) return place;
  return { value: value[0], path: [...path, '0'] };
}

export function holdersOf(data: object, place: Path): Place[] {
  return place.map((_, length) => {
    const path = place.slice(0, length);
    return { value: valueAtPath(data, path), path };
  });
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function without(data: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return data;
  if (data === null || paths.some((path) => path.length === 0)) return undefined;
  if (typeof data !== 'object') return data;
  const rest = new Map<string, unknown>();
  for (const [key, value] of Object.entries(data)) {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    const kept = without(value, below);
    if (kept !== undefined) rest.set(key, kept);
  }
  if (rest.size === 0) return undefined;
  return Array.isArray(data) ? [...rest.values()] : Object.fromEntries(rest);
}
