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
  const told = statedPlaces(topOf(data), source, 'domains').filter(isList);
  const lists = told.length > 0 ? told : listsWithin(topOf(top), deepest).sort(byUsualKey);
  const ofDomains = lists.filter((list) => rowsOf(list).some((row) => hasName(read(row))));
  const list = told[0] ?? listAmong(lists, ofDomains);
  return {
    items: list && rowsOf(list).map(read),
    holders: holdersOf(top, list?.path ?? []).map(({ value }) => value),
    lists: ofDomains.map(({ path }) => path.join('.')),
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

/** @param ofDomains those of the lists that hold domains */
function listAmong(lists: readonly Place[], ofDomains: readonly Place[]): Place | undefined {
  const usual = lists.filter((list) => rankOf(list) < usualKeys.length);
  const arrays = lists.filter(({ value }) => Array.isArray(value));
  const [first, second] = ofDomains;
  if (first === undefined) {
    const empty = usual.length === 0 && arrays.length === 1 ? arrays : usual;
    return empty.every(isEmpty) ? empty[0] : undefined;
  }
  const others = arrays.filter((list) => usual.includes(list) && isEmpty(list));
  const isOnly = ofDomains.length + others.length === 1;
  const isSurer = rankOf(first) < (second ? rankOf(second) : usualKeys.length);
  return isOnly || isSurer ? first : undefined;
}

const usualKeys = namesIn(usualListKeys).map(plainKey);

function byUsualKey(one: Place, other: Place): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ path }: Place): number {
  const rank = usualKeys.indexOf(plainKey(path.at(-1) ?? 'data'));
  return rank === -1 ? usualKeys.length : rank;
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
function hasName({ found: { domain } }: ReturnType<typeof readDomain>): boolean {
  return domain !== null && parseTld(domain) !== domain;
}
