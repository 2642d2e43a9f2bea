import type { Domain } from '../api/types.ts';
import { type DomainField, domainFields } from './list.ts';

type Fact = Exclude<DomainField, 'domain'>;

export type Difference =
  | { domain: string; kind: 'left only' | 'right only' }
  | { domain: string; kind: 'differs'; field: Fact; left: Domain[Fact]; right: Domain[Fact] };

const facts = domainFields.filter((field): field is Fact => field !== 'domain');

/** Ordered by name. A fact that one side does not state is no difference. */
export function differences(left: readonly Domain[], right: readonly Domain[]): Difference[] {
  const leftByName = byName(left);
  const rightByName = byName(right);
  const names = [...new Set([...leftByName.keys(), ...rightByName.keys()])].sort();
  return names.flatMap((domain): Difference[] => {
    const [one, other] = [leftByName.get(domain), rightByName.get(domain)];
    if (!one) return [{ domain, kind: 'right only' }];
    if (!other) return [{ domain, kind: 'left only' }];
    return facts
      .filter((field) => !isSame(one[field], other[field]))
      .map((field) => ({ domain, kind: 'differs', field, left: one[field], right: other[field] }));
  });
}

function byName(domains: readonly Domain[]): Map<string, Domain> {
  return new Map(
    domains.flatMap((domain) => (domain.domain === null ? [] : [[domain.domain, domain]])),
  );
}

function isSame(left: Domain[Fact], right: Domain[Fact]): boolean {
  return left === null || right === null || comparable(left) === comparable(right);
}

/** Case and the order of nameservers do not count. */
function comparable(value: NonNullable<Domain[Fact]>): string {
  const text = Array.isArray(value) ? value.toSorted().join(' ') : String(value);
  return text.toLowerCase();
}
