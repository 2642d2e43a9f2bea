type JsonObject = Record<string, unknown>;

/** One way to find a fact: what its key may be called, and how its value is read. */
export interface Whereabouts<Value> {
  /**
   * Matched against the key in lower case without punctuation (`expiry_date`, `expiryDate` and
   * `Expiry-Date` are all `expirydate`), and against the keys on the way to it joined
   * (`expiry: {date}` is `expirydate` too).
   */
  called: RegExp;
  /** Undefined when the value does not say this fact. */
  read: (value: unknown) => Value | undefined;
  /** The fact is spread over numbered keys (`ns1`, `ns2`), read together as a list. */
  isSeries?: true;
}

/** A fact and where it may be found, the likeliest place first. */
export type Fact<Value> = readonly Whereabouts<Value>[];

export type Facts = Record<string, Fact<unknown>>;

/** What was found; a fact that was not sent is null. */
export type Found<Asked extends Facts> = {
  [Name in keyof Asked]: Asked[Name] extends Fact<infer Value> ? Value | null : never;
};

export interface Reading<Asked extends Facts> {
  found: Found<Asked>;
  /** What was sent beyond the facts, as it came; undefined when there is nothing. */
  extra: JsonObject | undefined;
}

/** Keys that merely wrap: what stands in them is as good as what stands beside them. */
const wrappers =
  /^(data|results?|response|payload|items?|records?|objects?|attributes|properties|details?|info|summary|meta|domain|dates|timestamps|lifecycle|settings|options|account|tier|tiers|progress|quote|quotes|price|prices|pricing|registration|error|node)$/;

const deepest = 3;

interface Leaf {
  path: string[];
  /** The names it goes by, of which any may match. */
  names: string[];
  value: unknown;
}

/** Reads facts out of an object of unknown shape. Of several places the first that can be read wins. */
export function readFacts<Asked extends Facts>(source: unknown, asked: Asked): Reading<Asked> {
  const leaves = isObject(source) ? leavesOf(source) : [];
  const used: string[][] = [];
  const found: Record<string, unknown> = {};
  for (const [name, fact] of Object.entries(asked)) {
    const hit = find(leaves, fact);
    found[name] = hit.value;
    used.push(...hit.paths);
  }
  return {
    found: found as Found<Asked>,
    extra: isObject(source) ? without(source, used) : undefined,
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Hit {
  value: unknown;
  paths: string[][];
}

function find(leaves: Leaf[], fact: Fact<unknown>): Hit {
  const silent: string[][] = [];
  for (const { called, read, isSeries } of fact) {
    const matches = leaves.filter(({ names }) => names.some((name) => called.test(name)));
    // An explicit null or empty text says that there is nothing to say, and is used up by that.
    silent.push(...matches.filter(({ value }) => isEmpty(value)).map(({ path }) => path));
    for (const group of isSeries ? [inOrder(matches)] : matches.map((match) => [match])) {
      const values = group.map(({ value }) => value);
      const value = group.length > 0 ? read(isSeries ? values : values[0]) : undefined;
      if (value !== undefined) return { value, paths: group.map(({ path }) => path) };
    }
  }
  return { value: null, paths: silent };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function inOrder(leaves: Leaf[]): Leaf[] {
  const numberOf = ({ names: [name = ''] }: Leaf) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return leaves
    .filter(({ value }) => !isEmpty(value))
    .sort((left, right) => numberOf(left) - numberOf(right));
}

/** Every value with the names it goes by, the shallow ones first. */
function leavesOf(source: JsonObject): Leaf[] {
  const leaves: Leaf[] = [];
  let level: { object: JsonObject; path: string[]; prefixes: string[] }[] = [
    { object: source, path: [], prefixes: [''] },
  ];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { object, path, prefixes } of level) {
      for (const [key, value] of Object.entries(object)) {
        const name = normalized(key);
        const names = prefixes.map((prefix) => prefix + name);
        const here = [...path, key];
        leaves.push({ path: here, names, value });
        if (!isObject(value)) continue;
        const isWrapper = names.some((known) => wrappers.test(known));
        next.push({ object: value, path: here, prefixes: isWrapper ? ['', ...names] : names });
      }
    }
    level = next;
  }
  return leaves;
}

function normalized(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A copy without the values at some paths, and without the objects that this empties. */
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
