import { isObject, type JsonObject } from '../../core/json.ts';

/** One way to find a fact: what its key may be called, and how its value is read. */
export interface Whereabouts<Value> {
  /**
   * Matched against the key in lower case without punctuation (`expiry_date`, `expiryDate` and
   * `Expiry-Date` are all `expirydate`), and against the keys on the way to it joined
   * (`expiry: {date}` is `expirydate` too). Several are the parts of one fact, read together.
   */
  called: RegExp | readonly RegExp[];
  /** Undefined when the value, or the list of parts, does not say this fact. */
  read: (value: unknown) => Value | undefined;
  /** The fact is spread over numbered keys (`ns1`, `ns2`), read together as a list. */
  isSeries?: true;
}

/** A fact and where it may be found, the likeliest place first. */
export type Fact<Value> = readonly Whereabouts<Value>[];

export type Facts = Record<string, Fact<unknown>>;

/** What is asked of one kind of object. */
export interface Shape<Asked extends Facts> {
  facts: Asked;
  /** What holds the thing itself: what stands in it goes before what stands beside it. */
  subject: RegExp;
  /** Keys that merely wrap, beyond those that wrap anything: their name says nothing of its own. */
  wrappers: RegExp;
}

/** What was found; a fact that was not sent is null. */
export type Found<Asked extends Facts> = {
  [Name in keyof Asked]: Asked[Name] extends Fact<infer Value> ? Value | null : never;
};

export interface Reading<Asked extends Facts> {
  found: Found<Asked>;
  /** What was sent beyond the facts, as it came; undefined when there is nothing. */
  extra: JsonObject | undefined;
}

const commonWrappers =
  /^(data|results?|response|payload|items?|records?|objects?|attributes|properties|details?|info|summary|meta|node)$/;

const deepest = 3;

interface Leaf {
  path: string[];
  /** The names it goes by, of which any may match. */
  names: string[];
  value: unknown;
  isOfSubject: boolean;
}

/** Reads facts out of an object of unknown shape. Of several places the first that can be read wins. */
export function readFacts<Asked extends Facts>(
  source: unknown,
  shape: Shape<Asked>,
): Reading<Asked> {
  const leaves = isObject(source) ? leavesOf(source, shape) : [];
  const used: string[][] = [];
  const found: Record<string, unknown> = {};
  for (const [name, fact] of Object.entries(shape.facts)) {
    const hit = find(leaves, fact);
    found[name] = hit.value;
    used.push(...hit.paths);
  }
  return {
    found: found as Found<Asked>,
    extra: isObject(source) ? without(source, used) : undefined,
  };
}

/** Whether a key is one that a fact may go by, whatever stands under it. */
export function isCalled(key: string, fact: Fact<unknown>): boolean {
  return fact.some(({ called }) => called instanceof RegExp && called.test(normalized(key)));
}

/** A key in lower case without punctuation. */
export function normalized(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

interface Hit {
  value: unknown;
  paths: string[][];
}

function find(leaves: Leaf[], fact: Fact<unknown>): Hit {
  const silent: string[][] = [];
  for (const whereabouts of fact) {
    for (const group of groupsFor(whereabouts, leaves)) {
      const values = group.map(({ value }) => value);
      const paths = group.map(({ path }) => path);
      // An explicit null or empty text says that there is nothing to say, and is used up by that.
      if (values.every(isEmpty)) silent.push(...paths);
      const isOne = !whereabouts.isSeries && whereabouts.called instanceof RegExp;
      const value = whereabouts.read(isOne ? values[0] : values);
      if (value !== undefined) return { value, paths: [...silent, ...paths] };
    }
  }
  return { value: null, paths: silent };
}

/** The leaves that are read together, a group for each try. */
function groupsFor({ called, isSeries }: Whereabouts<unknown>, leaves: Leaf[]): Leaf[][] {
  const matching = (pattern: RegExp) =>
    leaves.filter(({ names }) => names.some((name) => pattern.test(name)));
  if (called instanceof RegExp) {
    const matches = matching(called);
    if (!isSeries) return matches.map((match) => [match]);
    return matches.length > 0 ? [inOrder(matches)] : [];
  }
  const parts = called.flatMap((pattern) => matching(pattern).slice(0, 1));
  return parts.length === called.length ? [parts] : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function inOrder(leaves: Leaf[]): Leaf[] {
  const numberOf = ({ names: [name = ''] }: Leaf) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return leaves.toSorted((left, right) => numberOf(left) - numberOf(right));
}

/** Every value with the names it goes by: those of the subject first, then the shallow ones. */
function leavesOf(source: JsonObject, { subject, wrappers }: Shape<Facts>): Leaf[] {
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
