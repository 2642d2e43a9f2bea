import Big from 'big.js';

export type Decimal = string;

export interface NullableCost {
  amount: Decimal | null;
  currency: string | null;
}

// Limit the number of digits: arithmetic on a million digits would take minutes.
const decimalPattern = /^-?\d{1,40}(\.\d{1,40})?$/;

export function isDecimal(text: string): text is Decimal {
  return decimalPattern.test(text);
}

/** Rounds a spreadsheet number to 15 significant digits, as Excel displays it. */
export function toDecimalText(value: number) {
  return new Big(value.toPrecision(15)).toFixed();
}

export function compareDecimals(left: Decimal, right: Decimal) {
  return new Big(left).cmp(right);
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  return toDecimal(new Big(left).plus(right));
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return toDecimal(new Big(left).minus(right));
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return toDecimal(new Big(left).times(right));
}

export function addPercent(amount: Decimal, percent: Decimal): Decimal {
  const factor = new Big(percent).plus(100).times('0.01');
  return toDecimal(new Big(amount).times(factor).round(2));
}

export function sumByCurrency(costs: readonly (NullableCost | null)[]) {
  const sums = new Map<string | null, Decimal>();
  let isComplete = true;
  for (const cost of costs) {
    if (!cost?.amount) isComplete = false;
    else sums.set(cost.currency, addDecimals(sums.get(cost.currency) ?? '0', cost.amount));
  }
  const list = [...sums].map(([currency, amount]) => ({ amount, currency }));
  list.sort((left, right) => ((left.currency ?? '') < (right.currency ?? '') ? -1 : 1));
  return { sums: list, isComplete };
}

export function computePercentChange(before: Decimal, after: Decimal): Decimal | null {
  if (compareDecimals(before, '0') === 0) return null;
  return new Big(after).minus(before).times(100).div(before).round(1).toFixed(1);
}

function toDecimal(value: Big): Decimal {
  const text = value.toFixed();
  return /\.\d\d/.test(text) ? text : value.toFixed(2);
}
