import * as z from 'zod/mini';
import type { Quote } from '../api/responses.ts';
import { actions } from '../core/api-vocabulary.ts';
import { compare, isDecimal } from '../core/money.ts';
import { warning } from '../core/notices.ts';
import { pluralize } from '../core/text.ts';
import { quoteKey } from './quotes.ts';

export const priceSchema = z.object({
  tld: z.string(),
  action: z.enum(actions),
  years: z.int(),
  amount: z.string().check(z.refine(isDecimal)),
  currency: z.nullable(z.string()),
});

type StoredPrice = z.infer<typeof priceSchema>;

/** Compares the prices with those that were remembered. A price without an amount is left out. */
export function fetchPriceChanges(quotes: readonly Quote[], last: readonly StoredPrice[] = []) {
  const storedPrices = new Map(last.map((price) => [quoteKey(price), price]));
  const currentPrices = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = currentPrices.flatMap((price) =>
    diffPrice(price, storedPrices.get(quoteKey(price))),
  );
  // A price that was not asked for, or not answered, is not forgotten.
  for (const price of currentPrices) storedPrices.set(quoteKey(price), price);
  const skippedCount = quotes.length - currentPrices.length;
  const says = `${pluralize(skippedCount, 'price')} not compared: the service does not say the amount`;
  return {
    list,
    rows: [...storedPrices.values()],
    notices: skippedCount > 0 ? [warning(says)] : [],
  };
}

function diffPrice(price: StoredPrice, earlier: StoredPrice | undefined) {
  if (earlier === undefined) return [];
  const { tld, action, years, amount: after, currency } = price;
  const isComparable =
    currency === null || earlier.currency === null || currency === earlier.currency;
  if (isComparable && compare(earlier.amount, after) === 0) return [];
  const before = isComparable ? earlier.amount : null;
  return [{ tld, action, years, before, after, currency }];
}
