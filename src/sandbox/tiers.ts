import type { Decimal } from '../core/money.ts';

export interface Tier {
  name: string;
  /** The number of active domains at which the tier begins. */
  from: number;
  /** Percent off the list prices. */
  discount: Decimal;
}

export interface Standing {
  /** Absent below the first tier. */
  current: Tier | undefined;
  /** Absent at the top. */
  next: Tier | undefined;
  needed: number;
}

export const defaultTiers: Tier[] = [
  { name: 'Bronze', from: 0, discount: '0' },
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

/** @param tiers from the lowest to the highest */
export function standingOf(activeDomains: number, tiers: readonly Tier[]): Standing {
  const current = tiers.findLast(({ from }) => from <= activeDomains);
  const next = tiers.find(({ from }) => from > activeDomains);
  return { current, next, needed: next === undefined ? 0 : next.from - activeDomains };
}
