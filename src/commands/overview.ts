import { overviewFields } from '../account/fields.ts';
import { defineCommand } from '../cli/command.ts';
import type { CommandContext } from '../cli/context.ts';
import { mutableAttributes } from '../core/api-vocabulary.ts';
import type { AccountDomains } from '../domains/account.ts';
import { createRowFromTask } from '../output/row.ts';
import type { StoredBalance } from '../state/snapshot.ts';
import {
  addDomainSourceOptions,
  createAccountSource,
  snapshotMarkOption,
} from './shared/shared-options.ts';
import { detectDomainChanges, openSnapshot, saveSnapshotAfterOutput } from './shared/snapshots.ts';

export const overviewCommand = defineCommand({
  summary:
    'Show the week: the account, what expires, what has changed and how long the money lasts',
  defineOptions: (cmd) => addDomainSourceOptions(cmd).addOption(snapshotMarkOption()),
  outputKind: 'object',
  fields: () => overviewFields,

  async run(context, options) {
    const { mark } = options;
    const { buildAccountOverview } = await import('../account/overview.ts');
    const { output, today } = context;
    const source = await createAccountSource(context, options, mutableAttributes);
    const { service } = source;
    const balanceRequest = service.balance();
    const [funds, tier, { remember, ...domainChanges }] = await Promise.all([
      balanceRequest,
      service.tier(),
      detectDomainChanges(context, source, mark, balanceRequest),
    ]);
    const { isPageWhole, ...result } = await buildAccountOverview(service, {
      funds,
      tier,
      ...domainChanges,
      today,
      mark,
      source,
    });
    if (mark) {
      const { toStoredBalance } = await import('../account/statement.ts');
      const storedFunds = toStoredBalance(funds, tier.current_tier, today);
      // If changes are omitted, keep the old snapshot so that `domains changes` can list them.
      if (isPageWhole || output.options.isJson) remember(storedFunds);
      await startStatement(context, mark, domainChanges.account, storedFunds);
    }
    return result;
  },
});

/** Stores the initial snapshot for `dotaf statement --mark`, unless one already exists. */
async function startStatement(
  context: CommandContext,
  mark: string,
  account: AccountDomains,
  funds: StoredBalance,
) {
  const { fetchStatementPrices, toStatementSnapshot } = await import('../account/statement.ts');
  const { sightingSchema } = await import('../domains/domain-cache.ts');
  const snapshot = await openSnapshot(context, 'statement', sightingSchema, mark);
  if (!snapshot.file || snapshot.previous || snapshot.isCorrupt) return;
  const service = await context.account.service();
  // If the prices cannot be fetched, store nothing, so that the next run tries again.
  const row = await createRowFromTask({}, () => fetchStatementPrices(service, account), [
    'interrupted',
    'bug',
  ]);
  if ('error' in row) return;
  const state = toStatementSnapshot(account, funds, row.value);
  saveSnapshotAfterOutput(context, snapshot, state, { isFirst: false });
}
