import type { Domain } from '../api/answers.ts';
import {
  type Difference,
  minuteOf,
  type Remembered,
  unexpectedDifferences,
  unknownDifferences,
} from '../compare/remembered.ts';
import { comparedFacts } from '../core/facts.ts';
import { jsonText } from '../core/json.ts';
import { type Notice, warning } from '../core/notices.ts';
import { statusesIn } from './filter.ts';
import { type AccountDomains, isStated, missingFact, sorted } from './list.ts';

type NamedDomains = ReadonlyMap<string, Domain>;

const changeNames = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

/** Compares the account's domains with those that were remembered, and says what to remember. */
export function changesSince(remembered: Remembered<Domain>, listed: AccountDomains) {
  const { domains, isWhole, absent } = listed;
  const { last } = remembered;
  const before = last?.rows ?? [];
  const { differences, warnings } = last
    ? domainDifferences(before, domains, changeNames)
    : { differences: [], warnings: [] };
  const list = differences.filter((one) => isKnown(one, listed, remembered));
  const known = byDomain(before);
  const rows = domains.map((one) => withKnown(known.get(one.domain ?? ''), one));
  const now = byDomain(rows);
  // A name of which nothing is known today keeps what was remembered of it.
  const others = [...known].filter(([name]) => !now.has(name) && !absent.has(name));
  if (!isWhole) rows.push(...others.map(([, one]) => one));
  return {
    list,
    warnings,
    isFirst: last === undefined,
    conclusion: remembered.conclude(list.length, countsOf(list)),
    // A later run needs to know which names were asked for, and are not in the account.
    seen: { rows, isWhole, absent: [...absent] },
  };
}

/** Facts that differ come first. A fact that one side does not state is no difference. */
export function domainDifferences(
  earlier: readonly Domain[],
  listed: readonly Domain[],
  names: typeof changeNames,
): { differences: Difference[]; warnings: Notice[] } {
  const before = byDomain(earlier);
  const after = byDomain(listed);
  const pairs = [...before].flatMap(([domain, old]) => {
    const now = after.get(domain);
    return now === undefined ? [] : { domain, old, now };
  });
  const warnings = comparedFacts.flatMap((fact) => {
    const asked = pairs.filter(({ old }) => old[fact] !== null).map(({ now }) => now);
    return missingFact(asked, fact, 'not compared:');
  });
  const differing = pairs.flatMap(({ domain, old, now }) =>
    comparedFacts.flatMap((field) => {
      const [one, other] = [old[field], now[field]];
      if (one === null || other === null || comparable(one) === comparable(other)) return [];
      return { domain, change: names.differs, field, before: one, after: other };
    }),
  );
  const onlyOne = [
    ...onOneSide(before, after, names.onlyBefore),
    ...onOneSide(after, before, names.onlyAfter),
  ];
  return { differences: [...differing, ...onlyOne], warnings };
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

/** The last changes that were found, perhaps of an earlier run. */
export function foundBefore({ isCorrupt, last }: Remembered<Domain>) {
  if (isCorrupt) return { list: [], failed: unknownDifferences };
  const { list = [], since = '', at = '' } = last?.found ?? {};
  const closing =
    list.length > 0
      ? `${countsOf(list)} from ${minuteOf(since)} to ${minuteOf(at)}`
      : 'no changes were found so far';
  return { list, closing, failed: unexpectedDifferences(list.length) };
}

/** Warns where the service states nothing but names, so that a comparison is of little worth. */
export function onlyNames(domains: readonly Domain[]): Notice[] {
  if (domains.length === 0 || domains.some(isStated)) return [];
  return [
    warning(
      'only the names of domains are compared, since the service states nothing else: see dotaf doctor',
    ),
  ];
}

/** Where the list of the service leaves a name out, it has come or gone only if both runs asked. */
function isKnown(
  { domain, change }: Difference,
  { isWhole, absent, single }: AccountDomains,
  { last }: Remembered<Domain>,
): boolean {
  if (change === changeNames.onlyBefore) return isWhole || absent.has(domain);
  if (change !== changeNames.onlyAfter || !single.has(domain)) return true;
  return last?.isWhole === true || last?.absent?.includes(domain) === true;
}

/** A fact that the service does not say stays as it was known. */
function withKnown(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...now, ...before, ...Object.fromEntries(stated) };
}

function byDomain(domains: readonly Domain[]): NamedDomains {
  const named = sorted(domains, 'domain').flatMap((one) =>
    one.domain === null ? [] : [[one.domain, one] as const],
  );
  return new Map(named);
}

function onOneSide(side: NamedDomains, other: NamedDomains, change: string): Difference[] {
  return [...side.keys()]
    .filter((domain) => !other.has(domain))
    .map((domain) => ({ domain, change, field: null, before: null, after: null }));
}

/** Case and order do not count: `clientHold, ok` equals `OK,CLIENT HOLD`. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}
