import type { PriceQuote } from '../api/responses.ts';
import { compareDecimals, type Decimal, multiplyDecimals } from '../core/money.ts';
import {
  computeMarginAmount,
  createCurrencyConverter,
  type ExchangeRate,
} from '../core/pricing.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import { explainDollarSign } from '../lists/amounts.ts';
import type { PriceFile } from './price-file.ts';
import { getQuoteKey } from './quotes.ts';

const implausibleFactor = '20';

const implausibleHint =
  'a price is 20 times its cost, or a twentieth of it: is it in another currency?';

export function compareRetailPrices(
  { prices, columns }: PriceFile,
  quotes: readonly PriceQuote[],
  rate: ExchangeRate | undefined,
  report: Report,
) {
  const quotesByKey = new Map(quotes.map((quote) => [getQuoteKey(quote), quote]));
  const convertCost = createCurrencyConverter(rate);
  const assumedCurrencies = new Set<string>();
  const list = prices.map(({ retail, currency, hasDollarSign: _, row, column, ...request }) => {
    const quote = quotesByKey.get(getQuoteKey(request)) ?? {
      ...request,
      amount: null,
      currency: null,
    };
    const defaultCurrency = rate?.currency ?? quote.currency;
    if (currency === null && defaultCurrency !== null) assumedCurrencies.add(defaultCurrency);
    const retail_currency = currency ?? defaultCurrency;
    const cost = convertCost(quote, retail_currency);
    const margin = cost && computeMarginAmount(retail, cost);
    if (cost && isImplausible(retail, cost.amount))
      columns.addDoubt(row, columns.getCell(row, column).text, implausibleHint);
    return {
      ...quote,
      retail,
      margin,
      retail_currency,
      below_cost: margin?.startsWith('-') ?? null,
    };
  });
  columns.reportProblems(report);
  const dollarNote = prices.some(({ hasDollarSign }) => hasDollarSign)
    ? explainDollarSign(quotes.map(({ currency }) => currency))
    : undefined;
  if (dollarNote) report.note(dollarNote);
  if (assumedCurrencies.size > 0) {
    const currencies = [...assumedCurrencies].join(' or ');
    report.note(`a price without a currency is taken to be in ${currencies}`);
  }
  const comparable = list.filter(({ below_cost }) => below_cost !== null);
  const unknownCount = list.length - comparable.length;
  if (unknownCount > 0) {
    const reason = 'the currency is not that of the cost (see --rate), or no cost is known';
    report.gap(`${pluralize(unknownCount, 'price')} cannot be compared: ${reason}`);
  }
  const belowCount = comparable.filter(({ below_cost }) => below_cost).length;
  const verb = belowCount === 1 || comparable.length === 1 ? 'is' : 'are';
  const compared = pluralize(comparable.length, 'price');
  const footer =
    comparable.length > 0 ? `${belowCount} of ${compared} ${verb} below cost` : undefined;
  if (!report.isComplete)
    return { list, footer, unmetMessage: 'not every price is known to cover its cost' };
  return { list, footer, unmetMessage: belowCount > 0 ? footer : undefined };
}

function isImplausible(retail: Decimal, cost: Decimal) {
  return (
    compareDecimals(retail, multiplyDecimals(cost, implausibleFactor)) >= 0 ||
    compareDecimals(multiplyDecimals(retail, implausibleFactor), cost) <= 0
  );
}
