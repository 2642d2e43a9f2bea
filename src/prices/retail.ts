import { createWarning, type Notice } from '../core/notices.ts';
import {
  computeRetailPrice,
  createCurrencyConverter,
  type NullableCost,
  type RetailPricingRules,
} from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import type { ResultRow } from '../output/row.ts';

/** Adds a retail price to each row. It is null if the cost is unknown or cannot be converted. */
export async function* addRetailPrices<Value extends object>(
  rows: AsyncIterable<ResultRow<Value>>,
  rules: RetailPricingRules,
  getCost: (value: Value) => NullableCost,
  notices: Notice[],
) {
  const { rate } = rules;
  const convertCost = createCurrencyConverter(rate);
  let unconvertedCount = 0;
  for await (const row of rows) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const originalCost = getCost(row.value);
    const retailCurrency = rate?.currency ?? originalCost.currency;
    const cost = convertCost(originalCost, retailCurrency);
    if (cost === null && originalCost.amount !== null) unconvertedCount += 1;
    const noRetail = { retail: null, margin: null, retail_currency: retailCurrency };
    const retail = cost ? computeRetailPrice(cost, rules) : noRetail;
    yield { ...row, value: { ...row.value, ...retail } };
  }
  if (unconvertedCount === 0) return;
  const costs = pluralize(unconvertedCount, 'cost');
  notices.push(
    createWarning(`--rate converts one currency: no retail price for ${costs} in another or none`),
  );
}
