import type { Domain } from '../api/responses.ts';
import { daysBetween, type IsoDate, type TimeSpan, toDateRange } from '../core/dates.ts';
import { domainFactNames } from '../core/domain-facts.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';
import {
  groupDomainsByExpiry,
  parseSortKey,
  requireDomainFact,
  sortDomains,
  warnIfFactUnknown,
} from './list.ts';

interface DomainFilter {
  status?: readonly string[];
  /** A range without a start date also includes expired domains. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

export const sortableDomainFields = [...domainFactNames, 'days'];

/** Filters and sorts domains. @throws an `unexpected_response` Failure if all lack a fact */
export function filterAndSortDomains(
  domains: readonly Domain[],
  { sort, ...filter }: DomainFilter & { sort?: string },
  today: IsoDate,
  report: Report,
) {
  const matches = filterDomains(domains, filter, today, report);
  const sortFact = parseSortKey(sort);
  if (sort) requireDomainFact(matches, sortFact, '--sort puts last', report, 'warn');
  else warnIfFactUnknown(matches, sortFact, 'the order puts last', report, 'warn');
  return sortDomains(matches, sort).map((domain) => {
    const { expiry } = domain;
    return { ...domain, days: expiry === null ? null : daysBetween(today, expiry) };
  });
}

export function filterDomains(
  domains: readonly Domain[],
  { status, expiring, autoRenew }: DomainFilter,
  today: IsoDate,
  report: Report,
) {
  let matches = domains;
  const wantedStatuses = parseStatuses(status?.join(','));
  if (wantedStatuses.size > 0) {
    requireDomainFact(domains, 'status', '--status leaves out', report);
    matches = matches.filter((domain) =>
      [...parseStatuses(domain.status).keys()].some((word) => wantedStatuses.has(word)),
    );
  }
  if (expiring) {
    requireDomainFact(domains, 'expiry', '--expiring leaves out', report);
    const { first = '', last } = toDateRange(expiring, today);
    matches = matches.filter(({ expiry }) => expiry !== null && expiry >= first && expiry <= last);
  }
  if (autoRenew) {
    requireDomainFact(domains, 'auto_renew', '--auto-renew leaves out', report);
    matches = matches.filter(({ auto_renew }) => auto_renew === (autoRenew === 'on'));
  }
  const statusesInUse = parseStatuses(domains.map((domain) => domain.status).join(','));
  const statusList = [...statusesInUse.values()].sort().join(', ');
  for (const [word, input] of wantedStatuses) {
    if (statusesInUse.size === 0 || statusesInUse.has(word)) continue;
    report.warn(`no domain has the status '${input}'; in use: ${statusList}`);
  }
  return matches;
}

/** Formats a summary such as `38 domains · 3 expired · 4 will lapse within 30 days`. */
export function formatExpiryCounts(
  domains: readonly Domain[],
  today: IsoDate,
  isFiltered: boolean,
) {
  const { expired, lapsing } = groupDomainsByExpiry(domains, today);
  const parts = [pluralize(domains.length, 'domain')];
  if (expired.length > 0) parts.push(`${expired.length} expired`);
  if (lapsing.length > 0)
    parts.push(`${lapsing.length} will lapse within ${expiringSoonDays} days`);
  const summary = parts.join(' · ');
  if (isFiltered || parts.length === 1) return summary;
  return `${summary}: dotaf domains ls --expiring ${expiringSoonDays}d`;
}

/** Maps normalized statuses to their spelling: `clientHold` and `CLIENT HOLD` have the same key. */
export function parseStatuses(text: string | null | undefined) {
  const statuses = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const normalized = part.toLowerCase().replace(/[\s_-]/g, '');
    if (normalized !== '') statuses.set(normalized, part.trim());
  }
  return statuses;
}
