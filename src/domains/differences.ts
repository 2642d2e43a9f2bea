import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { jsonText } from '../core/json.ts';
import type { Difference } from '../kinds.ts';
import { domainFacts, type domainList, unknownFact } from './list.ts';

/** The words for a domain that only one side has, and for one of which both say something else. */
export interface ChangeNames {
  onlyBefore: string;
  onlyAfter: string;
  differs: string;
}

/**
 * Finds how the account differs from what was before, in the order of names. A fact that one side does not
 * state is no difference; if it is the account, there is a warning.
 */
export async function domainDifferences(
  { output }: Context,
  earlier: readonly Domain[],
  { domains, mayBeCut }: Awaited<ReturnType<typeof domainList>>,
  names: ChangeNames,
): Promise<Difference[]> {
  const [before, after] = [byDomain(earlier), byDomain(domains)];
  for (const fact of domainFacts) {
    const stated = [...after].filter(([domain]) => (before.get(domain)?.[fact] ?? null) !== null);
    const ofThese = stated.map(([, domain]) => domain);
    const lost = unknownFact(fact, ofThese, ', and not compared');
    if (lost !== undefined) await output.warning(lost);
  }
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  const list = all.flatMap((domain): Difference[] => {
    const [old, now] = [before.get(domain), after.get(domain)];
    if (old === undefined || now === undefined) {
      const change = old === undefined ? names.onlyAfter : names.onlyBefore;
      return [{ domain, change, field: null, before: null, after: null }];
    }
    return domainFacts
      .filter((field) => differ(old[field], now[field]))
      .map((field) => ({
        ...{ domain, change: names.differs, field },
        ...{ before: old[field], after: now[field] },
      }));
  });
  const missing = list.filter(({ change }) => change === names.onlyBefore).length;
  if (mayBeCut && missing > 0) {
    const count = counted(missing, 'domain');
    await output.warning(`${count} may be in the account all the same, since the list may be cut`);
  }
  return list;
}

/** The reason why `--expect none` does not hold. */
export function unexpected({ length }: readonly Difference[]): string | undefined {
  return length === 0 ? undefined : `${counted(length, 'difference')}, and none was expected`;
}

/** Of several with one name the last counts, and none without a name. */
export function byDomain(domains: readonly Domain[]): ReadonlyMap<string, Domain> {
  return new Map(domains.flatMap((one) => (one.domain === null ? [] : [[one.domain, one]])));
}

function differ(before: unknown, after: unknown): boolean {
  const isStated = (before ?? null) !== null && (after ?? null) !== null;
  return isStated && comparable(before) !== comparable(after);
}

/**
 * Case and order do not count, and a status is the same in any writing: `clientHold, ok` and
 * `OK,CLIENT HOLD`.
 */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join(' ').toLowerCase();
  const words = jsonText(value)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .split(',');
  return words.sort().join(',');
}
