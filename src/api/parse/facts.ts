import { isObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import {
  findKeys,
  getAtPath,
  type JsonNode,
  type JsonPath,
  omitPaths,
  toRootNode,
  unwrap,
  unwrapSingleItem,
} from './json-node.ts';

export interface WithExtra {
  extra?: JsonObject;
}

export interface ParseInput {
  data: object;
  envelope?: JsonObject;
  overrides: KeyOverrides;
}

/** By fact, the key or path that the user says holds it. */
export type KeyOverrides = ReadonlyMap<string, string>;

interface FactDefinition<Value> {
  /** Key names, one text per rank; the first rank that an object has decides, even unreadable. */
  keyAliases: readonly string[];
  /** Tells objects in which the names of a rank mean something else. */
  isAmbiguous?: (names: string, holder: JsonObject) => boolean;
  parse: (value: unknown) => Value | null;
}

export type FactSchema = Record<string, FactDefinition<unknown>>;

export type Facts<Table extends FactSchema> = {
  [Name in keyof Table]: Table[Name] extends FactDefinition<infer Value> ? Value | null : never;
};

/** Reads the facts of the one object, under the `wrappers` keys, that holds the most of them. */
export function extractBestFacts<Table extends FactSchema>(
  input: ParseInput,
  schema: Table,
  extraKeys: string,
  isPreferred: (facts: Facts<Table>) => boolean = () => false,
) {
  const nodes = unwrap(input.data, extraKeys);
  const extractions = nodes.map((node) => extractFacts(node, schema, input));
  const preferred = extractions.filter(({ facts }) => isPreferred(facts));
  const candidates = preferred.length > 0 ? preferred : extractions;
  const { facts, paths, consumed } = candidates.reduce((best, candidate) =>
    candidate.paths.size > best.paths.size ? candidate : best,
  );
  return { paths, facts: { ...facts, ...collectExtra(input.data, consumed) } };
}

export function extractFacts<Table extends FactSchema>(
  node: JsonNode,
  schema: Table,
  input: ParseInput,
) {
  const facts: Record<string, unknown> = {};
  const paths = new Map<string, JsonPath>();
  const consumed: JsonPath[] = [];
  for (const [name, fact] of Object.entries(schema)) {
    const overrideNodes = findOverrideNodes(node, input, name);
    const nodes = overrideNodes.length > 0 ? overrideNodes : findAliasNodes(node, fact);
    const value = parseIfConsistent(nodes, fact.parse);
    facts[name] = value;
    const [first] = nodes;
    if (first) paths.set(name, first.path);
    for (const { value: raw, path } of nodes) {
      if (value !== null || raw === null || raw === '') consumed.push(path);
    }
  }
  return { facts: facts as Facts<Table>, paths, consumed };
}

export function collectExtra(data: object, consumed: readonly JsonPath[]): WithExtra {
  const rest = Object(omitPaths(data, consumed));
  if (Object.keys(rest).length === 0) return {};
  const { value } = unwrapSingleItem(toRootNode(rest));
  return { extra: isObject(value) ? value : { data: rest } };
}

/** The place of the stated key, if it is there: in the object, else from the top of the answer. */
export function findOverrideNodes(node: JsonNode, input: ParseInput, name: string): JsonNode[] {
  const key = input.overrides.get(name);
  if (key === undefined) return [];
  for (const { value: holder, path } of [
    node,
    toRootNode(input.data),
    toRootNode(input.envelope),
  ]) {
    // A stated key is spelled as the service spells it, and may have dots of its own.
    const keys = Object.hasOwn(Object(holder), key) ? [key] : key.split('.');
    const value = getAtPath(holder, keys);
    if (value !== undefined) return [{ value, path: [...path, ...keys] }];
  }
  return [];
}

/** Places of the surest rank that the object has; an unreadable object does not count. */
function findAliasNodes(
  node: JsonNode,
  { keyAliases, isAmbiguous, parse }: FactDefinition<unknown>,
): JsonNode[] {
  for (const keys of keyAliases) {
    if (isAmbiguous?.(keys, Object(node.value))) continue;
    const nodes = findKeys(node, keys).filter(({ value, path }) => {
      return !isObject(value) || parse(value) !== null || numericSuffix.test(path.join('.'));
    });
    if (nodes.length > 0) return nodes;
  }
  return [];
}

/** Reads the value that all places agree on. Numbered keys, as `ns1` and `ns2`, hold one list. */
function parseIfConsistent(
  nodes: readonly JsonNode[],
  parse: FactDefinition<unknown>['parse'],
): unknown {
  const baseKeys = new Set(nodes.map(({ path }) => path.join('.').replace(numericSuffix, '')));
  const values = nodes.map(({ value }) => value);
  if (baseKeys.size < nodes.length) {
    const present = values.filter((value) => value !== null && value !== '');
    return baseKeys.size === 1 && present.length > 0 ? parse(present) : null;
  }
  const [first = null, ...others] = values.map(parse);
  const isConsistent = others.every((other) => toTextOrJson(other) === toTextOrJson(first));
  return isConsistent ? first : null;
}

const numericSuffix = /[\W_]?\d+$/;
