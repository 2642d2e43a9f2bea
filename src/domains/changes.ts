import type { Domain } from '../api/responses.ts';
import { comparedFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import { createWarning } from '../core/notices.ts';
import type { DomainDifference, Snapshot } from '../snapshots/snapshot.ts';
import { parseStatuses } from './filter.ts';
import { type AccountDomains, hasKnownFacts, requireDomainFact, sortDomains } from './list.ts';

type DomainsByName = ReadonlyMap<string, Domain>;

const changeLabels = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

/** Returns the differences to the snapshot, and in `seen` the data to store as the next one. */
export function diffDomainsWithSnapshot(
  snapshot: Snapshot<Domain>,
  { domains, isComplete, notInAccount, unlisted }: AccountDomains,
) {
  const { previous } = snapshot;
  // On the first run, the list is compared with itself, which yields no differences.
  const previousDomains = previous?.rows ?? domains;
  const { differences, warnings } = diffDomains(previousDomains, domains, changeLabels);
  // Leave out domains that may only seem added or removed because one list was truncated.
  const list = differences.filter(({ domain, change }) => {
    if (change === changeLabels.onlyBefore) return isComplete || notInAccount.has(domain);
    if (change !== changeLabels.onlyAfter || !unlisted.has(domain)) return true;
    return previous?.isWhole === true || previous?.absent?.includes(domain) === true;
  });
  const previousByName = indexByName(previous?.rows ?? []);
  const rows = domains.map((domain) =>
    carryOverFacts(previousByName.get(domain.domain ?? ''), domain),
  );
  const currentByName = indexByName(rows);
  const carriedOver = [...previousByName].filter(
    ([name]) => !currentByName.has(name) && !notInAccount.has(name),
  );
  if (!isComplete) rows.push(...carriedOver.map(([, domain]) => domain));
  return {
    list,
    warnings,
    isFirst: !previous,
    summary: snapshot.summarize(list.length, formatChangeCounts(list)),
    // Store the names that are not in the account, so that a later run can detect an added one.
    seen: { rows, isWhole: isComplete, absent: [...notInAccount] },
  };
}

/** Compares two lists of domains. Facts that are unknown in either list are not compared. */
export function diffDomains(
  oldDomains: readonly Domain[],
  newDomains: readonly Domain[],
  labels: typeof changeLabels,
) {
  const oldByName = indexByName(oldDomains);
  const newByName = indexByName(newDomains);
  const pairs = [...oldByName].flatMap(([domain, oldDomain]) => {
    const newDomain = newByName.get(domain);
    return newDomain ? { domain, oldDomain, newDomain } : [];
  });
  const warnings = comparedFactNames.flatMap((fact) => {
    const candidates = pairs.flatMap(({ oldDomain, newDomain }) =>
      oldDomain[fact] === null ? [] : newDomain,
    );
    return requireDomainFact(candidates, fact, 'not compared:');
  });
  const factDifferences = pairs.flatMap(({ domain, oldDomain, newDomain }) =>
    comparedFactNames.flatMap((field) => {
      const [before, after] = [oldDomain[field], newDomain[field]];
      if (before === null || after === null || normalizeFact(before) === normalizeFact(after))
        return [];
      return { domain, change: labels.differs, field, before, after };
    }),
  );
  const differences = [
    ...factDifferences,
    ...findMissing(oldByName, newByName, labels.onlyBefore),
    ...findMissing(newByName, oldByName, labels.onlyAfter),
  ];
  return { differences, warnings };
}

export function formatChangeCounts(list: readonly DomainDifference[]) {
  const changes = new Set(list.map(({ change }) => change));
  const counts = [...changes].map((change) => {
    const matches = list.filter((difference) => difference.change === change);
    const domains = new Set(matches.map(({ domain }) => domain));
    return `${change}: ${domains.size}`;
  });
  return counts.join(', ');
}

export function warnIfOnlyNamesKnown(domains: readonly Domain[]) {
  if (domains.length === 0 || domains.some(hasKnownFacts)) return [];
  return [
    createWarning(
      'only the names of domains are compared, since the service states nothing else: see dotaf doctor',
    ),
  ];
}

/** Fills in unknown facts, such as a missing expiry date, from the previous snapshot. */
function carryOverFacts(previous: Domain | undefined, { extra: _, ...current }: Domain): Domain {
  const knownFacts = Object.entries(current).filter(([, value]) => value !== null);
  return { ...current, ...previous, ...Object.fromEntries(knownFacts) };
}

function indexByName(domains: readonly Domain[]) {
  const entries = sortDomains(domains, 'domain').flatMap((domain) =>
    domain.domain === null ? [] : [[domain.domain, domain] as const],
  );
  return new Map(entries);
}

function findMissing(source: DomainsByName, other: DomainsByName, change: string) {
  return [...source.keys()]
    .filter((domain) => !other.has(domain))
    .map((domain) => ({ domain, change, field: null, before: null, after: null }));
}

/** Normalizes a value for comparison, so that `clientHold, ok` equals `OK,CLIENT HOLD`. */
function normalizeFact(value: unknown) {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...parseStatuses(toTextOrJson(value)).keys()].sort().join();
}
