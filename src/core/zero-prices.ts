import type { QuoteAction } from './api-vocabulary.ts';
import { compareDecimals, type Decimal } from './money.ts';
import type { Report } from './report.ts';
import { joinNames } from './text.ts';

interface Price {
  tld: string;
  action: QuoteAction;
  amount: Decimal | null;
}

/** Warns about prices of 0.00: other than a free transfer, each is likelier a fault than a gift. */
export function reportZeroPrices(prices: readonly Price[], report: Report) {
  const names = prices.filter(isDoubtful).map(({ tld, action }) => `${tld} ${action}`);
  if (names.length > 0)
    report.gap(`doubtful: the service says 0.00 for ${joinNames([...new Set(names)])}`);
}

/** Yields all rows unchanged, and warns at the end about those whose price is 0.00. */
export async function* withZeroPricesReported<Row>(
  rows: AsyncIterable<Row>,
  getPrice: (row: Row) => Price | undefined,
  report: Report,
) {
  const prices: Price[] = [];
  try {
    for await (const row of rows) {
      const price = getPrice(row);
      if (price && isDoubtful(price)) prices.push(price);
      yield row;
    }
  } finally {
    reportZeroPrices(prices, report);
  }
}

function isDoubtful({ action, amount }: Price) {
  return action !== 'transfer' && amount !== null && compareDecimals(amount, '0') === 0;
}
