import type { Domain } from '../api/responses.ts';
import { changingFactNames, comparedFactNames, type DomainFactName } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import { createNote, createWarning, type Notice } from '../core/notices.ts';
import { pluralize } from '../core/text.ts';
import {
  type DomainDifference,
  type Snapshot,
  unknownDifferencesMessage,
} from '../snapshots/snapshot.ts';
import { parseStatuses } from './filter.ts';
import { type AccountDomains, fillFacts, sortDomains, warnIfFactUnknown } from './list.ts';

type DomainsByName = ReadonlyMap<string, Domain>;

const changeLabels = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

interface SnapshotComparison {
  /** True if `--details` is given, so that a warning need not suggest it. */
  wantsDetails: boolean;
  /** Estimates how long a number of requests take, such as `90 s`. */
  estimateDuration(requests: number): string;
}

/** Returns the differences to the snapshot, and in `seen` the data to store as the next one. */
export function diffDomainsWithSnapshot(
  snapshot: Snapshot<Domain>,
  { domains, isComplete, notInAccount, unlisted, detailed }: AccountDomains,
  comparison: SnapshotComparison,
) {
  const { previous } = snapshot;
  const previousDetailed = new Set(previous?.detailed);
  const oldByName = indexByName(previous?.rows ?? []);
  const newByName = indexByName(domains);
  const isPossiblyAdded = (name: string) =>
    !unlisted.has(name) || previous?.isWhole || previous?.absent?.includes(name);
  const coverage = new Coverage();
  const pairs = pairByName(oldByName, newByName);
  const list: DomainDifference[] = pairs.flatMap(({ domain, oldDomain, newDomain }) =>
    comparedFactNames.flatMap((field) => {
      const [before, after] = [oldDomain[field], newDomain[field]];
      const wasRead = before !== null || previousDetailed.has(domain);
      const isRead = after !== null || (before === null && detailed.has(domain));
      coverage.count(field, domain, wasRead, isRead);
      const isSame = !wasRead || !isRead || normalizeFact(before) === normalizeFact(after);
      return isSame ? [] : { domain, change: changeLabels.differs, field, before, after };
    }),
  );
  // Leave out domains that may only seem added or removed because one list was truncated.
  if (previous) {
    const removed = findMissing(oldByName, newByName, changeLabels.onlyBefore);
    const added = findMissing(newByName, oldByName, changeLabels.onlyAfter);
    list.push(...removed.filter(({ domain }) => isComplete || notInAccount.has(domain)));
    list.push(...added.filter(({ domain }) => isPossiblyAdded(domain)));
  }
  const rows = domains.map(({ extra: _, ...domain }) => {
    const isDetailed = detailed.has(domain.domain ?? '');
    return isDetailed ? domain : fillFacts(domain, oldByName.get(domain.domain ?? ''));
  });
  const carriedOver = [...oldByName].filter(
    ([name]) => !newByName.has(name) && !notInAccount.has(name),
  );
  if (!isComplete) rows.push(...carriedOver.map(([, domain]) => domain));
  const summary = snapshot.summarize(
    list.length,
    formatChangeCounts(list),
    coverage.describeScope(pairs.length),
  );
  const isCertain = isComplete && coverage.isFull && previous;
  return {
    list,
    notices: coverage.toNotices(comparison),
    isFirst: !previous,
    summary: { unmetMessage: isCertain ? undefined : unknownDifferencesMessage, ...summary },
    seen: {
      rows,
      isWhole: isComplete,
      // Store the names that are not in the account, so that a later run can detect an added one.
      absent: [...notInAccount],
      detailed: [...new Set([...previousDetailed, ...detailed])].filter((name) =>
        rows.some(({ domain }) => domain === name),
      ),
    },
  };
}

/** Counts what was compared with the snapshot, and what was not. */
class Coverage {
  /** How many domains each fact was compared of. */
  readonly #counts = new Map<DomainFactName, number>();
  readonly #gaps = new Set<DomainFactName>();
  readonly #gapNames = new Set<string>();
  /** Facts that only this run has read, and which the next one can compare. */
  readonly #newFacts = new Set<DomainFactName>();

  /** A registration date never changes, so it is no gap. */
  count(fact: DomainFactName, domain: string, wasRead: boolean, isRead: boolean) {
    if (fact === 'registration_date') return;
    if (wasRead && isRead) this.#counts.set(fact, (this.#counts.get(fact) ?? 0) + 1);
    else if (isRead) this.#newFacts.add(fact);
    else {
      this.#gaps.add(fact);
      this.#gapNames.add(domain);
    }
  }

  get isFull() {
    return this.#gaps.size + this.#newFacts.size === 0;
  }

  /** @returns the end of the sentence "nothing has changed", such as ` in expiry of 88 domains` */
  describeScope(domainCount: number) {
    if (this.isFull) return '';
    const facts = changingFactNames.filter((fact) => this.#counts.has(fact));
    const count = Math.min(domainCount, ...this.#counts.values());
    return ` in ${formatFacts(facts) || 'the names'} of ${pluralize(count, 'domain')}`;
  }

  toNotices({ wantsDetails, estimateDuration }: SnapshotComparison) {
    const notices: Notice[] = [];
    const { size } = this.#gapNames;
    if (size > 0) {
      const time = estimateDuration(size);
      const way = wantsDetails ? '' : ` (--details: ${pluralize(size, 'request')}, about ${time})`;
      const gaps = formatFacts(changingFactNames.filter((fact) => this.#gaps.has(fact)));
      notices.push(createWarning(`not compared: ${gaps} of ${pluralize(size, 'domain')}${way}`));
    }
    const newFacts = formatFacts([...this.#newFacts]);
    if (newFacts !== '') notices.push(createNote(`compared from the next run on: ${newFacts}`));
    return notices;
  }
}

function formatFacts(facts: readonly DomainFactName[]) {
  const labels = facts.map((fact) => fact.replace('_', '-'));
  const last = labels.pop() ?? '';
  return labels.length === 0 ? last : `${labels.join(', ')} and ${last}`;
}

/** Compares two lists of domains. Facts that are unknown in either list are not compared. */
export function diffDomains(
  oldDomains: readonly Domain[],
  newDomains: readonly Domain[],
  labels: typeof changeLabels,
) {
  const oldByName = indexByName(oldDomains);
  const newByName = indexByName(newDomains);
  const pairs = pairByName(oldByName, newByName);
  const warnings = comparedFactNames.flatMap((fact) => {
    const candidates = pairs.flatMap(({ oldDomain, newDomain }) =>
      oldDomain[fact] === null ? [] : newDomain,
    );
    return warnIfFactUnknown(candidates, fact, 'not compared:');
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

function pairByName(oldByName: DomainsByName, newByName: DomainsByName) {
  return [...oldByName].flatMap(([domain, oldDomain]) => {
    const newDomain = newByName.get(domain);
    return newDomain ? { domain, oldDomain, newDomain } : [];
  });
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
