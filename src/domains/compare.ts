import type { Domain } from '../api/responses.ts';
import type { Report } from '../core/report.ts';
import { describeUnexpectedDifferences, unknownDifferencesMessage } from '../snapshots/snapshot.ts';
import { diffDomains, formatChangeCounts } from './changes.ts';
import type { readOwnDomains } from './own-list.ts';

const sideLabels = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

/** @param isAccountComplete false if the account may hold domains that are not in `account` */
export function compareFileWithAccount(
  { domains, unreadNames }: Awaited<ReturnType<typeof readOwnDomains>>,
  account: readonly Domain[],
  isAccountComplete: boolean,
  report: Report,
) {
  // A domain whose row was left out is in the file, although nothing of it was compared.
  const others = account.filter(({ domain }) => !unreadNames.has(domain ?? ''));
  const list = diffDomains(domains, others, sideLabels, report);
  if (list.length > 0) {
    const unmetMessage = describeUnexpectedDifferences(list.length);
    return { list, footer: formatChangeCounts(list), unmetMessage };
  }
  if (report.isComplete) return { list, footer: 'the account and the file agree' };
  const footer = isAccountComplete
    ? 'what was compared agrees'
    : 'what was compared agrees; whether the account holds other domains is not known';
  return { list, footer, unmetMessage: unknownDifferencesMessage };
}
