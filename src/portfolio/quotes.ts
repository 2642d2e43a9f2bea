import type { Quote } from '../api/answers.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import { parsed } from '../cli/options.ts';
import { requestsText } from '../core/durations.ts';
import { likelyTld, parseTld } from '../core/names.ts';
import { yearsText } from '../core/periods.ts';
import type { Action } from '../core/service-words.ts';
import { type Row, rowOf } from '../output/row.ts';
import { type AskedQuote, aboutTld, refusesPrice, refusesTld } from './quote-refusal.ts';

export interface QuoteRequest {
  /** Without the leading dot. */
  tlds: readonly string[];
  actions: readonly Action[];
  years: readonly number[];
  /** Leaves out a period that the service prices for other actions only, as with a restore. */
  leavesOutUnpriced: boolean;
}

interface QuotedCell {
  asked: AskedQuote;
  row: Row<Quote>;
}

const concurrency = 4;

/**
 * The top-level domains of what was typed, without their leading dots, each once.
 *
 * @throws Failure `usage` for what has none
 */
export async function tldsToQuote(
  typed: readonly string[],
  output: { note(text: string): Promise<void> },
): Promise<string[]> {
  const tlds = new Set<string>();
  for (const text of typed.length > 0 ? typed : ['.af']) {
    const tld = readTld(text);
    // A name that is written like a misspelt tld; with a leading dot it is asked as it stands.
    const guess = /^[^.]+\.[^.]+$/.test(text) ? likelyTld(text) : undefined;
    if (guess !== undefined)
      await output.note(`'${text}' is read as a name in .${tld}, not as ${guess}`);
    tlds.add(tld);
  }
  return [...tlds];
}

const readTld = parsed('the top-level domain', parseTld, (text) =>
  /[,;\s]/.test(text) ? 'give each by itself: dotaf quote .af .com.af' : 'dotaf quote .af',
);

/** Asks for each tld, action and period in this order, and only once for a tld that is not served. */
export function askQuotes(context: Context, request: QuoteRequest): AnnouncedRows<Quote> {
  const cells = cellsOf(request);
  return { asked: cells, rows: quotesOf(context, request, cells) };
}

async function* quotesOf(
  context: Context,
  request: QuoteRequest,
  cells: readonly AskedQuote[],
): AsyncGenerator<Row<Quote>> {
  const { output, settings } = context;
  const service = await context.service();
  const rate = settings.preference('rate-limit');
  if (cells.length > rate.requests) await output.note(`up to ${requestsText(cells.length, rate)}`);
  const ask = oncePerUnservedTld(request, async (asked) => {
    const quote = () => service.quote(asked.tld.slice(1), asked.action, asked.years);
    return withLikelyTld(asked, await rowOf(asked, quote));
  });
  const quoted = inOrder(cells, { limit: concurrency }, async (asked) => ({
    asked,
    row: await ask(asked),
  }));
  if (request.leavesOutUnpriced && request.years.some((years) => years > 1)) {
    yield* withoutUnpriced(quoted, (text) => output.note(text));
  } else for await (const { row } of quoted) yield row;
}

function cellsOf({ tlds, actions, years }: QuoteRequest): AskedQuote[] {
  return tlds.flatMap((tld) =>
    actions.flatMap((action) => years.map((period) => ({ tld: `.${tld}`, action, years: period }))),
  );
}

/** Asks for the shortest period of a tld first; its failure is that of all when it is about the tld. */
function oncePerUnservedTld(
  { actions, years }: QuoteRequest,
  ask: (asked: AskedQuote) => Promise<Row<Quote>>,
): (asked: AskedQuote) => Promise<Row<Quote>> {
  const probes = new Map<string, Promise<Row<Quote>>>();
  const least = Math.min(...years);
  return async (asked) => {
    const probed: AskedQuote = { tld: asked.tld, action: actions[0] ?? asked.action, years: least };
    const probe = probes.get(asked.tld) ?? ask(probed);
    probes.set(asked.tld, probe);
    const row = await probe;
    const isProbe = asked.action === probed.action && asked.years === probed.years;
    if ('failure' in row && refusesTld(row.failure, probed)) {
      if (actions.length * years.length === 1) return row;
      const failure = aboutTld(row.failure, probed);
      return isProbe ? { asked, failure } : { asked, failure, isRepeated: true };
    }
    return isProbe ? row : ask(asked);
  };
}

/** What was typed is asked, and what was likely meant is only said. */
function withLikelyTld(asked: AskedQuote, row: Row<Quote>): Row<Quote> {
  const isUnserved =
    'failure' in row && (refusesTld(row.failure, asked) || refusesPrice(row.failure, asked));
  const guess = isUnserved ? likelyTld(asked.tld) : undefined;
  const isWord = /^\.[^.]+$/.test(asked.tld);
  if (!isUnserved || (guess === undefined && !isWord)) return row;
  const hint = guess ? `did you mean ${guess}?` : `dotaf quote ${asked.tld.slice(1)}.af`;
  return { ...row, failure: row.failure.with({ hint }) };
}

async function* withoutUnpriced(
  quoted: AsyncIterable<QuotedCell>,
  note: (text: string) => Promise<void>,
): AsyncGenerator<Row<Quote>> {
  const leftOut = new Map<Action, Set<number>>();
  for await (const cells of byTld(quoted)) {
    const priced = new Set(cells.flatMap(({ asked, row }) => ('value' in row ? asked.years : [])));
    for (const { asked, row } of cells) {
      const { action, years } = asked;
      const isUnpriced = 'failure' in row && refusesPrice(row.failure, asked);
      if (isUnpriced && years > 1 && priced.has(years)) {
        leftOut.set(action, (leftOut.get(action) ?? new Set()).add(years));
      } else yield row;
    }
  }
  const periods = [...leftOut].map(([action, years]) => `${action} for ${yearsText([...years])}`);
  if (periods.length > 0) {
    await note(`left out where the service has no price: ${periods.join(', ')}`);
  }
}

async function* byTld(quoted: AsyncIterable<QuotedCell>): AsyncGenerator<QuotedCell[]> {
  let cells: QuotedCell[] = [];
  for await (const cell of quoted) {
    if (cells.length > 0 && cells[0]?.asked.tld !== cell.asked.tld) {
      yield cells;
      cells = [];
    }
    cells.push(cell);
  }
  yield cells;
}
