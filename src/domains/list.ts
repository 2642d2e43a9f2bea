import type { Balance, Domain, DomainList } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Service } from '../api/service.ts';
import { addSpan, type Day, daysBetween } from '../core/dates.ts';
import { comparedFacts, type DomainFact, domainFactNames } from '../core/facts.ts';
import { jsonText } from '../core/json.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { counted, named } from '../core/text.ts';
import { soonDays } from '../output/kind.ts';
import type { OwnList } from './own-list.ts';

export type DatedDomain = Domain & { expiry: Day; days: number };

/** API document, section 8; there is no paging. */
const mostListed = 100;

export interface AccountDomains {
  /** Every name once; of several entries the sooner expiry counts. */
  domains: readonly Domain[];
  /** True if the list is not cut, and every domain in it has a name. */
  isWhole: boolean;
  /** Names that were asked for one by one, and are not in the account. */
  absent: ReadonlySet<string>;
  /** Names that were read one by one, since the list of the service leaves them out. */
  single: ReadonlySet<string>;
  notices: readonly Notice[];
}

/** Where domains are read from. */
export interface DomainSource {
  service: Service;
  today: Day;
  /** Reads the user's own list; undefined where there is none. */
  readDomainsFile(): Promise<OwnList | undefined>;
  /** Reads each name by itself. @returns by name; null if it is not in the account */
  readUnlisted(names: readonly string[]): Promise<ReadonlyMap<string, Domain | null>>;
  /** The line that sets the own list. */
  setFileCommand(): string;
}

/**
 * Reads the list of the service and, where that may be cut, the domains of the own list.
 * @param balance if it is asked at the same time, since it counts the active domains
 * @param read the own list, if it is read already
 */
export async function readAccountDomains(
  source: DomainSource,
  balance?: Promise<Balance>,
  read?: OwnList,
): Promise<AccountDomains> {
  const { service } = source;
  const [list, least] = await Promise.all([service.domains(), activeIn(balance)]);
  const { domains, warnings } = eachOnce(list.domains);
  const unnamed = unknownFact(domains, 'domain', 'the list has');
  const several = list.hasOtherLists ? [warning(oneOfSeveral)] : [];
  const notices = [...several, ...warnings, ...unnamed];
  const isSure = unnamed.length === 0 && !list.hasOtherLists;
  const none = new Set<string>();
  const found = { domains, isWhole: isSure, absent: none, single: none, notices };
  if (!mayBeCut(list, least)) return found;
  const active = least ?? (await activeIn(service.balance()));
  const own = read ?? (await source.readDomainsFile());
  if (own !== undefined) {
    const whole = await withOwnList(source, domains, own, active);
    notices.push(...whole.notices);
    return { ...whole, isWhole: isSure && whole.isWhole, notices };
  }
  const says =
    active !== undefined && active > domains.length
      ? `the service lists ${domains.length}; your account has ${active}`
      : cutText(domains);
  notices.push(warning(`${says}: ${source.setFileCommand()}`));
  return { ...found, isWhole: false };
}

const oneOfSeveral =
  'the answer holds several lists of domains, and this is one of them: see dotaf doctor';

/** @returns as `unknownFact` @throws Failure `unexpected_response` if no domain has the fact */
export function missingFact(domains: readonly Domain[], fact: DomainFact, says: string): Notice[] {
  if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
    throw nothingFound(`'${fact}' was not found in ${counted(domains.length, 'domain')}`, domains);
  }
  return unknownFact(domains, fact, says);
}

/** @returns a warning that names the domains without the fact, if there are any */
export function unknownFact(domains: readonly Domain[], fact: DomainFact, says: string): Notice[] {
  const unknown = domains.filter((domain) => domain[fact] === null);
  if (unknown.length === 0) return [];
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  const names = named(domainNames(unknown));
  const text = `${says} ${share} without a known ${fact === 'domain' ? 'name' : fact}`;
  return [warning(names === '' ? text : `${text}: ${names}`)];
}

export function isStated(domain: Domain): boolean {
  return comparedFacts.some((fact) => domain[fact] !== null);
}

