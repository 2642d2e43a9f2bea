import Big from 'big.js';

export type Decimal = string;

/** No amount has more digits, and to reckon with millions takes minutes. */
const decimalPattern = /^-?\d{1,40}(\.\d{1,40})?$/;

/** Big itself divides to twenty decimals. */
const Precise = Big();
Precise.DP = 40;

export function isDecimal(text: string): text is Decimal {
  return decimalPattern.test(text);
}

export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

export function add(left: Decimal, right: Decimal): Decimal {
  return money(new Big(left).plus(right));
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return money(new Big(left).minus(right));
}

/** Exact, with all digits. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  return money(new Big(left).times(right));
}

/** Exact: 35.00 and 20 percent are 42.00. */
export function addPercent(amount: Decimal, percent: Decimal): Decimal {
  return multiply(amount, new Big(percent).times('0.01').plus(1).toFixed());
}

/** Rounds half up to the cent. */
export function roundToCent(amount: Decimal): Decimal {
  return money(new Big(amount).round(2, Big.roundHalfUp));
}

/** To forty decimals. */
export function divide(amount: Decimal, divisor: Decimal): Decimal {
  return new Precise(amount).div(divisor).toFixed();
}

/** To so many decimals, of which all are written: half up, or up. */
export function rounded(amount: Decimal, decimals: number, way: 'half up' | 'up' = 'half up') {
  return new Big(amount).toFixed(decimals, way === 'up' ? Big.roundUp : Big.roundHalfUp);
}

/** Rounds up to the next multiple of `step`, or to the next amount that is `offset` above one. */
export function roundUp(amount: Decimal, step: Decimal, offset: Decimal): Decimal {
  const above = new Big(amount).minus(offset);
  const floor = above.div(step).round(0, Big.roundDown).times(step);
  return money((floor.lt(above) ? floor.plus(step) : floor).plus(offset));
}

/** How many of `steps` the part is of the whole, rounded down; what is more than nothing is one. */
export function shareOf(part: Decimal, whole: Decimal, steps: number): number {
  if (new Big(part).lte(0) || new Big(whole).lte(0)) return 0;
  const share = new Big(part).times(steps).div(whole).round(0, Big.roundDown).toNumber();
  return Math.min(steps, Math.max(1, share));
}

function money(value: Big): Decimal {
  const exact = value.toFixed();
  return /\.\d\d/.test(exact) ? exact : value.toFixed(2);
}
