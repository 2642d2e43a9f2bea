import { missingFactsFailure } from '../api/missing-facts.ts';
import type { Balance, Domain, DomainList } from '../api/responses.ts';
import type { Service } from '../api/service.ts';
import { addDuration, type Day, daysBetween } from '../core/dates.ts';
import { comparedFacts, type DomainFact, domainFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';
import type { DomainsFile } from './domains-file.ts';

export type DatedDomain = Domain & { expiry: Day; days: number };

/** API document, section 8; there is no paging. */
const maxListedDomains = 100;

export interface AccountDomains {
  /** Every name once; of several entries the sooner expiry counts. */
  domains: readonly Domain[];
  /** True if the list is not cut, and every domain in it has a name. */
  isComplete: boolean;
  /** Names that were asked for one by one, and are not in the account. */
  notInAccount: ReadonlySet<string>;
  /** Names that were read one by one, since the list of the service leaves them out. */
  unlisted: ReadonlySet<string>;
  notices: readonly Notice[];
}

/** Where domains are read from. */
export interface DomainSource {
  service: Service;
  today: Day;
  /** Reads the user's own list; undefined where there is none. */
  readDomainsFile(): Promise<DomainsFile | undefined>;
  /** Reads each name by itself. @returns by name; null if it is not in the account */
  readUnlisted(names: readonly string[]): Promise<ReadonlyMap<string, Domain | null>>;
  /** The line that sets the own list. */
  setFileCommand(): string;
}

/**
 * Reads the list of the service and, where that may be cut, the domains of the own list.
 * @param balance if it is asked at the same time, since it counts the active domains
 * @param loadedFile the own list, if it is read already
 */
export async function readAccountDomains(
  source: DomainSource,
  balance?: Promise<Balance>,
  loadedFile?: DomainsFile,
): Promise<AccountDomains> {
  const { service } = source;
  const [list, countedActive] = await Promise.all([service.domains(), readActiveCount(balance)]);
  const { domains, warnings } = dedupe(list.domains);
  const unnamed = warnIfUnknown(domains, 'domain', 'the list has');
  const several = list.hasOtherLists ? [warning(oneOfSeveral)] : [];
  const notices = [...several, ...warnings, ...unnamed];
  const isUnambiguous = unnamed.length === 0 && !list.hasOtherLists;
  const emptySet = new Set<string>();
  const result = {
    domains,
    isComplete: isUnambiguous,
    notInAccount: emptySet,
    unlisted: emptySet,
    notices,
  };
  if (!mayBeTruncated(list, countedActive)) return result;
  const activeCount = countedActive ?? (await readActiveCount(service.balance()));
  const domainsFile = loadedFile ?? (await source.readDomainsFile());
  if (domainsFile !== undefined) {
    const merged = await mergeDomainsFile(source, domains, domainsFile, activeCount);
    notices.push(...merged.notices);
    return { ...merged, isComplete: isUnambiguous && merged.isComplete, notices };
  }
  const message =
    activeCount !== undefined && activeCount > domains.length
      ? `the service lists ${domains.length}; your account has ${activeCount}`
      : truncationWarning(domains);
  notices.push(warning(`${message}: ${source.setFileCommand()}`));
  return { ...result, isComplete: false };
}

const oneOfSeveral =
  'the answer holds several lists of domains, and this is one of them: see dotaf doctor';

/** @returns as `unknownFact` @throws Failure `unexpected_response` if no domain has the fact */
export function requireFact(domains: readonly Domain[], fact: DomainFact, says: string): Notice[] {
  if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
    throw missingFactsFailure(
      `'${fact}' was not found in ${pluralize(domains.length, 'domain')}`,
      domains,
    );
  }
  return warnIfUnknown(domains, fact, says);
}

/** @returns a warning that names the domains without the fact, if there are any */
export function warnIfUnknown(
  domains: readonly Domain[],
  fact: DomainFact,
  says: string,
): Notice[] {
  const unknown = domains.filter((domain) => domain[fact] === null);
  if (unknown.length === 0) return [];
  const share = `${unknown.length} of ${pluralize(domains.length, 'domain')}`;
  const names = joinNames(getDomainNames(unknown));
  const text = `${says} ${share} without a known ${fact === 'domain' ? 'name' : fact}`;
  return [warning(names === '' ? text : `${text}: ${names}`)];
}

export function hasFacts(domain: Domain): boolean {
  return comparedFacts.some((fact) => domain[fact] !== null);
}

export function getDomainNames(domains: readonly { domain: string | null }[]): string[] {
  return domains.flatMap(({ domain }) => domain ?? []);
}

