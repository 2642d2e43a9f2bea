import { noKey } from '../../core/api-vocabulary.ts';
import { isJsonObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import {
  findNodesByKey,
  findPayloads,
  findValuesByKey,
  getValueAtPath,
  type JsonNode,
  type KeyPath,
  omitPaths,
  toRootNode,
  unwrapSingleItemArray,
} from './json-node.ts';

export interface WithExtraKeys {
  extra?: JsonObject;
}

export interface ParseInput {
  data: object;
  envelope?: JsonObject;
  overrides: JsonKeyOverrides;
}

/**
 * Maps the name of an attribute, such as `expiry`, to the key or dot-separated key path that the user has
 * configured for it.
 */
export type JsonKeyOverrides = ReadonlyMap<string, string>;

interface AttributeDefinition<Value> {
  /**
   * Alternative keys in order of precedence; each entry lists keys of equal rank, separated by
   * spaces. The first entry found in the object wins, even if its value cannot be parsed. Entry 0
   * holds only the key from the API specification.
   */
  keyAliases: readonly string[];
  /** True if all keys but those of entry 0 may also be in an object under one of `groupKeys`. */
  isGrouped?: true;
  /**
   * Returns true if these aliases have another meaning in `parent`.
   * @param siblings the keys of `parent`, one a line
   */
  isAmbiguous?: (keys: string, siblings: string, parent: unknown) => boolean;
  /** @param path the value's path, whose last key may turn the meaning of the value round */
  parse: (value: unknown, path: KeyPath) => Value | null;
}

/** Keys of objects that hold some attributes of the object around them. */
export const groupKeys = 'dates lifecycle registration settings dns';

export type AttributeSchema = Record<string, AttributeDefinition<unknown>>;

export type AttributeValues<Table extends AttributeSchema> = {
  [Name in keyof Table]: Table[Name] extends AttributeDefinition<infer Value>
    ? Value | null
    : never;
};

/**
 * Extracts attributes from `data` and from the objects nested in it, and returns those of the object
 * with the most attributes. If `isPreferred` accepts some of the objects, the others are ignored.
 */
export function parseBestPayload<Table extends AttributeSchema>(
  input: ParseInput,
  schema: Table,
  wrapperKeys: string,
  isPreferred: (attributes: AttributeValues<Table>) => boolean = () => false,
) {
  const nodes = findPayloads(input.data, wrapperKeys);
  const extractions = nodes.map((node) => parseAttributes(node, schema, input));
  const preferredExtractions = extractions.filter(({ attributes }) => isPreferred(attributes));
  const candidates = preferredExtractions.length > 0 ? preferredExtractions : extractions;
  const { attributes, paths, consumed } = candidates.reduce((best, candidate) =>
    candidate.paths.size > best.paths.size ? candidate : best,
  );
  return { paths, attributes: { ...attributes, ...collectExtraKeys(input.data, consumed) } };
}

export function parseAttributes<Table extends AttributeSchema>(
  node: JsonNode,
  schema: Table,
  input: ParseInput,
) {
  const attributes: Record<string, unknown> = {};
  const paths = new Map<string, KeyPath>();
  const consumed: KeyPath[] = [];
  for (const [name, attribute] of Object.entries(schema)) {
    const overrideNodes = findByConfiguredKey(node, input, name);
    const aliases = input.overrides.get(name) === noKey ? [] : findAliasNodes(node, attribute);
    const nodes = overrideNodes.length > 0 ? overrideNodes : aliases;
    const value = parseIfConsistent(nodes, attribute.parse);
    attributes[name] = value;
    if (nodes[0]) paths.set(name, nodes[0].path);
    for (const { value: raw, path } of nodes) {
      if (value !== null || raw === null || raw === '') consumed.push(path);
    }
  }
  return { attributes: attributes as AttributeValues<Table>, paths, consumed };
}

export function collectExtraKeys(data: object, consumed: readonly KeyPath[]): WithExtraKeys {
  const rest = Object(omitPaths(data, consumed));
  if (Object.keys(rest).length === 0) return {};
  const { value } = unwrapSingleItemArray(toRootNode(rest));
  return { extra: isJsonObject(value) ? value : { data: rest } };
}

/**
 * Looks up an attribute by its user-configured key: first in the given node, then in `data`, then in the
 * envelope.
 * @returns a one-element array with the node found, or an empty array
 */
export function findByConfiguredKey(node: JsonNode, input: ParseInput, name: string): JsonNode[] {
  const key = input.overrides.get(name);
  if (key === undefined) return [];
  for (const { value: parent, path } of [
    node,
    toRootNode(input.data),
    toRootNode(input.envelope),
  ]) {
    // Try the override as a literal key first, because the service's own keys may contain dots.
    const keys = Object.hasOwn(Object(parent), key) ? [key] : key.split('.');
    const value = getValueAtPath(parent, keys);
    if (value !== undefined) return [{ value, path: [...path, ...keys] }];
  }
  return [];
}

/**
 * Finds the nodes of the first rank of aliases that is present. An alias whose value is an object
 * that cannot be parsed counts as absent.
 */
function findAliasNodes(
  node: JsonNode,
  { keyAliases, isGrouped, isAmbiguous, parse }: AttributeDefinition<unknown>,
): JsonNode[] {
  const groups = isGrouped ? findNodesByKey(node, groupKeys) : [];
  for (const [rank, keys] of keyAliases.entries()) {
    const nodes = [node, ...(rank === 0 ? [] : groups)]
      .filter(({ value }) => !isAmbiguous?.(keys, Object.keys(Object(value)).join('\n'), value))
      .flatMap((parent) => findNodesByKey(parent, keys))
      .map(({ value, path }) => ({ value: unwrapNullable(value), path }))
      .filter(
        ({ value, path }) =>
          !isJsonObject(value) || parse(value, path) !== null || numericSuffix.test(path.join('.')),
      );
    if (nodes.length > 0) return nodes;
  }
  return [];
}

/** Unwraps Go's `sql.NullTime` and similar types: `{Time, Valid}`. */
function unwrapNullable(value: unknown): unknown {
  const [isValid, content] = findValuesByKey(value, 'valid time string bool int64 int32');
  if (typeof isValid !== 'boolean' || content === undefined) return value;
  return isValid ? content : null;
}

/**
 * Parses the value that all nodes have in common. Numbered keys such as `ns1` and `ns2` are parsed
 * as a single list.
 * @returns null if the nodes have different values
 */
function parseIfConsistent(
  nodes: readonly JsonNode[],
  parse: AttributeDefinition<unknown>['parse'],
): unknown {
  const baseKeys = new Set(nodes.map(({ path }) => path.join('.').replace(numericSuffix, '')));
  if (baseKeys.size < nodes.length) {
    if (baseKeys.size > 1) return null;
    return parse(
      nodes.map(({ value }) => value),
      [],
    );
  }
  const [first = null, ...rest] = nodes.map(({ value, path }) => parse(value, path));
  const isConsistent = rest.every((value) => toTextOrJson(value) === toTextOrJson(first));
  return isConsistent ? first : null;
}

const numericSuffix = /[\W_]?\d+$/;
