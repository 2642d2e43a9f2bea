import type { Quote } from '../api/answers.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { parsed } from '../cli/options.ts';
import { counted, requestsText } from '../core/durations.ts';
import { likelyTld, parseTld } from '../core/names.ts';
import { yearsText } from '../core/periods.ts';
import type { Action } from '../core/service-words.ts';
import { type Failure, outcomes } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { everyAction, type PriceChoice } from './options.ts';

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
  return `${tld} ${action} for ${counted(years, 'year')}`;
}

/**
 * Asks for each tld, action and period in this order. Without `--action`, a period that the service
 * prices for other actions only is left out, as with a restore.
 *
 * @param typed tlds with or without a dot, or whole names; `.af` if there is none
 * @throws Failure `usage`
 */
export function askQuotes(
  context: Context,
  typed: readonly string[],
  { action: actions, years }: PriceChoice,
): RowsAnswer<Quote> {
  const tlds = new Set(typed.length === 0 ? ['.af'] : typed.map((text) => `.${typedTld(text)}`));
  const cells = [...tlds].flatMap((tld) =>
    actions.flatMap((action) => years.map((period) => ({ tld, action, years: period }))),
  );
  const mayLeaveOut = actions === everyAction && years.some((period) => period > 1);
  return { asked: cells, rows: quotesOf(context, cells, mayLeaveOut) };
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

/**
 * Waits for the prices of a comparison, and warns of those without an answer.
 *
 * @returns the exit code 9 where some have none
 * @throws Failure when all fail alike
 */
export async function answeredPrices({ output }: Context, rows: AsyncIterable<Row<Quote>>) {
  const quotes: Quote[] = [];
  const failures: Failure[] = [];
  for await (const row of rows) {
    if ('failure' in row) failures.push(row.failure);
    else quotes.push(row.value);
  }
  const [first] = failures;
  const isAlike = failures.every(({ code }) => code === first?.code);
  if (first !== undefined && quotes.length === 0 && isAlike) throw first;
  for (const { text } of failures) await output.warning(`no answer: ${text}`);
  return { quotes, exitCode: failures.length > 0 ? outcomes.someUnanswered : outcomes.answered };
}

async function* quotesOf(
  context: Context,
  cells: readonly PriceCell[],
  mayLeaveOut: boolean,
): AsyncGenerator<Row<Quote>> {
  const { output, settings } = context;
  const rate = settings.preference('rate-limit');
  if (cells.length > rate.requests) await output.note(`up to ${requestsText(cells.length, rate)}`);
  if (!mayLeaveOut) return yield* askCells(context, cells);
  const leftOut = new Map<Action, number[]>();
  for (const tld of new Set(cells.map((cell) => cell.tld))) {
    const own = cells.filter((cell) => cell.tld === tld);
    const rows: Row<Quote>[] = [];
    for await (const row of askCells(context, own)) rows.push(row);
    const priced = rows.flatMap((row) => ('value' in row ? row.value.years : []));
    for (const [at, row] of rows.entries()) {
      const { action = 'restore', years = 1 } = own[at] ?? {};
      if ('failure' in row && isRefusal(row.failure) && years > 1 && priced.includes(years)) {
        leftOut.set(action, [...new Set([...(leftOut.get(action) ?? []), years])]);
      } else yield row;
    }
  }
  const periods = [...leftOut].map(([action, years]) => `${action} for ${yearsText(years)}`);
  if (periods.length > 0) {
    await output.note(`left out where the service has no price: ${periods.join(', ')}`);
  }
}

/** The service understood the request, and did not fail. */
function isRefusal({ code, details: { status = 0 } }: Failure): boolean {
  return code === 'api_error' && status < 500;
}

/** A misspelt tld, or a name without its tld. */
function hintFor(tld: string): string | undefined {
  const guess = likelyTld(tld);
  if (guess !== undefined) return `dotaf quote ${guess}`;
  return tld.endsWith('.af') ? undefined : `dotaf quote ${tld.slice(1)}.af`;
}

const typedTld = parsed('the top-level domain', parseTld, (text) =>
  /[,;\s]/.test(text) ? 'give each by itself: dotaf quote .af .com.af' : 'dotaf quote .af',
);
