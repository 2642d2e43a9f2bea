import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { Remembered } from '../compare/remembered.ts';
import { compare, isDecimal } from '../core/money.ts';
import { actions } from '../core/service-words.ts';
import { counted } from '../core/text.ts';
import type { PriceChoice } from './options.ts';
import { answeredPrices, askQuotes, cellKey } from './quotes.ts';

const statedPrice = z.object({
  tld: z.string(),
  action: z.enum(actions),
  years: z.int(),
  amount: z.string().check(z.refine(isDecimal)),
  currency: z.nullable(z.string()),
});

type StatedPrice = z.infer<typeof statedPrice>;

export async function priceChanges(
  context: Context,
  typed: string[],
  { mark, ...choice }: PriceChoice & { mark?: string },
) {
  const { rows } = askQuotes(context, typed, choice);
  const remembered = await Remembered.open(context, 'prices', statedPrice, mark);
  const { quotes, exitCode } = await answeredPrices(context, rows);
  const known = new Map(remembered.last?.rows.map((price) => [cellKey(price), price]));
  const stated = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = stated.flatMap((price) => changesOf(price, known.get(cellKey(price))));
  // A price that was not asked for, or not answered, is not forgotten.
  for (const price of stated) known.set(cellKey(price), price);
  const uncompared = quotes.length - stated.length;
  if (uncompared > 0) {
    await context.output.warning(
      `${counted(uncompared, 'price')} not compared: the service does not say the amount`,
    );
  }
  remembered.keep([...known.values()]);
  return {
    list,
    exitCode,
    ...remembered.conclude(list.length, counted(list.length, 'difference')),
  };
}

function changesOf(price: StatedPrice, earlier: StatedPrice | undefined) {
  if (earlier === undefined) return [];
  const { tld, action, years, amount: after, currency } = price;
  const isComparable =
    currency === null || earlier.currency === null || currency === earlier.currency;
  if (isComparable && compare(earlier.amount, after) === 0) return [];
  const before = isComparable ? earlier.amount : null;
  return [{ tld, action, years, before, after, currency }];
}
