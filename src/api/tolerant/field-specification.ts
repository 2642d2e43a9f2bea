import { isObject, type JsonObject } from '../../core/json.ts';

export interface FieldPlace<Value> {
  /**
   * Matched against the key in lower case without punctuation, alone and joined with the keys above
   * it: `expiryDate` and `expiry: {date}` are `expirydate`. Several are read together as one value.
   */
  keys: RegExp | readonly RegExp[];
  /** @returns undefined for a value that cannot be read */
  read: (value: unknown) => Value | undefined;
  /** The value is spread over numbered keys (`ns1`, `ns2`), read together as a list. */
  isSeries?: true;
}

/** The likeliest place comes first. */
export type Field<Value> = readonly FieldPlace<Value>[];

type Fields = Record<string, Field<unknown>>;

export interface Specification<Asked extends Fields> {
  fields: Asked;
  /** The key of the object that is asked about: its fields go before those beside it. */
  subject: RegExp;
  /** Keys without a meaning of their own, beyond those that wrap anything. */
  wrappers: RegExp;
}

export type Found<Asked extends Fields> = {
  [Name in keyof Asked]: Asked[Name] extends Field<infer Value> ? Value | null : never;
};

export interface Reading<Asked extends Fields> {
  found: Found<Asked>;
  unrecognised: JsonObject | undefined;
}

const commonWrappers =
  /^(data|results?|response|payload|items?|records?|objects?|attributes|properties|details?|info|summary|meta|node)$/;

const deepest = 3;

interface Leaf {
  path: string[];
  names: string[];
  value: unknown;
  isOfSubject: boolean;
}

/** Reads the fields of an object of unknown shape. The first place that can be read wins. */
export function readFields<Asked extends Fields>(
  source: unknown,
  specification: Specification<Asked>,
): Reading<Asked> {
  const leaves = isObject(source) ? leavesOf(source, specification) : [];
  const used: string[][] = [];
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(specification.fields)) {
    const hit = find(leaves, field);
    found[name] = hit.value;
    used.push(...hit.paths);
  }
  return {
    found: found as Found<Asked>,
    unrecognised: isObject(source) ? without(source, used) : undefined,
  };
}

export function isKeyOf(field: Field<unknown>, key: string): boolean {
  return field.some(({ keys }) => keys instanceof RegExp && keys.test(normalized(key)));
}

export function normalized(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

interface Hit {
  value: unknown;
  paths: string[][];
}

function find(leaves: Leaf[], field: Field<unknown>): Hit {
  const silent: string[][] = [];
  for (const place of field) {
    for (const group of groupsFor(place, leaves)) {
      const values = group.map(({ value }) => value);
      const paths = group.map(({ path }) => path);
      // A null or empty text is recognised, too: it says that there is no value.
      if (values.every(isEmpty)) silent.push(...paths);
      const isOne = !place.isSeries && place.keys instanceof RegExp;
      const value = place.read(isOne ? values[0] : values);
      if (value !== undefined) return { value, paths: [...silent, ...paths] };
    }
  }
  return { value: null, paths: silent };
}

function groupsFor({ keys, isSeries }: FieldPlace<unknown>, leaves: Leaf[]): Leaf[][] {
  const matching = (pattern: RegExp) =>
    leaves.filter(({ names }) => names.some((name) => pattern.test(name)));
  if (keys instanceof RegExp) {
    const matches = matching(keys);
    if (!isSeries) return matches.map((match) => [match]);
    return matches.length > 0 ? [inOrder(matches)] : [];
  }
  const parts = keys.flatMap((pattern) => matching(pattern).slice(0, 1));
  return parts.length === keys.length ? [parts] : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function inOrder(leaves: Leaf[]): Leaf[] {
  const numberOf = ({ names: [name = ''] }: Leaf) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return leaves.toSorted((left, right) => numberOf(left) - numberOf(right));
}

function leavesOf(source: JsonObject, { subject, wrappers }: Specification<Fields>): Leaf[] {
  const leaves: Leaf[] = [];
  const root = { object: source, path: [], prefixes: [''], isOfSubject: false };
  let level: (Omit<Leaf, 'names' | 'value'> & { object: JsonObject; prefixes: string[] })[] = [
    root,
  ];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { object, path, prefixes, isOfSubject } of level) {
      for (const [key, value] of Object.entries(object)) {
        const name = normalized(key);
        const names = prefixes.map((prefix) => prefix + name);
        const here = [...path, key];
        leaves.push({ path: here, names, value, isOfSubject });
        if (!isObject(value)) continue;
        const isSubject = names.some((known) => subject.test(known));
        const isWrapper =
          isSubject || names.some((known) => commonWrappers.test(known) || wrappers.test(known));
        next.push({
          object: value,
          path: here,
          prefixes: isWrapper ? ['', ...names] : names,
          isOfSubject: isOfSubject || isSubject,
        });
      }
    }
    level = next;
  }
  return leaves.toSorted((left, right) => Number(right.isOfSubject) - Number(left.isOfSubject));
}

function without(source: JsonObject, used: string[][]): JsonObject | undefined {
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(source)) {
    const below = used.filter(([first]) => first === key).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) continue;
    const kept = below.length > 0 && isObject(value) ? without(value, below) : value;
    if (kept !== undefined) rest.push([key, kept]);
  }
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
