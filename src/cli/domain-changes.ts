import type { Balance } from '../api/responses.ts';
import { type DomainSource, readAccountDomains } from '../domains/list.ts';
import type { CommandContext } from './context.ts';
import { openSnapshot, saveSnapshotAfterOutput } from './snapshots.ts';

/**
 * Reads the account's domains and compares them with those of the last time.
 * @param balance if it is asked at the same time, since it counts the active domains
 */
export async function readDomainChanges(
  context: CommandContext,
  source: DomainSource,
  mark?: string,
  balance?: Promise<Balance>,
) {
  const { diffWithSnapshot } = await import('../domains/changes.ts');
  const { domainSchema } = await import('../domains/domain-cache.ts');
  const remembered = await openSnapshot(context, 'domains', domainSchema, mark);
  const listed = await readAccountDomains(source, balance);
  const changes = diffWithSnapshot(remembered, listed);
  return {
    listed,
    changes,
    notices: [...listed.notices, ...changes.warnings],
    /** Remembers the domains once the answer has been written. */
    remember: () => saveSnapshotAfterOutput(context, remembered, changes.seen, changes.list),
  };
}
