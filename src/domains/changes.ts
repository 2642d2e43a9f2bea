import type { Domain } from '../api/responses.ts';
import {
  comparedAttributes,
  type DomainAttribute,
  mutableAttributes,
} from '../core/api-vocabulary.ts';
import { stringifyValue } from '../core/json.ts';
import { joinNames, pluralize } from '../core/text.ts';
import type { DomainDifference, Snapshot } from '../state/snapshot.ts';
import type { AccountDomains, AccountSource } from './account.ts';
import { parseStatuses } from './list.ts';
import { type Sighting, Sightings } from './sightings.ts';

const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

interface SnapshotComparison extends Pick<AccountSource, 'service' | 'report' | 'wantsDetails'> {
  estimateDuration(requests: number): string;
}

/** @returns the differences since the last run, with the snapshot for the next run in `seen` */
export function diffDomainsWithSnapshot(
  snapshot: Snapshot<Sighting>,
  { domains, sightings: now }: AccountDomains,
  comparison: SnapshotComparison,
) {
  const { previous } = snapshot;
  const then = new Sightings(previous?.rows, previous?.isComplete);
  const oldNames = then.heldNames.sort(compareNames);
  const newNames = now.heldNames.sort(compareNames);
  const missingNames = oldNames.filter((name) => !now.getDomain(name));
  const extraNames = previous ? newNames.filter((name) => !then.getDomain(name)) : [];
  const pairedNames = oldNames.filter((name) => now.getDomain(name));
  const removedNames = missingNames.filter((name) => now.isAbsent(name));
  const addedNames = extraNames.filter((name) => then.isAbsent(name));
  const coverage = new Coverage(
    comparison,
    missingNames.filter((name) => !now.isAbsent(name)),
    extraNames.filter((name) => !then.isAbsent(name)),
  );
  const list: DomainDifference[] = [
    ...pairedNames.flatMap((name) => diffSightings(name, then, now, coverage)),
    ...removedNames.map((name) => createAddedOrRemovedDifference(name, 'removed')),
    ...addedNames.map((name) => createAddedOrRemovedDifference(name, 'added')),
  ];
  coverage.reportGaps();
  const summary = snapshot.summarize({
    differenceCount: list.length,
    changes: formatChangeCounts(list),
    isComplete: comparison.report.isComplete && coverage.isComplete,
    scope: coverage.describeScope(pairedNames.length),
    part: now.isComplete ? '' : `of the ${pluralize(domains.length, 'domain')} listed: `,
  });
  return {
    list,
    isFirst: !previous,
    isCorrupt: snapshot.isCorrupt,
    summary,
    seen: { rows: rememberSightings(then, now), isComplete: now.isComplete },
  };
}

export function createAddedOrRemovedDifference(domain: string, change: string): DomainDifference {
  return { domain, change, field: null, before: null, after: null };
}

function diffSightings(name: string, then: Sightings, now: Sightings, coverage: Coverage) {
  return comparedAttributes.flatMap((field): DomainDifference[] => {
    const isCompared = coverage.count(
      field,
      name,
      then.wasLookedAt(name, field),
      now.wasLookedAt(name, field),
    );
    const before = then.getDomain(name)?.[field] ?? null;
    const after = now.getDomain(name)?.[field] ?? null;
    const isSame = normalizeAttribute(before) === normalizeAttribute(after);
    return !isCompared || isSame ? [] : [{ domain: name, change: 'changed', field, before, after }];
  });
}

/** Builds the next snapshot; values that this run did not fetch are copied from the last one. */
function rememberSightings(then: Sightings, now: Sightings): Sighting[] {
  const unread = then.all.filter(
    ({ name, domain }) => domain !== null && !now.get(name) && !now.isAbsent(name),
  );
  const seen = now.all.map((sighting) => {
    const { name, domain } = sighting;
    const earlier = then.getDomain(name);
    if (domain === null || !earlier) return sighting;
    const remembered = comparedAttributes.filter((attribute) => !now.wasLookedAt(name, attribute));
    const attributes = Object.fromEntries(
      remembered.map((attribute) => [attribute, earlier[attribute]]),
    );
    const answered = sighting.hasOwnAnswer ? sighting : (then.get(name) ?? sighting);
    return { ...answered, domain: { ...domain, ...attributes }, at: sighting.at };
  });
  return [...seen, ...unread];
}

