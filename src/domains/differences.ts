import type { Domain } from '../api/answers.ts';
import { jsonText } from '../core/json.ts';
import type { Difference } from '../kinds.ts';
import { statusesIn } from './filter.ts';
import { type AccountDomains, comparedFacts, sorted } from './list.ts';

export interface ChangeNames {
  onlyBefore: string;
  onlyAfter: string;
  differs: string;
}

type NamedDomain = Domain & { domain: string };

type NamedDomains = ReadonlyMap<string, NamedDomain>;

/** Facts that differ come first. A fact that one side does not state is no difference. */
export async function domainDifferences(
  earlier: readonly Domain[],
  list: AccountDomains,
  names: ChangeNames,
): Promise<Difference[]> {
  const before = byDomain(earlier);
  const after = byDomain(list.domains);
  const pairs = [...before.values()].flatMap((old) => {
    const now = after.get(old.domain);
    return now === undefined ? [] : { old, now };
  });
  for (const fact of comparedFacts) {
    const stated = pairs.filter(({ old }) => old[fact] !== null);
    const asked = stated.map(({ now }) => now);
    await list.need(fact, 'the comparison', 'not compared:', asked);
  }
  const gone = onOneSide(before, after, names.onlyBefore);
  const come = onOneSide(after, before, names.onlyAfter);
  const differing = pairs.flatMap(({ old, now }) => factDifferences(old, now, names.differs));
  return [...differing, ...gone, ...come];
}

export function countsOf(list: readonly Difference[]): string {
  const changes = new Set(list.map(({ change }) => change));
  const counts = [...changes].map((change) => {
    const own = list.filter((one) => one.change === change);
    const domains = new Set(own.map(({ domain }) => domain));
    return `${change}: ${domains.size}`;
  });
  return counts.join(', ');
}

function onOneSide(side: NamedDomains, other: NamedDomains, change: string): Difference[] {
  const only = [...side.keys()].filter((domain) => !other.has(domain));
  return only.map((domain) => ({ domain, change, field: null, before: null, after: null }));
}

function factDifferences(old: NamedDomain, now: Domain, change: string): Difference[] {
  const { domain } = old;
  return comparedFacts.flatMap((field) => {
    const before = old[field];
    const after = now[field];
    if (before === null || after === null) return [];
    const isSame = comparable(before) === comparable(after);
    return isSame ? [] : { domain, change, field, before, after };
  });
}

/** Sorts by name; of several domains with one name the last counts. */
export function byDomain(domains: readonly Domain[]): NamedDomains {
  const named = sorted(domains, 'domain').flatMap((one): NamedDomain[] =>
    one.domain === null ? [] : [{ ...one, domain: one.domain }],
  );
  return new Map(named.map((one) => [one.domain, one]));
}

/** Case and order do not count: `clientHold, ok` equals `OK,CLIENT HOLD`. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}
