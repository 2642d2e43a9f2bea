import { defineCommand } from '../../cli/command.ts';
import { domainDifferenceFields } from '../../domains/fields.ts';
import { detectDomainChanges } from '../shared/domain-changes.ts';
import { createAccountSource } from '../shared/domain-source.ts';
import {
  addDomainSourceOptions,
  expectNoneOption,
  snapshotMarkOption,
} from '../shared/shared-options.ts';

export const domainsChangesCommand = defineCommand({
  summary: "Show changes to the account's domains since the last run",
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd).addOption(snapshotMarkOption()).addOption(expectNoneOption()),
  outputKind: 'list',
  countsFromToday: true,
  fields: () => domainDifferenceFields,

  async run(context, options) {
    const source = await createAccountSource(context, options, { isComparison: true });
    const balance = options.expect && source.service.balance();
    // Stored details are not compared, so do not look for any.
    const { changes, remember } = await detectDomainChanges(
      context,
      { ...source, neededAttributes: source.wantsDetails ? source.neededAttributes : [] },
      options.mark,
      balance,
    );
    remember();
    return { list: changes.list, ...changes.summary };
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: {
    'dotaf domains changes': 'since it was run last',
    'dotaf domains changes --expect none': 'exit 1 if anything has changed',
  },
});
