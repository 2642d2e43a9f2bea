import type { NullableCost } from '../core/money.ts';
import { createWarning, type Notice } from '../core/notices.ts';
import {
  computeRetailPrice,
  createCurrencyConverter,
  type RetailPrice,
  type RetailPricingRules,
} from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import type { ResultRow } from '../output/row.ts';

/** Computes the retail prices of one command, and counts the costs that it cannot convert. */
export class RetailPricer {
  readonly #rules;
  readonly #convertCost;
  #unconvertedCount = 0;

  constructor(rules: RetailPricingRules) {
    this.#rules = rules;
    this.#convertCost = createCurrencyConverter(rules.rate);
  }

  /** The price is null if the cost is unknown or cannot be converted to `currency`. */
  price(cost: NullableCost, currency = this.#rules.rate?.currency ?? cost.currency): RetailPrice {
    const converted = this.#convertCost(cost, currency);
    if (converted) return computeRetailPrice(converted, this.#rules);
    if (cost.amount !== null) this.#unconvertedCount += 1;
    return { retail: null, margin: null, retail_currency: currency };
  }

  async *addToRows<Value extends object>(
    rows: AsyncIterable<ResultRow<Value>>,
    getCost: (value: Value) => NullableCost,
    notices: Notice[],
  ) {
    for await (const row of rows) {
      if ('failure' in row) yield row;
      else yield { ...row, value: { ...row.value, ...this.price(getCost(row.value)) } };
    }
    notices.push(...this.warnings);
  }

  get warnings(): Notice[] {
    if (this.#unconvertedCount === 0) return [];
    const costs = pluralize(this.#unconvertedCount, 'cost');
    const reason = `no retail price for ${costs} in another or none`;
    return [createWarning(`--rate converts one currency: ${reason}`)];
  }
}
