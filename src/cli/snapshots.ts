import path from 'node:path';
import type * as z from 'zod/mini';
import { accountId } from '../settings/credentials.ts';
import { type Difference, Snapshot, type SnapshotData } from '../snapshots/snapshot.ts';
import type { CommandContext } from './context.ts';

/**
 * Opens what a command has remembered of this account, and warns if it cannot be read.
 * @param mark letters, digits, hyphens, underscores; every mark is remembered separately
 */
export async function openSnapshot<Row>(
  context: CommandContext,
  name: 'domains' | 'prices',
  row: z.ZodMiniType<Row>,
  mark = '',
): Promise<Snapshot<Row>> {
  const { account, settings, output } = context;
  const id = accountId(await account.credentials());
  // Marks in another case are other marks, and some file systems take them for the same.
  const own = mark && `.${Buffer.from(mark).toString('hex')}`;
  const file = id && path.join(settings.directories.state, 'looks', `${id}-${name}${own}.json`);
  const remembered = Snapshot.open(file, row, await account.redactor());
  if (remembered.isCorrupt) {
    await output.warn('what was remembered cannot be read, so nothing is compared');
  }
  return remembered;
}

/** Remembers the rows, and changes if there are any, once the answer has been written. */
export function saveSnapshotAfterOutput<Row>(
  { system, output, end }: CommandContext,
  remembered: Snapshot<Row>,
  seen: SnapshotData<Row>,
  list: Difference[] = [],
): void {
  // Nobody has read what was written to a closed stdout.
  if (!remembered.isStored || system.stdout.isClosed) return;
  const now = system.clock.now();
  end.afterOutput(async () => {
    remembered.save(seen, now, list);
    if (remembered.previous === undefined) {
      await output.note('remembered; run it again later to see what has changed');
    }
  });
}
