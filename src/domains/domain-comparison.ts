import type { Domain } from '../api/answers.ts';
import type { Comparison } from '../compare/differences.ts';
import { type DomainField, domainFields } from './list.ts';

export type Fact = Exclude<DomainField, 'domain'>;

export const facts = domainFields.filter((field): field is Fact => field !== 'domain');

/** Case does not count, nor does the order of nameservers or statuses, nor how a status is written. */
export const domainComparison: Comparison<Domain, Fact> = {
  keyOf: ({ domain }) => domain,
  facts,
  comparable(fact, value) {
    if (fact === 'status') return comparableStatus(String(value));
    const text = Array.isArray(value) ? value.toSorted().join(' ') : String(value);
    return text.toLowerCase();
  },
};

/** `clientHold, ok`, `OK,CLIENT HOLD` and `ok, client_hold` are the same. */
function comparableStatus(status: string): string {
  return status
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .split(',')
    .sort()
    .join(',');
}
