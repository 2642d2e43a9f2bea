import { isObject } from '../../core/json.ts';
import { normalized } from './field-specification.ts';
import { count } from './values.ts';

export interface Items {
  items: unknown[] | undefined;
  total: number | null;
  isMore: boolean;
}

const listKey =
  /^(domains?|domainlist|items|results?|records|entries|rows|list|data|content|objects|values?|edges|nodes|(hydra)?members?|quotes|prices|collection|embedded)$/;

const totalKey =
  /^(odata|hydra)?total(count|items|records|results|domains|elements)?$|^odatacount$/;

/** Either the total or the length of this list. */
const countKey = /^count$/;

const moreKey =
  /^(has)?more(results|items|pages|records)?$|^hasnext(page)?$|^(is)?truncated$|^next(page|cursor|pagetoken|token|link|url|href|offset)?$/;

const wrapperKey = /^(meta|links|pagination|paging|page|pageinfo|summary|cursors?)$/;

const deepest = 3;

/** @param beside stands beside the data and may hold the total */
export function itemsOf(data: unknown, beside: unknown = undefined): Items {
  const items = findList(data, deepest);
  const said = (wanted: RegExp) => find(data, wanted, count) ?? find(beside, wanted, count);
  // A count that only repeats the length says nothing about the total.
  const counted = said(countKey) ?? 0;
  const total = said(totalKey) ?? (counted > (items?.length ?? 0) ? counted : null);
  const isMore = find(data, moreKey, nextPage) ?? find(beside, moreKey, nextPage) ?? false;
  return { items: items ?? (total === 0 && hasNullList(data) ? [] : undefined), total, isMore };
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

/** Reads `{"kabul.af": {…}}`, and `{"0": {…}, "2": {…}}`, which PHP makes of a list with gaps. */
function byKey(data: Record<string, unknown>): unknown[] | undefined {
  const entries = Object.entries(data);
  if (entries.length === 0 || !Object.values(data).every(isObject)) return undefined;
  if (entries.every(([key]) => /^\d+$/.test(key))) return Object.values(data).map(unwrapped);
  if (!entries.every(([key]) => key.includes('.'))) return undefined;
  return entries.map(([domain, value]) => (isObject(value) ? { domain, ...value } : value));
}

function find<Value>(
  data: unknown,
  wanted: RegExp,
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  if (!isObject(data)) return undefined;
  for (const [key, value] of Object.entries(data)) {
    const name = normalized(key);
    const found = wanted.test(name) ? read(value) : undefined;
    if (found !== undefined) return found;
    const isInside = wrapperKey.test(name) || listKey.test(name);
    const nested = isInside ? find(value, wanted, read) : undefined;
    if (nested !== undefined) return nested;
  }
  return undefined;
}

function nextPage(value: unknown): true | undefined {
  const isThere =
    isObject(value) || (typeof value === 'string' && value !== '' && value !== 'false');
  return value === true || isThere || (typeof value === 'number' && value > 0) ? true : undefined;
}

/** Go sends null for an empty list. */
function hasNullList(data: unknown): boolean {
  return (
    isObject(data) &&
    Object.entries(data).some(([key, value]) => value === null && listKey.test(normalized(key)))
  );
}

/** GraphQL wraps each item of a list in a `node`. */
function unwrapped(item: unknown): unknown {
  return isObject(item) && isObject(item.node) ? item.node : item;
}
