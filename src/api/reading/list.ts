import { isObject, type JsonObject } from '../../core/json.ts';
import { type DomainReading, readDomain } from './domain.ts';
import type { StatedKeys } from './facts.ts';
import { holdersOf, layersOf, type Path, placesOf, valueAt, valuesOf } from './keys.ts';
import { hostName, text } from './values.ts';

/** What the service may call the list of domains, or an object around it. */
export const listNames = `domains domain_list domain_names items results records list rows entries
  docs documents content collection member members elements nodes values value data result domain`;

export interface DomainListReading {
  items: DomainReading[];
  /** The objects around the list: what they say is about it. */
  holders: JsonObject[];
  /** As beside `{"expired": […]}`. */
  isOneOfSeveral: boolean;
}

interface List {
  path: Path;
  rows: readonly object[];
}

/**
 * Reads the list at the stated path of `domains`, or else under a usual name.
 *
 * @param tops the data of the answer, and the envelope around it
 * @returns undefined where there is no list
 */
export function readDomains(
  tops: readonly object[],
  stated: StatedKeys,
): DomainListReading | undefined {
  const [data = {}] = tops;
  const list = statedList(tops, stated.get('domains')) ?? usualList(data);
  if (list === undefined) return undefined;
  const holders = holdersOf(data, list.path);
  const others = holders.flatMap(({ object, path }) =>
    Object.keys(object).flatMap((key) => (key === list.path[path.length] ? [] : [object[key]])),
  );
  return {
    items: ofDomains(list.rows).map((row) => readDomain([row], stated)),
    holders: holders.map(({ object }) => object),
    isOneOfSeveral: others.some(isListOfDomains),
  };
}

/** Leaves out hosting packages and mailboxes, where a list says which of its rows are domains. */
function ofDomains(rows: readonly object[]): readonly object[] {
  const kinds = rows.map((row) => (isObject(row) ? text(valuesOf(row, kindNames)[0]) : null));
  const isDomain = kinds.map((kind) => kind?.toLowerCase().startsWith('domain'));
  return isDomain.includes(true) ? rows.filter((_, at) => isDomain[at] ?? true) : rows;
}

const kindNames = 'type product kind';

function statedList(tops: readonly object[], stated: string | undefined): List | undefined {
  const path = stated?.split('.') ?? [];
  const values = path.length === 0 ? [] : tops.map((top) => valueAt(top, path));
  const value = values.find((one) => one !== undefined);
  return value === undefined || !isList(value) ? undefined : { path, rows: rowsOf(value) };
}

/** The first list that holds names, or else an empty one. */
function usualList(data: object): List | undefined {
  const places = layersOf(data, listNames).flatMap((layer) => placesOf(layer, listNames));
  const lists = [{ value: data, path: [] }, ...places]
    .filter(({ value }) => isList(value))
    .map(({ value, path }) => ({ path, rows: rowsOf(value) }));
  return lists.find(({ rows }) => rows.some(hasName)) ?? lists[0];
}

/** An account without domains may send null, or an object without anything. */
function isList(value: unknown): boolean {
  const isMap = isObject(value) && Object.keys(value).every((key) => hostName(key) !== null);
  return value === null || Array.isArray(value) || isMap;
}

/** Also of names, and of a map by name. */
function rowsOf(value: unknown): object[] {
  if (Array.isArray(value)) return value.map((row) => (isObject(row) ? row : { domain: row }));
  const isMap = isObject(value) && isList(value);
  return Object.entries(isMap ? value : {}).map(([domain, row]) =>
    isObject(row) ? { domain, ...row } : { domain, status: row },
  );
}

function hasName(row: object): boolean {
  return readDomain([row], new Map()).found.domain !== null;
}

/** Name servers have names, too, but no other fact of a domain. */
function isListOfDomains(value: unknown): boolean {
  const rows = rowsOf(value);
  const isOfDomain = (row: object) => readDomain([row], new Map()).places.size > 1;
  return rows.length > 0 && rows.every(hasName) && rows.some(isOfDomain);
}
