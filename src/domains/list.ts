import { missingAttributesError } from '../api/missing-attributes.ts';
import type { Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { type DomainAttribute, domainAttributes } from '../core/api-vocabulary.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import { stringifyValue } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { expiringSoonDays } from '../output/field-list.ts';

const activeStatuses = 'active ok registered'.split(' ');

/** Statuses of domains that the account has lost or is about to lose. */
const endedStatuses = `expired grace graceperiod cancelled canceled transferredaway transferredout
  fraud terminated deleted pendingdelete redemption redemptionperiod`.split(/\s+/);

/** Statuses of domains that are not active but may become active. */
const inactiveStatuses = `inactive suspended pending pendingregistration pendingcreate
  pendingtransfer`.split(/\s+/);

/** EPP lock statuses, which do not make a domain inactive. */
const lockPattern = /^(client|server)(transfer|update|delete|renew)prohibited$/;

export type DomainWithExpiry = Domain & { expiry: IsoDate; days: number };

export interface AttributeReporter {
  report: Report;
  /** If false, messages suggest `--details`; undefined if the command has no such option. */
  wantsDetails?: boolean;
  service?: Pick<ApiService, 'isConfiguredAbsent'>;
}

export function fillMissingAttributes(domain: Domain, details: Domain | null | undefined): Domain {
  const knownAttributes = Object.entries(domain).filter(([, value]) => value !== null);
  return details ? { ...domain, ...details, ...Object.fromEntries(knownAttributes) } : domain;
}

/** @throws an `unexpected_response` error if all domains lack the attribute */
export function requireAttribute(
  domains: readonly Domain[],
  attribute: DomainAttribute,
  prefix: string,
  reporter: AttributeReporter,
) {
  if (domains.length > 0 && domains.every((domain) => domain[attribute] === null)) {
    const message = `'${attribute}' was not found in ${pluralize(domains.length, 'domain')}`;
    const error = missingAttributesError(message, domains);
    if (reporter.service?.isConfiguredAbsent(attribute))
      throw error.with({ hint: `dotaf config set field-names ${attribute}=` });
    if (reporter.wantsDetails !== false) throw error;
    throw error.with({
      hint: 'add --details, which reads each domain by itself; dotaf doctor shows what it finds',
    });
  }
  warnIfAttributeUnknown(domains, attribute, prefix, reporter);
}

export function warnIfAttributeUnknown(
  domains: readonly Domain[],
  attribute: DomainAttribute,
  prefix: string,
  { report, wantsDetails }: AttributeReporter,
) {
  const unknownDomains = domains.filter((domain) => domain[attribute] === null);
  if (unknownDomains.length === 0) return;
  const share = `${unknownDomains.length} of ${pluralize(domains.length, 'domain')}`;
  const names = joinNames(getDomainNames(unknownDomains));
  const text = `${prefix} ${share} without a known ${attribute === 'domain' ? 'name' : attribute}`;
  const hint = wantsDetails === false ? ' (--details reads it)' : '';
  report.gap(names === '' ? text : `${text}${hint}: ${names}`);
}

export function getDomainNames(domains: readonly { domain: string | null }[]) {
  return domains.flatMap(({ domain }) => domain ?? []);
}

/** Groups domains by expiry, earliest first. A domain that expires today counts as upcoming. */
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

/** Sorts domains by an attribute; a leading `-` reverses the order. Unknown values come last. */
export function sortDomains<Item extends Domain>(items: readonly Item[], sort = 'expiry') {
  const attribute = parseSortKey(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator('en', { numeric: true });
  return items.toSorted(
    (left, right) =>
      Number(left[attribute] === null) - Number(right[attribute] === null) ||
      sign * compare(stringifyValue(left[attribute]), stringifyValue(right[attribute])) ||
      compare(left.domain ?? '\uffff', right.domain ?? '\uffff'),
  );
}

export function parseSortKey(sort = 'expiry') {
  return domainAttributes.find((attribute) => sort.replace('-', '') === attribute) ?? 'expiry';
}

/** Maps normalized statuses to the original text: `clientHold` and `CLIENT HOLD` share a key. */
export function parseStatuses(text: string | null | undefined) {
  const statuses = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const normalized = part.toLowerCase().replace(/[\s_-]/g, '');
    if (normalized !== '') statuses.set(normalized, part.trim());
  }
  return statuses;
}

/**
 * @returns `name`: `active`, `ended` or, for any other status, its normalized words without EPP
 * locks; `isActive`: null if the status is missing or unknown
 */
export function classifyStatus(text: string | null) {
  const statuses = [...parseStatuses(text).keys()];
  const words = statuses.filter((word) => !lockPattern.test(word));
  if (words.some((word) => endedStatuses.includes(word))) return { name: 'ended', isActive: false };
  if (statuses.length > 0 && words.every((word) => activeStatuses.includes(word)))
    return { name: 'active', isActive: true };
  const isInactive = words.some((word) => inactiveStatuses.includes(word));
  return { name: words.toSorted().join(), isActive: isInactive ? false : null };
}
