import { isJsonObject } from '../../core/json.ts';

export type KeyPath = readonly string[];

export interface JsonNode {
  value: unknown;
  path: KeyPath;
}

export function splitOnWhitespace(names: string): string[] {
  return names.trim().split(/\s+/);
}

/**
 * Finds the descendants of a node that have one of the space-separated keys, ignoring case and
 * separators. `a.b` finds the key `b` nested in `a`, `{a,b}_c` finds `a_c` and `b_c`, and `ns1` also
 * finds `ns2`, `ns3` and so on.
 * @returns the nodes in the order of the keys
 */
export function findNodesByKey(node: JsonNode, keys: string): JsonNode[] {
  const matches = findMatches(node, getKeyTrie(keys));
  return matches.sort((left, right) => left.position - right.position).map(({ child }) => child);
}

function findMatches(node: JsonNode, trie: KeyTrie): { position: number; child: JsonNode }[] {
  if (!isJsonObject(node.value)) return [];
  return getChildNodes(node).flatMap((child) => {
    const key = getNormalizedNodeKey(child);
    const subtrie = trie.children.get(key) ?? trie.children.get(key.replace(/\d{1,2}$/, '1'));
    if (subtrie === undefined) return [];
    const { position } = subtrie;
    const nested = findMatches(child, subtrie);
    return position === undefined ? nested : [{ position, child }, ...nested];
  });
}

/** Index of key paths by their parts: `a.b` is the child `b` of the child `a` of the root. */
interface KeyTrie {
  /** Position in the list of keys; undefined for the beginning of a longer path. */
  position?: number;
  children: Map<string, KeyTrie>;
}

/** Caches tries by their keys, because every domain in a list is searched for the same keys. */
const keyTries = new Map<string, KeyTrie>();

function getKeyTrie(keys: string): KeyTrie {
  const trie = keyTries.get(keys) ?? buildKeyTrie(expandKeyPatterns(keys));
  keyTries.set(keys, trie);
  return trie;
}

function buildKeyTrie(keyPaths: readonly string[]): KeyTrie {
  const root: KeyTrie = { children: new Map() };
  for (const [position, keyPath] of keyPaths.entries()) {
    let trie = root;
    for (const key of keyPath.split('.').map(normalizeKey)) {
      const child = trie.children.get(key) ?? { children: new Map() };
      trie.children.set(key, child);
      trie = child;
    }
    trie.position ??= position;
  }
  return root;
}

/** Expands the braces in space-separated keys, as a shell does: `a{,_at}` becomes `a a_at`. */
export function expandKeyPatterns(keys: string): string[] {
  return splitOnWhitespace(keys).flatMap(expandBraces);
}

function expandBraces(pattern: string): string[] {
  const [braces, alternatives] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined || alternatives === undefined) return [pattern];
  return alternatives.split(',').flatMap((word) => expandBraces(pattern.replace(braces, word)));
}

export function getChildNodes({ value, path }: JsonNode): JsonNode[] {
  const entries = Object.entries(Object(value));
  return entries.map(([key, child]) => ({ value: child, path: [...path, key] }));
}

/** @returns the node's own key in lower case without separators, or `data` for the root node */
export function getNormalizedNodeKey({ path }: JsonNode): string {
  return normalizeKey(path.at(-1) ?? 'data');
}

export function findValuesByKey(value: unknown, keys: string): unknown[] {
  return findNodesByKey(toRootNode(value), keys).map((node) => node.value);
}

export function normalizeKey(key: string): string {
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

/** Generic keys under which a response may nest the actual data. */
const wrapperKeys = 'data result response payload item record object attributes properties node';

const maxWrapperDepth = 3;

/**
 * Lists `data` and the objects nested in it, up to three levels deep, under `wrapperKeys` or under
 * `extraKeys`. The outermost object comes first. An array with one item is replaced by the item.
 */
export function findNestedDataNodes(data: object, extraKeys: string): JsonNode[] {
  const layers: JsonNode[] = [];
  let frontier = [unwrapSingleItemArray(toRootNode(data))];
  for (let depth = 0; depth <= maxWrapperDepth; depth += 1) {
    layers.push(...frontier);
    frontier = frontier
      .flatMap((node) => findNodesByKey(node, `${wrapperKeys} ${extraKeys}`))
      .map(unwrapSingleItemArray);
  }
  return layers;
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

/** Copies `data`, omitting the values at `paths` and any objects that become empty as a result. */
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
