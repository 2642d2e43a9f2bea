import { isObject, type JsonObject } from '../../core/json.ts';
import { namesIn, valuesOf } from './keys.ts';
import { count, flag, text } from './values.ts';

export interface Extent {
  total: number | null;
  /** Null when the answer says neither. */
  isMore: boolean | null;
}

/** Objects beside a list that tell about it. */
const groups = ['meta', 'pagination', 'paging', 'page', 'links'];

const totals = `total total_count total_entries total_items total_results total_records
  total_elements total_domains x_total_count`;
const counts = 'count';
const sizes = 'per_page page_size limit size';
const pages = 'total_pages page_count last_page x_total_pages';
const moreFlags = 'has_more has_next has_next_page has_more_pages';
const ways = `next next_page next_page_url next_url next_link next_cursor cursor next_page_token
  next.href x_next_page`;

/**
 * Reads how much there is beyond a list.
 *
 * @param holders the objects around the list
 * @param listed how many the list has
 */
export function extentOf(
  holders: readonly JsonObject[],
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  listed: number,
): Extent {
  const said = (names: string) => {
    const inGroups = groups.flatMap((group) => namesIn(names).map((name) => `${group}.${name}`));
    const all = [...namesIn(names), ...inGroups].join(' ');
    return [...holders, headers].flatMap((holder) => valuesOf(holder, all));
  };
  const numbers = (names: string) => said(names).flatMap((value) => count(value) ?? []);
  // A count that only repeats the length says nothing about the total.
  const most = Math.max(...numbers(totals), ...numbers(counts).filter((one) => one > listed));
  const hasNextLink = /\brel\s*=\s*["']?[^"',;]*\bnext\b/i.test(headers.link ?? '');
  const signs = [
    ...said(moreFlags).map(flag),
    ...said('last').map((value) => (typeof value === 'boolean' ? !value : null)),
    ...numbers(pages).map((number) => number > 1),
    ...said(ways).map(isWay),
    status === 206 || hasNextLink || null,
  ].filter((sign) => sign !== null);
  // A page that is full may be followed by others.
  const isFull = listed > 0 && numbers(sizes).includes(listed);
  const isMore = signs.length > 0 ? signs.includes(true) : isFull || null;
  return { total: Number.isFinite(most) ? most : null, isMore };
}

/** Tells an address, a cursor or a number that leads on from the forms of nothing. */
function isWay(value: unknown): boolean | null {
  if (isObject(value)) return null;
  const said = text(value);
  return said !== null && !/^(null|none|false|0|-1)$/i.test(said);
}
