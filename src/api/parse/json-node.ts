import { isJsonObject } from '../../core/json.ts';

export type KeyPath = readonly string[];

export interface JsonNode {
  value: unknown;
  path: KeyPath;
}

export function splitOnWhitespace(names: string) {
  return names.trim().split(/\s+/);
}

/**
 * Finds children by their keys, in the order of `keys`, ignoring case and separators.
 * @param keys separated by spaces: `a.b` finds the key `b` in the object `a`, `(a|b)_c` finds `a_c`
 * and `b_c`, and `ns1` also finds `ns2`, `ns3` and so on
 */
export function findNodesByKey(node: JsonNode, keys: string): JsonNode[] {
  if (!isJsonObject(node.value)) return [];
  const children = getChildNodes(node).map((child) => {
    const key = getNormalizedLastKey(child.path);
    return { child, key, numberedKey: key.replace(/\d{1,2}$/, '1') };
  });
  return parseKeyPaths(keys).flatMap(({ first, rest }) =>
    children
      .filter(({ key, numberedKey }) => key === first || numberedKey === first)
      .flatMap(({ child }) => (rest === '' ? child : findNodesByKey(child, rest))),
  );
}

interface SplitKeyPath {
  first: string;
  rest: string;
}

/** Caches parsed keys, because the same keys are looked up in every domain of a list. */
const keyPathCache = new Map<string, SplitKeyPath[]>();

export function parseKeyPaths(keys: string) {
  const cachedPaths = keyPathCache.get(keys);
  if (cachedPaths !== undefined) return cachedPaths;
  const keyPaths = expandKeyPatterns(keys).map((keyPath) => {
    const [first = '', ...rest] = keyPath.split('.');
    return { first: normalizeKey(first), rest: rest.join('.') };
  });
  keyPathCache.set(keys, keyPaths);
  return keyPaths;
}

/** Expands alternatives in space-separated keys: `a(|_at) b` becomes `a`, `a_at` and `b`. */
export function expandKeyPatterns(keys: string) {
  return splitOnWhitespace(keys).flatMap(expandAlternatives);
}

function expandAlternatives(pattern: string): string[] {
  const [, before, words, after] = /^(.*?)\((.*?)\)(.*)$/.exec(pattern) ?? [];
  if (words === undefined) return [pattern];
  return words.split('|').flatMap((word) => expandAlternatives(`${before}${word}${after}`));
}

export function getChildNodes({ value, path }: JsonNode): JsonNode[] {
  const entries = Object.entries(Object(value));
  return entries.map(([key, child]) => ({ value: child, path: [...path, key] }));
}

export function getNormalizedLastKey(path: KeyPath) {
  return normalizeKey(path.at(-1) ?? 'data');
}

export function findValuesByKey(value: unknown, keys: string) {
  return findNodesByKey(toRootNode(value), keys).map((node) => node.value);
}

function normalizeKey(key: string) {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

export function toRootNode(value: unknown): JsonNode {
  return { value, path: [] };
}

export function getValueAtPath(data: unknown, path: KeyPath): unknown {
  let value = data;
  for (const key of path) {
    const parent = Object(value);
    value = Object.hasOwn(parent, key) ? parent[key] : undefined;
  }
  return value;
}

const wrapperKeys = 'data result response payload item record object attributes properties node';

const maxWrapperDepth = 3;

/**
 * Finds the objects that may be the payload: `data` and the objects nested under up to three
 * wrapper keys, such as `result`. Unwraps single-item arrays.
 */
export function findPayloads(data: object, extraKeys: string): JsonNode[] {
  let layer = [unwrapSingleItemArray(toRootNode(data))];
  const payloads = [...layer];
  for (let depth = 0; depth < maxWrapperDepth; depth += 1) {
    layer = layer
      .flatMap((node) => findNodesByKey(node, `${wrapperKeys} ${extraKeys}`))
      .map(unwrapSingleItemArray);
    payloads.push(...layer);
  }
  return payloads;
}

export function unwrapSingleItemArray(node: JsonNode): JsonNode {
  const { value, path } = node;
  if (!Array.isArray(value) || value.length !== 1) return node;
  return { value: value[0], path: [...path, '0'] };
}

export function getAncestorNodes(data: object, fullPath: KeyPath): JsonNode[] {
  return fullPath.map((_, length) => {
    const path = fullPath.slice(0, length);
    return { value: getValueAtPath(data, path), path };
  });
}

/** Copies `data` without the values at `paths`; also drops objects that become empty. */
export function omitPaths(data: unknown, paths: readonly KeyPath[]): unknown {
  if (paths.length === 0) return data;
  if (data === null || paths.some((path) => path.length === 0)) return undefined;
  if (typeof data !== 'object') return data;
  const rest = new Map<string, unknown>();
  for (const [key, value] of Object.entries(data)) {
    const subpaths = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    const copy = omitPaths(value, subpaths);
    if (copy !== undefined) rest.set(key, copy);
  }
  if (rest.size === 0) return undefined;
  return Array.isArray(data) ? [...rest.values()] : Object.fromEntries(rest);
}
