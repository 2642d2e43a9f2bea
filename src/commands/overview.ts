import { overviewFields } from '../account/fields.ts';
import { defineCommand } from '../cli/command.ts';
import { detectDomainChanges } from './shared/domain-changes.ts';
import { createDomainListSource } from './shared/domain-source.ts';
import { addDomainSourceOptions, snapshotMarkOption } from './shared/shared-options.ts';

export const overviewCommand = defineCommand({
  summary:
    'Show the week: the account, what expires, what has changed and how long the money lasts',
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd.optionsGroup('Options of dotaf alone:')).addOption(
      snapshotMarkOption(),
    ),
  shape: 'object',
  fields: () => overviewFields,

  async run(context, options) {
    const { mark } = options;
    const { buildAccountOverview } = await import('../account/overview.ts');
    const { output, today } = context;
    const source = await createDomainListSource(context, options, mark !== undefined);
    const { service } = source;
    const balanceRequest = service.balance();
    const [funds, tier, { notices, ...domainChanges }] = await Promise.all([
      balanceRequest,
      service.tier(),
      detectDomainChanges(context, source, mark, balanceRequest),
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
