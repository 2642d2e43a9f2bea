import Big from 'big.js';
import { compareDecimals, type Decimal, isDecimal, multiplyDecimals } from './money.ts';

/**
 * Markup as a percentage of the cost, a fixed amount, or a margin in percent of the retail price.
 */
export type Markup = { percent: Decimal } | { amount: Decimal } | { margin: Decimal };

/**
 * Rounds prices up to a multiple of `step` plus `offset`: step 10 and offset 9.99 turn 12.50 into
 * 19.99.
 */
interface Rounding {
  step: Decimal;
  offset: Decimal;
}

/** Exchange rate: one unit of the cost's currency buys `rate` units of `currency`. */
export interface ExchangeRate {
  currency: string;
  rate: Decimal;
}

/** Rules for computing a retail price. Markup amounts and rounding are in the retail currency. */
export interface RetailPricingRules {
  markup: Markup;
  round?: Rounding | undefined;
  rate?: ExchangeRate | undefined;
}

export interface NullableCost {
  amount: Decimal | null;
  currency: string | null;
}

interface Cost extends NullableCost {
  amount: Decimal;
}

export interface RetailPrice {
  retail: Decimal | null;
  margin: Decimal | null;
  retail_currency: string | null;
}

/** ISO 4217 codes of currencies without two decimal places, by their number of decimal places. */
const currencyDecimals = [
  { decimals: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
  { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
  { decimals: 4, codes: 'CLF UYW' },
];

/**
 * Parses `20` and `20%` as a percentage and `+5.00` as an amount. Rejects discounts of 100% or
 * more.
 */
export function parseMarkup(text: string): Markup | undefined {
  const [, sign = '', digits = '', unit = ''] = /^([+-]?)([\d.]+)(%?)$/.exec(text) ?? [];
  const number = `${sign}${digits}`.replace('+', '');
  if (!isDecimal(number)) return undefined;
  if (unit === '%') return compareDecimals(number, '-100') > 0 ? { percent: number } : undefined;
  if (sign !== '') return { amount: number };
  // Reject unsigned numbers below 1: `0.2` is ambiguous and could mean 20%, 0.2% or an amount.
  return compareDecimals(number, '1') >= 0 ? { percent: number } : undefined;
}

export function parseMargin(text: string): Markup | undefined {
  const margin = text.replace(/%$/, '');
  if (!isDecimal(margin) || compareDecimals(margin, '0') < 0) return undefined;
  return compareDecimals(margin, '100') < 0 ? { margin } : undefined;
}

/**
 * Parses a rounding rule. Numbers that start with `.` or contain `.9` are price endings: `9.99`
 * rounds up to 9.99, 19.99 and so on. All other numbers are steps: `5` rounds up to a multiple of
 * five.
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

/**
 * Creates a function that converts costs to the retail currency. The exchange rate does not specify
 * the currency to convert from, so it applies only to the first foreign currency seen; costs in any
 * other currency convert to null.
 */
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

/**
 * Computes a retail price. Only the final price is rounded to the currency's decimals: half up, or
 * always up if `round` is set.
 */
export function computeRetailPrice(cost: Cost, { markup, round }: RetailPricingRules): RetailPrice {
  const decimals = getDecimals(cost.currency);
  const exactPrice = applyMarkup(new Big(cost.amount), markup);
  const price = round
    ? roundUp(exactPrice, round).round(decimals, Big.roundUp)
    : exactPrice.round(decimals);
  const retail = price.toFixed(decimals);
  return { retail, margin: computeMarginAmount(retail, cost), retail_currency: cost.currency };
}

/**
 * Subtracts a cost from a retail price in the same currency and rounds to the currency's decimals.
 */
export function computeMarginAmount(retail: Decimal, { amount, currency }: Cost): Decimal {
  const decimals = getDecimals(currency);
  const cost = new Big(amount).round(decimals);
  return new Big(retail).minus(cost).toFixed(decimals);
}

function applyMarkup(cost: Big, markup: Markup): Big {
  if ('amount' in markup) return cost.plus(markup.amount);
  if ('margin' in markup) return cost.times(100).div(new Big(100).minus(markup.margin));
  return cost.times(new Big(100).plus(markup.percent)).times('0.01');
}

function roundUp(price: Big, { step, offset }: Rounding): Big {
  const excess = price.minus(offset);
  const steps = excess.div(step).round(0, excess.gt(0) ? Big.roundUp : Big.roundDown);
  return steps.times(step).plus(offset);
}

function getDecimals(currency: string | null): number {
  if (currency === null) return 2;
  return currencyDecimals.find(({ codes }) => codes.includes(currency))?.decimals ?? 2;
}
