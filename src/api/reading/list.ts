import { isObject, type JsonObject } from '../../core/json.ts';
import { type DomainReading, readDomain } from './domain.ts';
import { type Source, statedPlace } from './facts.ts';
import { holdersOf, placesIn, topOf } from './keys.ts';
import { hostName } from './values.ts';

/** Names that the service may give to the list of domains, or to an object around it. */
export const listNames = `domains domain_list domain_names items results records list rows entries
  docs content collection members elements nodes values data result domain`;

/**
 * Reads the list at the stated path of `domains`, or the first usual one, preferably with names.
 * @returns the rows, the objects around the list, and whether another list of domains stands
 * beside it, as in `{"domains": […], "expired": […]}`; undefined without any list
 */
export function readDomains(source: Source) {
  const { data, stated } = source;
  const read = (list: unknown) => rowsOf(list).map((row) => readDomain({ data: row, stated }));
  const usual = placesIn(data, listNames).filter(({ value }) => isList(value));
  const named = usual.find(({ value }) => read(value).some(hasName));
  const told = statedPlace(topOf(data), source, 'domains');
  const list = isList(told?.value) ? told : (named ?? usual[0]);
  if (list === undefined) return undefined;
  const holders = holdersOf(data, list.path).map(({ value }) => value);
  const beside = holders.flatMap((holder) => Object.values(Object(holder)));
  const others = beside.filter((value) => value !== list.value).map(read);
  return {
    items: read(list.value),
    holders,
    isOneOfSeveral: others.some(areOfDomains),
  };
}

/** An account without domains may send null, or an object without anything. */
function isList(value: unknown): boolean {
  return value === null || Array.isArray(value) || isMapByName(value);
}

function isMapByName(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => hostName(key) !== null);
}

function rowsOf(list: unknown): object[] {
  if (Array.isArray(list)) {
    return list.map((row) => (isObject(row) ? row : { domain: row }));
  }
  const rows = isMapByName(list) ? Object.entries(list) : [];
  return rows.map(([domain, row]) => (isObject(row) ? { domain, ...row } : { domain }));
}

function hasName({ found }: DomainReading): boolean {
  return found.domain !== null;
}

/** Name servers have names, too, but no other fact of a domain. */
function areOfDomains(rows: readonly DomainReading[]): boolean {
  const isOfDomain = rows.some(({ places }) => places.size > 1);
  return isOfDomain && rows.every(hasName);
}
