import { isObject, type JsonObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { readDomain } from './domain.ts';
import { type Source, statedPlaces } from './facts.ts';
import { holdersOf, namesIn, type Place, plainKey, topOf } from './keys.ts';
import { hostName } from './values.ts';

/** Keys that decide between several lists, the surest first, and that may hold an empty one. */
export const usualListKeys = `domains domain_list domain_names items results records list rows
  entries docs content collection members member hydra:member elements nodes edges values value
  data result`;

const ofServers = /nameserver|^ns(\d*|list|servers?|records|hosts|names)$|^nservers?$|^d(ns|eleg)/;

const deepest = 3;

/**
 * Finds the list of domains by what its items hold, or reads the one that is stated.
 * @returns the rows of the list and the objects around it, if it is clear which is meant, and the
 * paths of all lists of domains
 */
export function readDomains(source: Source) {
  const { data, envelope, stated } = source;
  const top = envelope?.data === null ? envelope : data;
  const read = (row: object) => readDomain({ data: row, stated });
  const [told] = statedPlaces(topOf(data), source, 'domains').filter(isList);
  const lists = told ? [told] : listsWithin(topOf(top), deepest);
  const filled = lists.filter((list) => rowsOf(list).some((row) => isRegistered(read(row).found)));
  const list = told ?? listAmong(lists, filled);
  return {
    items: list && rowsOf(list).map(read),
    holders: holdersOf(top, list?.path ?? []).map(({ value }) => value),
    lists: filled.map(({ path }) => path.join('.')),
  };
}

/** Lists in the order of the answer. An item of a list is not looked into. */
function listsWithin(place: Place, levels: number): Place[] {
  const { value, path } = place;
  if (isList(place)) return [place];
  if (levels === 0 || !isObject(value)) return [];
  const keys = Object.keys(value).filter((key) => !ofServers.test(plainKey(key)));
  const inner = keys.map((key) => ({ value: value[key], path: [...path, key] }));
  return inner.flatMap((one) => listsWithin(one, levels - 1));
}

/** Of several lists, the one at a usual key. @param filled those of the lists that hold domains */
function listAmong(lists: readonly Place[], filled: readonly Place[]): Place | undefined {
  const arrays = lists.filter(({ value }) => Array.isArray(value));
  const usual = lists.filter(isAtUsualKey);
  if (filled.length === 0) {
    const empty = usual.length > 0 || arrays.length > 1 ? usual : arrays;
    return empty.every(isEmpty) ? empty[0] : undefined;
  }
  const surest = filled.filter(isAtUsualKey);
  const isNoneNamed = arrays.some((list) => isAtUsualKey(list) && isEmpty(list));
  const meant = surest.length > 0 || isNoneNamed ? surest : filled;
  return meant.length === 1 ? meant[0] : undefined;
}

const usualKeys = namesIn(usualListKeys).map(plainKey);

function isAtUsualKey({ path }: Place): boolean {
  return usualKeys.includes(plainKey(path.at(-1) ?? 'data'));
}

/** An account without domains may send null, or an object without anything. */
function isList({ value }: Place): boolean {
  return value === null || Array.isArray(value) || isMapByName(value);
}

function isEmpty(list: Place): boolean {
  return rowsOf(list).length === 0;
}

function isMapByName(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => hostName(key) !== null);
}

function rowsOf({ value }: Place): object[] {
  if (Array.isArray(value)) {
    return value.map((row) => (isObject(row) ? row : { domain: row }));
  }
  const rows = isMapByName(value) ? Object.entries(value) : [];
  return rows.map(([domain, row]) => (isObject(row) ? { domain, ...row } : { domain }));
}

/** A list of tlds is none of domains. */
function isRegistered({ domain }: ReturnType<typeof readDomain>['found']): boolean {
  return domain !== null && parseTld(domain) !== domain;
}
