import * as z from 'zod/mini';
import type { Quote } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { byKey } from '../compare/differences.ts';
import { damagedLook, openLook, summaryOf, type Watched } from '../compare/looks.ts';
import { counted } from '../core/durations.ts';
import { compare } from '../core/money.ts';
import { type Action, actions } from '../core/service-words.ts';
import type { PriceChange } from '../kinds.ts';
import {
  answeredPrices,
  cellKey,
  cellOf,
  cellText,
  type PriceCell,
  typedTlds,
} from './price-cells.ts';
import { everyAction } from './price-options.ts';
import { askQuotes } from './quotes.ts';

interface Options {
  action: Action[];
  years: number[];
  mark?: string;
}

/** A price as it was last answered. */
interface SeenPrice extends PriceCell {
  amount: string;
  currency: string | null;
}

const watched: Watched<SeenPrice> = {
  name: 'prices',
  row: z.object({
    tld: z.string(),
    action: z.enum(actions),
    years: z.int(),
    amount: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    currency: z.nullable(z.string()),
  }),
};

/** Compares the prices with what was last seen of each of them, and keeps them for the next time. */
export async function priceChanges(
  context: Context,
  typed: string[],
  { action, years, mark }: Options,
) {
  const { output } = context;
  const tlds = typedTlds(typed);
  const look = await openLook(context, watched, mark);
  const leavesOutUnpriced = action === everyAction;
  const { rows } = askQuotes(context, { tlds, actions: action, years, leavesOutUnpriced });
  const { quotes, exitCode } = await answeredPrices(context, rows);
  const before = byKey(look.rows, cellKey);
  const seen = quotes.flatMap((quote): SeenPrice[] => {
    const { amount, currency } = quote;
    return amount === null ? [] : [{ ...cellOf(quote), amount, currency }];
  });
  const list = seen.flatMap((price) => changeOf(price, before.get(cellKey(price))));
  // A price that was not asked for, or not answered, is not forgotten.
  if (seen.length > 0) look.keep([...byKey([...look.rows, ...seen], cellKey).values()]);
  const unstated = quotes.length - seen.length;
  if (unstated > 0) await output.warning(`the service does not say ${counted(unstated, 'price')}`);
  const unseen = seen.filter((price) => !before.has(cellKey(price))).length;
  if (look.at === undefined) {
    const kept = `the first look: remembered ${counted(unseen, 'price')} for the next`;
    if (unseen > 0 && !look.isDamaged) context.onAnswered(() => output.note(kept));
    return { list, exitCode, failed: look.isDamaged ? damagedLook : undefined };
  }
  if (unseen > 0) await output.note(`not in the last look: ${counted(unseen, 'price')}`);
  if (seen.length > unseen) await output.note(summaryOf(list.map(kindOf)));
  return { list, exitCode, failed: failedBy(list) };
}

/** What was not seen has not changed. */
function changeOf(price: Quote & SeenPrice, seen: SeenPrice | undefined): PriceChange[] {
  if (seen === undefined) return [];
  const { amount, currency } = price;
  const isOtherCurrency = ![null, currency].includes(seen.currency) && currency !== null;
  if (!isOtherCurrency && compare(seen.amount, amount) === 0) return [];
  const before = isOtherCurrency ? null : seen.amount;
  return [{ ...cellOf(price), before, after: amount, currency }];
}

function failedBy([first, ...others]: readonly PriceChange[]): string | undefined {
  if (first === undefined) return undefined;
  const { before, after, currency } = first;
  const now = `${cellText(first)} costs ${[after, currency].filter(Boolean).join(' ')}`;
  const was = before === null ? 'which is another currency' : `and was ${before}`;
  return `${now}, ${was}${others.length > 0 ? `, and ${others.length} more` : ''}`;
}

function kindOf({ before, after }: PriceChange): string {
  if (before === null || after === null) return 'in another currency';
  return compare(before, after) < 0 ? 'dearer' : 'cheaper';
}
