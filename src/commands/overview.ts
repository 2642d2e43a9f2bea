import { overviewFields } from '../account/fields.ts';
import { defineCommand } from '../cli/command.ts';
import { addPreferenceOptions } from '../cli/options.ts';
import { readDomainChanges } from './shared/domain-changes.ts';
import { createDomainListSource } from './shared/domain-source.ts';
import { snapshotMarkOption } from './shared/shared-options.ts';

export const overviewCommand = defineCommand({
  summary:
    'Show the week: the account, what expires, what has changed and how long the money lasts',
  defineOptions: (cmd) =>
    addPreferenceOptions(cmd.optionsGroup('Options of dotaf alone:'), 'domains-file').addOption(
      snapshotMarkOption(),
    ),
  shape: 'object',
  fields: () => overviewFields,

  async run(context, { mark }) {
    const { buildAccountOverview } = await import('../account/overview.ts');
    const { output, today } = context;
    const source = await createDomainListSource(context);
    const { service } = source;
    const balanceRequest = service.balance();
    const [funds, tier, { notices, ...domainChanges }] = await Promise.all([
      balanceRequest,
      service.tier(),
      readDomainChanges(context, source, mark, balanceRequest),
    ]);
    await output.printNotices(notices);
    const result = await buildAccountOverview(service, {
      funds,
      tier,
      ...domainChanges,
      today,
      mark,
    });
    await output.printNotices(result.notices);
    if (mark) domainChanges.remember();
    return result;
  },
});
