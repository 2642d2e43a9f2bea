import { isObject, normalized } from './facts.ts';
import { count } from './values.ts';

export interface Items {
  /** Undefined when there is no list. */
  items: unknown[] | undefined;
  /** How many there are in all, if the answer says so. */
  total: number | null;
}

/** Keys in lower case without punctuation. */
const listKey =
  /^(domains?|domainlist|items|results?|records|entries|rows|list|data|content|objects|values?|edges|nodes|(hydra)?members?|quotes|prices|collection|embedded)$/;

const totalKey =
  /^(odata|hydra)?total(count|items|records|results|domains|elements)?$|^odatacount$/;

/** May be the total, and may be what is in this answer. */
const countKey = /^count$/;

const wrapperKey = /^(meta|pagination|paging|page|pageinfo|summary)$/;

const deepest = 3;

/**
 * The list in an answer: bare, under one of the names that services use, or by name in an object.
 *
 * @param beside what stands beside the data, where the total may be
 */
export function itemsOf(data: unknown, beside: unknown = undefined): Items {
  const items = findList(data, deepest);
  const total = findCount(data, totalKey) ?? findCount(beside, totalKey);
  // A count of what is there says nothing about what is not.
  const counted = findCount(data, countKey) ?? findCount(beside, countKey);
  const isMore = counted !== null && counted > (items?.length ?? 0);
  const all = total ?? (isMore ? counted : null);
  return { items: items ?? (all === 0 && hasNullList(data) ? [] : undefined), total: all };
}

function findList(data: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(data)) return data.map(unwrapped);
  if (!isObject(data) || depth === 0) return undefined;
  for (const [key, value] of Object.entries(data)) {
    const list = listKey.test(normalized(key)) ? findList(value, depth - 1) : undefined;
    if (list !== undefined) return list;
  }
  return byKey(data);
}

/**
 * `{"kabul.af": {…}}`: the key is the name of the item. `{"0": {…}, "2": {…}}`: the keys are what
 * PHP makes of a list with gaps.
 */
function byKey(data: Record<string, unknown>): unknown[] | undefined {
  const entries = Object.entries(data);
  if (entries.length === 0 || !Object.values(data).every(isObject)) return undefined;
  if (entries.every(([key]) => /^\d+$/.test(key))) return Object.values(data).map(unwrapped);
  if (!entries.every(([key]) => key.includes('.'))) return undefined;
  return entries.map(([domain, value]) => (isObject(value) ? { domain, ...value } : value));
}

function findCount(data: unknown, wanted: RegExp): number | null {
  if (!isObject(data)) return null;
  for (const [key, value] of Object.entries(data)) {
    const name = normalized(key);
    const found = wanted.test(name) ? count(value) : undefined;
    if (found !== undefined) return found;
    const isInside = wrapperKey.test(name) || listKey.test(name);
    const nested = isInside ? findCount(value, wanted) : null;
    if (nested !== null) return nested;
  }
  return null;
}

/** What Go makes of an empty list. */
function hasNullList(data: unknown): boolean {
  return (
    isObject(data) &&
    Object.entries(data).some(([key, value]) => value === null && listKey.test(normalized(key)))
  );
}

/** An edge of a GraphQL connection holds its item as `node`. */
function unwrapped(item: unknown): unknown {
  return isObject(item) && isObject(item.node) ? item.node : item;
}
