import * as z from 'zod/mini';
import type { PriceQuote } from '../api/responses.ts';
import { quoteActions } from '../core/api-vocabulary.ts';
import { compareDecimals, isDecimal } from '../core/money.ts';
import { createWarning } from '../core/notices.ts';
import { pluralize } from '../core/text.ts';
import { getQuoteKey } from './quotes.ts';

export const storedPriceSchema = z.object({
  tld: z.string(),
  action: z.enum(quoteActions),
  years: z.int(),
  amount: z.string().check(z.refine(isDecimal)),
  currency: z.nullable(z.string()),
});

type StoredPrice = z.infer<typeof storedPriceSchema>;

/** Compares quotes with the prices in the last snapshot. Quotes without an amount are skipped. */
export function diffWithStoredPrices(
  quotes: readonly PriceQuote[],
  previousPrices: readonly StoredPrice[] = [],
) {
  const storedPrices = new Map(previousPrices.map((price) => [getQuoteKey(price), price]));
  const currentPrices = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = currentPrices.flatMap((price) =>
    diffPrice(price, storedPrices.get(getQuoteKey(price))),
  );
  // Keep a stored price if this run did not request its quote or if the request failed.
  for (const price of currentPrices) storedPrices.set(getQuoteKey(price), price);
  const skippedCount = quotes.length - currentPrices.length;
  const message = `${pluralize(skippedCount, 'price')} not compared: the service does not say the amount`;
  return {
    list,
    rows: [...storedPrices.values()],
    notices: skippedCount > 0 ? [createWarning(message)] : [],
  };
}

function diffPrice(price: StoredPrice, earlier: StoredPrice | undefined) {
  if (earlier === undefined) return [];
  const { tld, action, years, amount: after, currency } = price;
  const isComparable =
    currency === null || earlier.currency === null || currency === earlier.currency;
  if (isComparable && compareDecimals(earlier.amount, after) === 0) return [];
  const before = isComparable ? earlier.amount : null;
  return [{ tld, action, years, before, after, currency }];
}
