import * as z from 'zod/mini';
import type { Quote } from '../api/answers.ts';
import { compare, isDecimal } from '../core/money.ts';
import { warning } from '../core/notices.ts';
import { actions } from '../core/service-words.ts';
import { pluralize } from '../core/text.ts';
import { cellKey } from './quotes.ts';

export const statedPrice = z.object({
  tld: z.string(),
  action: z.enum(actions),
  years: z.int(),
  amount: z.string().check(z.refine(isDecimal)),
  currency: z.nullable(z.string()),
});

type StatedPrice = z.infer<typeof statedPrice>;

/** Compares the prices with those that were remembered. A price without an amount is left out. */
export function priceChanges(quotes: readonly Quote[], last: readonly StatedPrice[] = []) {
  const known = new Map(last.map((price) => [cellKey(price), price]));
  const stated = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = stated.flatMap((price) => changesOf(price, known.get(cellKey(price))));
  // A price that was not asked for, or not answered, is not forgotten.
  for (const price of stated) known.set(cellKey(price), price);
  const uncompared = quotes.length - stated.length;
  const says = `${pluralize(uncompared, 'price')} not compared: the service does not say the amount`;
  return { list, rows: [...known.values()], notices: uncompared > 0 ? [warning(says)] : [] };
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
