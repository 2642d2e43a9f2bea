import type { Domain } from '../api/answers.ts';
import { type Day, type DayRange, daysOf, type TimeSpan } from '../core/dates.ts';
import { Failure } from '../errors.ts';

export interface DomainFilter {
  /** Any of these. */
  status?: readonly string[];
  /** Without a first day also those that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

/** A condition excludes domains of which its fact is not known. */
export function filtered(
  domains: readonly Domain[],
  { status, expiring, autoRenew }: DomainFilter,
  today: Day,
): Domain[] {
  const days = expiring && daysOf(expiring, today);
  return domains.filter(
    (domain) =>
      (status === undefined || statusesOf(domain).some((one) => isOneOf(status, one))) &&
      (days === undefined || isWithin(domain.expiry, days)) &&
      (autoRenew === undefined || domain.auto_renew === (autoRenew === 'on')),
  );
}

function isWithin(day: Day | null, { first, last }: DayRange): boolean {
  return day !== null && day <= last && (first === undefined || day >= first);
}

export interface UnmatchedStatus {
  status: string;
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
    .map((status) => ({ status, known }));
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
