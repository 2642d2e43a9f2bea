import * as z from 'zod/mini';
import type { Quote } from '../api/answers.ts';
import { rowsAnswer } from '../cli/answers.ts';
import type { Context } from '../cli/context.ts';
import { type Comparison, differences } from '../compare/differences.ts';
import { type Looks, openLooks, summaryOf, type Watched } from '../compare/last-look.ts';
import { counted } from '../core/durations.ts';
import { add, compare, type Decimal } from '../core/money.ts';
import { type Action, actions } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import type { Cell } from '../output/cell.ts';
import { failureCell, moneyCell, nothing } from '../output/cells.ts';
import type { Row } from '../output/row.ts';
import { cellKey, cellText, type PriceCell, priceCellColumns, typedTlds } from './price-cells.ts';
import { askQuotes } from './quotes.ts';

interface Options {
  action: Action[];
  years: number[];
  expect?: 'none' | 'profit';
}

/** Equal where nothing has changed. Without a `before` it was in another currency. */
interface PriceChange extends PriceCell {
  before: Decimal | null;
  after: Decimal | null;
  currency: string | null;
}

/** A price as it was last answered. */
interface SeenPrice extends PriceCell {
  amount: string;
  currency: string | null;
  seen: string;
}

const watched: Watched<SeenPrice> = {
  name: 'prices',
  row: z.object({
    tld: z.string(),
    action: z.enum(actions),
    years: z.int(),
    amount: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    currency: z.nullable(z.string()),
    seen: z.iso.datetime(),
  }),
};

const priceComparison: Comparison<SeenPrice, 'amount' | 'currency'> = {
  keyOf: cellKey,
  facts: ['amount', 'currency'],
  // 35 and 35.00 are the same amount.
  comparable: (fact, value) => (fact === 'amount' ? add(value, '0') : value),
};

/** `quote --changes`. @param leavesOutUnpriced periods that only some of the actions have */
export function priceChangesAnswer(leavesOutUnpriced: boolean) {
  return rowsAnswer<PriceChange, [typed?: string | string[]], Options>({
    fields: ['tld', 'action', 'years', 'before', 'after', 'currency'],

    async run(context, { action, years, expect }, typed) {
      if (expect === 'profit') {
        throw new Failure('usage', '--expect profit needs --against', {
          hint: 'add --against <file.csv>, or expect none',
        });
      }
      const looks = await openLooks(context, watched);
      const tlds = typedTlds(typed);
      const quotes = askQuotes(context, { tlds, actions: action, years, leavesOutUnpriced });
      return { ...quotes, rows: comparedRows(context, quotes.rows, looks) };
    },
    isShown: (row) => 'failure' in row || isDifferent(row.value),
    failedCondition: (change, { expect }) => (expect === 'none' ? changeText(change) : undefined),

    view: () => ({
      columns: [
        ...priceCellColumns,
        ...(['before', 'after'] as const).map((name) => ({
          name,
          title: name.toUpperCase(),
          width: 12,
          minWidth: 10,
          rank: name === 'after' ? 2 : 3,
          align: 'right' as const,
          cell: (row: Row<PriceChange>) =>
            'value' in row ? moneyCell(row.value[name], row.value.currency) : nothing,
        })),
        { name: 'note', title: '', cell: remarkCell, isWhole: true },
      ],
    }),
  });
}

async function* comparedRows(
  context: Context,
  quotes: AsyncIterable<Row<Quote>>,
  { last, isFirst, keep }: Looks<SeenPrice>,
): AsyncGenerator<Row<PriceChange>> {
  const watch = new PriceWatch(last?.rows ?? [], context.surroundings.clock.now());
  for await (const row of quotes) yield watch.compared(row);
  // A price that was not asked for, or not answered, is not forgotten.
  const known = new Map(last?.rows.map((row) => [cellKey(row), row]));
  for (const price of watch.prices) known.set(cellKey(price), price);
  if (watch.prices.length > 0) keep([...known.values()]);
  await watch.report(context, isFirst);
}

/** Compares the answers of one run with what was seen before. */
class PriceWatch {
  readonly prices: SeenPrice[] = [];
  readonly #before: ReadonlyMap<string, SeenPrice>;
  readonly #now: string;
  readonly #kinds: string[] = [];
  readonly #otherCurrencies: string[] = [];
  #oldest: string | undefined;
  #compared = 0;
  #unstated = 0;

  constructor(before: readonly SeenPrice[], now: number) {
    this.#before = new Map(before.map((price) => [cellKey(price), price]));
    this.#now = new Date(now).toISOString();
  }

  compared(row: Row<Quote>): Row<PriceChange> {
    if ('failure' in row) return row;
    const { tld, action, years, amount, currency } = row.value;
    const cell = { tld, action, years };
    if (amount === null) {
      this.#unstated += 1;
      return { value: { ...cell, before: null, after: null, currency } };
    }
    const after = { ...cell, amount, currency, seen: this.#now };
    this.prices.push(after);
    const before = this.#before.get(cellKey(cell));
    if (before === undefined)
      return { value: { ...cell, before: amount, after: amount, currency } };
    this.#compared += 1;
    if (this.#oldest === undefined || before.seen < this.#oldest) this.#oldest = before.seen;
    const found = differences([before], [after], priceComparison);
    const isOtherCurrency = found.some((one) => one.kind === 'differs' && one.field === 'currency');
    if (isOtherCurrency) {
      this.#otherCurrencies.push(`${cellText(cell)} was ${before.amount} ${before.currency}`);
    }
    const change = { ...cell, before: before.amount, after: amount, currency };
    if (found.length === 0) return { value: { ...change, before: amount } };
    this.#kinds.push(isOtherCurrency ? 'in another currency' : kindOf(before.amount, amount));
    return { value: isOtherCurrency ? { ...change, before: null } : change };
  }

  async report(context: Context, isFirst: boolean): Promise<void> {
    const { output } = context;
    const unseen = this.prices.length - this.#compared;
    if (this.#unstated > 0) {
      await output.warning(`the service does not say ${counted(this.#unstated, 'price')}`);
    }
    if (this.#otherCurrencies.length > 0) {
      await output.warning(`now in another currency: ${this.#otherCurrencies.join(', ')}`);
    }
    if (unseen > 0 && !isFirst) {
      const has = unseen === 1 ? 'has' : 'have';
      await output.note(`${counted(unseen, 'price')} ${has} no earlier look to be compared with`);
    }
    if (unseen > 0 && isFirst) {
      const kept = `the first look: remembered ${counted(unseen, 'price')} for the next`;
      context.onAnswered(() => output.note(kept));
    }
    if (this.#compared === 0) return;
    const oldest = this.#oldest === undefined ? undefined : new Date(this.#oldest);
    await output.note(summaryOf(this.#kinds, oldest));
  }
}

function isDifferent({ before, after }: PriceChange): boolean {
  return before !== after;
}

function changeText(change: PriceChange): string | undefined {
  if (!isDifferent(change)) return undefined;
  const { before, after, currency } = change;
  const now = `${cellText(change)} costs ${[after, currency].filter(Boolean).join(' ')}`;
  return before === null ? `${now}, which is another currency` : `${now}, and was ${before}`;
}

function kindOf(before: Decimal, after: Decimal): string {
  return compare(before, after) < 0 ? 'dearer' : 'cheaper';
}

function remarkCell(row: Row<PriceChange>): Cell {
  if ('failure' in row) return failureCell(row);
  return { text: row.value.before === null ? 'in another currency' : '' };
}
