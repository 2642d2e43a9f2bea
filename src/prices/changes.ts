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

export function diffWithStoredPrices(
  quotes: readonly PriceQuote[],
  previousPrices: readonly z.infer<typeof storedPriceSchema>[] = [],
) {
  const storedPrices = new Map(previousPrices.map((price) => [getQuoteKey(price), price]));
  const currentPrices = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = currentPrices.flatMap(({ amount: after, currency, ...request }) => {
    const earlier = storedPrices.get(getQuoteKey(request));
    if (!earlier) return [];
    const isComparable =
      currency === null || earlier.currency === null || currency === earlier.currency;
    if (isComparable && compareDecimals(earlier.amount, after) === 0) return [];
    return { ...request, before: isComparable ? earlier.amount : null, after, currency };
  });
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
