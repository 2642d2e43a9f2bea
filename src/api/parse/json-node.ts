import { isObject } from '../../core/json.ts';

export type JsonPath = readonly string[];

export interface JsonNode {
  value: unknown;
  path: JsonPath;
}

export function splitNames(names: string): string[] {
  return names.trim().split(/\s+/);
}

/** Case and separators do not count, `tier.name` is nested, and `ns1` stands for every number. */
export function findKeys(node: JsonNode, keys: string): JsonNode[] {
  if (!isObject(node.value)) return [];
  const children = getChildren(node).map((child) => {
    const key = getNormalizedKey(child);
    return { key, numberedKey: key.replace(/\d{1,2}$/, '1'), child };
  });
  // Loops, since this is done for some hundred names in every answer.
  const matches: JsonNode[] = [];
  for (const keyPath of parseKeyPaths(keys)) {
    for (const { key, numberedKey, child } of children) {
      if (key !== keyPath[0] && numberedKey !== keyPath[0]) continue;
      if (keyPath.length === 1) matches.push(child);
      else matches.push(...findKeys(child, keyPath.slice(1).join('.')));
    }
  }
  return matches;
}

export function getChildren({ value, path }: JsonNode): JsonNode[] {
  const entries = Object.entries(Object(value));
  return entries.map(([key, child]) => ({ value: child, path: [...path, key] }));
}

/** The key that leads to the place. The top of an answer is its `data`. */
export function getNormalizedKey({ path }: JsonNode): string {
  return normalizeKey(path.at(-1) ?? 'data');
}

export function findValues(value: unknown, keys: string): unknown[] {
  return findKeys(toRootNode(value), keys).map((node) => node.value);
}

/** A cache, since the names of a table are looked for in every domain of a list. */
const keyPathCache = new Map<string, readonly JsonPath[]>();

function parseKeyPaths(keys: string): readonly JsonPath[] {
  const keyPaths =
    keyPathCache.get(keys) ?? splitNames(keys).map((key) => key.split('.').map(normalizeKey));
  keyPathCache.set(keys, keyPaths);
  return keyPaths;
}

export function normalizeKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

export function toRootNode(value: unknown): JsonNode {
  return { value, path: [] };
}

export function getAtPath(data: unknown, path: JsonPath): unknown {
  let value = data;
  for (const key of path) {
    const holder = Object(value);
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return value;
}

/** Keys of objects that say nothing by themselves: the answer may lie in them. */
const wrapperKeys = 'data result response payload item record object attributes properties node';

const maxWrapperDepth = 3;

/** The data and what at most three wrappers hold, outermost first; a list of one is its item. */
export function unwrap(data: object, extraKeys: string): JsonNode[] {
  const layers: JsonNode[] = [];
  let frontier = [unwrapSingleItem(toRootNode(data))];
  for (let depth = 0; depth <= maxWrapperDepth; depth += 1) {
    layers.push(...frontier);
    frontier = frontier
      .flatMap((node) => findKeys(node, `${wrapperKeys} ${extraKeys}`))
      .map(unwrapSingleItem);
  }
  return layers;
}

export function unwrapSingleItem(node: JsonNode): JsonNode {
  const { value, path } = node;
  if (!Array.isArray(value) || value.length !== 1) return node;
  return { value: value[0], path: [...path, '0'] };
}

export function getAncestors(data: object, fullPath: JsonPath): JsonNode[] {
  return fullPath.map((_, length) => {
    const path = fullPath.slice(0, length);
    return { value: getAtPath(data, path), path };
  });
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function omitPaths(data: unknown, paths: readonly JsonPath[]): unknown {
  if (paths.length === 0) return data;
  if (data === null || paths.some((path) => path.length === 0)) return undefined;
  if (typeof data !== 'object') return data;
  const rest = new Map<string, unknown>();
  for (const [key, value] of Object.entries(data)) {
    const subpaths = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    const remaining = omitPaths(value, subpaths);
    if (remaining !== undefined) rest.set(key, remaining);
  }
  if (rest.size === 0) return undefined;
  return Array.isArray(data) ? [...rest.values()] : Object.fromEntries(rest);
}
