import type { Quote } from '../api/answers.ts';
import type { QuoteRequest } from '../api/reading/asked.ts';
import type { Service } from '../api/service.ts';
import { mapInOrder } from '../check/in-order.ts';
import { parseTld } from '../core/names.ts';
import { type NoticeQueue, note, warning } from '../core/notices.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { type Failure, outcomes, usageFailure } from '../errors.ts';
import { type FailedRow, type Row, rowOf } from '../output/row.ts';

/** Actions that many services price for one year only. */
const oneYearActions: readonly Action[] = ['transfer', 'restore'];

/** All four actions and one year, unless something else is typed. */
export interface PriceChoice {
  action?: Action[];
  years?: number[];
}

export function cellKey({ tld, action, years }: QuoteRequest): string {
  return `${tld} ${action} ${years}`;
}

/** @returns what to ask, by tld @throws Failure `usage` for a text that is no tld */
export function quotesToAsk(
  typed: readonly string[],
  { action, years = [1] }: PriceChoice,
): QuoteRequest[][] {
  const tlds = new Set(typed.length === 0 ? ['.af'] : typed.map((text) => `.${typedTld(text)}`));
  return [...tlds].map((tld) =>
    (action ?? actions).flatMap((one) =>
      years.map((period) => ({ tld, action: one, years: period })),
    ),
  );
}

function typedTld(text: string): string {
  const action = parseAction(text);
  const tld = action === undefined ? parseTld(text) : undefined;
  if (tld !== undefined) return tld;
  throw usageFailure(
    `the top-level domain cannot be '${text}'`,
    `dotaf quote .af${action === undefined ? ' .com.af' : ` --action ${text}`}`,
  );
}

export function askCells(
  service: Service,
  cells: readonly QuoteRequest[],
): AsyncGenerator<Row<Quote>> {
  return mapInOrder(cells, { limit: 4 }, (cell) =>
    rowOf(cell, () => service.quote(cell.tld.slice(1), cell.action, cell.years)),
  );
}

/** @throws Failure where nothing is answered */
export async function answeredPrices(rows: AsyncIterable<Row<Quote>>) {
  const quotes: Quote[] = [];
  const failures: Failure[] = [];
  for await (const row of rows) {
    if ('failure' in row) failures.push(row.failure);
    else quotes.push(row.value);
  }
  const [first] = failures;
  if (first !== undefined && quotes.length === 0) throw first;
  const exitCode: number = failures.length > 0 ? outcomes.someUnanswered : outcomes.answered;
  const notices = failures.map(({ text }) => warning(`no answer: ${text}`));
  return { quotes, exitCode, notices };
}

/** @param mayLeaveOut a transfer or restore of several years that the service refuses */
export async function* rowsByTld(
  service: Service,
  asked: readonly QuoteRequest[][],
  mayLeaveOut: boolean,
  notices: NoticeQueue,
): AsyncGenerator<Row<Quote>> {
  const unpriced = new Map<string, QuoteRequest[]>();
  for (const cells of asked) {
    const rows: Row<Quote>[] = [];
    for await (const row of askCells(service, cells)) rows.push(row);
    const refusal = refusalOf(cells, rows);
    if (refusal === undefined) yield* pricedRows(cells, rows, mayLeaveOut, unpriced);
    else if (asked.length > 1) yield refusal;
    else throw refusal.failure;
  }
  for (const [reason, cells] of unpriced) {
    const periods = listed(cells.map(({ years }) => String(years)));
    const priced = listed(cells.map(({ action }) => action));
    notices.add(note(`no price for ${periods} years of ${priced}: ${reason}`));
  }
}

function* pricedRows(
  cells: readonly QuoteRequest[],
  rows: readonly Row<Quote>[],
  mayLeaveOut: boolean,
  unpriced: Map<string, QuoteRequest[]>,
): Generator<Row<Quote>> {
  for (const [at, row] of rows.entries()) {
    const cell = cells[at];
    if (cell === undefined || cell.years === 1 || !isRefused(row)) {
      yield row;
      continue;
    }
    const { failure } = row;
    unpriced.set(failure.message, [...(unpriced.get(failure.message) ?? []), cell]);
    const isLeftOut = mayLeaveOut && oneYearActions.includes(cell.action);
    if (!isLeftOut) yield { ...row, failure: failure.with({ isInFooter: true }) };
  }
}

/** A tld that is refused for all that was asked of it is one refusal, with a line that works. */
function refusalOf([cell]: readonly QuoteRequest[], rows: Row<Quote>[]): FailedRow | undefined {
  const [first, ...others] = rows.filter(isRefused);
  if (!cell || !first || others.length + 1 < rows.length) return undefined;
  const { tld } = cell;
  const { hint } = first.failure.details;
  return {
    input: others.length === 0 ? cell : { tld, action: null, years: null },
    failure: first.failure.with({
      about: `quote ${tld}`,
      hint: tld.endsWith('.af') ? hint : `dotaf quote ${tld.slice(1)}.af`,
    }),
  };
}

function isRefused(row: Row<Quote>): row is FailedRow {
  if (!('failure' in row)) return false;
  const { code, details } = row.failure;
  return code === 'api_error' && (details.status ?? 0) < 500;
}

/** Format: `1, 2 and 5`; each once. */
function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(new Set(words));
}