export function domainNames(domains: readonly { domain: string | null }[]): string[] {
  return domains.flatMap(({ domain }) => domain ?? []);
}

/** The domains whose expiry is known, the soonest first; those that expire today are to come. */
export function byExpiry(domains: readonly Domain[], today: Day) {
  const dated = domains.flatMap((one) =>
    one.expiry === null ? [] : { ...one, expiry: one.expiry, days: daysBetween(today, one.expiry) },
  );
  const inOrder = sorted(dated);
  const lastSoon = addSpan(today, { days: soonDays });
  const coming = inOrder.filter(({ expiry }) => expiry >= today);
  const soon = coming.filter(({ expiry }) => expiry <= lastSoon);
  return {
    expired: inOrder.filter(({ expiry }) => expiry < today),
    coming,
    soon,
    lapsing: soon.filter(({ auto_renew }) => auto_renew === false),
  };
}

/** Sorts by a field, reversed by a leading hyphen; unknown values come last, equal ones by name. */
export function sorted<Item extends Domain>(items: readonly Item[], sort = 'expiry'): Item[] {
  const fact = factOf(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator('en', { numeric: true });
  const byName = items.toSorted((one, other) =>
    compare(one.domain ?? '\uffff', other.domain ?? '\uffff'),
  );
  const known = byName.filter((item) => item[fact] !== null);
  known.sort((one, other) => sign * compare(jsonText(one[fact]), jsonText(other[fact])));
  return [...known, ...byName.filter((item) => item[fact] === null)];
}

/** Days are counted to the expiry, which is also the usual order. */
export function factOf(sort = 'expiry'): DomainFact {
  return domainFactNames.find((fact) => sort.replace('-', '') === fact) ?? 'expiry';
}

/** @param active how many domains the balance counts */
export function mayBeCut({ domains, total, hasMore }: DomainList, active = 0): boolean {
  const { length } = domains;
  // A list may also be empty for a failure, without a sign of it.
  if (hasMore || length < active || length < (total ?? 0)) return true;
  // A total of 100 is no proof: it may count the list only.
  return hasMore === null && length >= mostListed;
}

async function activeIn(balance: Promise<Balance> | undefined): Promise<number | undefined> {
  const answered = await balance?.catch(() => undefined);
  return answered?.active_domains;
}

async function withOwnList(
  { today, readUnlisted }: DomainSource,
  listed: readonly Domain[],
  own: OwnList,
  active: number | undefined,
): Promise<AccountDomains> {
  const names = new Set(listed.map(({ domain }) => domain));
  const others = [...own.rows.keys()].filter((name) => !names.has(name));
  const answers = await readUnlisted(others);
  const absent = others.filter((name) => answers.get(name) === null);
  const notices: Notice[] = [];
  if (absent.length > 0) {
    notices.push(note(`in ${own.name} and not in the account: ${named(absent)}`));
  }
  const domains = [...listed, ...others.flatMap((name) => answers.get(name) ?? [])];
  const counting = domains.filter(({ expiry }) => expiry === null || expiry >= today);
  const missing = active === undefined ? undefined : active - counting.length;
  if (missing === undefined) notices.push(warning(cutText(counting)));
  else if (missing > 0) {
    const some = `${missing} of the ${active} domains of the account`;
    notices.push(warning(`neither the list of the service nor ${own.name} has ${some}`));
  }
  const isWhole = missing !== undefined && missing <= 0;
  return { domains, isWhole, absent: new Set(absent), single: new Set(others), notices };
}

function cutText({ length }: readonly Domain[]): string {
  return `the list of ${counted(length, 'domain')} may be cut`;
}

function eachOnce(listed: Domain[]): { domains: Domain[]; warnings: Notice[] } {
  const soonest = new Map<string | null, Domain>();
  for (const one of sorted(listed).reverse()) soonest.set(one.domain, one);
  const others = listed.filter((one) => one.domain !== null && soonest.get(one.domain) !== one);
  const domains = listed.filter((one) => !others.includes(one));
  if (others.length === 0) return { domains, warnings: [] };
  const twice = named(domainNames(others));
  const says = `the service lists ${twice} more than once; the sooner expiry counts`;
  return { domains, warnings: [warning(says)] };
}
