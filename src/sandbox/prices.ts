import type { Action } from '../core/actions.ts';
import { add, type Decimal, markUp } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import type { Tier } from './tiers.ts';

/** What one year of each action costs before any discount. */
type ActionPrices = Record<Action, Decimal>;

/** By top-level domain, without the leading dot. */
export type PriceList = Record<string, ActionPrices>;

export interface PricedTld {
  tld: string;
  prices: ActionPrices;
}

export const listPrices = {
  af: { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  'com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  'net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  'org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  'edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  'gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
} satisfies PriceList;

export function findTld(list: PriceList, tld: string): PricedTld | undefined {
  return pricedTlds(list).find((priced) => priced.tld === tld);
}

/** The longest top-level domain that a name stands under: `com.af` for `name.com.af`. */
export function tldOf(list: PriceList, name: DomainName): PricedTld | undefined {
  return pricedTlds(list)
    .filter(({ tld }) => name.endsWith(`.${tld}`))
    .sort((left, right) => right.tld.length - left.tld.length)[0];
}

/** What a reseller of a tier pays: a year is rounded to the cent, then multiplied. */
export function effectivePrice(yearly: Decimal, years: number, tier: Tier | undefined): Decimal {
  const discounted = markUp(yearly, `-${tier?.discount ?? '0'}`);
  return Array.from({ length: years }, () => discounted).reduce((sum, year) => add(sum, year));
}

function pricedTlds(list: PriceList): PricedTld[] {
  return Object.entries(list).map(([tld, prices]) => ({ tld, prices }));
}
