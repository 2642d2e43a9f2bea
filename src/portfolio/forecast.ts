import type { Domain } from '../api/answers.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';

export interface Renewal {
  domain: string | null;
  expiry: Day;
  days_left: number;
  auto_renew: boolean | null;
  /** For one year, in the currency of the balance. */
  amount: Decimal | null;
}

export type Expired = Omit<Renewal, 'amount'>;

/** Null stands for what an unknown price, date or domain could change. */
export interface Forecast {
  days: number;
  currency: string;
  /** The sum of the known prices: a lower bound unless the forecast is complete. */
  due: Decimal;
  balance: Decimal;
  credit_limit: Decimal | null;
  covered: boolean | null;
  covered_with_credit: boolean | null;
  short_by: Decimal | null;
  runs_out_on: Day | null;
  complete: boolean;
  renewals: Renewal[];
  expired: Expired[];
}

export interface Funds {
  balance: Decimal;
  currency: string;
  /** Null where the service states none. */
  credit_limit: Decimal | null;
}

interface Horizon {
  days: number;
  withCredit: boolean;
}

type Dated = Domain & { expiry: Day };

type Sum = Pick<Forecast, 'due' | 'complete' | 'renewals'>;

/** The soonest first. */
export function datedDomains(domains: readonly Domain[]): Dated[] {
  return domains
    .flatMap((one) => (one.expiry === null ? [] : [{ ...one, expiry: one.expiry }]))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

export function dueWithin(domains: readonly Dated[], today: Day, days: number): Dated[] {
  return domains.filter(({ expiry }) => {
    const left = daysBetween(today, expiry);
    return left >= 0 && left <= days;
  });
}

export function expiredBefore(domains: readonly Dated[], today: Day): Dated[] {
  return domains.filter(({ expiry }) => expiry < today);
}

export function lineOf(
  { domain, expiry, auto_renew }: Dated,
  today: Day,
  amount: Decimal | null,
): Renewal {
  return { domain, expiry, days_left: daysBetween(today, expiry), auto_renew, amount };
}

/** @param complete whether nothing is missing that could add to the sum */
export function forecastOf(
  funds: Funds,
  renewals: Renewal[],
  expired: Expired[],
  complete: boolean,
  { days, withCredit }: Horizon,
): Forecast {
  const { balance, currency, credit_limit } = funds;
  const sum = { due: sumOf(renewals), complete, renewals };
  const total = credit_limit === null ? null : add(balance, credit_limit);
  const covered = isCovered(balance, sum);
  // A credit limit that is not stated takes nothing away.
  const covered_with_credit = isCovered(total, sum) ?? (total === null && covered ? true : null);
  const available = withCredit ? total : balance;
  const short_by = shortage(available, sum, withCredit ? covered_with_credit : covered);
  const runs_out_on = available === null ? null : dayWithout(available, renewals);
  return {
    ...{ days, currency, due: sum.due, balance, credit_limit, covered, covered_with_credit },
    ...{ short_by, runs_out_on, complete, renewals, expired },
  };
}

/** What has fallen due with each renewal; unknown prices add nothing. */
export function cumulative(renewals: readonly Renewal[]): Decimal[] {
  let sum = '0.00';
  return renewals.map(({ amount }) => {
    sum = add(sum, amount ?? '0');
    return sum;
  });
}

export function sumOf(renewals: readonly Renewal[]): Decimal {
  return cumulative(renewals).at(-1) ?? '0.00';
}

function isCovered(available: Decimal | null, { due, complete, renewals }: Sum): boolean | null {
  if (renewals.length === 0) return complete ? true : null;
  if (available === null) return null;
  if (compare(available, due) < 0) return false;
  return complete ? true : null;
}

function shortage(available: Decimal | null, { due }: Sum, covered: boolean | null) {
  if (covered === null) return null;
  return covered || available === null ? '0.00' : subtract(due, available);
}

function dayWithout(available: Decimal, renewals: readonly Renewal[]): Day | null {
  const sums = cumulative(renewals);
  return renewals.find((_, at) => compare(sums[at] ?? '0', available) > 0)?.expiry ?? null;
}

function keyOf({ expiry, domain }: Dated): string {
  return `${expiry} ${domain ?? '\uffff'}`;
}
