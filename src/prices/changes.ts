import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { openLook } from '../compare/looks.ts';
import { counted } from '../core/durations.ts';
import { compare, isDecimal } from '../core/money.ts';
import { actions } from '../core/service-words.ts';
import type { PriceChange } from '../kinds.ts';
import type { PriceChoice } from './options.ts';
import { answeredPrices, askQuotes, cellKey, cellOf } from './quotes.ts';

const seenPrice = z.object({
  tld: z.string(),
  action: z.enum(actions),
  years: z.int(),
  amount: z.string().check(z.refine(isDecimal)),
  currency: z.nullable(z.string()),
});

type SeenPrice = z.infer<typeof seenPrice>;

export async function priceChanges(
  context: Context,
  typed: string[],
  { mark, ...choice }: PriceChoice & { mark?: string },
) {
  const { rows } = askQuotes(context, typed, choice);
  const look = await openLook(context, { name: 'prices', row: seenPrice }, mark);
  const { quotes, exitCode } = await answeredPrices(context, rows);
  const before = new Map((look.before ?? []).map((price) => [cellKey(price), price]));
  const seen = quotes.flatMap((quote): SeenPrice[] => {
    const { amount, currency } = quote;
    return amount === null ? [] : [{ ...cellOf(quote), amount, currency }];
  });
  const list = seen.flatMap((price) => changeOf(price, before.get(cellKey(price))));
  const unseen = look.before ? seen.filter((price) => !before.has(cellKey(price))).length : 0;
  const unstated = quotes.length - seen.length;
  if (unseen + unstated > 0) {
    const prices = counted(unseen + unstated, 'price');
    await context.output.warning(
      `not compared: ${prices} that the last look or the service does not say`,
    );
  }
  // A price that was not asked for, or not answered, is not forgotten.
  for (const price of seen) before.set(cellKey(price), price);
  return {
    list,
    exitCode,
    failed: await look.conclude([...before.values()], 'price', list.length),
  };
}

function changeOf(price: SeenPrice, seen: SeenPrice | undefined): PriceChange[] {
  if (seen === undefined) return [];
  const { amount, currency } = price;
  const isOtherCurrency = ![null, currency].includes(seen.currency) && currency !== null;
  if (!isOtherCurrency && compare(seen.amount, amount) === 0) return [];
  const before = isOtherCurrency ? null : seen.amount;
  return [{ ...cellOf(price), before, after: amount, currency }];
}
