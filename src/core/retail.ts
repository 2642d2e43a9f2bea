import Big from 'big.js';
import { compare, type Decimal, isDecimal } from './money.ts';

/** A percentage of the cost, an amount beside it, or the share of the retail price that is left. */
export type Markup = { percent: Decimal } | { amount: Decimal } | { margin: Decimal };

/** Up to a multiple of the step, or to an amount that is `offset` above one. */
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

/** Big itself divides to twenty decimals. */
const Precise = Big();
Precise.DP = 40;

/** ISO 4217; all others have two. */
const unusualDecimals = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

/** Reads `20` and `20%`, and `+5.00` as an amount. A discount of 100% and more leaves no price. */
export function parseMarkup(text: string): Markup | undefined {
  const amount = /^\+(\d+(?:\.\d+)?)$/.exec(text)?.[1];
  if (amount !== undefined) return { amount };
  const percent = text.replace(/^\+(?=.*%$)|%$/g, '');
  return isDecimal(percent) && compare(percent, '-100') > 0 ? { percent } : undefined;
}

export function parseMargin(text: string): Markup | undefined {
  const margin = text.replace(/%$/, '');
  const isShare = isDecimal(margin) && compare(margin, '0') >= 0 && compare(margin, '100') < 0;
  return isShare ? { margin } : undefined;
}

/** A number with a fraction of .9 and more is an ending, since nobody counts in steps of 9.99. */
export function parseRounding(text: string): Rounding | undefined {
  const [, whole, fraction = ''] = /^(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const number = `${whole || '0'}${fraction && `.${fraction}`}`;
  if (!isDecimal(number) || compare(number, '0') <= 0) return undefined;
  const isEnding = (whole === '' && fraction !== '') || fraction.startsWith('9');
  if (!isEnding) return { step: number, offset: '0' };
  return { step: `1${'0'.repeat(whole.replace(/^0+/, '').length)}`, offset: number };
}

export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const [, currency = '', rate = ''] = /^([A-Za-z]{3})=(.+)$/.exec(text.trim()) ?? [];
  if (!isDecimal(rate) || compare(rate, '0') <= 0) return undefined;
  return { currency: currency.toUpperCase(), rate };
}

/** Rounded once and last, to the decimals of its currency: half up, or up where `round` says so. */
export function retailOf({ amount, currency }: Cost, { markup, round, rate }: RetailTerms): Retail {
  const factor = rate === undefined || rate.currency === currency ? '1' : rate.rate;
  const retailCurrency = rate?.currency ?? currency;
  const decimals = decimalsOf(retailCurrency);
  const cost = new Precise(amount).times(factor);
  const exact = marked(cost, markup, factor);
  const retail = round
    ? roundedUp(exact, round).toFixed(decimals, Big.roundUp)
    : exact.toFixed(decimals, Big.roundHalfUp);
  const margin = new Big(retail).minus(cost.toFixed(decimals, Big.roundHalfUp)).toFixed(decimals);
  return { retail, margin, retail_currency: retailCurrency };
}

/** An amount that is added is in the currency of the cost. */
function marked(cost: Big, markup: Markup, factor: Decimal): Big {
  if ('percent' in markup) return cost.times(new Big(markup.percent).plus(100)).times('0.01');
  if ('amount' in markup) return cost.plus(new Big(markup.amount).times(factor));
  return cost.times(100).div(new Big(100).minus(markup.margin));
}

function roundedUp(exact: Big, { step, offset }: Rounding): Big {
  const above = exact.minus(offset);
  const below = above.div(step).round(0, Big.roundDown).times(step);
  return (below.lt(above) ? below.plus(step) : below).plus(offset);
}

function decimalsOf(currency: string | null): number {
  const unusual = unusualDecimals.find(([, codes]) => currency && codes.includes(currency));
  return unusual?.[0] ?? 2;
}
