import { missingFactsFailure } from '../api/missing-facts.ts';
import type { AccountBalance, Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import { comparedFactNames, type DomainFactName, domainFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';
import type { DomainsFile } from './domains-file.ts';

export type DomainWithExpiry = Domain & { expiry: IsoDate; days: number };

/** Maximum length of the API's domain list, which has no paging (API specification, section 8). */
const maxListedDomains = 100;

/** Maximum ages of stored details. All count from the start of the command. */
export const detailTtlsMs = {
  usual: 12 * 3_600_000,
  comparison: 3_600_000,
  fresh: 600_000,
} as const;

/** The response to a request for one domain, possibly cached by an earlier command. */
export interface DomainDetail {
  /** Unix time of the answer, in milliseconds. */
  at: number;
  name: string;
  /** Null if the account does not contain a domain with this name. */
  domain: Domain | null;
}

export interface DetailRequestLimits {
  /** Maximum age of a cached "not in the account" response. */
  maxAbsentAgeMs?: number;
  /** Names to look up in the cache; they are requested only to refresh an outdated response. */
  storedOnly?: readonly string[];
}

export interface DomainDetails {
  details: ReadonlyMap<string, DomainDetail>;
  /** Unix time at which the command began to read the domains, in milliseconds. */
  startedAt: number;
  /** The reason why answers cannot be stored, if any. */
  problem?: string | undefined;
}

export interface AccountDomainList {
  /** If the API repeats a name, only the entry with the earliest expiry date is kept. */
  domains: readonly Domain[];
  isComplete: boolean;
  notInAccount: ReadonlySet<string>;
  /** Names that were requested individually because the API's list lacks them. */
  unlisted: ReadonlySet<string>;
  /** Names that were also requested individually, so that all their facts are known or absent. */
  detailed: ReadonlySet<string>;
}

export interface DomainListSource {
  service: ApiService;
  report: Report;
  today: IsoDate;
  /** True to request each domain individually whose entry in the list lacks facts. */
  wantsDetails: boolean;
  /** Facts whose absence from the list is a reason to look for a domain's details. */
  neededFacts: readonly DomainFactName[];
  /** True to compare the domains with an earlier run; facts from the cache are then not used. */
  isComparison: boolean;
  /** @returns undefined if `--domains-file` is not set */
  readDomainsFile(): Promise<DomainsFile | undefined>;
  /** Requests each domain individually, or looks it up in the cache only. */
  readDetails(names: readonly string[], limits?: DetailRequestLimits): Promise<DomainDetails>;
  /** Warnings suggest this command, which sets a domains file. */
  setFileCommand: string;
}

/**
 * Reads the API's list of domains. If it may be truncated, also requests each name that only the
 * domains file contains; with `--details`, also each domain of which the list lacks facts.
 * @param balance a pending request, whose `active_domains` shows if the list is truncated
 */
export async function fetchAccountDomains(
  source: DomainListSource,
  balance?: Promise<AccountBalance>,
  loadedFile?: DomainsFile,
): Promise<AccountDomainList> {
  const { service, report } = source;
  const [list, countedActive] = await Promise.all([service.domains(), readActiveCount(balance)]);
  if (list.hasOtherLists) {
    const message = 'the answer holds several lists of domains, and this is one of them';
    report.gap(`${message}: see dotaf doctor`);
  }
  const listed = dedupe(list.domains, report);
  warnIfFactUnknown(listed, 'domain', 'the list has', report);
  const isUnambiguous = !list.hasOtherLists && listed.every(({ domain }) => domain !== null);
  const mayBeCut = mayListBeTruncated(list, countedActive);
  const activeCount = mayBeCut
    ? (countedActive ?? (await readActiveCount(service.balance())))
    : undefined;
  const domainsFile = mayBeCut ? (loadedFile ?? (await source.readDomainsFile())) : undefined;
  const names = domainsFile?.rows.keys() ?? [];
  const { domains, detailed, unlisted, notInAccount, details } = await addDetails(
    source,
    listed,
    names,
  );
  if (domainsFile && notInAccount.length > 0)
    report.note(`in ${domainsFile.name} and not in the account: ${joinNames(notInAccount)}`);
  const cutMessage = mayBeCut ? describeCut(source, domains, activeCount, domainsFile) : undefined;
  if (cutMessage !== undefined) report.gap(cutMessage);
  reportAge(source, details, domains.length);
  return {
    domains,
    isComplete: isUnambiguous && cutMessage === undefined,
    notInAccount: new Set(notInAccount),
    unlisted: new Set(unlisted),
    detailed,
  };
}

/** Adds the facts and the domains that the list lacks, as far as they are wanted. */
async function addDetails(
  source: DomainListSource,
  listed: readonly Domain[],
  ownNames: Iterable<string>,
  limits?: DetailRequestLimits,
) {
  const listedNames = new Set(getDomainNames(listed));
  const unlisted = [...new Set(ownNames)].filter((name) => !listedNames.has(name));
  const lacksFacts = (domain: Domain) => source.neededFacts.some((fact) => domain[fact] === null);
  const incomplete = getDomainNames(listed.filter(lacksFacts));
  const names = source.wantsDetails ? [...incomplete, ...unlisted] : unlisted;
  const storedOnly = source.wantsDetails || source.isComparison ? [] : incomplete;
  const details = await source.readDetails(names, { ...limits, storedOnly });
  const findDetails = (name: string | null) => details.details.get(name ?? '')?.domain ?? undefined;
  const domains = [
    ...listed.map((domain) => fillFacts(domain, findDetails(domain.domain))),
    ...unlisted.flatMap((name) => findDetails(name) ?? []),
  ];
  const found = [...details.details.values()].filter(({ domain }) => domain !== null);
  return {
    domains,
    unlisted,
    detailed: new Set(found.map(({ name }) => name)),
    notInAccount: unlisted.filter((name) => details.details.get(name)?.domain === null),
    details,
  };
}

/**
 * Adds the named domains that the account holds but a truncated list omits, so that "not in the
 * account" is reported only if the service said so.
 */
export async function addUnlistedDomains(
  source: DomainListSource,
  listed: readonly Domain[],
  names: readonly string[],
) {
  // The facts of listed domains are known as far as they can be.
  const namesSource = { ...source, neededFacts: [] };
  const limits = { maxAbsentAgeMs: detailTtlsMs.fresh };
  const { domains, details } = await addDetails(namesSource, listed, names, limits);
  reportAge(source, details, domains.length);
  return domains;
}

/** Notes how old the details are, if any is not fresh, and whether they cannot be kept. */
function reportAge(
  { report, isComparison }: DomainListSource,
  { details, startedAt, problem }: DomainDetails,
  total: number,
) {
  if (problem !== undefined) report.note(`nothing is kept: ${problem}`);
  const limitMs = isComparison ? 0 : detailTtlsMs.fresh;
  const times = [...details.values()]
    .filter(({ at, domain }) => domain !== null && startedAt - at > limitMs)
    .map(({ at }) => at);
  if (times.length === 0) return;
  const oldestAt = Math.min(...times);
  const oldest = new Date(oldestAt).toISOString();
  const isToday = oldest.slice(0, 10) === new Date(startedAt).toISOString().slice(0, 10);
  const time = isToday ? oldest.slice(11, 16) : oldest.slice(0, 16).replace('T', ' ');
  const text = `${times.length} of ${pluralize(total, 'domain')} as of ${time}`;
  const canRefresh = startedAt - oldestAt > detailTtlsMs.fresh;
  report.note(canRefresh ? `${text}; --fresh reads them again` : text);
}

/** Fills in the unknown facts of a domain from an older or fuller answer. */
export function fillFacts(domain: Domain, details: Domain | undefined): Domain {
  const knownFacts = Object.entries(domain).filter(([, value]) => value !== null);
  return details === undefined
    ? domain
    : { ...domain, ...details, ...Object.fromEntries(knownFacts) };
}

/** @returns how many domains the list lacks, as far as that is known, or undefined if it is whole */
function describeCut(
  { today, setFileCommand }: DomainListSource,
  domains: readonly Domain[],
  activeCount: number | undefined,
  domainsFile: DomainsFile | undefined,
) {
  if (domainsFile === undefined) {
    const message =
      activeCount !== undefined && activeCount > domains.length
        ? `the service lists ${domains.length}; your account has ${activeCount}`
        : truncationWarning(domains);
    return `${message}: ${setFileCommand}`;
  }
  if (activeCount === undefined) return truncationWarning(domains);
  const knownCount = countActive(domains, today);
  if (activeCount <= knownCount) return undefined;
  const missingText = `${activeCount - knownCount} of the ${activeCount} domains of the account`;
  return `neither the list of the service nor ${domainsFile.name} has ${missingText}`;
}

/**
 * Counts domains the way the service counts active ones. Excludes expired domains and, if at least
 * one domain has an active status, also every domain with another status.
 */
function countActive(domains: readonly Domain[], today: IsoDate) {
  const unexpired = domains.filter(({ expiry }) => expiry === null || expiry >= today);
  const active = unexpired.filter(({ status }) => /\b(active|ok)\b/i.test(status ?? ''));
  return active.length > 0 ? active.length : unexpired.length;
}

/** Warns about domains that lack `fact`. @throws an `unexpected_response` Failure if all do */
export function requireDomainFact(
  domains: readonly Domain[],
  fact: DomainFactName,
  prefix: string,
  report: Report,
  level: 'gap' | 'warn' = 'gap',
) {
  if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
    throw missingFactsFailure(
      `'${fact}' was not found in ${pluralize(domains.length, 'domain')}`,
      domains,
    );
  }
  warnIfFactUnknown(domains, fact, prefix, report, level);
}

export function warnIfFactUnknown(
  domains: readonly Domain[],
  fact: DomainFactName,
  prefix: string,
  report: Report,
  level: 'gap' | 'warn' = 'gap',
) {
  const unknownDomains = domains.filter((domain) => domain[fact] === null);
  if (unknownDomains.length === 0) return;
  const share = `${unknownDomains.length} of ${pluralize(domains.length, 'domain')}`;
  const names = joinNames(getDomainNames(unknownDomains));
  const text = `${prefix} ${share} without a known ${fact === 'domain' ? 'name' : fact}`;
  report[level](names === '' ? text : `${text}: ${names}`);
}

export function hasKnownFacts(domain: Domain) {
  return comparedFactNames.some((fact) => domain[fact] !== null);
}

export function getDomainNames(domains: readonly { domain: string | null }[]) {
  return domains.flatMap(({ domain }) => domain ?? []);
}

/** Groups domains by expiry date, earliest first. A domain that expires today is upcoming. */
export function groupDomainsByExpiry(domains: readonly Domain[], today: IsoDate) {
  const withExpiry = domains.flatMap((domain) =>
    domain.expiry === null
      ? []
      : { ...domain, expiry: domain.expiry, days: daysBetween(today, domain.expiry) },
  );
  const sortedByExpiry = sortDomains(withExpiry);
  const upcoming = sortedByExpiry.filter(({ days }) => days >= 0);
  const soon = upcoming.filter(({ days }) => days <= expiringSoonDays);
  return {
    expired: sortedByExpiry.filter(({ days }) => days < 0),
    upcoming,
    soon,
    lapsing: soon.filter(({ auto_renew }) => auto_renew === false),
  };
}

/** Sorts domains, in descending order if `sort` begins with `-`. Unknown values come last. */
export function sortDomains<Item extends Domain>(items: readonly Item[], sort = 'expiry') {
  const fact = parseSortKey(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator('en', { numeric: true });
  return items.toSorted(
    (left, right) =>
      Number(left[fact] === null) - Number(right[fact] === null) ||
      sign * compare(toTextOrJson(left[fact]), toTextOrJson(right[fact])) ||
      compare(left.domain ?? '\uffff', right.domain ?? '\uffff'),
  );
}

/** Parses a `--sort` value. The value `days` means the expiry date, which is also the default. */
export function parseSortKey(sort = 'expiry') {
  return domainFactNames.find((fact) => sort.replace('-', '') === fact) ?? 'expiry';
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

async function readActiveCount(balance: Promise<AccountBalance> | undefined) {
  return (await balance?.catch(() => undefined))?.active_domains;
}

function truncationWarning({ length }: readonly Domain[]) {
  return `the list of ${pluralize(length, 'domain')} may be cut`;
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