/**
 * Counts what was compared, so that no message reports an attribute as unchanged if it could not be
 * compared.
 */
class Coverage {
  readonly #comparison;
  /** Domains of the last snapshot that are missing from the incomplete domain list of this run. */
  readonly #unreadNames;
  readonly #newNames;
  readonly #counts = new Map<DomainAttribute, number>();
  readonly #gaps = new Set<DomainAttribute>();
  readonly #gapNames = new Set<string>();
  /** Attributes fetched by this run but not by the last one; the next run can compare them. */
  readonly #newAttributes = new Set<DomainAttribute>();

  constructor(
    comparison: SnapshotComparison,
    unreadNames: readonly string[],
    newNames: readonly string[],
  ) {
    this.#comparison = comparison;
    this.#unreadNames = unreadNames;
    this.#newNames = newNames;
  }

  count(attribute: DomainAttribute, domain: string, wasRead: boolean, isRead: boolean) {
    const isCompared = wasRead && isRead;
    if (!mutableAttributes.some((mutable) => mutable === attribute)) return isCompared;
    if (isCompared) this.#counts.set(attribute, (this.#counts.get(attribute) ?? 0) + 1);
    else if (isRead) this.#newAttributes.add(attribute);
    else if (!this.#comparison.service.isConfiguredAbsent(attribute)) {
      this.#gaps.add(attribute);
      this.#gapNames.add(domain);
    }
    return isCompared;
  }

  get isComplete() {
    const nameCount = this.#unreadNames.length + this.#newNames.length;
    return this.#gaps.size + this.#newAttributes.size + nameCount === 0;
  }

  /** @returns text to append to "nothing has changed", such as ` in expiry of 88 domains` */
  describeScope(domainCount: number) {
    if (this.isComplete) return '';
    const compared = mutableAttributes.filter((attribute) => this.#counts.has(attribute));
    const wholly = compared.filter((attribute) => this.#counts.get(attribute) === domainCount);
    const attributes = wholly.length > 0 ? wholly : compared;
    const counts = attributes.map((attribute) => this.#counts.get(attribute) ?? 0);
    const count = Math.min(domainCount, ...counts);
    return ` in ${formatAttributes(attributes) || 'the names'} of ${pluralize(count, 'domain')}`;
  }

  reportGaps() {
    const { report, wantsDetails, estimateDuration } = this.#comparison;
    const gaps: string[] = [];
    const count = this.#gapNames.size;
    if (count > 0) {
      const details = `--details: ${pluralize(count, 'request')}, about ${estimateDuration(count)}`;
      const way = wantsDetails ? 'dotaf doctor' : details;
      gaps.push(`${formatAttributes(this.#gaps)} of ${pluralize(count, 'domain')} (${way})`);
    }
    if (this.#unreadNames.length > 0) {
      const unread = pluralize(this.#unreadNames.length, 'domain');
      gaps.push(`${unread} that this run has not read: ${joinNames(this.#unreadNames)}`);
    }
    if (gaps.length > 0) report.gap(`not compared: ${gaps.join('; ')}`);
    const news: string[] = [];
    if (this.#newAttributes.size > 0) news.push(formatAttributes(this.#newAttributes));
    if (this.#newNames.length > 0) news.push(pluralize(this.#newNames.length, 'domain'));
    if (news.length > 0) report.note(`compared from the next run on: ${news.join('; ')}`);
  }
}

function formatAttributes(attributes: Iterable<DomainAttribute>) {
  const included = new Set(attributes);
  const labels = mutableAttributes
    .filter((attribute) => included.has(attribute))
    .map((attribute) => attribute.replace('_', '-'));
  return new Intl.ListFormat('en-GB').format(labels);
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

/** Normalizes a value for comparison, so that `clientHold, ok` equals `OK,CLIENT HOLD`. */
export function normalizeAttribute(value: Domain[DomainAttribute]) {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...parseStatuses(stringifyValue(value)).keys()].sort().join();
}
