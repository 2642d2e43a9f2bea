import type { DomainList } from '../api/answers.ts';

/** API document, section 8: the list holds at most this many domains, and there is no paging. */
const mostListed = 100;

/** Why a list may lack domains; undefined when it is whole. */
export function cutReason({ domains, total }: DomainList): string | undefined {
  const listed = domains.length;
  if (total !== null && total > listed) {
    return `the service lists ${listed} of ${total} domains, and has no way to ask for the others`;
  }
  if (listed < mostListed || total === listed) return undefined;
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}
