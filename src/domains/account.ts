import type { AccountBalance, Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { type DomainAttribute, maxListedDomains } from '../core/api-vocabulary.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import type { DomainsFile } from './domains-file.ts';
import {
  classifyStatus,
  fillMissingAttributes,
  getDomainNames,
  sortDomains,
  warnIfAttributeUnknown,
} from './list.ts';
import { type Sighting, Sightings } from './sightings.ts';

export const maxShownDetailsAgeMs = 12 * 3_600_000;

/** Maximum age at which cached domain details are compared with snapshots and files. */
export const maxComparedDetailsAgeMs = 600_000;

export interface DomainDetailsRequest {
  /** Domain names to request from the API unless a recent response is cached. */
  names: readonly string[];
  /**
   * Domain names to look up in the cache. Names that are not cached are not requested. With
   * `--fresh`, names whose cached response is more than ten minutes old are requested again.
   */
  storedNames: readonly string[];
}

export interface DomainDetails {
  details: ReadonlyMap<string, Sighting>;
  startedAt: number;
  problem?: string | undefined;
}

export interface AccountSource {
  service: ApiService;
  report: Report;
  today: IsoDate;
  /** True for `--details`: request each domain whose list entry is missing an attribute. */
  wantsDetails: boolean;
  neededAttributes: readonly DomainAttribute[];
  readDomainsFile(): Promise<DomainsFile | undefined>;
  readDetails(request: DomainDetailsRequest): Promise<DomainDetails>;
  setFileCommand: string;
}

export interface AccountDomains {
  /** Domains to display; attributes missing from the list are filled in from domain details. */
  domains: readonly Domain[];
  /**
   * Domains to compare with snapshots or files. Attributes missing from the list are filled in only
   * with `--details`; otherwise, the cached details may be too old for a comparison.
   */
  sightings: Sightings;
}

interface ReadOptions {
  /** Pending balance request, whose `active_domains` count reveals a truncated domain list. */
  balance?: Promise<AccountBalance> | undefined;
  domainsFile?: DomainsFile | undefined;
  names?: readonly string[];
}

/**
 * Fetches the API's domain list. If it may be truncated, also requests the missing domains of the
 * user's `domains-file`. With `--details`, also requests listed domains that lack attributes.
 */
export async function readAccount(
  source: AccountSource,
  { balance, domainsFile: loadedFile, names: askedNames = [] }: ReadOptions = {},
): Promise<AccountDomains> {
  const { service, report } = source;
  const [list, funds] = await Promise.all([service.domains(), balance]);
  if (list.hasOtherLists) {
    const message = 'the answer holds several lists of domains, and this is one of them';
    report.gap(`${message}: see dotaf doctor`);
  }
  const listed = dedupe(list.domains, report);
  warnIfAttributeUnknown(listed, 'domain', 'the list has', { report });
  const hasNames = !list.hasOtherLists && listed.every(({ domain }) => domain !== null);
  const mayBeCut = mayListBeTruncated(list, funds?.active_domains);
  const count = mayBeCut
    ? (funds ?? (await service.balance().catch(() => undefined)))?.active_domains
    : undefined;
  const domainsFile = mayBeCut ? (loadedFile ?? (await source.readDomainsFile())) : undefined;
  // An unparsable row may name a domain that is missing from the API's list.
  if (domainsFile?.hasUnreadNames) report.isComplete = false;
  const fileNames = [...(domainsFile?.rows.keys() ?? [])];
  const requestedNames = mayBeCut || !hasNames ? [...fileNames, ...askedNames] : [];
  const { domains, sightings } = await addDetails(source, listed, requestedNames);
  const missing = mayBeCut ? countMissing(domains, count, source.today) : 0;
  const seen = new Sightings(sightings, hasNames && missing === 0);
  const absentNames = fileNames.filter((name) => seen.get(name)?.domain === null);
  if (domainsFile && absentNames.length > 0)
    report.note(`in ${domainsFile.name} and not in the account: ${joinNames(absentNames)}`);
  if (missing !== 0) report.gap(describeCut(source, listed, missing, count, domainsFile));
  return { domains, sightings: seen };
}

async function addDetails(
  source: AccountSource,
  listed: readonly Domain[],
  requestedNames: readonly string[],
) {
  const { service, wantsDetails } = source;
  const listedNames = new Set(getDomainNames(listed));
  const unlisted = [...new Set(requestedNames)].filter((name) => !listedNames.has(name));
  const neededAttributes = source.neededAttributes.filter(
    (attribute) => !service.isConfiguredAbsent(attribute),
  );
  const lacksAttributes = (domain: Domain) =>
    neededAttributes.some((attribute) => domain[attribute] === null);
  const incomplete = getDomainNames(listed.filter(lacksAttributes));
  const answer = await source.readDetails({
    names: wantsDetails ? [...incomplete, ...unlisted] : unlisted,
    storedNames: wantsDetails ? [] : incomplete,
  });
  const { details, startedAt } = answer;
  const domains = [
    ...listed.map((domain) =>
      fillMissingAttributes(domain, details.get(domain.domain ?? '')?.domain),
    ),
    ...unlisted.flatMap((name) => details.get(name)?.domain ?? []),
  ];
  reportAge(source, answer, domains.length);
  const listedSightings = listed.flatMap((domain): Sighting[] => {
    const name = domain.domain;
    if (name === null) return [];
    const own = wantsDetails ? details.get(name) : undefined;
    if (own?.domain) return [{ ...own, domain: fillMissingAttributes(domain, own.domain) }];
    return [{ name, domain, hasOwnAnswer: false, emptyAttributes: [], at: startedAt }];
  });
  const sightings = [...listedSightings, ...unlisted.flatMap((name) => details.get(name) ?? [])];
  return { domains, sightings };
}

function reportAge(
  { report }: AccountSource,
  { details, startedAt, problem }: DomainDetails,
  total: number,
) {
  if (problem !== undefined) report.note(`nothing is kept: ${problem}`);
  const times = [...details.values()]
    .filter(({ at, domain }) => domain !== null && startedAt - at > maxComparedDetailsAgeMs)
    .map(({ at }) => at);
  if (times.length === 0) return;
  // Cached details are at most twelve hours old, so a time without a date is unambiguous.
  const time = new Date(Math.min(...times)).toISOString().slice(11, 16);
  const share = `${times.length} of ${pluralize(total, 'domain')}`;
  report.note(`${share} as of ${time} UTC; --fresh reads them again`);
}

function describeCut(
  { setFileCommand }: AccountSource,
  { length }: readonly Domain[],
  missing: number | undefined,
  activeCount: number | undefined,
  domainsFile: DomainsFile | undefined,
) {
  const part = `${missing} of the ${activeCount} domains of the account`;
  const message =
    missing === undefined
      ? `the list of ${pluralize(length, 'domain')} may be cut`
      : `the list of the service lacks ${part}`;
  if (domainsFile === undefined) return `${message}: ${setFileCommand}`;
  if (missing === undefined) return message;
  return `neither the list of the service nor ${domainsFile.name} has ${part}`;
}

function countMissing(domains: readonly Domain[], activeCount: number | undefined, today: IsoDate) {
  if (activeCount === undefined) return undefined;
  const active = domains.filter(
    ({ expiry, status }) =>
      (expiry === null || expiry >= today) && classifyStatus(status).isActive !== false,
  );
  return Math.max(0, activeCount - active.length);
}

export function mayListBeTruncated(
  { domains, total, hasMore }: Awaited<ReturnType<ApiService['domains']>>,
  activeCount = 0,
) {
  const { length } = domains;
  // Check an empty list, too: the API may return one instead of an error.
  if (hasMore || length < activeCount || length < (total ?? 0)) return true;
  // Ignore a total of 100: it may count only the entries of a truncated domain list.
  return hasMore === null && length >= maxListedDomains;
}

function dedupe(entries: readonly Domain[], report: Report) {
  const sorted = sortDomains(entries);
  const isFirst = (entry: Domain) =>
    entry.domain === null || entry === sorted.find(({ domain }) => domain === entry.domain);
  const duplicates = entries.filter((entry) => !isFirst(entry));
  if (duplicates.length > 0) {
    const names = joinNames(getDomainNames(duplicates));
    report.warn(`the service lists ${names} more than once; the sooner expiry counts`);
  }
  return entries.filter(isFirst);
}
