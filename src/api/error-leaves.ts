import { isObject, type JsonObject } from '../core/json.ts';
import { nameOf, phrases, wordsOfKey } from './error-words.ts';

/** A value somewhere in a body, and the key that it is under. */
export interface Leaf {
  words: readonly string[];
  /** The words of the object around it. */
  around: readonly string[];
  /** Nothing but errors is around it. */
  isOfError: boolean;
  value: unknown;
}

const mostLeaves = 1000;
const mostItems = 20;
const deepest = 5;
const errorNames = phrases('error, errors, fault, problem, exception, detail');

/** Lists all that a body holds under keys, the shallow values first. */
export function leavesOf(body: unknown): Leaf[] {
  const root: Leaf = { words: [], around: [], isOfError: true, value: body };
  const leaves: Leaf[] = [];
  let level = [root];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    level = level.flatMap(insideOf).slice(0, mostLeaves - leaves.length);
    leaves.push(...level);
  }
  return leaves;
}

function insideOf({ words, isOfError, value }: Leaf): Leaf[] {
  const objects = (Array.isArray(value) ? value.slice(0, mostItems) : [value]).filter(isObject);
  const isInError = isOfError && (words.length === 0 || errorNames.has(nameOf(words)));
  return objects.flatMap((object) =>
    firstEntries(object, mostLeaves).map(([key, inner]) => {
      const said = wordsOfKey(key);
      return { words: said, around: words, isOfError: isInError, value: inner };
    }),
  );
}

/** As Object.entries, which takes seconds for as many keys as a body may have. */
function firstEntries(object: JsonObject, most: number): [string, unknown][] {
  const keys = Object.keys(object).slice(0, most);
  return keys.map((key) => [key, object[key]]);
}
