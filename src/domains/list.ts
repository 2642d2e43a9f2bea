import { missingFactsError } from '../api/missing-facts.ts';
import type { Domain } from '../api/responses.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import { comparedFactNames, type DomainFactName, domainFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';

export type DomainWithExpiry = Domain & { expiry: IsoDate; days: number };

/** Reports facts that are missing from domains. */
export interface FactReporter {
  report: Report;
  /** False to suggest `--details`; undefined if the command does not have this option. */
  wantsDetails?: boolean;
}

/** Fills in the unknown facts of a domain from an older or fuller answer. */
export function fillFacts(domain: Domain, details: Domain | null | undefined): Domain {
  const knownFacts = Object.entries(domain).filter(([, value]) => value !== null);
  return details ? { ...domain, ...details, ...Object.fromEntries(knownFacts) } : domain;
}

/** Warns about domains that lack `fact`. @throws an `unexpected_response` error if all do */
export function requireDomainFact(
  domains: readonly Domain[],
  fact: DomainFactName,
  prefix: string,
  reporter: FactReporter,
  level: 'gap' | 'warn' = 'gap',
) {
  if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
    const message = `'${fact}' was not found in ${pluralize(domains.length, 'domain')}`;
    const error = missingFactsError(message, domains);
    if (reporter.wantsDetails !== false) throw error;
    throw error.with({
      hint: 'add --details, which reads each domain by itself; dotaf doctor shows what it finds',
    });
  }
  warnIfFactUnknown(domains, fact, prefix, reporter, level);
}

export function warnIfFactUnknown(
  domains: readonly Domain[],
  fact: DomainFactName,
  prefix: string,
  { report, wantsDetails }: FactReporter,
  level: 'gap' | 'warn' = 'gap',
) {
  const unknownDomains = domains.filter((domain) => domain[fact] === null);
  if (unknownDomains.length === 0) return;
  const share = `${unknownDomains.length} of ${pluralize(domains.length, 'domain')}`;
  const names = joinNames(getDomainNames(unknownDomains));
  const text = `${prefix} ${share} without a known ${fact === 'domain' ? 'name' : fact}`;
  const hint = wantsDetails === false ? ' (--details reads it)' : '';
  report[level](names === '' ? text : `${text}${hint}: ${names}`);
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
