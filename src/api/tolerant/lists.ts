import { isObject } from '../../core/json.ts';
import { normalized } from './facts.ts';
import { count } from './values.ts';

export interface Items {
  /** Undefined when there is no list. */
  items: unknown[] | undefined;
  /** How many there are in all, if the answer says so. */
  total: number | null;
  /** The answer says that there are more than it holds. */
  isMore: boolean;
}

/** Keys in lower case without punctuation. */
const listKey =
  /^(domains?|domainlist|items|results?|records|entries|rows|list|data|content|objects|values?|edges|nodes|(hydra)?members?|quotes|prices|collection|embedded)$/;

const totalKey =
  /^(odata|hydra)?total(count|items|records|results|domains|elements)?$|^odatacount$/;

/** May be the total, and may be what is in this answer. */
const countKey = /^count$/;

/** A page after this one, as a flag, a link, a cursor or a number. */
const moreKey =
  /^(has)?more(results|items|pages|records)?$|^hasnext(page)?$|^(is)?truncated$|^next(page|cursor|pagetoken|token|link|url|href|offset)?$/;

const wrapperKey = /^(meta|links|pagination|paging|page|pageinfo|summary|cursors?)$/;

const deepest = 3;

/**
 * The list in an answer: bare, under one of the names that services use, or by name in an object.
 *
 * @param beside what stands beside the data, where the total may be
 */
export function itemsOf(data: unknown, beside: unknown = undefined): Items {
  const items = findList(data, deepest);
  const said = (wanted: RegExp) => find(data, wanted, count) ?? find(beside, wanted, count);
  // A count of what is there says nothing about what is not.
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

/** The first value under a wanted key that can be read, in the answer or in what wraps its list. */
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
