import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { dayOf } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { Failure } from '../errors.ts';
import { named } from './choice.ts';
import {
  datedDomains,
  dueWithin,
  expiredBefore,
  type Forecast,
  type Funds,
  forecastOf,
  lineOf,
} from './forecast.ts';
import { cutReason } from './list.ts';
import {
  noPrice,
  type RenewalPrices,
  renewalPrices,
  tldOf,
  withoutPrice,
} from './renewal-prices.ts';

export interface ForecastOptions {
  days: number;
  withCredit?: true;
}

/** Names within this time do not fall due a second time once they are renewed. */
const yearDays = 365;

/**
 * Sends one request for the list, one for the balance and one for each tld with a name that falls
 * due, and warns of everything that makes the sum a lower bound.
 */
export async function readForecast(context: Context, options: ForecastOptions): Promise<Forecast> {
  const { days, withCredit = false } = options;
  const service = await context.service();
  const [list, funds] = await Promise.all([service.domains(), service.balance()]);
  const today = dayOf(context.surroundings.clock.now());
  const dated = datedDomains(list.domains);
  if (dated.length === 0 && list.domains.length > 0) throw noExpiry(list.domains);
  const due = dueWithin(dated, today, days);
  const prices = await renewalPrices(service, due);
  const own = pricesIn(funds.currency, prices);
  if (due.length > 0 && !due.some(({ domain }) => domain !== null && own.get(tldOf(domain)))) {
    throw noPrice([...prices.keys()], ` in ${funds.currency}, the currency of the balance`);
  }
  const reasons = [
    cutReason(list) ?? fewerThanActive(list.domains, funds.active_domains),
    missingExpiry(list.domains),
    ...missingPrices(due, prices),
    ...otherCurrencies(due, prices, funds),
  ].filter((reason) => reason !== undefined);
  const readAs = assumedCurrency(prices, funds);
  for (const reason of reasons) await context.output.warning(`the sum is a lower bound: ${reason}`);
  for (const text of [readAs, notCounted(options, funds)]) {
    if (text !== undefined) await context.output.warning(text);
  }
  const renewals = due.map((one) => {
    const amount = one.domain === null ? undefined : own.get(tldOf(one.domain));
    return lineOf(one, today, amount ?? null);
  });
  const expired = expiredBefore(dated, today).map((one) => {
    const { amount: _, ...others } = lineOf(one, today, null);
    return others;
  });
  const complete = reasons.length === 0 && readAs === undefined;
  return forecastOf(funds, renewals, expired, complete, { days, withCredit });
}

/** A list may be cut, or empty for a failure, without a sign of it. */
function fewerThanActive(domains: readonly Domain[], active: number): string | undefined {
  if (domains.length >= active) return undefined;
  return `the list holds ${domains.length} of the ${counted(active, 'active domain')} of the account`;
}

/** Amounts that can be set against a balance in this currency. */
function pricesIn(currency: string, prices: RenewalPrices): Map<string, string> {
  const own = new Map<string, string>();
  for (const [tld, price] of prices) {
    if (price.amount === null || (price.currency ?? currency) !== currency) continue;
    own.set(tld, price.amount);
  }
  return own;
}

function missingExpiry(domains: readonly Domain[]): string | undefined {
  const unknown = domains.filter(({ expiry }) => expiry === null);
  if (unknown.length === 0) return undefined;
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  return `the expiry of ${share} is not known${named(unknown)}`;
}

function missingPrices(due: readonly Domain[], prices: RenewalPrices): string[] {
  const found = [...withoutPrice(due, prices)];
  return found.map(([reason, domains]) => `${reason}${named(domains)}`);
}

function otherCurrencies(
  due: readonly Domain[],
  prices: RenewalPrices,
  { currency }: Funds,
): string[] {
  return [...prices].flatMap(([tld, price]) => {
    if (price.amount === null || (price.currency ?? currency) === currency) return [];
    const names = due.filter(({ domain }) => domain !== null && tldOf(domain) === tld);
    return `a renewal of .${tld} is priced in ${price.currency}, and the balance is in ${currency}${named(names)}`;
  });
}

function assumedCurrency(prices: RenewalPrices, { currency }: Funds): string | undefined {
  const silent = [...prices].filter(([, price]) => price.amount !== null && !price.currency);
  if (silent.length === 0) return undefined;
  const tlds = silent.map(([tld]) => `.${tld}`).join(', ');
  return `the service states no currency for a renewal of ${tlds}; it is read as ${currency}, that of the balance`;
}

function notCounted({ days, withCredit }: ForecastOptions, { credit_limit }: Funds) {
  if (withCredit && credit_limit === null) {
    return 'the service states no credit limit, so --with-credit cannot tell';
  }
  if (days <= yearDays) return undefined;
  return `each name counts once, although one that is renewed for a year falls due again within ${days} days`;
}

function noExpiry(domains: readonly Domain[]): Failure {
  const message = `forecast: no expiry was found in ${counted(domains.length, 'domain')}`;
  return new Failure('unexpected_response', message, {
    hint: 'dotaf domains ls --json shows what was sent; please report the key of what is missing',
  });
}
