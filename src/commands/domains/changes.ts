import { command } from '../../cli/command.ts';
import { addPreferences } from '../../cli/options.ts';
import { expectNoneOption, markOption } from '../../compare/options.ts';
import { differenceKind } from '../../kinds.ts';

export const domainsChanges = command({
  summary: "Show changes to the account's domains since the last run",
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addOption(markOption())
      .option('--again', 'print the changes that were found last once more')
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => differenceKind,

  async run(context, options) {
    const { domainChanges } = await import('../../domains/changes.ts');
    return domainChanges(context, options);
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: [
    ['dotaf domains changes --expect none', 'exit 1 if anything has changed'],
    ['dotaf domains changes --again', 'the last changes once more, without asking'],
  ],
});
