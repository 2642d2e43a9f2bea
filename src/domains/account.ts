import type { AccountBalance, Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { type DomainAttribute, maxListedDomains } from '../core/api-vocabulary.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import type { DomainsFile } from './domains-file.ts';
import {
  classifyStatus,
  fillAttributes,
  getDomainNames,
  sortDomains,
  warnIfAttributeUnknown,
} from './list.ts';
import { type Sighting, Sightings } from './sightings.ts';

/** Maximum age of cached details that are shown, counted from the start of the command. */
export const maxShownAgeMs = 12 * 3_600_000;

/** Maximum age of cached details that are compared with a snapshot or a file. */
export const maxComparedAgeMs = 600_000;

export interface DetailRequest {
  /** Names to request, unless a recent answer is cached. */
  names: readonly string[];
  /** Names to look up in the cache. Only `--fresh` requests them, if their answer is outdated. */
  storedNames: readonly string[];
}

export interface DomainDetails {
  details: ReadonlyMap<string, Sighting>;
  /** Unix time at which the command began to read the details, in milliseconds. */
  startedAt: number;
  /** Error message if answers cannot be cached. */
  problem?: string | undefined;
}

export interface AccountSource {
  service: ApiService;
  report: Report;
  today: IsoDate;
  /** True for `--details`: request each listed domain whose list entry lacks an attribute. */
  wantsDetails: boolean;
  /** Attributes to complete from details if the list lacks them. */
  neededAttributes: readonly DomainAttribute[];
  /** Resolves to undefined if `domains-file` is not set. */
  readDomainsFile(): Promise<DomainsFile | undefined>;
  readDetails(request: DetailRequest): Promise<DomainDetails>;
  /** Command that sets a `domains-file`, as a hint for an incomplete list. */
  setFileCommand: string;
}

export interface AccountDomains {
  /**
   * The domains to show, completed by stored details. If the API repeats a name, only the entry
   * with the earliest expiry date is kept.
   */
  domains: readonly Domain[];
  /** The attributes that comparisons use. They include stored details only with `--details`. */
  sightings: Sightings;
}

interface ReadOptions {
  /** A pending request, whose `active_domains` shows if the list is truncated. */
  balance?: Promise<AccountBalance> | undefined;
  domainsFile?: DomainsFile | undefined;
  /** Names to request individually if the list is truncated and lacks them. */
  names?: readonly string[];
}

/**
 * Reads the account's domains. If the API's list may be truncated, also requests each name that
 * only the domains file contains; with `--details`, also each domain of which the list lacks attributes.
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
  // A row that was not read may name a domain that the list lacks.
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

/** Adds the attributes and the domains that the list lacks, as far as they are wanted. */
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
    ...listed.map((domain) => fillAttributes(domain, details.get(domain.domain ?? '')?.domain)),
    ...unlisted.flatMap((name) => details.get(name)?.domain ?? []),
  ];
  reportAge(source, answer, domains.length);
  const listedSightings = listed.flatMap((domain): Sighting[] => {
    const name = domain.domain;
    if (name === null) return [];
    const own = wantsDetails ? details.get(name) : undefined;
    if (own?.domain) return [{ ...own, domain: fillAttributes(domain, own.domain) }];
    return [{ name, domain, hasOwnAnswer: false, emptyAttributes: [], at: startedAt }];
  });
  const sightings = [...listedSightings, ...unlisted.flatMap((name) => details.get(name) ?? [])];
  return { domains, sightings };
}

/** Notes how old the oldest details are, and whether answers cannot be cached. */
function reportAge(
  { report }: AccountSource,
  { details, startedAt, problem }: DomainDetails,
  total: number,
) {
  if (problem !== undefined) report.note(`nothing is kept: ${problem}`);
  const times = [...details.values()]
    .filter(({ at, domain }) => domain !== null && startedAt - at > maxComparedAgeMs)
    .map(({ at }) => at);
  if (times.length === 0) return;
  // Details are at most twelve hours old, so the time of day is clear without the date.
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

/** @returns how many of the active domains are missing, or undefined if their number is unknown */
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
  // Check the counts even for an empty list, which the API may return instead of an error.
  if (hasMore || length < activeCount || length < (total ?? 0)) return true;
  // Do not trust a total of 100, since it may count only the domains in a truncated list.
  return hasMore === null && length >= maxListedDomains;
}

function dedupe(entries: readonly Domain[], report: Report) {
  const sorted = sortDomains(entries);
  const duplicates = entries.filter(
    (entry) =>
      entry.domain !== null && sorted.find(({ domain }) => domain === entry.domain) !== entry,
  );
  const names = joinNames(getDomainNames(duplicates));
  if (duplicates.length > 0)
    report.warn(`the service lists ${names} more than once; the sooner expiry counts`);
  return entries.filter((entry) => !duplicates.includes(entry));
}
