import {
  add,
  addPercent,
  compare,
  type Decimal,
  isDecimal,
  multiply,
  roundToCent,
  roundUp,
  subtract,
} from '../core/money.ts';

/** What is added to the cost of a price as a whole. */
export type Markup = { percent: Decimal } | { amount: Decimal };

/** Up to a multiple of the step, or to an amount that is `offset` above one. */
export interface Rounding {
  step: Decimal;
  offset: Decimal;
}

/** What one unit of the currency of the cost is worth in another. */
export interface ExchangeRate {
  currency: string;
  rate: Decimal;
}

export interface RetailTerms {
  markup: Markup;
  round?: Rounding | undefined;
  rate?: ExchangeRate | undefined;
}

export interface Retail {
  retail: Decimal | null;
  margin: Decimal | null;
  /** Stands beside prices in another currency than that of the cost. */
  retail_currency?: string;
}

/** Reads `20` and `20%`, and `+5.00` as an amount. A discount of 100% and more leaves no price. */
export function parseMarkup(text: string): Markup | undefined {
  const amount = /^\+(\d+(?:\.\d+)?)$/.exec(text)?.[1];
  if (amount !== undefined) return { amount };
  const percent = text.replace(/^\+(?=.*%$)|%$/g, '');
  return isDecimal(percent) && compare(percent, '-100') > 0 ? { percent } : undefined;
}

/**
 * Reads a step such as `5` and `0.50`, and an ending: `.99`, or `9.99` for prices such as 19.99. A
 * number with a fraction of .9 and more is an ending, since nobody counts in steps of 9.99.
 */
export function parseRounding(text: string): Rounding | undefined {
  const [, whole, fraction = ''] = /^(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const number = `${whole || '0'}${fraction && `.${fraction}`}`;
  if (!isDecimal(number) || compare(number, '0') <= 0) return undefined;
  const isEnding = (whole === '' && fraction !== '') || fraction.startsWith('9');
  if (!isEnding) return { step: number, offset: '0' };
  return { step: `1${'0'.repeat(whole.replace(/^0+/, '').length)}`, offset: number };
}

/** Reads `AFN=71.5`. */
export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const [, currency = '', rate = ''] = /^([A-Za-z]{3})=(.+)$/.exec(text.trim()) ?? [];
  if (!isDecimal(rate) || compare(rate, '0') <= 0) return undefined;
  return { currency: currency.toUpperCase(), rate };
}

/**
 * The price for a customer, and what it leaves of it, both in the currency of the rate if there is
 * one. Rounded once and last: to the nearest cent, or up where `round` says so.
 */
export function retailOf(cost: Decimal, { markup, round, rate }: RetailTerms): Retail {
  const raised = 'percent' in markup ? addPercent(cost, markup.percent) : add(cost, markup.amount);
  const factor = rate?.rate ?? '1';
  const exact = multiply(raised, factor);
  const retail = round ? roundUp(exact, round.step, round.offset) : roundToCent(exact);
  const ownCost = rate ? roundToCent(multiply(cost, factor)) : cost;
  return {
    retail,
    margin: subtract(retail, ownCost),
    ...(rate && { retail_currency: rate.currency }),
  };
}
