import type { Quote } from '../api/answers.ts';
import { yearsText } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import { type ExchangeRate, type Retail, type RetailTerms, retailOf } from './retail.ts';

export type PricedQuote = Quote & Partial<Retail>;

/**
 * Sets a retail price beside each cost, and warns where there can be none.
 *
 * @throws Failure `unexpected_response` if no answer holds what a retail price needs
 */
export async function* withRetail(
  rows: AsyncIterable<Row<Quote>>,
  terms: RetailTerms,
  output: Pick<Output, 'warning'>,
): AsyncGenerator<Row<PricedQuote>> {
  const { rate } = terms;
  const report = new RetailReport(rate);
  /** Nothing is printed before it is certain that there is a retail price at all. */
  const held: Row<PricedQuote>[] = [];
  for await (const row of rows) {
    held.push('failure' in row ? row : { ...row, value: report.priced(row.value, terms) });
    if ('failure' in row || report.hasPrice) {
      yield* held.splice(0);
      report.isShown = true;
    }
  }
  const { lacking } = report;
  if (lacking !== undefined && !report.isShown) {
    const hint = "dotaf quote --json shows under 'extra' what the service sent";
    throw new Failure('unexpected_response', lacking, { hint });
  }
  if (lacking !== undefined) await output.warning(lacking);
  if (rate !== undefined && report.isOwnCurrency) {
    await output.warning(`the prices in ${rate.currency} are not multiplied by --rate`);
  }
}

/** One rate holds for one currency of the cost: the first that is not its own. */
class RetailReport {
  isShown = false;
  hasPrice = false;
  isOwnCurrency = false;
  readonly #rate: ExchangeRate | undefined;
  #costCurrency: string | undefined;
  #firstLacking: string | undefined;
  #lackingCount = 0;

  constructor(rate: ExchangeRate | undefined) {
    this.#rate = rate;
  }

  priced(quote: Quote, terms: RetailTerms): PricedQuote {
    const { amount, currency } = quote;
    const retailCurrency = this.#rate && { retail_currency: this.#rate.currency };
    const obstacle = this.#obstacle(quote);
    if (amount === null || obstacle !== undefined) {
      this.#firstLacking ??= `no retail price for ${nameOf(quote)}: ${obstacle}`;
      this.#lackingCount += 1;
      return { ...quote, retail: null, margin: null, ...retailCurrency };
    }
    this.hasPrice = true;
    if (this.#rate === undefined || currency !== this.#rate.currency) {
      return { ...quote, ...retailOf(amount, terms) };
    }
    this.isOwnCurrency = true;
    return { ...quote, ...retailOf(amount, { ...terms, rate: undefined }), ...retailCurrency };
  }

  get lacking(): string | undefined {
    const others = this.#lackingCount - 1;
    return others > 0 ? `${this.#firstLacking}; and for ${others} more` : this.#firstLacking;
  }

  #obstacle({ amount, currency }: Quote): string | undefined {
    if (amount === null) return 'the answer holds no amount';
    if (this.#rate === undefined || currency === this.#rate.currency) return undefined;
    if (currency === null) return 'the answer names no currency that --rate could be for';
    this.#costCurrency ??= currency;
    if (currency === this.#costCurrency) return undefined;
    return `it costs ${currency}, and --rate is taken for ${this.#costCurrency}`;
  }
}

function nameOf({ tld, action, years }: Quote): string {
  return `${tld} ${action}, ${yearsText([years])}`;
}
