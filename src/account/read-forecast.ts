import type { Domain } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import { dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import type { Decimal } from '../core/money.ts';
import { named, nothingKnown } from '../domains/choice.ts';
import { cutReason } from '../domains/list.ts';
import { Failure } from '../errors.ts';
import type { Forecast } from '../kinds.ts';
import { rowOf } from '../output/row.ts';
import { datedDomains, dueWithin, expiredBefore, forecastOf, lineOf } from './forecast.ts';

export interface ForecastOptions {
  within: TimeSpan;
  autoRenew?: 'on';
  withCredit?: true;
}

interface RenewalPrices {
  /** In the currency of the balance, by the tld without its leading dot. */
  amounts: ReadonlyMap<string, Decimal>;
  /** Why renewals have no such price. */
  reasons: string[];
  /** The tlds whose price came without a currency. */
  unstated: string[];
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
  const days = daysBetween(today, daysOf(options.within, today).last);
  if (days < 0) {
    throw new Failure('usage', '--within ends before today', {
      hint: 'dotaf forecast --within 3m',
    });
  }
  const service = await context.service();
  const [list, funds] = await Promise.all([service.domains(), service.balance()]);
  const dated = datedDomains(list.domains);
  if (list.domains.length > 0 && dated.length === 0)
    throw nothingKnown('forecast', list.domains, 'expiry');
  const undecided = list.domains.filter(({ auto_renew }) => autoRenew && auto_renew === null);
  if (list.domains.length > 0 && undecided.length === list.domains.length) {
    throw nothingKnown('forecast: --auto-renew', list.domains, 'auto_renew');
  }
  const chosen = dated.filter(({ auto_renew }) => autoRenew === undefined || auto_renew === true);
  const due = dueWithin(chosen, today, days);
  const { amounts, reasons, unstated } = await renewalPrices(service, due, funds.currency);
  const lacking = [
    cutReason(list) ?? fewerThanActive(list.domains, funds.active_domains),
    notKnown(
      'expiry',
      list.domains,
      list.domains.filter(({ expiry }) => expiry === null),
    ),
    notKnown('auto-renew', list.domains, undecided),
    ...reasons,
  ].filter((reason) => reason !== undefined);
  const warnings = lacking.map((reason) => `the sum is a lower bound: ${reason}`);
  if (unstated.length > 0) {
    const tlds = unstated.map((tld) => `.${tld}`).join(', ');
    warnings.push(
      `the service states no currency for a renewal of ${tlds}; it is read as ${funds.currency}, that of the balance`,
    );
  }
  const complete = warnings.length === 0;
  if (withCredit && funds.credit_limit === null) {
    warnings.push('the service states no credit limit, so --with-credit cannot tell');
  } else if (days > yearDays) {
    warnings.push(
      `each name counts once, although one that is renewed for a year falls due again within ${days} days`,
    );
  }
  for (const warning of warnings) await context.output.warning(warning);
  const renewals = due.map((one) => ({
    ...lineOf(one, today),
    amount: amounts.get(tldOf(one) ?? '') ?? null,
  }));
  const expired = expiredBefore(chosen, today).map((one) => lineOf(one, today));
  return forecastOf(funds, { days, renewals, expired, complete }, withCredit);
}

/**
 * Asks once for each tld among the names.
 *
 * @throws Failure of the service when all fail alike, `unexpected_response` if no price is known
 */
async function renewalPrices(
  service: Service,
  due: readonly Domain[],
  currency: string,
): Promise<RenewalPrices> {
  const amounts = new Map<string, Decimal>();
  const reasons: string[] = [];
  const unstated: string[] = [];
  const failures: Failure[] = [];
  const tlds = new Set(due.flatMap((one) => tldOf(one) ?? []));
  if (due.some((one) => tldOf(one) === undefined)) {
    reasons.push('a domain without a name has no price');
  }
  const rows = inOrder(tlds, { limit: 4 }, async (tld) => ({
    tld,
    row: await rowOf({}, () => service.quote(tld, 'renewal', 1)),
  }));
  for await (const { tld, row } of rows) {
    const names = named(due.filter((one) => tldOf(one) === tld));
    const unknown = `the renewal price of .${tld} is not known`;
    if ('failure' in row) {
      failures.push(row.failure);
      reasons.push(`${unknown} (${row.failure.message})${names}`);
    } else if (row.value.amount === null) reasons.push(`${unknown}${names}`);
    else if ((row.value.currency ?? currency) !== currency) {
      reasons.push(
        `a renewal of .${tld} is priced in ${row.value.currency}, and the balance is in ${currency}${names}`,
      );
    } else {
      amounts.set(tld, row.value.amount);
      if (row.value.currency === null) unstated.push(tld);
    }
  }
  if (due.length === 0 || amounts.size > 0) return { amounts, reasons, unstated };
  const [first] = failures;
  const isAlike = failures.every(({ code }) => code === first?.code);
  if (first !== undefined && isAlike && failures.length === tlds.size) throw first;
  const [tld = 'af'] = tlds;
  throw new Failure('unexpected_response', `forecast: no renewal has a price in ${currency}`, {
    hint: `dotaf quote .${tld} --action renewal --json`,
  });
}

/** All but the first label, since the names of an account lie right below a tld. */
function tldOf({ domain }: Domain): string | undefined {
  return domain?.slice(domain.indexOf('.') + 1);
}

/** A list may be cut, or empty for a failure, without a sign of it. */
function fewerThanActive(domains: readonly Domain[], active: number): string | undefined {
  if (domains.length >= active) return undefined;
  return `the list holds ${domains.length} of the ${counted(active, 'active domain')} of the account`;
}

function notKnown(fact: string, domains: readonly Domain[], lacking: readonly Domain[]) {
  if (lacking.length === 0) return undefined;
  const share = `${lacking.length} of ${counted(domains.length, 'domain')}`;
  return `the ${fact} of ${share} is not known${named(lacking)}`;
}
