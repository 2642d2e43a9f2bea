import type { Domain } from '../api/answers.ts';
import { closest } from '../core/closest.ts';
import { addSpan, type Day, type Span } from '../core/dates.ts';
import { Failure } from '../errors.ts';
import { nameMatcher } from './search.ts';

export interface DomainFilter {
  /** Any of these. */
  status?: readonly string[];
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
      (status === undefined || statusesOf(domain).some((one) => isOneOf(status, one))) &&
      (lastDay === undefined || (domain.expiry !== null && domain.expiry <= lastDay)) &&
      (autoRenew === undefined || domain.auto_renew === (autoRenew === 'on')) &&
      (hasName === undefined || (domain.domain !== null && hasName(domain.domain))),
  );
}

export interface UnmatchedStatus {
  status: string;
  /** The one that was likely meant, where one is. */
  guess: string | undefined;
  known: readonly string[];
}

/** Those that no domain has, where there are others. */
export function unmatchedStatuses(
  domains: readonly Domain[],
  statuses: readonly string[] = [],
): UnmatchedStatus[] {
  const known = [...new Set(domains.flatMap(statusesOf))].sort();
  return statuses
    .filter((status) => known.length > 0 && !isOneOf(known, status))
    .map((status) => ({ status, guess: closest(status.toLowerCase(), known), known }));
}

/** @throws Failure `usage` if there is none */
export function statusList(text: string): string[] {
  const statuses = statusesIn(text);
  if (statuses.length > 0) return statuses;
  throw new Failure('usage', '--status names no status', {
    hint: 'dotaf domains ls shows the status of each domain',
  });
}

/** A domain of EPP has several, which are joined for people. */
function statusesOf({ status }: Domain): string[] {
  return status === null ? [] : statusesIn(status);
}

function statusesIn(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** `clientHold`, `client_hold` and `CLIENT HOLD` are one status. */
function isOneOf(statuses: readonly string[], status: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  return statuses.some((one) => plain(one) === plain(status));
}
