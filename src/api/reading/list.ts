import { isObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import type { ApiReply } from '../transport.ts';
import { readDomain } from './domain.ts';
import { type Source, statedPlaces } from './facts.ts';
import {
  holdersOf,
  lastKey,
  namesIn,
  type Place,
  placesIn,
  plainKey,
  topOf,
  valuesOf,
} from './keys.ts';
import { count, flag, hostName, text } from './values.ts';

/** Keys that decide between several lists, the surest first, and that may hold an empty one. */
export const usualListKeys = `domains domain_list domain_names items results records list rows
  entries docs content collection members member hydra:member elements nodes edges values value
  data result`;

const ofServers = /nameserver|^ns(\d*|list|servers?|records|hosts|names)$|^nservers?$|^d(ns|eleg)/;

const deepest = 3;

interface List extends Place {
  rows: readonly object[];
}

/**
 * Finds the list of domains by what its items hold, or reads the one that is stated.
 * @returns the rows of the list and the objects around it, if it is clear which is meant, and the
 * paths of all lists of domains
 */
export function readDomains(source: Source) {
  const { data, envelope, stated } = source;
  const top = envelope?.data === null ? envelope : data;
  const read = (row: object) => readDomain({ data: row, stated });
  const [told] = statedPlaces(topOf(data), source, 'domains').flatMap((at) => listsWithin(at, 0));
  const lists = told ? [told] : listsWithin(topOf(top), deepest);
  const filled = lists.filter(({ rows }) => rows.some((row) => isRegistered(read(row).found)));
  const list = told ?? listAmong(lists, filled);
  return {
    items: list?.rows.map(read),
    holders: holdersOf(top, list?.path ?? []).map(({ value }) => value),
    lists: filled.map(({ path }) => path.join('.')),
  };
}

/** Lists in the order of the answer. An item of a list is not looked into. */
function listsWithin(place: Place, levels: number): List[] {
  const { value } = place;
  const rows = rowsOf(value);
  if (rows !== undefined) return [{ ...place, rows }];
  if (levels === 0 || !isObject(value)) return [];
  const inner = placesIn(place).filter((one) => !ofServers.test(lastKey(one)));
  return inner.flatMap((one) => listsWithin(one, levels - 1));
}

/** @returns undefined for what is neither an array nor a map by name, nor nothing */
function rowsOf(value: unknown): object[] | undefined {
  if (value === null) return [];
  if (Array.isArray(value)) return value.map((row) => (isObject(row) ? row : { domain: row }));
  if (!isObject(value) || Object.keys(value).some((key) => hostName(key) === null))
    return undefined;
  return Object.entries(value).map(([domain, row]) =>
    isObject(row) ? { domain, ...row } : { domain },
  );
}

/** Of several lists, the one at a usual key. @param filled those of the lists that hold domains */
function listAmong(lists: readonly List[], filled: readonly List[]): List | undefined {
  const arrays = lists.filter(({ value }) => Array.isArray(value));
  const usual = lists.filter(isAtUsualKey);
  if (filled.length === 0) {
    const empty = usual.length > 0 || arrays.length > 1 ? usual : arrays;
    return empty.every(isEmpty) ? empty[0] : undefined;
  }
  const surest = filled.filter(isAtUsualKey);
  const isNoneNamed = arrays.filter(isAtUsualKey).some(isEmpty);
  const meant = surest.length > 0 || isNoneNamed ? surest : filled;
  return meant.length === 1 ? meant[0] : undefined;
}

const usualKeys = namesIn(usualListKeys).map(plainKey);

function isAtUsualKey(place: Place): boolean {
  return usualKeys.includes(lastKey(place));
}

function isEmpty({ rows }: List): boolean {
  return rows.length === 0;
}

/** A list of tlds is none of domains. */
function isRegistered({ domain }: ReturnType<typeof readDomain>['found']): boolean {
  return domain !== null && parseTld(domain) !== domain;
}

const groups = 'meta meta.pagination pagination paging page page_info links hydra:view';

const totals = `count total total_count total_entries total_items total_results total_records
  total_elements total_domains x_total_count hydra:total_items @odata_count`;

const sizes = 'per_page page_size limit size';

const pages = 'total_pages page_count last_page x_total_pages';

const moreFlags = 'has_more has_next has_next_page has_more_pages';

const ways = `next next_page next_page_url next_url next_link cursor next_cursor next_page_token
  next.href x_next_page hydra:next @odata_next_link`;

/** @param holders the objects around the list @returns null for what the answer does not say */
export function extentOf(
  holders: readonly unknown[],
  { status, headers }: ApiReply,
  listed: number,
) {
  const beside = holders.flatMap((holder) => valuesOf(holder, groups));
  const sayers = [...holders, ...beside, headers];
  const said = (names: string) => sayers.flatMap((sayer) => valuesOf(sayer, names));
  const numbers = (names: string) => said(names).flatMap((value) => count(value) ?? []);
  const known = numbers(totals);
  const signs = [
    ...said(moreFlags).map(flag),
    // The last page may also be an address.
    ...said('last').map((last) => (typeof last === 'boolean' ? !last : null)),
    ...numbers(pages).map((number) => number > 1),
    ...said(ways).map(isWay),
  ].filter((sign) => sign !== null);
  const hasNextLink = /\brel\s*=\s*["']?[^"',;]*\bnext\b/i.test(headers.link ?? '');
  if (status === 206 || hasNextLink) signs.push(true);
  // A page that is full may be followed by others.
  if (signs.length === 0 && listed > 0 && numbers(sizes).includes(listed)) signs.push(true);
  return {
    total: known.length > 0 ? Math.max(...known) : null,
    hasMore: signs.length > 0 ? signs.includes(true) : null,
  };
}

/** An address, a cursor or a number leads on; the usual ways to write nothing do not. */
function isWay(value: unknown): boolean {
  const said = text(value);
  return said !== null && !/^(null|none|false|0|-1)$/i.test(said);
}
