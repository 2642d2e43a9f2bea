/*
 * The service lists at most 100 domains, some 100 kB. An answer within these bounds is read in a
 * tenth of a second; without them, one of 8 MB took 35 s and 1.9 GB, and no signal got through.
 */
export const mostBytes = 1_000_000;
const mostEntries = 1000;
const mostValues = 10_000;
const mostKeys = 2000;
const deepest = 32;

/** Says what a parsed body has more of than any answer of the service. */
export function excessOf(body: unknown): string | undefined {
  const keys = new Set<string>();
  let values = 0;
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `values nested deeper than ${deepest}`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const isList = Array.isArray(value);
      const own = isList ? [] : Object.keys(value);
      const count = isList ? value.length : own.length;
      values += count;
      if (count > mostEntries) return `${isList ? 'a list' : 'an object'} of ${count} entries`;
      if (values > mostValues) return `more than ${mostValues} values`;
      for (const key of own) keys.add(key);
      next.push(...Object.values(value));
    }
    level = next;
  }
  return keys.size > mostKeys ? `${keys.size} different keys` : undefined;
}

/** The value that a text holds as JSON, if it is one, within the bounds. */
export function boundedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return excessOf(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
