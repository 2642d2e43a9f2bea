import type { AccountBalance } from '../../api/responses.ts';
import type { CommandContext } from '../../cli/context.ts';
import { estimateDuration } from '../../core/periods.ts';
import { type AccountSource, readAccount } from '../../domains/account.ts';
import { loadSnapshot, saveSnapshotAfterOutput } from './snapshots.ts';

/**
 * Reads the account's domains, and compares them with the snapshot of the last run.
 * @param balance a pending request, whose `active_domains` value is reused
 */
export async function detectDomainChanges(
  context: CommandContext,
  source: AccountSource,
  mark?: string,
  balance?: Promise<AccountBalance>,
) {
  const { diffDomainsWithSnapshot } = await import('../../domains/changes.ts');
  const { sightingSchema } = await import('../../domains/domain-cache.ts');
  const snapshot = await loadSnapshot(context, 'domains', sightingSchema, mark);
  const account = await readAccount(source, { balance });
  const rate = context.settings.getPreference('rate-limit');
  const changes = diffDomainsWithSnapshot(snapshot, account, {
    ...source,
    estimateDuration: (requests) => estimateDuration(requests, rate),
  });
  return {
    account,
    changes,
    earlierFunds: snapshot.previous?.funds,
    /** Saves the new snapshot once the output has been written. */
    remember: (funds = snapshot.previous?.funds) =>
      saveSnapshotAfterOutput(
        context,
        snapshot,
        { ...changes.seen, funds },
        { hasNews: changes.list.length > 0 },
      ),
  };
}
