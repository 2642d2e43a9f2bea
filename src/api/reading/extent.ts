import { valuesOf } from './keys.ts';
import { count, flag, text } from './values.ts';

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
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
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
    isMore: signs.length > 0 ? signs.includes(true) : null,
  };
}

/** An address, a cursor or a number leads on; the usual ways to write nothing do not. */
function isWay(value: unknown): boolean {
  const said = text(value);
  if (said === null) return false;
  return !/^(null|none|false|0|-1)$/i.test(said);
}
