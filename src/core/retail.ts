import Big from 'big.js';
import { compare, type Decimal, isDecimal } from './money.ts';

/** A percentage of the cost, an amount beside it, or the share of the retail price that is left. */
export type Markup = { percent: Decimal } | { amount: Decimal } | { margin: Decimal };

/** Rounds up to a multiple of the step, or to an amount that is `offset` above one. */
export interface Rounding {
  step: Decimal;
  offset: Decimal;
}

/** One unit of the currency of the cost is worth this in another. */
export interface ExchangeRate {
  currency: string;
  rate: Decimal;
}

export interface RetailTerms {
  markup: Markup;
  round?: Rounding | undefined;
  rate?: ExchangeRate | undefined;
}

export interface Cost {
  amount: Decimal;
  currency: string | null;
}

export interface Retail {
  retail: Decimal | null;
  margin: Decimal | null;
  retail_currency: string | null;
}

/** Currencies of ISO 4217 that have not two decimals. */
const unusualDecimals = [
  { decimals: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
  { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
  { decimals: 4, codes: 'CLF UYW' },
];

/** Reads `20` and `20%`, and `+5.00` as an amount. A discount of 100% and more leaves no price. */
export function parseMarkup(text: string): Markup | undefined {
  const [, increase, sign] = /^\+(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (increase !== undefined) {
    return sign === '%' ? { percent: increase } : { amount: increase };
  }
  const percent = text.replace(/%$/, '');
  return isDecimal(percent) && compare(percent, '-100') > 0 ? { percent } : undefined;
}

export function parseMargin(text: string): Markup | undefined {
  const margin = text.replace(/%$/, '');
  if (!isDecimal(margin) || compare(margin, '0') < 0) {
    return undefined;
  }
  return compare(margin, '100') < 0 ? { margin } : undefined;
}

/** A number with a fraction of .9 and more is an ending, since nobody counts in steps of 9.99. */
export function parseRounding(text: string): Rounding | undefined {
  const number = text.replace(/^\./, '0.');
  if (!isDecimal(number) || compare(number, '0') <= 0) {
    return undefined;
  }
  const isEnding = text.startsWith('.') || number.includes('.9');
  if (!isEnding) return { step: number, offset: '0' };
  const digits = number.replace(/^0+|\..*/g, '').length;
  return { step: `1${'0'.repeat(digits)}`, offset: number };
}

export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const [, currency = '', rate = ''] = /^([A-Za-z]{3})=(.+)$/.exec(text.trim()) ?? [];
  if (!isDecimal(rate) || compare(rate, '0') <= 0) {
    return undefined;
  }
  return { currency: currency.toUpperCase(), rate };
}

/** Rounds once and last, to the decimals of the currency: half up, or up where `round` says so. */
export function retailOf({ amount, currency }: Cost, { markup, round, rate }: RetailTerms): Retail {
  const factor = rate === undefined || rate.currency === currency ? '1' : rate.rate;
  const retailCurrency = rate?.currency ?? currency;
  const decimals = decimalsOf(retailCurrency);
  const cost = new Big(amount).times(factor);
  const exact = marked(cost, markup, factor);
  const retail = round
    ? roundedUp(exact, round).round(decimals, Big.roundUp)
    : exact.round(decimals, Big.roundHalfUp);
  const margin = retail.minus(cost.round(decimals, Big.roundHalfUp));
  return {
    retail: retail.toFixed(decimals),
    margin: margin.toFixed(decimals),
    retail_currency: retailCurrency,
  };
}

function marked(cost: Big, markup: Markup, factor: Decimal): Big {
  if ('amount' in markup) {
    return cost.plus(new Big(markup.amount).times(factor));
  }
  if ('margin' in markup) {
    return cost.times(100).div(new Big(100).minus(markup.margin));
  }
  const percent = new Big(100).plus(markup.percent);
  return cost.times(percent).times('0.01');
}

function roundedUp(exact: Big, { step, offset }: Rounding): Big {
  const above = exact.minus(offset);
  const below = above.div(step).round(0, Big.roundDown).times(step);
  const rounded = below.lt(above) ? below.plus(step) : below;
  return rounded.plus(offset);
}

function decimalsOf(currency: string | null): number {
  if (currency === null) return 2;
  return unusualDecimals.find(({ codes }) => codes.includes(currency))?.decimals ?? 2;
}
