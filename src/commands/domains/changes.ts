import { defineCommand } from '../../cli/command.ts';
import { addPreferenceOptions } from '../../cli/options.ts';
import { domainDifferenceFields } from '../../domains/fields.ts';
import { readDomainChanges } from '../shared/domain-changes.ts';
import { createDomainListSource } from '../shared/domain-source.ts';
import { expectNoneOption, snapshotMarkOption } from '../shared/shared-options.ts';

export const domainsChangesCommand = defineCommand({
  summary: "Show changes to the account's domains since the last run",
  defineOptions: (cmd) =>
    addPreferenceOptions(cmd, 'domains-file')
      .addOption(snapshotMarkOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  countsFromToday: true,
  fields: () => domainDifferenceFields,

  async run(context, { mark }) {
    const { warnIfOnlyNamesKnown } = await import('../../domains/changes.ts');
    const { unknownDifferencesMessage } = await import('../../snapshots/snapshot.ts');
    const source = await createDomainListSource(context);
    const { listed, changes, notices, remember } = await readDomainChanges(context, source, mark);
    await context.output.printNotices(notices);
    remember();
    const { list, summary } = changes;
    if (summary.unmetMessage !== undefined) return { ...summary, list };
    const warnings = warnIfOnlyNamesKnown(listed.domains);
    await context.output.printNotices(warnings);
    return {
      ...summary,
      list,
      unmetMessage: warnings.length > 0 ? unknownDifferencesMessage : undefined,
    };
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: { 'dotaf domains changes --expect none': 'exit 1 if anything has changed' },
});
