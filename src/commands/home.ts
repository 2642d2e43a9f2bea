import { overviewFields } from '../account/fields.ts';
import { readChanges } from '../cli/changes.ts';
import { command } from '../cli/command.ts';
import { domainSource } from '../cli/domain-source.ts';
import { markOption } from '../cli/option-sets.ts';
import { addPreferences } from '../cli/options.ts';

export const home = command({
  summary:
    'Show the week: the account, what expires, what has changed and how long the money lasts',
  declare: (bare) =>
    addPreferences(bare.optionsGroup('Options of dotaf alone:'), 'domains-file').addOption(
      markOption(),
    ),
  shape: 'object',
  kind: () => overviewFields,

  async run(context, { mark }) {
    const { readOverview } = await import('../account/home.ts');
    const { output, today } = context;
    const source = await domainSource(context);
    const { service } = source;
    const asked = service.balance();
    const [funds, tier, { notices, ...own }] = await Promise.all([
      asked,
      service.tier(),
      readChanges(context, source, mark, asked),
    ]);
    await output.report(notices);
    const home = await readOverview(service, { funds, tier, ...own, today, mark });
    await output.report(home.notices);
    if (mark !== undefined) own.remember();
    return home;
  },
});
