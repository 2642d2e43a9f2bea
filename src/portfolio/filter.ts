import type { Domain } from '../api/types.ts';
import { addSpan, type Day, type Span } from '../core/dates.ts';
import { nameMatcher } from './search.ts';

export interface DomainFilter {
  status?: string;
  /** Within this time from today, or in the past. */
  expiring?: Span;
  autoRenew?: 'on' | 'off';
  /** A part of the name, or a pattern with `*` for the whole of it. */
  search?: string;
}

/** A condition excludes domains of which its fact is not known. */
export function filtered(
  domains: readonly Domain[],
  { status, expiring, autoRenew, search }: DomainFilter,
  today: Day,
): Domain[] {
  const hasName = search === undefined ? undefined : nameMatcher(search);
  const lastDay = expiring && addSpan(today, expiring);
  return domains.filter(
    (domain) =>
      (status === undefined || statusesOf(domain).some((one) => isSameStatus(one, status))) &&
      (lastDay === undefined || (domain.expiry !== null && domain.expiry <= lastDay)) &&
      (autoRenew === undefined || domain.auto_renew === (autoRenew === 'on')) &&
      (hasName === undefined || (domain.domain !== null && hasName(domain.domain))),
  );
}

/** Offers the statuses that occur when `status` does not. */
export function otherStatuses(domains: readonly Domain[], status: string | undefined): string[] {
  const known = [...new Set(domains.flatMap(statusesOf))].sort();
  if (status === undefined || known.some((one) => isSameStatus(one, status))) return [];
  return known;
}

/** A domain of EPP has several, which are joined for people. */
function statusesOf({ status }: Domain): string[] {
  return status === null ? [] : status.split(/\s*,\s*/).filter((one) => one !== '');
}

/** `clientHold`, `client_hold` and `CLIENT HOLD` are one status. */
function isSameStatus(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => text.toLowerCase().replace(/[\s_-]/g, ''));
  return one === other;
}
