import type { Quote } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { requestsText } from '../core/durations.ts';
import { yearsText } from '../core/periods.ts';
import type { Action } from '../core/service-words.ts';
import type { Failure } from '../errors.ts';
import type { Row } from '../output/row.ts';
import { askCells, type PriceCell } from './price-cells.ts';

export interface QuoteRequest {
  /** With a leading dot; `.af` if there is none. */
  tlds: readonly string[];
  actions: readonly Action[];
  years: readonly number[];
  /** Leaves out a period that the service prices for other actions only, as with a restore. */
  leavesOutUnpriced: boolean;
}

/** Asks for each tld, action and period in this order. */
export function askQuotes(context: Context, request: QuoteRequest): RowsAnswer<Quote> {
  const { tlds, actions, years } = request;
  const cells = (tlds.length > 0 ? tlds : ['.af']).flatMap((tld) =>
    actions.flatMap((action) => years.map((period) => ({ tld, action, years: period }))),
  );
  return { asked: cells, rows: quotesOf(context, cells, request.leavesOutUnpriced) };
}

async function* quotesOf(
  context: Context,
  cells: readonly PriceCell[],
  leavesOutUnpriced: boolean,
): AsyncGenerator<Row<Quote>> {
  const { output, settings } = context;
  const rate = settings.preference('rate-limit');
  if (cells.length > rate.requests) await output.note(`up to ${requestsText(cells.length, rate)}`);
  const rows = askCells(context, cells);
  if (!leavesOutUnpriced || cells.every(({ years }) => years === 1)) return yield* rows;
  const leftOut = new Map<Action, Set<number>>();
  for await (const group of byTld(cells, rows)) {
    const priced = new Set(group.flatMap(({ cell, row }) => ('value' in row ? cell.years : [])));
    for (const { cell, row } of group) {
      const { action, years } = cell;
      if ('failure' in row && isRefusal(row.failure) && years > 1 && priced.has(years)) {
        leftOut.set(action, (leftOut.get(action) ?? new Set()).add(years));
      } else yield row;
    }
  }
  const periods = [...leftOut].map(([action, years]) => `${action} for ${yearsText([...years])}`);
  if (periods.length > 0) {
    await output.note(`left out where the service has no price: ${periods.join(', ')}`);
  }
}

async function* byTld(cells: readonly PriceCell[], rows: AsyncIterable<Row<Quote>>) {
  const waiting = [...cells];
  let group: { cell: PriceCell; row: Row<Quote> }[] = [];
  for await (const row of rows) {
    const cell = waiting.shift();
    if (cell === undefined) break;
    group.push({ cell, row });
    if (cell.tld === waiting[0]?.tld) continue;
    yield group;
    group = [];
  }
}

/** The service understood the request, and did not fail. */
function isRefusal({ code, details: { status = 0 } }: Failure): boolean {
  return code === 'api_error' && status < 500;
}
