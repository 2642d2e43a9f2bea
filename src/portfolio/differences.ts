import type { Domain } from '../api/types.ts';

type Compared = 'status' | 'expiry' | 'registration_date' | 'auto_renew' | 'nameservers';

const compared: readonly Compared[] = [
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
];

/** In what two lists of domains differ: a name that one alone has, or a fact that both state. */
export type Difference =
  | { domain: string; kind: 'left only' | 'right only' }
  | {
      domain: string;
      kind: 'differs';
      field: Compared;
      left: Domain[Compared];
      right: Domain[Compared];
    };

/** By name. A fact that one side does not state is no difference. */
export function differences(left: readonly Domain[], right: readonly Domain[]): Difference[] {
  const before = byName(left);
  const after = byName(right);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((domain): Difference[] => {
    const [own, other] = [before.get(domain), after.get(domain)];
    if (!own) return [{ domain, kind: 'right only' }];
    if (!other) return [{ domain, kind: 'left only' }];
    return compared
      .filter((field) => !isSame(own[field], other[field]))
      .map((field) => ({ domain, kind: 'differs', field, left: own[field], right: other[field] }));
  });
}

function byName(domains: readonly Domain[]): Map<string, Domain> {
  return new Map(
    domains.flatMap((domain) => (domain.domain === null ? [] : [[domain.domain, domain]])),
  );
}

function isSame(left: Domain[Compared], right: Domain[Compared]): boolean {
  return left === null || right === null || comparable(left) === comparable(right);
}

/** Case and the order of nameservers do not count. */
function comparable(value: NonNullable<Domain[Compared]>): string {
  const text = Array.isArray(value) ? value.toSorted().join(' ') : String(value);
  return text.toLowerCase();
}
