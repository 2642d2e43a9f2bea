import { absentAttributeKey } from '../../core/api-vocabulary.ts';
import { isJsonObject, type JsonObject, stringifyValue } from '../../core/json.ts';
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

/** Maps attributes to the JSON keys or dot-separated key paths that the user has configured. */
export type JsonKeyOverrides = ReadonlyMap<string, string>;

interface AttributeDefinition<Value> {
  /**
   * JSON keys, highest precedence first; each entry lists keys of equal rank, separated by spaces.
   * The first entry present in an object wins, even if its value is invalid.
   */
  keyAliases: readonly string[];
  /** If true, also searches objects such as `dates`, except for the first entry of `keyAliases`. */
  isGrouped?: true;
  /**
   * Returns true to ignore `keys` because `siblings` change their meaning: in an object with the
   * key `updated_at`, `created_at` is the creation time of a database record, not of the domain.
   * @param siblings all keys of the `parent` object, one per line
   */
  isAmbiguous?: (keys: string, siblings: string, parent: unknown) => boolean;
  /** @param path key path of the value; a key such as `do_not_renew` negates the value */
  parse: (value: unknown, path: KeyPath) => Value | null;
}

export const attributeGroupKeys = 'dates lifecycle registration settings dns';

export type AttributeSchema = Record<string, AttributeDefinition<unknown>>;

export type AttributeValues<Table extends AttributeSchema> = {
  [Name in keyof Table]: Table[Name] extends AttributeDefinition<infer Value>
    ? Value | null
    : never;
};

/**
 * Parses `data` and the objects nested under wrapper keys. Returns the attributes of the object
 * that has the most of them, but prefers objects accepted by `isPreferred`.
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
  const { attributes, consumed, ...result } = candidates.reduce((best, candidate) =>
    candidate.paths.size > best.paths.size ? candidate : best,
  );
  return { ...result, attributes: { ...attributes, ...collectExtraKeys(input.data, consumed) } };
}

export function parseAttributes<Table extends AttributeSchema>(
  node: JsonNode,
  schema: Table,
  input: ParseInput,
) {
  const attributes: Record<string, unknown> = {};
  const paths = new Map<string, KeyPath>();
  const consumed: KeyPath[] = [];
  const emptyAttributes: string[] = [];
  const unreadableAttributes: string[] = [];
  for (const [name, attribute] of Object.entries(schema)) {
    const nodes = findAttributeNodes(node, input, name, attribute);
    const value = parseIfConsistent(nodes, attribute.parse);
    attributes[name] = value;
    if (nodes[0]) paths.set(name, nodes[0].path);
    const isEmpty = ({ value: raw }: JsonNode) => raw === null || raw === '';
    const consumedNodes = value === null ? nodes.filter(isEmpty) : nodes;
    consumed.push(...consumedNodes.map(({ path }) => path));
    if (value !== null || nodes.length === 0) continue;
    const hasNoValue = nodes.every((node) => isEmpty(node) || isPlaceholder(node.value));
    (hasNoValue ? emptyAttributes : unreadableAttributes).push(name);
  }
  return {
    attributes: attributes as AttributeValues<Table>,
    paths,
    consumed,
    emptyAttributes,
    unreadableAttributes,
  };
}

/** True for words that stand for no value, such as PHP's date `0000-00-00`. */
function isPlaceholder(value: unknown) {
  return typeof value === 'string' && /^(default|none|null|0000-00-00.*)$/i.test(value.trim());
}

function findAttributeNodes(
  node: JsonNode,
  input: ParseInput,
  name: string,
  attribute: AttributeDefinition<unknown>,
) {
  const configuredNodes = findByConfiguredKey(node, input, name);
  if (configuredNodes.length > 0) return configuredNodes;
  return input.overrides.get(name) === absentAttributeKey ? [] : findAliasNodes(node, attribute);
}

export function collectExtraKeys(data: object, consumed: readonly KeyPath[]): WithExtraKeys {
  const rest = Object(omitPaths(data, consumed));
  if (Object.keys(rest).length === 0) return {};
  const { value } = unwrapSingleItemArray(toRootNode(rest));
  return { extra: isJsonObject(value) ? value : { data: rest } };
}

export function findByConfiguredKey(node: JsonNode, input: ParseInput, name: string): JsonNode[] {
  const key = input.overrides.get(name);
  if (key === undefined) return [];
  for (const { value: parent, path } of [
    node,
    toRootNode(input.data),
    toRootNode(input.envelope),
  ]) {
    // Try a key with dots as a literal key before a key path, since JSON keys may contain dots.
    const keys = Object.hasOwn(Object(parent), key) ? [key] : key.split('.');
    const value = getValueAtPath(parent, keys);
    if (value !== undefined) return [{ value, path: [...path, ...keys] }];
  }
  return [];
}

/** Treats a key as absent if its value is an object that cannot be parsed. */
function findAliasNodes(
  node: JsonNode,
  { keyAliases, isGrouped, isAmbiguous, parse }: AttributeDefinition<unknown>,
): JsonNode[] {
  const groups = isGrouped ? findNodesByKey(node, attributeGroupKeys) : [];
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

/** Unwraps Go's nullable values, such as `{"Time": "2027-01-01", "Valid": true}`. */
function unwrapNullable(value: unknown): unknown {
  const [isValid, content] = findValuesByKey(value, 'valid time string bool int64 int32');
  if (typeof isValid !== 'boolean' || content === undefined) return value;
  return isValid ? content : null;
}

/**
 * Parses numbered keys such as `ns1` and `ns2` as one list, and every other key individually.
 * @returns null if the values differ, or if numbered keys occur together with another key
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
  const isConsistent = rest.every((value) => stringifyValue(value) === stringifyValue(first));
  return isConsistent ? first : null;
}

const numericSuffix = /[\W_]?\d+$/;
