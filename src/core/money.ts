import Big from 'big.js';

export type Decimal = string;

export interface Retail {
  retail: Decimal | null;
  margin: Decimal | null;
}

const decimalPattern = /^-?\d+(\.\d+)?$/;

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

/** Rounds to the nearest cent; with a `step`, up to its next multiple, so that the margin stays. */
export function markUp(amount: Decimal, percent: Decimal, step?: Decimal): Decimal {
  const raised = new Big(amount).plus(new Big(amount).times(percent).times('0.01'));
  if (step === undefined) return money(raised.round(2, Big.roundHalfUp));
  const steps = raised.div(step).round(0, Big.roundDown);
  const floor = steps.times(step);
  return money(floor.lt(raised) ? floor.plus(step) : floor);
}

/** How many of `steps` the part is of the whole, rounded down; what is more than nothing is one. */
export function shareOf(part: Decimal, whole: Decimal, steps: number): number {
  const [one, all] = [new Big(part), new Big(whole)];
  if (one.lte(0) || all.lte(0)) return 0;
  const share = one.times(steps).div(all).round(0, Big.roundDown).toNumber();
  return Math.min(steps, Math.max(1, share));
}

export function retailOf(amount: Decimal | null, percent: Decimal, step?: Decimal): Retail {
  if (amount === null) return { retail: null, margin: null };
  const retail = markUp(amount, percent, step);
  return { retail, margin: subtract(retail, amount) };
}

function money(value: Big): Decimal {
  const exact = value.toFixed();
  const digits = exact.split('.')[1]?.length ?? 0;
  return digits < 2 ? value.toFixed(2) : exact;
}
