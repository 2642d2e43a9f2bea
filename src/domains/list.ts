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

export interface AccountDomains {
  /** If the API repeats a name, only the entry with the earliest expiry date is kept. */
  domains: readonly Domain[];
  isComplete: boolean;
  notInAccount: ReadonlySet<string>;
  /** Names that were requested individually because the API's list lacks them. */
  unlisted: ReadonlySet<string>;
  notices: readonly Notice[];
}

export interface DomainListSource {
  service: ApiService;
  today: IsoDate;
  /** @returns undefined if `--domains-file` is not set */
  readDomainsFile(): Promise<DomainsFile | undefined>;
  /** Requests each domain individually. @returns null for a name that is not in the account */
  readUnlisted(names: readonly string[]): Promise<ReadonlyMap<string, Domain | null>>;
  /** Warnings suggest this command, which sets a domains file. */
  setFileCommand: string;
}

/**
 * Reads the API's list of domains. If it may be truncated, also requests each name that only the
 * domains file contains.
 * @param balance a pending request, whose `active_domains` shows if the list is truncated
 */
export async function fetchAccountDomains(
  source: DomainListSource,
  balance?: Promise<AccountBalance>,
  loadedFile?: DomainsFile,
): Promise<AccountDomains> {
  const { service } = source;
  const [list, countedActive] = await Promise.all([service.domains(), readActiveCount(balance)]);
  const { domains, warnings } = dedupe(list.domains);
  const unnamedWarnings = warnIfFactUnknown(domains, 'domain', 'the list has');
  const notices = [...warnings, ...unnamedWarnings];
  if (list.hasOtherLists) {
    const message = 'the answer holds several lists of domains, and this is one of them';
    notices.unshift(createWarning(`${message}: see dotaf doctor`));
  }
  const isUnambiguous = unnamedWarnings.length === 0 && !list.hasOtherLists;
  const emptySet = new Set<string>();
  const result = {
    domains,
    isComplete: isUnambiguous,
    notInAccount: emptySet,
    unlisted: emptySet,
    notices,
  };
  if (!mayListBeTruncated(list, countedActive)) return result;
  const activeCount = countedActive ?? (await readActiveCount(service.balance()));
  const domainsFile = loadedFile ?? (await source.readDomainsFile());
  if (domainsFile) {
    const merged = await mergeDomainsFile(source, domains, domainsFile, activeCount);
    notices.push(...merged.notices);
    return { ...merged, isComplete: isUnambiguous && merged.isComplete, notices };
  }
  const message =
    activeCount !== undefined && activeCount > domains.length
      ? `the service lists ${domains.length}; your account has ${activeCount}`
      : truncationWarning(domains);
  notices.push(createWarning(`${message}: ${source.setFileCommand}`));
  return { ...result, isComplete: false };
}

/** Warns about domains without the fact. @throws an `unexpected_response` Failure if all lack it */
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

async function mergeDomainsFile(
  { today, readUnlisted }: DomainListSource,
  serviceDomains: readonly Domain[],
  domainsFile: DomainsFile,
  activeCount: number | undefined,
) {
  const names = new Set(serviceDomains.map(({ domain }) => domain));
  const unlistedNames = [...domainsFile.rows.keys()].filter((name) => !names.has(name));
  const answers = await readUnlisted(unlistedNames);
  const notInAccount = unlistedNames.filter((name) => answers.get(name) === null);
  const notices: Notice[] = [];
  if (notInAccount.length > 0) {
    notices.push(
      createNote(`in ${domainsFile.name} and not in the account: ${joinNames(notInAccount)}`),
    );
  }
  const domains = [...serviceDomains, ...unlistedNames.flatMap((name) => answers.get(name) ?? [])];
  const activeDomains = domains.filter(({ expiry }) => expiry === null || expiry >= today);
  const missingCount = (activeCount ?? Number.POSITIVE_INFINITY) - activeDomains.length;
  if (activeCount === undefined) notices.push(createWarning(truncationWarning(activeDomains)));
  else if (missingCount > 0) {
    const missingText = `${missingCount} of the ${activeCount} domains of the account`;
    notices.push(
      createWarning(`neither the list of the service nor ${domainsFile.name} has ${missingText}`),
    );
  }
  return {
    domains,
    isComplete: missingCount <= 0,
    notInAccount: new Set(notInAccount),
    unlisted: new Set(unlistedNames),
    notices,
  };
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
