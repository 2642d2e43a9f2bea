import { command } from '../../cli/command.ts';
import { addPreferences, ValueArgument } from '../../cli/options.ts';
import { expectNoneOption, mapOption } from '../../compare/options.ts';
import { differenceKind } from '../../kinds.ts';

export const domainsCompare = command({
  summary: "Compare the account's domains with a CSV file",
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addArgument(new ValueArgument('<file>', 'CSV, or names, one per line; - is stdin', 'files'))
      .addOption(mapOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => differenceKind,

  async run(context, { map }, file) {
    const { compareDomains } = await import('../../domains/compare.ts');
    return compareDomains(context, file, map);
  },

  description:
    'The file needs a column domain, or only names. dotaf says which columns it did not compare.',
  examples: [
    ['dotaf domains compare list.csv --expect none', 'exit 1 if anything differs'],
    ['dotaf domains compare list.csv --map Due=expiry', 'a heading that dotaf does not know'],
  ],
});
