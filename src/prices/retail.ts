import type { ApiService } from '../api/service.ts';
import { toParentTld } from '../core/domain-names.ts';
import { type NullableCost, sumByCurrency } from '../core/money.ts';
import {
  computeRetailPrice,
  createCurrencyConverter,
  type RenewalPrice,
  type RetailPrice,
  type RetailPricingRules,
  reportZeroPrices,
} from '../core/pricing.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import type { ResultRow } from '../output/row.ts';
import { fetchTldQuotes } from './quotes.ts';

interface RenewableDomain {
  domain: string | null;
  retail_currency?: string | null;
}

export class RenewalPrices {
  readonly #service;
  readonly #report;
  readonly #pricer;
  /** Renewal costs, keyed by TLD; null if the API does not quote a price. */
  readonly #costs = new Map<string, NullableCost | null>();
  readonly #reasons = new Set<string>();

  constructor(service: ApiService, report: Report, pricer?: RetailPricer) {
    this.#service = service;
    this.#report = report;
    this.#pricer = pricer;
  }

  async *addToRows<Value extends RenewableDomain>(rows: AsyncIterable<ResultRow<Value>>) {
    yield* mapValues(rows, async (value) => {
      await this.load([value]);
      return this.addTo(value);
    });
    this.warnUnknown();
  }

  /** Fetches the renewal prices of TLDs that are not cached yet, so that `addTo()` can use them. */
  async load(domains: readonly RenewableDomain[]) {
    const names = domains.flatMap(({ domain }) => domain ?? []);
    const unknown = names.filter((name) => !this.#costs.has(toParentTld(name)));
    for (const name of unknown) this.#costs.set(toParentTld(name), null);
    const quotes = fetchTldQuotes(this.#service, unknown, 'renewal', ['interrupted', 'bug']);
    for await (const row of quotes) {
      if ('error' in row) this.#reasons.add(row.error.message);
      else if (row.value.amount === null) this.#reasons.add('the service does not say it');
      else {
        const { tld, amount, currency } = row.value;
        this.#costs.set(tld, { amount, currency });
      }
    }
  }

  addTo<Row extends RenewableDomain>(row: Row): Row & Partial<RenewalPrice> {
    const renewal = this.#costs.get(toParentTld(row.domain ?? '')) ?? null;
    if (!this.#pricer) return { ...row, renewal };
    const cost = renewal ?? { amount: null, currency: null };
    const price = this.#pricer.price(cost, row.retail_currency ?? undefined);
    const { retail: renewal_retail, retail_currency } = price;
    return { ...row, renewal, renewal_retail, retail_currency };
  }

  warnUnknown() {
    const prices = [...this.#costs].map(([tld, cost]) => {
      return { tld, action: 'renewal', amount: cost?.amount ?? null } as const;
    });
    reportZeroPrices(prices, this.#report);
    const tlds = [...this.#costs].flatMap(([tld, cost]) => (cost === null ? tld : []));
    if (tlds.length === 0) return;
    const text = `the price of a renewal of ${joinNames(tlds)} is not known`;
    this.#report.warn(`${text}: ${joinNames([...this.#reasons])}`);
  }
}

/** @param isComplete false if the account may have more domains than `rows` */
export function describeRenewalTotal(
  rows: readonly (Partial<RenewalPrice> & { retail_currency?: string | null })[],
  isComplete: boolean,
) {
  const formatSum = (costs: readonly (NullableCost | null)[]) => {
    const { sums, isComplete: hasAllPrices } = sumByCurrency(costs);
    if (sums.length === 0) return 'not known';
    const texts = sums.map(({ amount, currency }) => `${amount} ${currency ?? ''}`.trim());
    return `${isComplete && hasAllPrices ? '' : 'at least '}${texts.join(', ')}`;
  };
  const cost = formatSum(rows.map(({ renewal = null }) => renewal));
  const text = `a year's renewal of ${pluralize(rows.length, 'domain')}: ${cost}`;
  const retailPrices = rows.flatMap(
    ({ renewal_retail: amount, retail_currency: currency = null }) =>
      amount === undefined ? [] : { amount, currency },
  );
  return retailPrices.length === 0 ? text : `${text}; retail: ${formatSum(retailPrices)}`;
}

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

  /** The retail price is null if the cost is unknown or cannot be converted to `currency`. */
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
    yield* mapValues(rows, async (value) => ({ ...value, ...this.price(getCost(value)) }));
    this.warnUnconverted();
  }

  warnUnconverted() {
    if (this.#unconvertedCount === 0) return;
    const costs = pluralize(this.#unconvertedCount, 'cost');
    const reason = `no retail price for ${costs} in another or none`;
    this.#report.warn(`--rate converts one currency: ${reason}`);
  }
}

async function* mapValues<Value, Result>(
  rows: AsyncIterable<ResultRow<Value>>,
  mapper: (value: Value) => Promise<Result>,
) {
  for await (const row of rows) {
    if ('error' in row) yield row;
    else yield { ...row, value: await mapper(row.value) };
  }
}
