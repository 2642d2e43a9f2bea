import type { NullableCost } from '../core/money.ts';
import type { Report } from '../core/report.ts';
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
  readonly #report;
  #unconvertedCount = 0;

  constructor(rules: RetailPricingRules, report: Report) {
    this.#rules = rules;
    this.#report = report;
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
  ) {
    for await (const row of rows) {
      if ('error' in row) yield row;
      else yield { ...row, value: { ...row.value, ...this.price(getCost(row.value)) } };
    }
    this.warnUnconverted();
  }

  warnUnconverted() {
    if (this.#unconvertedCount === 0) return;
    const costs = pluralize(this.#unconvertedCount, 'cost');
    const reason = `no retail price for ${costs} in another or none`;
    this.#report.warn(`--rate converts one currency: ${reason}`);
  }
}
