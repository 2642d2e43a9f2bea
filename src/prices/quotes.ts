import type { QuoteRequest } from '../api/parse/quote-qualifiers.ts';
import type { PriceQuote } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { parseQuoteAction, type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { mapInOrder } from '../core/concurrency.ts';
import { parseTld, toParentTld } from '../core/domain-names.ts';
import { reportZeroPrices } from '../core/pricing.ts';
import type { Report } from '../core/report.ts';
import { type CliError, type ErrorCode, exitCodes, usageError } from '../errors.ts';
import { createRowFromTask, type FailedRow, type ResultRow } from '../output/row.ts';

const oneYearActions: readonly QuoteAction[] = ['transfer', 'restore'];

export interface PriceFilter {
  action?: QuoteAction[];
  years?: number[];
}

export function getQuoteKey({ tld, action, years }: QuoteRequest) {
  return `${tld} ${action} ${years}`;
}

export function buildQuoteRequests(
  args: readonly string[],
  { action: actions = [...quoteActions], years = [1] }: PriceFilter,
): QuoteRequest[][] {
  const tlds = new Set(
    args.length === 0 ? ['.af'] : args.map((text) => `.${parseTldArgument(text)}`),
  );
  return [...tlds].map((tld) =>
    actions.flatMap((action) => years.map((period) => ({ tld, action, years: period }))),
  );
}

function parseTldArgument(text: string) {
  const action = parseQuoteAction(text);
  const tld = parseTld(text);
  if (!action && tld) return tld;
  throw usageError(
    `the top-level domain cannot be '${text}'`,
    `dotaf quote .af${action ? ` --action ${text}` : ' .com.af'}`,
  );
}

/** @throws errors whose code is one of `rethrownCodes`; other errors become rows */
export function fetchQuotes(
  service: ApiService,
  requests: readonly QuoteRequest[],
  rethrownCodes?: readonly ErrorCode[],
) {
  return mapInOrder(requests, { limit: 4 }, ({ tld, action, years }) =>
    createRowFromTask(
      { tld, action, years },
      () => service.quote(tld.slice(1), action, years),
      rethrownCodes,
    ),
  );
}

export function fetchTldQuotes(
  service: ApiService,
  domains: readonly string[],
  action: QuoteAction,
  rethrownCodes?: readonly ErrorCode[],
) {
  const tlds = new Set(domains.map(toParentTld));
  const requests = [...tlds].map((tld) => ({ tld, action, years: 1 }));
  return fetchQuotes(service, requests, rethrownCodes);
}

/** Collects quotes and warns about failed rows. @throws the first error if every row failed */
export async function collectQuotes(rows: AsyncIterable<ResultRow<PriceQuote>>, report: Report) {
  const quotes: PriceQuote[] = [];
  const errors: CliError[] = [];
  for await (const row of rows) {
    if ('error' in row) errors.push(row.error);
    else quotes.push(row.value);
  }
  if (errors[0] && quotes.length === 0) throw errors[0];
  reportZeroPrices(quotes, report);
  const exitCode: number = errors.length > 0 ? exitCodes.partialFailure : exitCodes.success;
  for (const { fullMessage } of errors) report.warn(`no answer: ${fullMessage}`);
  return { quotes, exitCode };
}

/** Skips a multi-year transfer or restore that the API rejects, unless `--action` is given. */
export async function* fetchQuotesByTld(
  service: ApiService,
  requestsByTld: readonly QuoteRequest[][],
  { action }: PriceFilter,
  report: Report,
) {
  const unpricedByReason = new Map<string, QuoteRequest[]>();
  for (const requests of requestsByTld) {
    const rows: ResultRow<PriceQuote>[] = [];
    for await (const row of fetchQuotes(service, requests)) rows.push(row);
    const tldError = findTldError(rows);
    if (!tldError) yield* withoutUnpricedRows(rows, action, unpricedByReason);
    else if (requestsByTld.length > 1) yield tldError;
    else throw tldError.error;
  }
  for (const [reason, requests] of unpricedByReason) {
    const periods = joinUnique(requests.map(({ years }) => String(years)));
    const actionNames = joinUnique(requests.map(({ action }) => action));
    report.note(`no price for ${periods} years of ${actionNames}: ${reason}`);
  }
}

function withoutUnpricedRows(
  rows: readonly ResultRow<PriceQuote>[],
  requestedActions: PriceFilter['action'],
  unpricedByReason: Map<string, QuoteRequest[]>,
) {
  return rows.flatMap((row) => {
    if (!isRejectedQuote(row) || row.input.years === 1) return row;
    const { input, error } = row;
    const { message } = error;
    unpricedByReason.set(message, [...(unpricedByReason.get(message) ?? []), input]);
    const isOmitted = !requestedActions && oneYearActions.includes(input.action);
    return isOmitted ? [] : { ...row, error: error.with({ kind: 'in-footer' }) };
  });
}

/** If the API rejected all quotes for a TLD, returns a single error row to replace them. */
function findTldError(rows: ResultRow<PriceQuote>[]) {
  const [first, ...others] = rows.filter(isRejectedQuote);
  if (!first || others.length + 1 < rows.length) return undefined;
  const { input, error } = first;
  const { tld } = input;
  const { hint } = error.details;
  return {
    input: others.length === 0 ? input : { tld, action: null, years: null },
    error: error.with({
      subject: `quote ${tld}`,
      hint: tld.endsWith('.af') ? hint : `dotaf quote ${tld.slice(1)}.af`,
    }),
  };
}

/** True if the API refuses to quote a price, for example for a multi-year restore. */
export function isRejectedQuote(
  row: ResultRow<PriceQuote>,
): row is FailedRow & { input: QuoteRequest } {
  if (!('error' in row)) return false;
  const { code, details } = row.error;
  return code === 'api_error' && (details.status ?? 0) < 500;
}

function joinUnique(items: readonly string[]) {
  return new Intl.ListFormat('en-GB').format(new Set(items));
}
