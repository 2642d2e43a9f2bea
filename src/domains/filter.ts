import type { Domain } from '../api/responses.ts';
import { domainAttributes } from '../core/api-vocabulary.ts';
import { daysBetween, type IsoDate, type TimeSpan, toDateRange } from '../core/dates.ts';
import { toUnicode } from '../core/domain-names.ts';
import { foldCase, pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';
import type { FileTable } from './domains-file.ts';
import {
  type AttributeReporter,
  groupDomainsByExpiry,
  parseSortKey,
  parseStatuses,
  requireAttribute,
  sortDomains,
  warnIfAttributeUnknown,
} from './list.ts';

interface DomainFilter {
  status?: readonly string[];
  /** A time span without a start, such as `30d`, includes expired domains. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
  match?: string;
}

interface OwnColumns {
  file?: FileTable | undefined;
  readSortCell?: ((domain: string | null) => string) | undefined;
}

export const sortableDomainFields = [...domainAttributes, 'days'];

/** @throws an `unexpected_response` error if no domain has an attribute that a filter needs */
export function filterAndSortDomains(
  domains: readonly Domain[],
  { sort, ...filter }: DomainFilter & { sort?: string },
  today: IsoDate,
  reporter: AttributeReporter,
  { file, readSortCell }: OwnColumns = {},
) {
  const matches = filterDomains(domains, filter, today, reporter, file);
  const sorted = readSortCell
    ? sortByFileColumn(matches, readSortCell, sort?.startsWith('-') ?? false)
    : sortByAttribute(matches, sort, reporter);
  return sorted.map((domain) => {
    const { expiry } = domain;
    return { ...domain, days: expiry === null ? null : daysBetween(today, expiry) };
  });
}

export function parseFileSort(sort = '') {
  return /^-?file\.(.+)$/s.exec(sort)?.[1];
}

function sortByAttribute(
  matches: readonly Domain[],
  sort: string | undefined,
  reporter: AttributeReporter,
) {
  const sortAttribute = parseSortKey(sort);
  if (sort) requireAttribute(matches, sortAttribute, '--sort puts last', reporter);
  else warnIfAttributeUnknown(matches, sortAttribute, 'the order puts last', reporter);
  return sortDomains(matches, sort);
}

/** Sorts domains by a column of the user's file, then by expiry. Empty cells come last. */
function sortByFileColumn(
  matches: readonly Domain[],
  readCell: (domain: string | null) => string,
  isDescending: boolean,
) {
  const texts = new Map(matches.map((match) => [match, foldCase(readCell(match.domain))]));
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sign = isDescending ? -1 : 1;
  return sortDomains(matches).sort((left, right) => {
    const [one = '', other = ''] = [texts.get(left), texts.get(right)];
    return Number(one === '') - Number(other === '') || sign * compare(one, other);
  });
}

export function filterDomains(
  domains: readonly Domain[],
  { status, expiring, autoRenew, match }: DomainFilter,
  today: IsoDate,
  reporter: AttributeReporter,
  domainsFile?: FileTable,
) {
  let matches = domains;
  const wantedStatuses = parseStatuses(status?.join(','));
  if (wantedStatuses.size > 0) {
    requireAttribute(domains, 'status', '--status leaves out', reporter);
    matches = matches.filter((domain) =>
      [...parseStatuses(domain.status).keys()].some((word) => wantedStatuses.has(word)),
    );
  }
  if (expiring) {
    requireAttribute(domains, 'expiry', '--expiring leaves out', reporter);
    const { first = '', last } = toDateRange(expiring, today);
    matches = matches.filter(({ expiry }) => expiry !== null && expiry >= first && expiry <= last);
  }
  if (autoRenew) {
    requireAttribute(domains, 'auto_renew', '--auto-renew leaves out', reporter);
    matches = matches.filter(({ auto_renew }) => auto_renew === (autoRenew === 'on'));
  }
  if (match !== undefined) {
    for (const attribute of ['status', 'nameservers'] as const)
      requireAttribute(domains, attribute, '--match cannot search', reporter);
    matches = matches.filter((domain) => holdsText(domain, match, domainsFile));
  }
  const statusesInUse = parseStatuses(domains.map((domain) => domain.status).join(','));
  const statusList = [...statusesInUse.values()].sort().join(', ');
  for (const [word, input] of wantedStatuses) {
    if (statusesInUse.size === 0 || statusesInUse.has(word)) continue;
    reporter.report.warn(`no domain has the status '${input}'; in use: ${statusList}`);
  }
  return matches;
}

function holdsText(
  { domain, status, nameservers }: Domain,
  text: string,
  domainsFile: FileTable | undefined,
) {
  const cells = domainsFile?.rows.get(domain ?? '')?.cells.map((cell) => cell.text) ?? [];
  const texts = [domain, domain && toUnicode(domain), status, ...(nameservers ?? []), ...cells];
  return texts.some((value) => value && foldCase(value).includes(foldCase(text)));
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
