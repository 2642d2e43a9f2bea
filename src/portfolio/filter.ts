import type { Domain } from '../api/types.ts';
import { addSpan, type Day, type Span } from '../core/dates.ts';
import type { domainFields } from './domain-fields.ts';

export interface Selection {
  status?: string;
  /** Expiring within this time from today, or expired already. */
  expiring?: Span;
  autoRenew?: 'on' | 'off';
}

/** The domains that meet every wish. One whose fact is not known meets none about it. */
export function select(domains: readonly Domain[], wish: Selection, today: Day): Domain[] {
  const last = wish.expiring && addSpan(today, wish.expiring);
  return domains.filter(
    ({ status, expiry, auto_renew }) =>
      (wish.status === undefined || status?.toLowerCase() === wish.status.toLowerCase()) &&
      (last === undefined || (expiry !== null && expiry <= last)) &&
      (wish.autoRenew === undefined || auto_renew === (wish.autoRenew === 'on')),
  );
}

/** The statuses that there are, when the one wished for is not among them. */
export function otherStatuses(domains: readonly Domain[], wish: string | undefined): string[] {
  const statuses = [...new Set(domains.flatMap(({ status }) => status ?? []))].sort();
  const isThere = statuses.some((status) => status.toLowerCase() === wish?.toLowerCase());
  return wish === undefined || isThere ? [] : statuses;
}

export type SortKey = (typeof domainFields)[number];

/** A sorted copy; what is not known comes last. */
export function sorted(domains: readonly Domain[], key: SortKey): Domain[] {
  const textOf = (domain: Domain) => {
    const value = domain[key];
    return value === null ? null : String(value);
  };
  return domains.toSorted((left, right) => {
    const [first, second] = [textOf(left), textOf(right)];
    if (first === second) return compareText(left.domain ?? '', right.domain ?? '');
    if (first === null) return 1;
    return second === null ? -1 : compareText(first, second);
  });
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
