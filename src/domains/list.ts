import { missingFactsFailure } from '../api/missing-facts.ts';
import type { AccountBalance, Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import { comparedFactNames, type DomainFactName, domainFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import { createNote, createWarning, type Notice } from '../core/notices.ts';
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
  notices: readonly Notice[];
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
  notices: readonly Notice[];
}

export interface DomainListSource {
  service: ApiService;
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
  const { service } = source;
  const [list, countedActive] = await Promise.all([service.domains(), readActiveCount(balance)]);
  const { domains: listed, warnings } = dedupe(list.domains);
  const unnamedWarnings = warnIfFactUnknown(listed, 'domain', 'the list has');
  const notices: Notice[] = [...warnings, ...unnamedWarnings];
  if (list.hasOtherLists) {
    const message = 'the answer holds several lists of domains, and this is one of them';
    notices.unshift(createWarning(`${message}: see dotaf doctor`));
  }
  const isUnambiguous = unnamedWarnings.length === 0 && !list.hasOtherLists;
  const mayBeCut = mayListBeTruncated(list, countedActive);
  const activeCount = mayBeCut
    ? (countedActive ?? (await readActiveCount(service.balance())))
    : undefined;
  const domainsFile = mayBeCut ? (loadedFile ?? (await source.readDomainsFile())) : undefined;
  const { domains, detailed, unlisted, notInAccount, ageNotices } = await addDetails(
    source,
    listed,
    domainsFile?.rows.keys() ?? [],
  );
  if (domainsFile && notInAccount.length > 0)
    notices.push(
      createNote(`in ${domainsFile.name} and not in the account: ${joinNames(notInAccount)}`),
    );
  const cutWarnings = mayBeCut ? warnIfCut(source, domains, activeCount, domainsFile) : [];
  return {
    domains,
    isComplete: isUnambiguous && cutWarnings.length === 0,
    notInAccount: new Set(notInAccount),
    unlisted: new Set(unlisted),
    detailed,
    notices: [...notices, ...cutWarnings, ...ageNotices],
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
  const { details, startedAt, notices } = await source.readDetails(names, {
    ...limits,
    storedOnly,
  });
  const ageLimitMs = source.isComparison ? 0 : detailTtlsMs.fresh;
  const findDetails = (name: string | null) => details.get(name ?? '')?.domain ?? undefined;
  const domains = [
    ...listed.map((domain) => fillFacts(domain, findDetails(domain.domain))),
    ...unlisted.flatMap((name) => findDetails(name) ?? []),
  ];
  const found = [...details.values()].filter(({ domain }) => domain !== null);
  return {
    domains,
    unlisted,
    detailed: new Set(found.map(({ name }) => name)),
    notInAccount: unlisted.filter((name) => details.get(name)?.domain === null),
    ageNotices: [
      ...notices,
      ...describeAge([...details.values()], startedAt, domains.length, ageLimitMs),
    ],
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
  const { domains, ageNotices: notices } = await addDetails(namesSource, listed, names, limits);
  return { domains, notices };
}

/** Notes how old the details are, if any is older than the limit. */
function describeAge(
  details: readonly DomainDetail[],
  startedAt: number,
  total: number,
  limitMs: number,
): Notice[] {
  const times = details
    .filter(({ at, domain }) => domain !== null && startedAt - at > limitMs)
    .map(({ at }) => at);
  if (times.length === 0) return [];
  const oldestAt = Math.min(...times);
  const oldest = new Date(oldestAt).toISOString();
  const isToday = oldest.slice(0, 10) === new Date(startedAt).toISOString().slice(0, 10);
  const time = isToday ? oldest.slice(11, 16) : oldest.slice(0, 16).replace('T', ' ');
  const text = `${times.length} of ${pluralize(total, 'domain')} as of ${time}`;
  const canRefresh = startedAt - oldestAt > detailTtlsMs.fresh;
  return [createNote(canRefresh ? `${text}; --fresh reads them again` : text)];
}

/** Fills in the unknown facts of a domain from an older or fuller answer. */
export function fillFacts(domain: Domain, details: Domain | undefined): Domain {
  const knownFacts = Object.entries(domain).filter(([, value]) => value !== null);
  return details === undefined
    ? domain
    : { ...domain, ...details, ...Object.fromEntries(knownFacts) };
}

function warnIfCut(
  { today, setFileCommand }: DomainListSource,
  domains: readonly Domain[],
  activeCount: number | undefined,
  domainsFile: DomainsFile | undefined,
): Notice[] {
  if (domainsFile === undefined) {
    const message =
      activeCount !== undefined && activeCount > domains.length
        ? `the service lists ${domains.length}; your account has ${activeCount}`
        : truncationWarning(domains);
    return [createWarning(`${message}: ${setFileCommand}`)];
  }
  if (activeCount === undefined) return [createWarning(truncationWarning(domains))];
  const knownCount = countActive(domains, today);
  if (activeCount <= knownCount) return [];
  const missingText = `${activeCount - knownCount} of the ${activeCount} domains of the account`;
  return [
    createWarning(`neither the list of the service nor ${domainsFile.name} has ${missingText}`),
  ];
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
) {
  if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
    throw missingFactsFailure(
      `'${fact}' was not found in ${pluralize(domains.length, 'domain')}`,
      domains,
    );
  }
  return warnIfFactUnknown(domains, fact, prefix);
}

export function warnIfFactUnknown(
  domains: readonly Domain[],
  fact: DomainFactName,
  prefix: string,
) {
  const unknownDomains = domains.filter((domain) => domain[fact] === null);
  if (unknownDomains.length === 0) return [];
  const share = `${unknownDomains.length} of ${pluralize(domains.length, 'domain')}`;
  const names = joinNames(getDomainNames(unknownDomains));
  const text = `${prefix} ${share} without a known ${fact === 'domain' ? 'name' : fact}`;
  return [createWarning(names === '' ? text : `${text}: ${names}`)];
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

function dedupe(entries: readonly Domain[]) {
  const sorted = sortDomains(entries);
  const duplicates = entries.filter(
    (entry) =>
      entry.domain !== null && sorted.find(({ domain }) => domain === entry.domain) !== entry,
  );
  const domains = entries.filter((entry) => !duplicates.includes(entry));
  const names = joinNames(getDomainNames(duplicates));
  const message = `the service lists ${names} more than once; the sooner expiry counts`;
  return { domains, warnings: duplicates.length > 0 ? [createWarning(message)] : [] };
}
