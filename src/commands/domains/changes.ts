import { readChanges } from '../../cli/changes.ts';
import { command } from '../../cli/command.ts';
import { domainSource } from '../../cli/domain-source.ts';
import { expectNoneOption, markOption } from '../../cli/option-sets.ts';
import { addPreferences } from '../../cli/options.ts';
import { openRemembered } from '../../cli/snapshots.ts';
import { unknownDifferencesMessage } from '../../compare/remembered.ts';
import { differenceFields } from '../../domains/fields.ts';

export const domainsChanges = command({
  summary: "Show changes to the account's domains since the last run",
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addOption(markOption())
      .option('--again', 'print the changes that were found last once more')
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => differenceFields,

  async run(context, { mark, again }) {
    const { readLastChanges, warnIfNamesOnly } = await import('../../domains/changes.ts');
    if (again) {
      const { domainSchema } = await import('../../domains/single.ts');
      return readLastChanges(await openRemembered(context, 'domains', domainSchema, mark));
    }
    const source = await domainSource(context);
    const { listed, changes, notices, remember } = await readChanges(context, source, mark);
    await context.output.report(notices);
    remember();
    const { list, summary: conclusion } = changes;
    if (conclusion.unmetMessage !== undefined) return { ...conclusion, list };
    const namesOnly = warnIfNamesOnly(listed.domains);
    await context.output.report(namesOnly);
    return {
      ...conclusion,
      list,
      unmetMessage: namesOnly.length > 0 ? unknownDifferencesMessage : undefined,
    };
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: [
    ['dotaf domains changes --expect none', 'exit 1 if anything has changed'],
    ['dotaf domains changes --again', 'the last changes once more, without asking'],
  ],
});
