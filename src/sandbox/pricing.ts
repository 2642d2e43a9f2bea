import { add, type Decimal, markUp } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';

type ActionPrices = Record<Action, Decimal>;

/** The keys are top-level domains without the leading dot, the amounts are for one year. */
export type PriceList = Record<string, ActionPrices>;

export interface PricedTld {
  tld: string;
  prices: ActionPrices;
}

export interface Tier {
  name: string;
  /** It begins at this number of active domains. */
  from: number;
  /** Percent off the list prices. */
  discount: Decimal;
}

export const listPrices = {
  af: { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  'com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  'net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  'org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  'edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  'gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
} satisfies PriceList;

export const defaultTiers: Tier[] = [
  { name: 'Bronze', from: 0, discount: '0' },
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

export function findTld(list: PriceList, tld: string): PricedTld | undefined {
  const prices = Object.hasOwn(list, tld) ? list[tld] : undefined;
  return prices && { tld, prices };
}

/** Finds the longest top-level domain: `com.af` for `name.com.af`. */
export function tldOf(list: PriceList, name: DomainName): PricedTld | undefined {
  const labels = name.split('.');
  return labels
    .map((_, index) => findTld(list, labels.slice(index + 1).join('.')))
    .find((priced) => priced !== undefined);
}

/** Takes the discount off one year, rounds to the cent, and only then multiplies. */
export function effectivePrice(yearly: Decimal, years: number, tier: Tier | undefined): Decimal {
  const discounted = markUp(yearly, `-${tier?.discount ?? '0'}`);
  return Array.from({ length: years }, () => discounted).reduce((sum, year) => add(sum, year));
}
