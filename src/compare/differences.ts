import { jsonText } from '../core/json.ts';
import { add, isDecimal } from '../core/money.ts';

/** What changes of one kind are called. */
export interface ChangeNames<Change extends string> {
  onlyBefore: Change;
  onlyAfter: Change;
  differs: Change;
}

export interface Difference<Change extends string> {
  key: string;
  change: Change;
  /** Null, as are the values, where one side has no such row. */
  field: string | null;
  before: unknown;
  after: unknown;
}

/** Of several rows under one key the last counts, and none without a key. */
export function byKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) found.set(key, row);
  }
  return found;
}

/** Ordered by key. A value that one side does not state is no difference. */
export function differences<Row extends object, Change extends string>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
  fields: readonly (string & keyof Row)[],
  names: ChangeNames<Change>,
): Difference<Change>[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): Difference<Change>[] => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old === undefined || now === undefined) {
      const change = old === undefined ? names.onlyAfter : names.onlyBefore;
      return [{ key, change, field: null, before: null, after: null }];
    }
    return fields
      .filter((field) => differ(old[field], now[field]))
      .map((field) => ({
        ...{ key, change: names.differs, field },
        ...{ before: old[field], after: now[field] },
      }));
  });
}

/** Counts, for each field, the rows of both that state it before, and of these what is lost after. */
export function lostFields<Row extends object, Field extends keyof Row>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
  fields: readonly Field[],
): { field: Field; lost: number; known: number }[] {
  const known = (row: Row | undefined, field: Field) => (row?.[field] ?? null) !== null;
  const keys = [...before.keys()].filter((key) => after.has(key));
  return fields.map((field) => {
    const stated = keys.filter((key) => known(before.get(key), field));
    const lost = stated.filter((key) => !known(after.get(key), field));
    return { field, lost: lost.length, known: stated.length };
  });
}

function differ(before: unknown, after: unknown): boolean {
  const isStated = (before ?? null) !== null && (after ?? null) !== null;
  return isStated && comparable(before) !== comparable(after);
}

/**
 * Case and order do not count, 35 and 35.00 are the same amount, and a status is the same in any
 * writing: `clientHold, ok` and `OK,CLIENT HOLD`.
 */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(' ').toLowerCase();
  const text = jsonText(value).toLowerCase();
  const words = text.replace(/[\s_-]/g, '').split(',');
  return isDecimal(text) ? add(text, '0') : words.sort().join(',');
}
