import { isObject, type JsonObject } from '../../core/json.ts';

export type Path = readonly string[];

/** A value, the keys that lead to it, and the objects and lists on the way, the outermost first. */
export interface Entry {
  path: Path;
  value: unknown;
  holders: readonly object[];
}

const deepest = 8;

/**
 * Every value of a parsed answer that is under a key or in a list, the shallow ones first.
 * @param isOpen tells what not to look into
 */
export function walk(source: object, isOpen?: (entry: Entry) => boolean): Entry[] {
  const entries: Entry[] = entriesOf(source, [], []);
  for (const entry of entries) {
    const { value, path, holders } = entry;
    const isHolder = typeof value === 'object' && value !== null && path.length < deepest;
    if (isHolder && isOpen?.(entry) !== false) entries.push(...entriesOf(value, path, holders));
  }
  return entries;
}

function entriesOf(holder: object, path: Path, above: readonly object[]): Entry[] {
  const holders = [...above, holder];
  return Object.entries(holder).map(([key, value]) => ({ path: [...path, key], value, holders }));
}

export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step);
}

export function valuesOn(value: unknown, [key, ...rest]: Path): unknown[] {
  if (key === undefined) return [value];
  const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return [value, ...valuesOn(isHolder ? Reflect.get(value, key) : undefined, rest)];
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function without(source: JsonObject, paths: readonly Path[]): JsonObject | undefined {
  const rest = Object.entries(source).flatMap(([key, value]) => {
    const below = paths.flatMap(([first, ...others]) => (first === key ? [others] : []));
    const kept = below.length === 0 ? value : remainder(value, below);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

function remainder(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return undefined;
  if (isObject(value)) return without(value, paths);
  if (!Array.isArray(value)) return value;
  const rest = without({ ...value }, paths);
  return rest && Object.values(rest);
}
