import Big from 'big.js';

/** A decimal number in digits, such as `-12.50`: money is never a float. */
export type Decimal = string;

const decimalPattern = /^-?\d+(\.\d+)?$/;

export function isDecimal(text: string): text is Decimal {
  return decimalPattern.test(text);
}

/** -1, 0 or 1, exactly, whatever the number of digits. */
export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

export function add(left: Decimal, right: Decimal): Decimal {
  return money(new Big(left).plus(right));
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return money(new Big(left).minus(right));
}

/**
 * A retail price: `amount` raised by `percent`, to the nearest cent (half up); with a `step`, up to
 * its next multiple, so that rounding never eats the margin.
 */
export function markUp(amount: Decimal, percent: Decimal, step?: Decimal): Decimal {
  const raised = new Big(amount).plus(new Big(amount).times(percent).times('0.01'));
  if (step === undefined) return money(raised.round(2, Big.roundHalfUp));
  const steps = raised.div(step).round(0, Big.roundDown);
  const floor = steps.times(step);
  return money(floor.lt(raised) ? floor.plus(step) : floor);
}

/** At least two fraction digits, as the service writes them, and more only where they matter. */
function money(value: Big): Decimal {
  const exact = value.toFixed();
  const digits = exact.split('.')[1]?.length ?? 0;
  return digits < 2 ? value.toFixed(2) : exact;
}
