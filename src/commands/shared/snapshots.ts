import type * as z from 'zod/mini';
import type { AccountBalance } from '../../api/responses.ts';
import type { CommandContext } from '../../cli/context.ts';
import { estimateDuration } from '../../core/dates.ts';
import { type AccountSource, readAccount } from '../../domains/account.ts';
import { getMarkPath, type SnapshotName } from '../../state/account-files.ts';
import type { Snapshot, SnapshotData } from '../../state/snapshot.ts';

/** @param balance pending balance request, whose domain count reveals a truncated domain list */
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
    remember: (funds = snapshot.previous?.funds) =>
      saveSnapshotAfterOutput(
        context,
        snapshot,
        { ...changes.seen, funds },
        { hasNews: changes.list.length > 0 },
      ),
  };
}

/** Loads the snapshot of an earlier run with the same `--mark`. Warns if the file is corrupt. */
export async function loadSnapshot<Row>(
  context: CommandContext,
  name: SnapshotName,
  row: z.ZodMiniType<Row>,
  mark?: string,
) {
  const snapshot = await openSnapshot(context, name, row, mark);
  if (snapshot.isCorrupt) {
    context.report.warn('what was remembered cannot be read, so nothing is compared');
  }
  return snapshot;
}

export async function openSnapshot<Row>(
  { account, settings }: CommandContext,
  name: SnapshotName,
  row: z.ZodMiniType<Row>,
  mark = '',
) {
  const { Snapshot } = await import('../../state/snapshot.ts');
  const id = await account.storageId();
  const file = id && getMarkPath(settings, id, name, mark);
  return new Snapshot(file, row, await account.redactor());
}

interface SaveOptions {
  isFirst?: boolean;
  /** True if the output shows changes. If --cron hides it, a later run must report them again. */
  hasNews?: boolean;
}

/** Replaces the snapshot once the output is written. @throws an `io` error before any output */
export function saveSnapshotAfterOutput<Row>(
  context: CommandContext,
  snapshot: Snapshot<Row>,
  data: SnapshotData<Row>,
  { isFirst = !snapshot.previous, hasNews }: SaveOptions,
) {
  const { system, output, closeSignal } = context;
  const staged = snapshot.stage(data, system.clock.now());
  if (!staged) return;
  closeSignal.addEventListener('abort', () => staged.discard());
  context.afterOutput(async () => {
    if (hasNews && output.isSilenced) return;
    staged.commit();
    if (isFirst) {
      await output.note('remembered; run it again later to see what has changed');
    }
  });
}
