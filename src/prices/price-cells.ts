import type { Quote } from '../api/answers.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import { parsed } from '../cli/options.ts';
import { likelyTld, parseTld } from '../core/names.ts';
import type { Retail } from '../core/retail.ts';
import type { Action } from '../core/service-words.ts';
import { type Row, rowOf } from '../output/row.ts';
import { askedColumn } from '../output/row-columns.ts';
import type { Column } from '../output/table.ts';

/** One thing that has a price. */
export interface PriceCell {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

export type PricedQuote = Quote & Partial<Retail>;

const concurrency = 4;

/** What a price is for. The price itself matters more than its period. */
export const priceCellColumns = [
  { ...askedColumn('tld', 'TLD'), width: 7, minWidth: 4, rank: 0 },
  { ...askedColumn('action', 'ACTION'), width: 12, rank: 1 },
  { ...askedColumn('years', 'YEARS'), align: 'right', rank: 2.5 },
] as const satisfies readonly Column<Row<object>>[];

/** Without whatever else is known of it. */
export function cellOf({ tld, action, years }: PriceCell): PriceCell {
  return { tld, action, years };
}

export function cellKey({ tld, action, years }: PriceCell): string {
  return `${tld} ${action} ${years}`;
}

/** As `.af renewal for 2 years`. */
export function cellText({ tld, action, years }: PriceCell): string {
  return `${tld} ${action} for ${years} ${years === 1 ? 'year' : 'years'}`;
}

/** The tlds that were typed, once each and with a leading dot. @throws Failure `usage` */
export function typedTlds(typed: string | string[] | undefined): string[] {
  const read = parsed('the top-level domain', parseTld, (text) =>
    /[,;\s]/.test(text) ? 'give each by itself: dotaf quote .af .com.af' : 'dotaf quote .af',
  );
  return [...new Set([typed ?? []].flat().map((text) => `.${read(text)}`))];
}

/** Asks for the price of each cell, in this order. */
export async function* askCells(
  context: Context,
  cells: readonly PriceCell[],
): AsyncGenerator<Row<Quote>> {
  const service = await context.service();
  yield* inOrder(cells, { limit: concurrency }, async (cell) => {
    const row = await rowOf(cell, () => service.quote(cell.tld.slice(1), cell.action, cell.years));
    const hint = hintFor(cell.tld);
    const isRefused = 'failure' in row && row.failure.code === 'api_error' && hint !== undefined;
    return isRefused ? { ...row, failure: row.failure.with({ hint }) } : row;
  });
}

/** A misspelt tld, or a name without its tld. */
function hintFor(tld: string): string | undefined {
  const guess = likelyTld(tld);
  if (guess !== undefined) return `dotaf quote ${guess}`;
  return tld.endsWith('.af') ? undefined : `dotaf quote ${tld.slice(1)}.af`;
}
