import type { Domain } from '../api/responses.ts';
import { comparedFactNames, type DomainFactName, mutableFactNames } from '../core/domain-facts.ts';
import { toTextOrJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import {
  type DomainDifference,
  describeUncertainty,
  type Snapshot,
} from '../snapshots/snapshot.ts';
import { parseStatuses } from './filter.ts';
import {
  type AccountDomainList,
  fillFacts,
  getDomainNames,
  sortDomains,
  warnIfFactUnknown,
} from './list.ts';

type DomainsByName = ReadonlyMap<string, Domain>;

const changeLabels = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

interface SnapshotComparison {
  report: Report;
  /** True if `--details` is given, so that a warning need not suggest it. */
  wantsDetails: boolean;
  /** Estimates how long the given number of requests will take, formatted like `90 s`. */
  estimateDuration(requests: number): string;
}

/** Returns the differences from the snapshot; `seen` is the next snapshot to store. */
export function diffDomainsWithSnapshot(
  snapshot: Snapshot<Domain>,
  listed: AccountDomainList,
  comparison: SnapshotComparison,
) {
  const { previous } = snapshot;
  const { domains, isComplete, notInAccount, unlisted, detailed } = listed;
  const previousDetailed = new Set(previous?.detailed);
  const previousUnlisted = new Set(previous?.unlisted);
  const oldByName = indexByName(previous?.rows ?? []);
  const newByName = indexByName(domains);
  // A name that is missing from a list may still be in the account, unless it was requested itself.
  const isAdded = (name: string) => wasAbsent(name, previous, unlisted);
  const isRemoved = (name: string) =>
    notInAccount.has(name) || (isComplete && !previousUnlisted.has(name));
  const missing = findMissing(oldByName, newByName, changeLabels.onlyBefore);
  const extra = previous ? findMissing(newByName, oldByName, changeLabels.onlyAfter) : [];
  const unreadNames = getDomainNames(missing.filter(({ domain }) => !isRemoved(domain)));
  const newNames = getDomainNames(extra.filter(({ domain }) => !isAdded(domain)));
  const coverage = new Coverage(unreadNames, newNames);
  const pairs = pairByName(oldByName, newByName);
  const list: DomainDifference[] = [
    ...diffPairs(pairs, previousDetailed, detailed, coverage),
    ...missing.filter(({ domain }) => isRemoved(domain)),
    ...extra.filter(({ domain }) => isAdded(domain)),
  ];
  const scope = coverage.describeScope(pairs.length);
  const part = isComplete ? '' : `of the ${pluralize(domains.length, 'domain')} listed: `;
  const summary = snapshot.summarize(list.length, formatChangeCounts(list), scope, part);
  coverage.report(comparison);
  const isCertain = isComplete && coverage.isFull && previous;
  const unmetMessage = isCertain ? undefined : describeUncertainty(previous === undefined);
  const rows = [
    ...domains.map(({ extra: _, ...domain }) =>
      detailed.has(domain.domain ?? '')
        ? domain
        : fillFacts(domain, oldByName.get(domain.domain ?? '')),
    ),
    // Keep the remembered values of whatever this run did not request.
    ...unreadNames.flatMap((name) => oldByName.get(name) ?? []),
  ];
  const names = getDomainNames(rows);
  return {
    list,
    isFirst: !previous,
    isCorrupt: snapshot.isCorrupt,
    summary: { unmetMessage, ...summary },
    seen: {
      rows,
      isWhole: isComplete,
      // Also store names that are not in the account, so that a later run can detect their addition.
      absent: [...notInAccount],
      unlisted: [...unlisted, ...unreadNames.filter((name) => previousUnlisted.has(name))],
      detailed: names.filter((name) => detailed.has(name) || previousDetailed.has(name)),
    },
  };
}

/** A name that a truncated list left out may have been in the account all along. */
function wasAbsent(
  name: string,
  previous: Snapshot<Domain>['previous'],
  unlisted: ReadonlySet<string>,
) {
  if (previous?.absent?.includes(name)) return true;
  const hasUnlisted = (previous?.unlisted ?? []).length > 0;
  return previous?.isWhole === true && !(hasUnlisted && unlisted.has(name));
}

type DomainPairs = ReturnType<typeof pairByName>;

/** Compares the facts that both runs have read, even if an answer did not hold them. */
function diffPairs(
  pairs: DomainPairs,
  previousDetailed: ReadonlySet<string>,
  detailed: ReadonlySet<string>,
  coverage: Coverage,
) {
  return pairs.flatMap(({ domain, oldDomain, newDomain }) =>
    comparedFactNames.flatMap((field) => {
      const [before, after] = [oldDomain[field], newDomain[field]];
      const wasRead = before !== null || previousDetailed.has(domain);
      const isRead = after !== null || (before === null && detailed.has(domain));
      coverage.count(field, domain, wasRead, isRead);
      const isSame = !wasRead || !isRead || normalizeFact(before) === normalizeFact(after);
      return isSame ? [] : { domain, change: changeLabels.differs, field, before, after };
    }),
  );
}

/** Counts the domains and facts that were compared with the snapshot, and those that were not. */
class Coverage {
  readonly #unreadNames;
  readonly #newNames;
  /** Number of domains that were compared, for each fact. */
  readonly #counts = new Map<DomainFactName, number>();
  readonly #gaps = new Set<DomainFactName>();
  readonly #gapNames = new Set<string>();
  /** Facts that this run read for the first time; the next run can compare them. */
  readonly #newFacts = new Set<DomainFactName>();

  /**
   * @param unreadNames names that only the snapshot has, and of which this run has read nothing
   * @param newNames names that only this run has read; the next one can compare them
   */
  constructor(unreadNames: readonly string[], newNames: readonly string[]) {
    this.#unreadNames = unreadNames;
    this.#newNames = newNames;
  }

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
    const otherNames = [...this.#unreadNames, ...this.#newNames];
    return this.#gaps.size + this.#newFacts.size + otherNames.length === 0;
  }

  /** @returns the end of the sentence "nothing has changed", such as ` in expiry of 88 domains` */
  describeScope(domainCount: number) {
    if (this.isFull) return '';
    const compared = mutableFactNames.filter((fact) => this.#counts.has(fact));
    const wholly = compared.filter((fact) => this.#counts.get(fact) === domainCount);
    const facts = wholly.length > 0 ? wholly : compared;
    const counts = facts.map((fact) => this.#counts.get(fact) ?? 0);
    const count = Math.min(domainCount, ...counts);
    return ` in ${formatFacts(facts) || 'the names'} of ${pluralize(count, 'domain')}`;
  }

  report({ report, wantsDetails, estimateDuration }: SnapshotComparison) {
    const gapNames = [...this.#gapNames];
    if (gapNames.length > 0) {
      const count = gapNames.length;
      const way = `--details: ${pluralize(count, 'request')}, about ${estimateDuration(count)}`;
      const gaps = formatFacts(mutableFactNames.filter((fact) => this.#gaps.has(fact)));
      const names = wantsDetails ? `: ${joinNames(gapNames)}` : ` (${way})`;
      report.gap(`not compared: ${gaps} of ${pluralize(count, 'domain')}${names}`);
    }
    const unreadNames = this.#unreadNames;
    if (unreadNames.length > 0) {
      const count = pluralize(unreadNames.length, 'domain');
      report.gap(`not compared: ${count} that this run has not read: ${joinNames(unreadNames)}`);
    }
    const newCount = this.#newNames.length;
    const newNames = newCount === 0 ? [] : pluralize(newCount, 'domain');
    const news = [formatFacts([...this.#newFacts]) || [], newNames].flat();
    if (news.length > 0) report.note(`compared from the next run on: ${news.join('; ')}`);
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
  report: Report,
): DomainDifference[] {
  const oldByName = indexByName(oldDomains);
  const newByName = indexByName(newDomains);
  const pairs = pairByName(oldByName, newByName);
  for (const fact of comparedFactNames) {
    const candidates = pairs.flatMap(({ oldDomain, newDomain }) =>
      oldDomain[fact] === null ? [] : newDomain,
    );
    warnIfFactUnknown(candidates, fact, 'not compared:', report);
  }
  const factDifferences = pairs.flatMap(({ domain, oldDomain, newDomain }) =>
    comparedFactNames.flatMap((field) => {
      const [before, after] = [oldDomain[field], newDomain[field]];
      if (before === null || after === null || normalizeFact(before) === normalizeFact(after))
        return [];
      return { domain, change: labels.differs, field, before, after };
    }),
  );
  return [
    ...factDifferences,
    ...findMissing(oldByName, newByName, labels.onlyBefore),
    ...findMissing(newByName, oldByName, labels.onlyAfter),
  ];
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
