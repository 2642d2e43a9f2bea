import { isObject } from './facts.ts';
import { count } from './values.ts';

export interface Items {
  /** Undefined when there is no list. */
  items: unknown[] | undefined;
  /** How many there are in all, if the answer says so. */
  total: number | null;
}

const listKey =
  /^(domains?|domain_?list|items|results?|records|entries|rows|list|data|content|objects|values|edges|quotes|prices|collection|_embedded)$/i;

const totalKey = /^(total(_?(count|items|records|results|domains|elements))?|(total_?)?count)$/i;

const wrapperKey = /^(meta|pagination|paging|page|page_?info|summary|_meta)$/i;

const deepest = 3;

/** The list in an answer: bare, under one of the names that services use, or by name in an object. */
export function itemsOf(data: unknown): Items {
  return { items: findList(data, deepest), total: findTotal(data) };
}

function findList(data: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(data)) return data.map(unwrapped);
  if (!isObject(data) || depth === 0) return undefined;
  const candidates = Object.entries(data).filter(([key]) => listKey.test(key));
  for (const [, value] of candidates) {
    const list = findList(value, depth - 1);
    if (list !== undefined) return list;
  }
  return byName(data);
}

/** `{"kabul.af": {…}}`: the key is the name of the item. */
function byName(data: Record<string, unknown>): unknown[] | undefined {
  const entries = Object.entries(data);
  const isByName =
    entries.length > 0 && entries.every(([key, value]) => key.includes('.') && isObject(value));
  if (!isByName) return undefined;
  return entries.map(([domain, value]) => (isObject(value) ? { domain, ...value } : value));
}

function findTotal(data: unknown): number | null {
  if (!isObject(data)) return null;
  for (const [key, value] of Object.entries(data)) {
    const total = totalKey.test(key) ? count(value) : undefined;
    if (total !== undefined) return total;
    const nested = wrapperKey.test(key) || listKey.test(key) ? findTotal(value) : null;
    if (nested !== null) return nested;
  }
  return null;
}

/** An edge of a GraphQL connection holds its item as `node`. */
function unwrapped(item: unknown): unknown {
  return isObject(item) && isObject(item.node) ? item.node : item;
}
