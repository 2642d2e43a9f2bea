import { isObject, type JsonObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { readDomain } from './domain.ts';
import { type Source, statedPlace } from './facts.ts';
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
  const told = statedPlace(topOf(data), source, 'domains');
  const isTold = told !== undefined && (isEmpty(told.value) || isFilledList(told.value));
  const read = (row: object) => readDomain({ data: row, stated });
  const places = isTold ? [told] : placesWithin(topOf(top), deepest).sort(byUsualKey);
  const lists = places.filter(({ value }) => rowsOf(value).some((row) => hasName(read(row))));
  const list = isTold ? told : listAmong(places, lists);
  return {
    items: rowsOf(list?.value).map(read),
    holders: list && holdersOf(top, list.path).map(({ value }) => value),
    lists: lists.map(({ path }) => path.join('.')),
  };
}

/** Places in the order of the answer. An item of a list is not looked into. */
function placesWithin(place: Place, levels: number): Place[] {
  const { value, path } = place;
  if (levels === 0 || !isObject(value) || isMapByName(value)) return [place];
  const keys = Object.keys(value).filter((key) => !ofServers.test(plainKey(key)));
  const inner = keys.map((key) => ({ value: value[key], path: [...path, key] }));
  return [place, ...inner.flatMap((one) => placesWithin(one, levels - 1))];
}

/** @param lists those of the places that hold domains */
function listAmong(places: readonly Place[], lists: readonly Place[]): Place | undefined {
  const usual = places.filter((place) => rankOf(place) < usualKeys.length);
  const ofUsual = usual.filter(({ value }) => Array.isArray(value) || isEmpty(value));
  const [list] = lists;
  if (list !== undefined) {
    const isBesideEmpty = ofUsual.some(({ value }) => Array.isArray(value) && isEmpty(value));
    const isOnly = lists.length === 1 && !isBesideEmpty;
    return isOnly || usual.includes(list) ? list : undefined;
  }
  const arrays = places.filter(({ value }) => Array.isArray(value));
  const candidates = ofUsual.length === 0 && arrays.length === 1 ? arrays : ofUsual;
  return candidates.every(({ value }) => isEmpty(value)) ? candidates[0] : undefined;
}

const usualKeys = namesIn(usualListKeys).map(plainKey);

function byUsualKey(one: Place, other: Place): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ path }: Place): number {
  const rank = usualKeys.indexOf(plainKey(path.at(-1) ?? 'data'));
  return rank === -1 ? usualKeys.length : rank;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) || isMapByName(value);
}

function isMapByName(value: unknown): value is JsonObject {
  const keys = isObject(value) ? Object.keys(value) : [];
  return keys.length > 0 && keys.every((key) => hostName(key) !== null);
}

function rowsOf(list: unknown): object[] {
  if (Array.isArray(list)) {
    return list.map((row) => (isObject(row) ? row : { domain: row }));
  }
  const rows = isMapByName(list) ? Object.entries(list) : [];
  return rows.map(([domain, row]) => (isObject(row) ? { domain, ...row } : { domain }));
}

/** A list of tlds is none of domains. */
function hasName({ found: { domain } }: ReturnType<typeof readDomain>): boolean {
  return domain !== null && parseTld(domain) !== domain;
}
