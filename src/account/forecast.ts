import type { Balance, Domain } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day, dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import { named } from '../core/text.ts';
import {
  byExpiry,
  cutReason,
  type DatedDomain,
  doubtsOf,
  requireFact,
  unknownFact,
} from '../domains/list.ts';
import { Failure } from '../errors.ts';
import type { Forecast, Month, Renewal } from '../kinds.ts';
import { rowOf } from '../output/row.ts';

interface ForecastOptions {
  within: TimeSpan;
  autoRenew?: 'on';
  withCredit?: true;
}

/** Names within this time do not fall due a second time once they are renewed. */
const yearDays = 365;

/**
 * Sends one request for the list, one for the balance and one for each tld with a name that falls
 * due, and warns of everything that makes the sum a lower bound.
 */
export async function readForecast(context: Context, options: ForecastOptions): Promise<Forecast> {
  const { autoRenew, withCredit = false } = options;
  const today = dayOf(context.surroundings.clock.now());
  const { last } = daysOf(options.within, today);
  const days = daysBetween(today, last);
  if (days < 0) {
    const hint = 'dotaf forecast --within 3m';
    throw new Failure('usage', '--within ends before today', { hint });
  }
  const service = await context.service();
  const [list, funds] = await Promise.all([service.domains(), service.balance()]);
  const { domains } = list;
  requireFact('forecast', 'expiry', domains);
  if (autoRenew) requireFact('forecast: --auto-renew', 'auto_renew', domains);
  const isChosen = ({ auto_renew }: Domain) => autoRenew === undefined || auto_renew === true;
  const { expired, coming } = byExpiry(domains.filter(isChosen), today);
  const due = coming.filter(({ expiry }) => expiry <= last);
  const { amounts, doubts } = await renewalPrices(service, due, funds.currency);
  const known = domains.length;
  const lowerBound = [
    ...doubtsOf(list),
    // A list may be cut, or empty for a failure, without a sign of it.
    cutReason(list) === undefined &&
      known < funds.active_domains &&
      `the list holds ${known} of the ${counted(funds.active_domains, 'active domain')} of the account`,
    unknownFact('expiry', domains),
    autoRenew && unknownFact('auto_renew', domains),
    ...doubts,
  ].flatMap((reason) => reason || []);
  for (const reason of lowerBound) {
    await context.output.warning(`the sum is a lower bound: ${reason}`);
  }
  if (withCredit && funds.credit_limit === null) {
    await context.output.warning(
      'the service states no credit limit, so --with-credit cannot tell',
    );
  } else if (days > yearDays) {
    await context.output.warning(
      `each name counts once, although one that is renewed for a year falls due again within ${days} days`,
    );
  }
  const lineOf = ({ domain, expiry, auto_renew }: DatedDomain) => ({
    ...{ domain, expiry, days_left: daysBetween(today, expiry), auto_renew },
  });
  const renewals = due.map((one) => ({
    ...lineOf(one),
    amount: amounts.get(tldOf(one) ?? '') ?? null,
  }));
  const complete = lowerBound.length === 0;
  return {
    days,
    ...coverage(funds, renewals, complete, withCredit),
    ...{ complete, renewals, months: monthsOf(renewals), expired: expired.map(lineOf) },
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

/**
 * Asks once for each tld among the names.
 *
 * @returns amounts in the currency of the balance, by the tld without its leading dot, and why the
 * price of others is not sure
 * @throws Failure of the service when all fail alike, `unexpected_response` if no price is known
 */
async function renewalPrices(service: Service, due: readonly Domain[], currency: string) {
  const amounts = new Map<string, Decimal>();
  const doubts: string[] = [];
  const failures: Failure[] = [];
  const tlds = new Set(due.flatMap((one) => tldOf(one) ?? []));
  const rows = inOrder(tlds, { limit: 4 }, async (tld) => ({
    tld,
    row: await rowOf({}, () => service.quote(tld, 'renewal', 1)),
  }));
  for await (const { tld, row } of rows) {
    const own = due.filter((one) => tldOf(one) === tld);
    const names = named(own.flatMap(({ domain }) => domain ?? []));
    const price = `the renewal price of .${tld}`;
    if ('failure' in row) {
      failures.push(row.failure);
      doubts.push(`${price} is not known (${row.failure.message}): ${names}`);
      continue;
    }
    const { amount, currency: unit } = row.value;
    if (amount === null) doubts.push(`${price} is not known: ${names}`);
    else if (unit !== null && unit !== currency) {
      doubts.push(`${price} is in ${unit}, and the balance in ${currency}: ${names}`);
    } else {
      amounts.set(tld, amount);
      if (unit === null)
        doubts.push(`${price} has no currency, and ${currency} is assumed: ${names}`);
    }
  }
  if (due.length === 0 || amounts.size > 0) return { amounts, doubts };
  const [first] = failures;
  const isAlike = failures.every(({ code }) => code === first?.code);
  if (first !== undefined && isAlike && failures.length === tlds.size) throw first;
  const [tld = 'af'] = tlds;
  throw new Failure('unexpected_response', `forecast: no renewal has a price in ${currency}`, {
    hint: `dotaf quote .${tld} --action renewal --json`,
  });
}

/** Null where an unknown price, date or domain could change it. */
function coverage(
  { balance, currency, credit_limit }: Balance,
  renewals: readonly Renewal[],
  complete: boolean,
  withCredit: boolean,
) {
  const sums = cumulative(renewals);
  const due = sums.at(-1) ?? '0.00';
  const total = credit_limit === null ? null : add(balance, credit_limit);
  const isCovered = (funds: Decimal | null) => {
    if (renewals.length > 0 && funds === null) return null;
    if (renewals.length > 0 && funds !== null && compare(funds, due) < 0) return false;
    return complete ? true : null;
  };
  const covered = isCovered(balance);
  // A credit limit that is not stated takes nothing away.
  const covered_with_credit = isCovered(total) ?? (total === null && covered ? true : null);
  const funds = withCredit ? total : balance;
  const verdict = withCredit ? covered_with_credit : covered;
  const missing = verdict || funds === null ? '0.00' : subtract(due, funds);
  const last = renewals.find((_, at) => funds !== null && compare(sums[at] ?? '0', funds) > 0);
  return {
    ...{ currency, due, balance, credit_limit, covered, covered_with_credit },
    short_by: verdict === null ? null : missing,
    runs_out_on: last?.expiry ?? null,
  };
}

function monthsOf(renewals: readonly Renewal[]): Month[] {
  const months: Month[] = [];
  const last: Day = renewals.at(-1)?.expiry ?? '';
  let day: Day = `${(renewals[0]?.expiry ?? '9').slice(0, 7)}-01`;
  while (day <= last) {
    const month = day.slice(0, 7);
    const own = renewals.filter(({ expiry }) => expiry.startsWith(month));
    months.push({ month, renewals: own.length, due: cumulative(own).at(-1) ?? '0.00' });
    day = addSpan(day, { days: 0, months: 1 });
  }
  return months;
}

/** All but the first label, since the names of an account lie right below a tld. */
function tldOf({ domain }: Domain): string | undefined {
  return domain?.slice(domain.indexOf('.') + 1);
}
