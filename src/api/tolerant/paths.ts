import { isObject, type JsonObject } from '../../core/json.ts';

/** The keys that lead to a value. */
export type Path = readonly string[];

export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step);
}

/** The values on the way along some keys, the first one included. */
export function valuesOn(value: unknown, [key, ...rest]: Path): unknown[] {
  if (key === undefined) return [value];
  const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return [value, ...valuesOn(isHolder ? Reflect.get(value, key) : undefined, rest)];
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function without(source: JsonObject, paths: readonly Path[]): JsonObject | undefined {
  const rest = Object.entries(source).flatMap(([key, value]) => {
    const below = paths.filter(([first]) => first === key);
    const kept =
      below.length === 0
        ? value
        : remainder(
            value,
            below.map((path) => path.slice(1)),
          );
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
