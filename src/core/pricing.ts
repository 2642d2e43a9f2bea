import Big from 'big.js';
import type { QuoteAction } from './api-vocabulary.ts';
import {
  compareDecimals,
  type Decimal,
  isDecimal,
  multiplyDecimals,
  type NullableCost,
} from './money.ts';
import type { Report } from './report.ts';
import { joinNames } from './text.ts';

type Markup = { percent: Decimal } | { amount: Decimal };

/** With step 10 and offset 9.99, prices are rounded up to 9.99, 19.99, 29.99 and so on. */
interface Rounding {
  step: Decimal;
  offset: Decimal;
}

/** One unit of the cost's currency buys `rate` units of `currency`. */
export interface ExchangeRate {
  currency: string;
  rate: Decimal;
}

/** Costs are converted first, so markup amounts and `round` are in the retail currency. */
export interface RetailPricingRules {
  markup: Markup;
  round?: Rounding | undefined;
  rate?: ExchangeRate | undefined;
}

interface Cost extends NullableCost {
  amount: Decimal;
}

export interface RetailPrice {
  retail: Decimal | null;
  margin: Decimal | null;
  retail_currency: string | null;
}

export interface RenewalPrice {
  renewal: NullableCost | null;
  renewal_retail: Decimal | null;
}

interface Price {
  tld: string;
  action: QuoteAction;
  amount: Decimal | null;
}

/** Currencies with more or fewer than two decimals in ISO 4217; `Intl` is wrong about AFN. */
const currencyDecimals = [
  { decimals: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
  { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
  { decimals: 4, codes: 'CLF UYW' },
];

/**
 * Parses the value of `--markup`: a percentage (`20` or `20%`) or a signed amount (`+5.00`).
 * Rejects percentage discounts of 100% or more.
 */
export function parseMarkup(text: string): Markup | undefined {
  const [, sign = '', digits = '', unit = ''] = /^([+-]?)([\d.]+)(%?)$/.exec(text) ?? [];
  const number = `${sign}${digits}`.replace('+', '');
  if (!isDecimal(number)) return undefined;
  if (unit === '%') return compareDecimals(number, '-100') > 0 ? { percent: number } : undefined;
  if (sign !== '') return { amount: number };
  // Reject numbers below 1 that have no `%` or sign: `0.2` could mean 20%, 0.2% or an amount.
  return compareDecimals(number, '1') >= 0 ? { percent: number } : undefined;
}

/**
 * Parses the value of `--round`: a step (`5` rounds prices up to a multiple of five) or a price
 * ending (`9.99` rounds prices up to 9.99, 19.99 …).
 */
export function parseRounding(text: string): Rounding | undefined {
  const number = text.replace(/^\./, '0.');
  if (!isDecimal(number) || compareDecimals(number, '0') <= 0) return undefined;
  const isEnding = text.startsWith('.') || number.includes('.9');
  if (!isEnding) return { step: number, offset: '0' };
  const digits = number.replace(/^0+|\..*/g, '').length;
  return { step: `1${'0'.repeat(digits)}`, offset: number };
}

export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const [, currency = '', rate = ''] = /^([A-Za-z]{3})=(.+)$/.exec(text.trim()) ?? [];
  if (!isDecimal(rate) || compareDecimals(rate, '0') <= 0) return undefined;
  return { currency: currency.toUpperCase(), rate };
}

/** `--rate` specifies no source currency, so only the first foreign currency is converted. */
export function createCurrencyConverter(exchange: ExchangeRate | undefined) {
  let sourceCurrency: string | null = null;
  return ({ amount, currency }: NullableCost, targetCurrency: string | null): Cost | null => {
    if (amount === null) return null;
    if (currency === targetCurrency) return { amount, currency };
    if (currency === null || targetCurrency !== exchange?.currency) return null;
    sourceCurrency ??= currency;
    if (currency !== sourceCurrency) return null;
    return { amount: multiplyDecimals(amount, exchange.rate), currency: targetCurrency };
  };
}

export function computeRetailPrice(cost: Cost, { markup, round }: RetailPricingRules): RetailPrice {
  const decimals = getCurrencyDecimals(cost.currency);
  const amount = new Big(cost.amount);
  const exactPrice =
    'amount' in markup
      ? amount.plus(markup.amount)
      : amount.times(new Big(100).plus(markup.percent)).times('0.01');
  const price = round
    ? roundUp(exactPrice, round).round(decimals, Big.roundUp)
    : exactPrice.round(decimals);
  const retail = price.toFixed(decimals);
  return { retail, margin: computeMarginAmount(retail, cost), retail_currency: cost.currency };
}

/** Formats an amount as `10.00 USD`, or with an exchange rate as `10.00 USD (715.00 AFN)`. */
export function formatConvertedAmount(amount: Decimal, currency: string, exchange?: ExchangeRate) {
  const text = `${amount} ${currency}`;
  if (!exchange || exchange.currency === currency) return text;
  const converted = new Big(amount)
    .times(exchange.rate)
    .toFixed(getCurrencyDecimals(exchange.currency));
  return `${text} (${converted} ${exchange.currency})`;
}

export function computeMarginAmount(retail: Decimal, { amount, currency }: Cost): Decimal {
  const decimals = getCurrencyDecimals(currency);
  const cost = new Big(amount).round(decimals);
  return new Big(retail).minus(cost).toFixed(decimals);
}

/** Warns about prices of 0.00, which are probably mistakes. Transfers are exempt: some are free. */
export function reportZeroPrices(prices: readonly Price[], report: Report) {
  const isDoubtful = ({ action, amount }: Price) =>
    action !== 'transfer' && amount !== null && compareDecimals(amount, '0') === 0;
  const names = prices.filter(isDoubtful).map(({ tld, action }) => `${tld} ${action}`);
  if (names.length > 0)
    report.gap(`doubtful: the service says 0.00 for ${joinNames([...new Set(names)])}`);
}

export async function* withZeroPricesReported<Row>(
  rows: AsyncIterable<Row>,
  getPrice: (row: Row) => Price | undefined,
  report: Report,
) {
  const prices: Price[] = [];
  try {
    for await (const row of rows) {
      const price = getPrice(row);
      if (price) prices.push(price);
      yield row;
    }
  } finally {
    reportZeroPrices(prices, report);
  }
}

function roundUp(price: Big, { step, offset }: Rounding) {
  const excess = price.minus(offset);
  const steps = excess.div(step).round(0, excess.gt(0) ? Big.roundUp : Big.roundDown);
  return steps.times(step).plus(offset);
}

export function getCurrencyDecimals(currency: string | null) {
  const entry = currencyDecimals.find(({ codes }) => currency !== null && codes.includes(currency));
  return entry?.decimals ?? 2;
}
