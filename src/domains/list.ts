import type { Domain, DomainList } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { soonDays } from '../output/cell.ts';

export const domainFields = [
  'domain',
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;

export type DomainField = (typeof domainFields)[number];

/** API document, section 8; there is no paging. */
const mostListed = 100;

/** Warns when the list may be cut. */
export async function listedDomains(context: Context): Promise<Domain[]> {
  return (await domainList(context)).domains;
}

/** Warns when the list may be cut, and tells. */
export async function domainList(
  context: Context,
): Promise<{ domains: Domain[]; mayBeCut: boolean }> {
  const list = await (await context.service()).domains();
  const reason = cutReason(list);
  if (reason !== undefined) await context.output.warning(reason);
  return { domains: list.domains, mayBeCut: reason !== undefined };
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

/** As `38 domains: 3 expired, 6 within 30 days (4 without auto-renew)`. */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const dated = domains.flatMap(({ expiry, auto_renew }) =>
    expiry === null ? [] : [{ left: daysBetween(today, expiry), auto_renew }],
  );
  const expired = dated.filter(({ left }) => left < 0).length;
  const soon = dated.filter(({ left }) => left >= 0 && left <= soonDays);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false).length;
  const unknown = domains.length - dated.length;
  const parts = [
    expired > 0 && `${expired} expired`,
    `${soon.length} within ${soonDays} days${lapsing > 0 ? ` (${lapsing} without auto-renew)` : ''}`,
    unknown > 0 && `${unknown} without a known expiry`,
  ];
  return `${counted(domains.length, 'domain')}: ${parts.filter((part) => part !== false).join(', ')}`;
}
