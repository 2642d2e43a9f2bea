import type { Domain } from '../api/responses.ts';
import { comparedAttributes, type DomainAttribute } from '../core/domain-attributes.ts';
import {
  type DomainDifference,
  describeUnexpectedDifferences,
  unknownDifferencesMessage,
} from '../snapshots/snapshot.ts';
import type { AccountDomains, AccountSource } from './account.ts';
import { createPresenceDifference, formatChangeCounts, normalizeAttribute } from './changes.ts';
import { sortDomains, warnIfAttributeUnknown } from './list.ts';
import type { readOwnDomains } from './own-list.ts';
import { classifyStatus } from './statuses.ts';

/** Compares a file with the account. Attributes that are unknown in either are not compared. */
export function compareFileWithAccount(
  { domains, unreadNames }: Awaited<ReturnType<typeof readOwnDomains>>,
  account: AccountDomains,
  source: AccountSource,
) {
  // A domain whose row was left out is in the file, although nothing of it was compared.
  const others = account.domains.filter(({ domain }) => !unreadNames.has(domain ?? ''));
  const list = diffDomains(indexByName(domains), indexByName(others), source);
  if (list.length > 0) {
    const unmetMessage = describeUnexpectedDifferences(list.length);
    return { list, footer: formatChangeCounts(list), unmetMessage };
  }
  if (source.report.isComplete) return { list, footer: 'the account and the file agree' };
  const footer = account.sightings.isComplete
    ? 'what was compared agrees'
    : 'what was compared agrees; whether the account holds other domains is not known';
  return { list, footer, unmetMessage: unknownDifferencesMessage };
}

type DomainsByName = ReadonlyMap<string, Domain>;

function diffDomains(
  inFile: DomainsByName,
  inAccount: DomainsByName,
  source: AccountSource,
): DomainDifference[] {
  const pairs = [...inFile].flatMap(([name, fileDomain]) => {
    const accountDomain = inAccount.get(name);
    return accountDomain ? [{ name, fileDomain, accountDomain }] : [];
  });
  for (const attribute of comparedAttributes) {
    if (source.service.isConfiguredAbsent(attribute)) continue;
    const candidates = pairs.flatMap(({ fileDomain, accountDomain }) =>
      fileDomain[attribute] === null ? [] : accountDomain,
    );
    warnIfAttributeUnknown(candidates, attribute, 'not compared:', source);
  }
  const attributeDifferences = pairs.flatMap(({ name, fileDomain, accountDomain }) =>
    comparedAttributes.flatMap((field) => {
      const [before, after] = [fileDomain[field], accountDomain[field]];
      if (before === null || after === null || isSame(field, before, after)) return [];
      return { domain: name, change: 'differs', field, before, after };
    }),
  );
  const onlyInFile = [...inFile].filter(
    ([name, { status }]) => !inAccount.has(name) && classifyStatus(status).name !== 'ended',
  );
  const onlyInAccount = [...inAccount].filter(([name]) => !inFile.has(name));
  return [
    ...attributeDifferences,
    ...onlyInFile.map(([name]) => createPresenceDifference(name, 'only in file')),
    ...onlyInAccount.map(([name]) => createPresenceDifference(name, 'only in account')),
  ];
}

function isSame(
  attribute: DomainAttribute,
  before: Domain[DomainAttribute],
  after: Domain[DomainAttribute],
) {
  if (attribute !== 'status') return normalizeAttribute(before) === normalizeAttribute(after);
  return classifyStatus(String(before)).name === classifyStatus(String(after)).name;
}

function indexByName(domains: readonly Domain[]) {
  const entries = sortDomains(domains, 'domain').flatMap((domain) =>
    domain.domain === null ? [] : [[domain.domain, domain] as const],
  );
  return new Map(entries);
}
