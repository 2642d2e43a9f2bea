import type * as z from 'zod/mini';
import type { CommandContext } from '../../cli/context.ts';
import { getMarkPath, type SnapshotName } from '../../settings/account-files.ts';
import type { Snapshot, SnapshotData } from '../../snapshots/snapshot.ts';

/** Opens the snapshot of an earlier run, one for each mark. Warns if the file is corrupt. */
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
  const { Snapshot } = await import('../../snapshots/snapshot.ts');
  const id = await account.storageId();
  const file = id && getMarkPath(settings, id, name, mark);
  return new Snapshot(file, row, await account.redactor());
}

interface SaveOptions {
  /** True to note that there is something to compare with from now on. */
  isFirst?: boolean;
  /** True if the output shows changes: if --cron prints none of it, the old snapshot stays. */
  hasNews?: boolean;
}

/**
 * Writes the new snapshot, and moves it into place once the output has been written.
 * @throws an `io` error if the snapshot cannot be written, before anything is printed
 */
export function saveSnapshotAfterOutput<Row>(
  { system, output, lifecycle }: CommandContext,
  snapshot: Snapshot<Row>,
  data: SnapshotData<Row>,
  { isFirst = !snapshot.previous, hasNews }: SaveOptions = {},
) {
  const staged = snapshot.stage(data, system.clock.now());
  if (!staged) return;
  lifecycle.closeSignal.addEventListener('abort', () => staged.discard());
  lifecycle.afterOutput(async () => {
    if (hasNews && output.isSilenced) return;
    staged.commit();
    if (isFirst) {
      await output.note('remembered; run it again later to see what has changed');
    }
  });
}
