import type { Quote } from '../api/answers.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import { parsed } from '../cli/options.ts';
import { likelyTld, parseTld } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';
import { outcomes } from '../errors.ts';
import { type FailedRow, type Row, rowOf } from '../output/row.ts';

/** One thing that has a price. */
export interface PriceCell {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

const concurrency = 4;

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

/**
 * Waits for the prices of a comparison, and warns of those without an answer.
 *
 * @returns the exit code 9 where some have none
 * @throws Failure when all fail alike
 */
export async function answeredPrices({ output }: Context, rows: AsyncIterable<Row<Quote>>) {
  const quotes: Quote[] = [];
  const failures: FailedRow[] = [];
  for await (const row of rows) {
    if ('failure' in row) failures.push(row);
    else quotes.push(row.value);
  }
  const [first] = failures;
  const isAlike = failures.every(({ failure }) => failure.code === first?.failure.code);
  if (first !== undefined && quotes.length === 0 && isAlike) throw first.failure;
  for (const { failure } of failures) await output.warning(`no answer: ${failure.text}`);
  return { quotes, exitCode: failures.length > 0 ? outcomes.someUnanswered : outcomes.answered };
}
