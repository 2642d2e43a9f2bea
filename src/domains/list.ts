import type { Domain, DomainList } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { named } from '../core/text.ts';
import { soonDays } from '../output/cell.ts';
import { valueAt } from '../output/fields.ts';

export const domainFacts = [
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;

export const domainFields = ['domain', ...domainFacts] as const;

export type DomainField = (typeof domainFields)[number];

export type DatedDomain = Domain & { expiry: Day };

const factNames: Readonly<Record<string, string>> = {
  domain: 'name',
  registration_date: 'registration date',
  auto_renew: 'auto-renew',
  nameservers: 'list of nameservers',
};

/** API document, section 8; there is no paging. */
const mostListed = 100;

/** Asks for the domains of the account, and warns of what the list leaves open. */
export async function domainList(
  context: Context,
): Promise<{ domains: Domain[]; mayBeCut: boolean }> {
  const list = await (await context.service()).domains();
  for (const doubt of doubtsOf(list)) await context.output.warning(doubt);
  return { domains: list.domains, mayBeCut: cutReason(list) !== undefined };
}

/** The reasons to doubt that the list is the whole account. */
export function doubtsOf(list: DomainList): string[] {
  return [cutReason(list), unknownFact('domain', list.domains)].flatMap((doubt) => doubt ?? []);
}

/** Undefined for a list that is whole. */
export function cutReason({ domains: { length }, total, isMore }: DomainList): string | undefined {
  if (total !== null && total > length) {
    return `the service lists ${length} of ${total} domains, and cannot be asked for the others`;
  }
  if (isMore)
    return `the service has more domains than these ${length}, and cannot be asked for them`;
  // A total of 100 is no proof: it may count the list only.
  if (isMore === false || length < mostListed) return undefined;
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}

/** The domains whose expiry is known, the soonest first; those that expire today are to come. */
export function byExpiry(domains: readonly Domain[], today: Day) {
  const keyOf = ({ expiry, domain }: DatedDomain) => `${expiry} ${domain ?? '\uffff'}`;
  const dated = domains
    .flatMap((one): DatedDomain[] => (one.expiry === null ? [] : [{ ...one, expiry: one.expiry }]))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const lastSoon = addSpan(today, { days: soonDays, months: 0 });
  const coming = dated.filter(({ expiry }) => expiry >= today);
  return {
    expired: dated.filter(({ expiry }) => expiry < today),
    coming,
    soon: coming.filter(({ expiry }) => expiry <= lastSoon),
  };
}

/** As `3 expired, 6 within 30 days (4 without auto-renew), 1 without a known expiry`. */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const { expired, coming, soon } = byExpiry(domains, today);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false).length;
  const unknown = domains.length - expired.length - coming.length;
  const parts = [
    expired.length > 0 && `${expired.length} expired`,
    `${soon.length} within ${soonDays} days${lapsing > 0 ? ` (${lapsing} without auto-renew)` : ''}`,
    unknown > 0 && `${unknown} without a known expiry`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/**
 * As `the expiry of 2 of 3 domains is not known, so --sort puts them last: a.af, b.af`; undefined
 * where it is known of all.
 *
 * @param consequence as `, so --sort puts it last`
 */
export function unknownFact(
  fact: string,
  domains: readonly Domain[],
  consequence = '',
): string | undefined {
  const unknown = lacking(domains, fact);
  if (unknown.length === 0) return undefined;
  const then = consequence.replace(/\bit\b/, unknown.length === 1 ? 'it' : 'them');
  const names = named(unknown.flatMap(({ domain }) => domain ?? []));
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  return `the ${nameOf(fact)} of ${share} is not known${then}${names && `: ${names}`}`;
}

/**
 * @param who cannot do without the fact, as in `forecast` or `domains ls: --sort`
 * @throws Failure `unexpected_response` where the fact is not known of any domain
 */
export function requireFact(who: string, fact: string, domains: readonly Domain[]): void {
  if (domains.length === 0 || lacking(domains, fact).length < domains.length) return;
  const found = `none was found in ${counted(domains.length, 'domain')}`;
  throw nothingFound(`${who} needs the ${nameOf(fact)}, and ${found}`, domains);
}

/** Facts beyond the documented ones have the names of the service. */
function nameOf(fact: string): string {
  return factNames[fact] ?? fact;
}

function lacking(domains: readonly Domain[], fact: string): Domain[] {
  return domains.filter((domain) => (valueAt(domain, fact) ?? null) === null);
}
