import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { openLook } from '../compare/looks.ts';
import { counted } from '../core/durations.ts';
import { compare, type Decimal } from '../core/money.ts';
import { actions } from '../core/service-words.ts';
import type { PriceChange } from '../kinds.ts';
import type { PriceChoice } from './options.ts';
import { answeredPrices, askQuotes, cellKey, cellOf, cellText, type PriceCell } from './quotes.ts';

/** A price as it was last answered. */
interface SeenPrice extends PriceCell {
  amount: Decimal;
  currency: string | null;
}

const row: z.ZodMiniType<SeenPrice> = z.object({
  tld: z.string(),
  action: z.enum(actions),
  years: z.int(),
  amount: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  currency: z.nullable(z.string()),
});

/** Compares the prices with what was last seen of each of them, and keeps them for the next time. */
export async function priceChanges(
  context: Context,
  typed: string[],
  { mark, ...choice }: PriceChoice & { mark?: string },
) {
  const { output } = context;
  const { rows } = askQuotes(context, typed, choice);
  const look = await openLook(context, { name: 'prices', row }, mark);
  const { quotes, exitCode } = await answeredPrices(context, rows);
  const before = new Map(look.rows.map((price) => [cellKey(price), price]));
  const seen = quotes.flatMap((quote): SeenPrice[] => {
    const { amount, currency } = quote;
    return amount === null ? [] : [{ ...cellOf(quote), amount, currency }];
  });
  const list = seen.flatMap((price) => changeOf(price, before.get(cellKey(price))));
  const unseen = seen.filter((price) => !before.has(cellKey(price))).length;
  // A price that was not asked for, or not answered, is not forgotten.
  for (const price of seen) before.set(cellKey(price), price);
  if (seen.length > 0) look.keep([...before.values()]);
  const unstated = quotes.length - seen.length;
  if (unstated > 0) await output.warning(`the service does not say ${counted(unstated, 'price')}`);
  if (!look.isFirst && unseen > 0) {
    await output.note(`not in the last look: ${counted(unseen, 'price')}`);
  }
  const doubt = await look.conclude('price', unseen, list.map(kindOf));
  return { list, exitCode, failed: doubt ?? failedBy(list) };
}

/** What was not seen has not changed. */
function changeOf(price: SeenPrice, seen: SeenPrice | undefined): PriceChange[] {
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
