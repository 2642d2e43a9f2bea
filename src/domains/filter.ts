import type { Domain } from '../api/responses.ts';
import { daysBetween, type IsoDate, type TimeSpan, toDateRange } from '../core/dates.ts';
import { domainFactNames } from '../core/domain-facts.ts';
import { pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';
import {
  type FactReporter,
  groupDomainsByExpiry,
  parseSortKey,
  requireDomainFact,
  sortDomains,
  warnIfFactUnknown,
} from './list.ts';
import { parseStatuses } from './statuses.ts';

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
  reporter: FactReporter,
) {
  const matches = filterDomains(domains, filter, today, reporter);
  const sortFact = parseSortKey(sort);
  if (sort) requireDomainFact(matches, sortFact, '--sort puts last', reporter, 'warn');
  else warnIfFactUnknown(matches, sortFact, 'the order puts last', reporter, 'warn');
  return sortDomains(matches, sort).map((domain) => {
    const { expiry } = domain;
    return { ...domain, days: expiry === null ? null : daysBetween(today, expiry) };
  });
}

export function filterDomains(
  domains: readonly Domain[],
  { status, expiring, autoRenew }: DomainFilter,
  today: IsoDate,
  reporter: FactReporter,
) {
  let matches = domains;
  const wantedStatuses = parseStatuses(status?.join(','));
  if (wantedStatuses.size > 0) {
    requireDomainFact(domains, 'status', '--status leaves out', reporter);
    matches = matches.filter((domain) =>
      [...parseStatuses(domain.status).keys()].some((word) => wantedStatuses.has(word)),
    );
  }
  if (expiring) {
    requireDomainFact(domains, 'expiry', '--expiring leaves out', reporter);
    const { first = '', last } = toDateRange(expiring, today);
    matches = matches.filter(({ expiry }) => expiry !== null && expiry >= first && expiry <= last);
  }
  if (autoRenew) {
    requireDomainFact(domains, 'auto_renew', '--auto-renew leaves out', reporter);
    matches = matches.filter(({ auto_renew }) => auto_renew === (autoRenew === 'on'));
  }
  const statusesInUse = parseStatuses(domains.map((domain) => domain.status).join(','));
  const statusList = [...statusesInUse.values()].sort().join(', ');
  for (const [word, input] of wantedStatuses) {
    if (statusesInUse.size === 0 || statusesInUse.has(word)) continue;
    reporter.report.warn(`no domain has the status '${input}'; in use: ${statusList}`);
  }
  return matches;
}

/** Formats a summary such as `38 domains · 3 expired · 4 lapsing within 30 days unless renewed`. */
export function formatExpiryCounts(
  domains: readonly Domain[],
  today: IsoDate,
  isFiltered: boolean,
) {
  const { expired, lapsing } = groupDomainsByExpiry(domains, today);
  const parts = [pluralize(domains.length, 'domain')];
  if (expired.length > 0) parts.push(`${expired.length} expired`);
  if (lapsing.length > 0)
    parts.push(`${lapsing.length} lapsing within ${expiringSoonDays} days unless renewed`);
  const summary = parts.join(' · ');
  if (isFiltered || parts.length === 1) return summary;
  return `${summary}: dotaf domains ls --expiring ${expiringSoonDays}d`;
}
