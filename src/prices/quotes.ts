import type { Quote } from '../api/answers.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { parsed } from '../cli/options.ts';
import { likelyTld, parseTld } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';
import { type Failure, outcomes } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { everyAction, type PriceChoice } from './options.ts';

export interface PriceCell {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

const concurrency = 4;

/** Many services price these for one year only. */
const oneYearActions: readonly Action[] = ['transfer', 'restore'];

export function cellOf({ tld, action, years }: PriceCell): PriceCell {
  return { tld, action, years };
}

export function cellKey({ tld, action, years }: PriceCell): string {
  return `${tld} ${action} ${years}`;
}

export function askQuotes(
  context: Context,
  typed: readonly string[],
  { action: actions, years }: PriceChoice,
): RowsAnswer<Quote> {
  const tlds = new Set(typed.length === 0 ? ['.af'] : typed.map((text) => `.${typedTld(text)}`));
  const cells = [...tlds].flatMap((tld) =>
    actions.flatMap((action) => years.map((period) => ({ tld, action, years: period }))),
  );
  return { asked: cells, rows: askCells(context, cells, actions === everyAction) };
}

/** @param mayLeaveOut a transfer or restore of several years that the service refuses */
export async function* askCells(
  context: Context,
  cells: readonly PriceCell[],
  mayLeaveOut = false,
): AsyncGenerator<Row<Quote>> {
  const service = await context.service();
  const rows = inOrder(cells, { limit: concurrency }, async (cell) => {
    const { tld, action, years } = cell;
    return { cell, row: await rowOf(cell, () => service.quote(tld.slice(1), action, years)) };
  });
  const leftOut = new Set<Action>();
  for await (const { cell, row } of rows) {
    const { action, years, tld } = cell;
    const failure = 'failure' in row ? row.failure : undefined;
    const { status = 0 } = failure?.details ?? {};
    const isRefused = failure?.code === 'api_error';
    const hint = hintFor(tld);
    if (mayLeaveOut && isRefused && status < 500 && years > 1 && oneYearActions.includes(action)) {
      leftOut.add(action);
    } else yield isRefused && hint ? { asked: cell, failure: failure.with({ hint }) } : row;
  }
  if (leftOut.size === 0) return;
  const prices = `${[...leftOut].join(' and ')} for several years`;
  await context.output.note(`left out where the service has no price: ${prices}`);
}

/** @throws Failure when all fail alike */
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

/** A misspelt tld, or a name without its tld. */
function hintFor(tld: string): string | undefined {
  const guess = likelyTld(tld);
  if (guess !== undefined) return `dotaf quote ${guess}`;
  return tld.endsWith('.af') ? undefined : `dotaf quote ${tld.slice(1)}.af`;
}

const typedTld = parsed('the top-level domain', parseTld, (text) =>
  /[,;\s]/.test(text) ? 'give each by itself: dotaf quote .af .com.af' : 'dotaf quote .af',
);
