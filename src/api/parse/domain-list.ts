import { parseTld } from '../../core/domain-names.ts';
import { isJsonObject } from '../../core/json.ts';
import type { ApiResponse } from '../transport.ts';
import { findByConfiguredKey, type JsonKeyOverrides, type ParseInput } from './attributes.ts';
import { parseDomain } from './domain.ts';
import {
  findValuesByKey,
  getAncestorNodes,
  getChildNodes,
  getNormalizedLastKey,
  type JsonNode,
  parseKeyPaths,
  toRootNode,
} from './json-node.ts';
import { parseBooleanLike, parseCount, parseHostname, parseText } from './values.ts';

/** If a list under one of these has domains or no items, lists under other keys are ignored. */
export const domainListKeys = `domains domain_list domain_names items results records list rows
  entries docs content collection members member hydra:member elements nodes edges values value
  data result`;

const nameserverKeyPattern =
  /nameserver|^ns(\d*|list|servers?|records|hosts|names)$|^nservers?$|^d(ns|eleg)/;

const maxListDepth = 3;

interface ListNode extends JsonNode {
  items: ReturnType<typeof parseDomain>[];
}

/**
 * @returns `items`: the parsed domains, or undefined if it is unclear which list is the domain
 * list; `ancestors`: the objects that enclose the list; `lists`: the paths of all lists of domains
 */
export function parseDomainList(input: ParseInput) {
  const { data, envelope, overrides } = input;
  const root = envelope?.data === null ? envelope : data;
  const [overrideList] = findByConfiguredKey(toRootNode(data), input, 'domains').flatMap((node) =>
    findLists(node, overrides, 0),
  );
  const lists = overrideList ? [overrideList] : findLists(toRootNode(root), overrides);
  // Ignore lists of TLDs such as `com.af`, which look like domain names.
  const domainLists = lists.filter(({ items }) =>
    items.some(({ attributes: { domain } }) => domain !== null && parseTld(domain) !== domain),
  );
  const list = overrideList ?? pickDomainList(lists, domainLists);
  return {
    items: list?.items,
    ancestors: getAncestorNodes(root, list?.path ?? []).map(({ value }) => value),
    lists: domainLists.map(({ path }) => path.join('.')),
  };
}

/** Finds all lists in document order, without searching inside their items. */
function findLists(node: JsonNode, overrides: JsonKeyOverrides, depth = maxListDepth): ListNode[] {
  const { value } = node;
  const items = toRowObjects(value)?.map((row) => parseDomain({ data: row, overrides }));
  if (items !== undefined) return [{ ...node, items }];
  if (depth === 0 || !isJsonObject(value)) return [];
  const children = getChildNodes(node).filter(
    (child) => !nameserverKeyPattern.test(getNormalizedLastKey(child.path)),
  );
  return children.flatMap((child) => findLists(child, overrides, depth - 1));
}

/** Converts null, an array, or an object keyed by domain name to row objects. */
function toRowObjects(value: unknown): object[] | undefined {
  if (value === null) return [];
  if (Array.isArray(value)) return value.map((row) => (isJsonObject(row) ? row : { domain: row }));
  // Accept only .af names, because keys such as `orders.orderid` also look like host names.
  const isDomainKey = (key: string) => parseHostname(key)?.endsWith('.af');
  if (!isJsonObject(value) || !Object.keys(value).every(isDomainKey)) return undefined;
  return Object.entries(value).map(([domain, row]) =>
    isJsonObject(row) ? { domain, ...row } : { domain },
  );
}

/**
 * Picks the only list that contains domains or, if several do, the only one of them under a common
 * key such as `items`. If no list contains domains, picks an empty one.
 * @returns undefined if it is unclear which list is the domain list
 */
function pickDomainList(
  lists: readonly ListNode[],
  domainLists: readonly ListNode[],
): ListNode | undefined {
  const arrays = lists.filter(({ value }) => Array.isArray(value));
  const standardLists = lists.filter(isAtListKey);
  if (domainLists.length === 0) {
    const emptyLists = standardLists.length > 0 || arrays.length > 1 ? standardLists : arrays;
    return emptyLists.every(isEmptyList) ? emptyLists[0] : undefined;
  }
  const standardDomainLists = domainLists.filter(isAtListKey);
  const hasEmptyStandardList = arrays.filter(isAtListKey).some(isEmptyList);
  const candidates =
    standardDomainLists.length > 0 || hasEmptyStandardList ? standardDomainLists : domainLists;
  return candidates.length === 1 ? candidates[0] : undefined;
}

function isAtListKey({ path }: JsonNode) {
  const key = getNormalizedLastKey(path);
  return parseKeyPaths(domainListKeys).some(({ first }) => first === key);
}

function isEmptyList({ items }: ListNode) {
  return items.length === 0;
}

const pagingKeys = 'meta meta.pagination pagination paging page page_info links hydra:view';

const totalKeys = `count total total_count total_entries total_items total_results total_records
  total_elements total_domains x_total_count hydra:total_items @odata_count`;

const pageSizeKeys = 'per_page page_size limit size';

const pageCountKeys = 'total_pages page_count last_page x_total_pages';

const hasMoreKeys = 'has_more has_next has_next_page has_more_pages';

const nextPageKeys = `next next_page next_page_url next_url next_link cursor next_cursor next_page_token
  next.href x_next_page hydra:next @odata_next_link`;

export function parsePagination(
  ancestors: readonly unknown[],
  { status, headers }: ApiResponse,
  itemCount: number,
) {
  const sources = [
    ...ancestors,
    ...ancestors.flatMap((source) => findValuesByKey(source, pagingKeys)),
    headers,
  ];
  const findAll = (keys: string) => sources.flatMap((source) => findValuesByKey(source, keys));
  const findCounts = (keys: string) => findAll(keys).flatMap((value) => parseCount(value) ?? []);
  const totalCounts = findCounts(totalKeys);
  const signals = [
    ...findAll(hasMoreKeys).map(parseBooleanLike),
    // `last: true` means that no page follows; a string or number is a reference to the last page.
    ...findAll('last').map((last) => (typeof last === 'boolean' ? !last : null)),
    ...findCounts(pageCountKeys).map((number) => number > 1),
    ...findAll(nextPageKeys).map(isNextPageCursor),
  ].filter((signal) => signal !== null);
  const hasNextLink = /\brel\s*=\s*["']?[^"',;]*\bnext\b/i.test(headers.link ?? '');
  if (status === 206 || hasNextLink) signals.push(true);
  // Without other paging information, assume that another page follows a full page.
  if (signals.length === 0 && itemCount > 0 && findCounts(pageSizeKeys).includes(itemCount))
    signals.push(true);
  return {
    total: totalCounts.length > 0 ? Math.max(...totalCounts) : null,
    hasMore: signals.length > 0 ? signals.includes(true) : null,
  };
}

function isNextPageCursor(value: unknown) {
  const cursor = parseText(value);
  return cursor !== null && !/^(null|none|false|0|-1)$/i.test(cursor);
}
