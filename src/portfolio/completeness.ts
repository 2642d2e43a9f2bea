import type { DomainList } from '../api/types.ts';

/** API document, section 8: the list holds at most this many domains, and there is no paging. */
const mostListed = 100;

/** Why a list lacks domains, or may; undefined when it is whole. */
export function cutReason({ domains, total, isMore }: DomainList): string | undefined {
  const listed = domains.length;
  if (total !== null && total > listed) {
    return `the service lists ${listed} of ${total} domains, and has no way to ask for the others`;
  }
  if (isMore)
    return `the service has more than these ${listed} domains, and has no way to ask for them`;
  // A total of 100 may be that of the list alone.
  if (listed < mostListed) return undefined;
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}
