import { isObject } from '../../core/json.ts';
import { type DomainReading, readDomain } from './domain.ts';
import type { Source } from './facts.ts';
import { holdersOf, type Place, placesIn, valueAt } from './keys.ts';
import { hostName } from './values.ts';

/** What the service may call the list of domains, or an object around it. */
export const listNames = `domains domain_list domain_names items results records list rows entries
  docs content collection members elements nodes values data result domain`;

export interface DomainListReading {
  items: DomainReading[];
  /** The objects around the list: what they say is about it. */
  holders: unknown[];
  /** As beside `{"expired": […]}`. */
  isOneOfSeveral: boolean;
}

/** Reads the list at the stated path of `domains`, or else under a usual name. */
export function readDomains(source: Source): DomainListReading | undefined {
  const { data, stated } = source;
  const list = statedList(source) ?? usualList(data);
  if (list === undefined) return undefined;
  const holders = holdersOf(data, list.path).map(({ value }) => value);
  const beside = holders
    .flatMap((holder) => Object.values(Object(holder)))
    .filter((value) => value !== list.value);
  return {
    items: rowsOf(list.value).map((row) => readDomain({ data: row, stated })),
    holders,
    isOneOfSeveral: beside.some(isListOfDomains),
  };
}

function statedList({ data, envelope, stated }: Source): Place | undefined {
  const path = stated.get('domains')?.split('.');
  if (path === undefined) return undefined;
  const values = [valueAt(data, path), valueAt(envelope, path)];
  const value = values.find(isList);
  return value === undefined ? undefined : { value, path };
}

/** The first list that holds names, or else an empty one. */
function usualList(data: object): Place | undefined {
  const lists = placesIn(data, listNames).filter(({ value }) => isList(value));
  const named = lists.find(({ value }) => readingsOf(value).some(hasName));
  return named ?? lists[0];
}

/** An account without domains may send null, or an object without anything. */
function isList(value: unknown): boolean {
  const isMap = isObject(value) && Object.keys(value).every((key) => hostName(key) !== null);
  return value === null || Array.isArray(value) || isMap;
}

/** The rows of a list of objects or names, or of a map by name. */
function rowsOf(value: unknown): object[] {
  if (Array.isArray(value)) return value.map((row) => (isObject(row) ? row : { domain: row }));
  const entries = isObject(value) && isList(value) ? Object.entries(value) : [];
  return entries.map(([domain, row]) => (isObject(row) ? { domain, ...row } : { domain }));
}

/** The rows as they are read without any stated key. */
function readingsOf(list: unknown): DomainReading[] {
  return rowsOf(list).map((row) => readDomain({ data: row, stated: new Map() }));
}

function hasName({ found }: DomainReading): boolean {
  return found.domain !== null;
}

/** Name servers have names, too, but no other fact of a domain. */
function isListOfDomains(list: unknown): boolean {
  const readings = readingsOf(list);
  return readings.every(hasName) && readings.some(({ places }) => places.size > 1);
}
