import type { Domain } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import { inOrder } from '../check/in-order.ts';
import type { Context } from '../cli/context.ts';
import { dayOf } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import type { Decimal } from '../core/money.ts';
import { Failure } from '../errors.ts';
import { rowOf } from '../output/row.ts';
import { named } from './choice.ts';
import type { ListedDomain } from './list.ts';
import type { PricedDomain } from './renewal-column.ts';

/** For one year. */
export interface RenewalPrice {
  amount: Decimal | null;
  currency: string | null;
  /** Says why there is no amount. */
  reason?: string;
}

/** By the top-level domain, without its leading dot. */
export type RenewalPrices = ReadonlyMap<string, RenewalPrice>;

const concurrency = { limit: 4 };

/** Returns all but the first label, since the names of an account lie right below a tld. */
export function tldOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

/**
 * Asks once for each top-level domain among the names.
 *
 * @throws Failure of the service when all fail alike, `unexpected_response` if no price is known
 */
export async function renewalPrices(
  service: Service,
  domains: readonly Domain[],
): Promise<RenewalPrices> {
  const tlds = new Set(domains.flatMap(({ domain }) => (domain === null ? [] : tldOf(domain))));
  const prices = new Map<string, RenewalPrice>();
  const failures: Failure[] = [];
  const rows = inOrder(tlds, concurrency, async (tld) => ({
    tld,
    row: await rowOf({}, () => service.quote(tld, 'renewal', 1)),
  }));
  for await (const { tld, row } of rows) {
    if ('failure' in row) failures.push(row.failure);
    prices.set(tld, priceIn(row));
  }
  const [first, ...others] = failures;
  const isAlike = others.every(({ code }) => code === first?.code);
  if (first && isAlike && failures.length === prices.size) throw first;
  if (prices.size === 0 || [...prices.values()].some(({ amount }) => amount !== null)) {
    return prices;
  }
  throw noPrice([...prices.keys()]);
}

/** @param tlds those that were asked, without their leading dots */
export function noPrice(tlds: readonly string[], reason = ''): Failure {
  const [first = 'af'] = tlds;
  return new Failure('unexpected_response', `the price of no renewal is known${reason}`, {
    hint: `dotaf quote .${first} --action renewal --json shows what the service says`,
  });
}

/** The names that lack a price, by the reason. */
export function withoutPrice(
  domains: readonly Domain[],
  prices: RenewalPrices,
): Map<string, Domain[]> {
  const found = new Map<string, Domain[]>();
  for (const one of domains) {
    const tld = one.domain === null ? undefined : tldOf(one.domain);
    const price = tld === undefined ? undefined : prices.get(tld);
    if (price?.amount) continue;
    const why = price?.reason === undefined ? '' : ` (${price.reason})`;
    const text =
      tld === undefined
        ? 'a domain without a name has no price'
        : `the renewal price of .${tld} is not known${why}`;
    found.set(text, [...(found.get(text) ?? []), one]);
  }
  return found;
}

/**
 * The same domains, each with the price of its renewal. A name that has expired has none: its price
 * is a restore.
 */
export async function withRenewals(
  context: Context,
  domains: readonly ListedDomain[],
): Promise<PricedDomain[]> {
  const today = dayOf(context.surroundings.clock.now());
  const current = domains.filter(({ expiry }) => expiry === null || expiry >= today);
  const prices = await renewalPrices(await context.service(), current);
  for (const [reason, without] of withoutPrice(current, prices)) {
    await context.output.warning(`${reason}${named(without)}`);
  }
  const expired = domains.length - current.length;
  if (expired > 0) {
    const have = expired === 1 ? 'has' : 'have';
    await context.output.note(
      `${counted(expired, 'domain')} ${have} expired, so the price is a restore and not a renewal`,
    );
  }
  const currentOnes = new Set(current);
  return domains.map((one) => {
    const tld = currentOnes.has(one) && one.domain !== null ? tldOf(one.domain) : '';
    const { amount = null, currency = null } = prices.get(tld) ?? {};
    return { ...one, renewal: amount === null ? null : { amount, currency } };
  });
}

function priceIn(row: { value: RenewalPrice } | { failure: Failure }): RenewalPrice {
  if ('failure' in row) return { amount: null, currency: null, reason: row.failure.message };
  return { amount: row.value.amount, currency: row.value.currency };
}
