import { addPercent, type Decimal, multiply, roundToCent } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';

/** For one year, by top-level domain. */
export const listPrices: Record<string, Record<Action, Decimal>> = {
  af: { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  'com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  'net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  'org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  'edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  'gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
};

const bronze = { name: 'Bronze', from: 0, discount: '0' };

/** Each begins at a number of active domains, and takes a percentage off the list prices. */
const tiers = [
  bronze,
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

export function currentTier(active: number) {
  return tiers.findLast(({ from }) => from <= active) ?? bronze;
}

export function nextTier(active: number) {
  return tiers.find(({ from }) => from > active);
}

/** The discount is taken off one year and rounded to the cent, and only then multiplied. */
export function effectivePrice(yearly: Decimal, years: number, active: number): Decimal {
  const discounted = addPercent(yearly, `-${currentTier(active).discount}`);
  return multiply(roundToCent(discounted), String(years));
}
