import type { Domain } from '../api/answers.ts';
import { addSpan, type Day, daysBetween } from '../core/dates.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import type { Forecast, Month, Renewal } from '../kinds.ts';

export interface Funds {
  balance: Decimal;
  currency: string;
  /** Null where the service states none. */
  credit_limit: Decimal | null;
}

type Dated = Domain & { expiry: Day };

type Known = Pick<Forecast, 'days' | 'renewals' | 'expired' | 'complete'>;

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

export function lineOf({ domain, expiry, auto_renew }: Dated, today: Day) {
  return { domain, expiry, days_left: daysBetween(today, expiry), auto_renew };
}

export function forecastOf(
  { balance, currency, credit_limit }: Funds,
  { days, renewals, expired, complete }: Known,
  withCredit: boolean,
): Forecast {
  const due = cumulative(renewals).at(-1) ?? '0.00';
  const total = credit_limit === null ? null : add(balance, credit_limit);
  const isCovered = (funds: Decimal | null) => {
    if (renewals.length > 0 && funds === null) return null;
    if (renewals.length > 0 && funds !== null && compare(funds, due) < 0) return false;
    return complete ? true : null;
  };
  const covered = isCovered(balance);
  // A credit limit that is not stated takes nothing away.
  const covered_with_credit = isCovered(total) ?? (total === null && covered ? true : null);
  const available = withCredit ? total : balance;
  const verdict = withCredit ? covered_with_credit : covered;
  const missing = verdict || available === null ? '0.00' : subtract(due, available);
  return {
    ...{ days, currency, due, balance, credit_limit, covered, covered_with_credit },
    short_by: verdict === null ? null : missing,
    runs_out_on: available === null ? null : dayWithout(available, renewals),
    ...{ complete, renewals, months: monthsOf(renewals), expired },
  };
}

/** The sum of the renewals up to and including each one; unknown prices count as zero. */
export function cumulative(renewals: readonly Renewal[]): Decimal[] {
  let sum = '0.00';
  return renewals.map(({ amount }) => {
    sum = add(sum, amount ?? '0');
    return sum;
  });
}

function monthsOf(renewals: readonly Renewal[]): Month[] {
  const months: Month[] = [];
  const last = renewals.at(-1)?.expiry ?? '';
  let day = `${(renewals[0]?.expiry ?? '9').slice(0, 7)}-01`;
  while (day <= last) {
    const month = day.slice(0, 7);
    const own = renewals.filter(({ expiry }) => expiry.startsWith(month));
    months.push({ month, renewals: own.length, due: cumulative(own).at(-1) ?? '0.00' });
    day = addSpan(day, { days: 0, months: 1 });
  }
  return months;
}

function dayWithout(available: Decimal, renewals: readonly Renewal[]): Day | null {
  const sums = cumulative(renewals);
  return renewals.find((_, at) => compare(sums[at] ?? '0', available) > 0)?.expiry ?? null;
}

function keyOf({ expiry, domain }: Dated): string {
  return `${expiry} ${domain ?? '\uffff'}`;
}
