import { type Decimal, markUp, subtract } from './money.ts';

export interface Retail {
  /** What the customer pays; null where the cost is not known. */
  retail: Decimal | null;
  /** What is left of it. */
  margin: Decimal | null;
}

/** The price to ask for something that costs `amount`, `percent` above it, up to the next `step`. */
export function retailOf(amount: Decimal | null, percent: Decimal, step?: Decimal): Retail {
  if (amount === null) return { retail: null, margin: null };
  const retail = markUp(amount, percent, step);
  return { retail, margin: subtract(retail, amount) };
}