/** The domains whose expiry is known, the soonest first; those that expire today are to come. */
export function groupByExpiry(domains: readonly Domain[], today: Day) {
  const withExpiry = domains.flatMap((domain) =>
    domain.expiry === null
      ? []
      : { ...domain, expiry: domain.expiry, days: daysBetween(today, domain.expiry) },
  );
  const sortedByExpiry = sortDomains(withExpiry);
  const lastSoonDay = addDuration(today, { days: expiringSoonDays });
  const upcoming = sortedByExpiry.filter(({ expiry }) => expiry >= today);
  const soon = upcoming.filter(({ expiry }) => expiry <= lastSoonDay);
  return {
    expired: sortedByExpiry.filter(({ expiry }) => expiry < today),
    upcoming,
    soon,
    lapsing: soon.filter(({ auto_renew }) => auto_renew === false),
  };
}

/** Sorts by a field, reversed by a leading hyphen; unknown values come last, equal ones by name. */
export function sortDomains<Item extends Domain>(items: readonly Item[], sort = 'expiry'): Item[] {
  const fact = parseSortFact(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator('en', { numeric: true });
  const byName = items.toSorted((left, right) =>
    compare(left.domain ?? '\uffff', right.domain ?? '\uffff'),
  );
  const withFact = byName.filter((item) => item[fact] !== null);
  withFact.sort(
    (left, right) => sign * compare(toTextOrJson(left[fact]), toTextOrJson(right[fact])),
  );
  return [...withFact, ...byName.filter((item) => item[fact] === null)];
}

/** Days are counted to the expiry, which is also the usual order. */
export function parseSortFact(sort = 'expiry'): DomainFact {
  return domainFactNames.find((fact) => sort.replace('-', '') === fact) ?? 'expiry';
}

/** @param activeCount how many domains the balance counts */
export function mayBeTruncated({ domains, total, hasMore }: DomainList, activeCount = 0): boolean {
  const { length } = domains;
  // A list may also be empty for a failure, without a sign of it.
  if (hasMore || length < activeCount || length < (total ?? 0)) return true;
  // A total of 100 is no proof: it may count the list only.
  return hasMore === null && length >= maxListedDomains;
}

async function readActiveCount(balance: Promise<Balance> | undefined): Promise<number | undefined> {
  const result = await balance?.catch(() => undefined);
  return result?.active_domains;
}

async function mergeDomainsFile(
  { today, readUnlisted }: DomainSource,
  serviceDomains: readonly Domain[],
  domainsFile: DomainsFile,
  activeCount: number | undefined,
): Promise<AccountDomains> {
  const names = new Set(serviceDomains.map(({ domain }) => domain));
  const unlistedNames = [...domainsFile.rows.keys()].filter((name) => !names.has(name));
  const answers = await readUnlisted(unlistedNames);
  const notInAccount = unlistedNames.filter((name) => answers.get(name) === null);
  const notices: Notice[] = [];
  if (notInAccount.length > 0) {
    notices.push(note(`in ${domainsFile.name} and not in the account: ${joinNames(notInAccount)}`));
  }
  const domains = [...serviceDomains, ...unlistedNames.flatMap((name) => answers.get(name) ?? [])];
  const activeDomains = domains.filter(({ expiry }) => expiry === null || expiry >= today);
  const missingCount = activeCount === undefined ? undefined : activeCount - activeDomains.length;
  if (missingCount === undefined) notices.push(warning(truncationWarning(activeDomains)));
  else if (missingCount > 0) {
    const missingText = `${missingCount} of the ${activeCount} domains of the account`;
    notices.push(
      warning(`neither the list of the service nor ${domainsFile.name} has ${missingText}`),
    );
  }
  const isComplete = missingCount !== undefined && missingCount <= 0;
  return {
    domains,
    isComplete,
    notInAccount: new Set(notInAccount),
    unlisted: new Set(unlistedNames),
    notices,
  };
}

function truncationWarning({ length }: readonly Domain[]): string {
  return `the list of ${pluralize(length, 'domain')} may be cut`;
}

function dedupe(listed: Domain[]): { domains: Domain[]; warnings: Notice[] } {
  const earliest = new Map<string | null, Domain>();
  for (const domain of sortDomains(listed).reverse()) earliest.set(domain.domain, domain);
  const duplicates = listed.filter(
    (domain) => domain.domain !== null && earliest.get(domain.domain) !== domain,
  );
  const domains = listed.filter((domain) => !duplicates.includes(domain));
  if (duplicates.length === 0) return { domains, warnings: [] };
  const names = joinNames(getDomainNames(duplicates));
  const says = `the service lists ${names} more than once; the sooner expiry counts`;
  return { domains, warnings: [warning(says)] };
}
