import { defineCommand } from '../../cli/command.ts';
import { addPriceFilterOptions, expectNoneOption, markOption } from '../../cli/shared-options.ts';
import { openSnapshot, saveSnapshotAfterOutput } from '../../cli/snapshots.ts';
import { NoticeQueue } from '../../core/notices.ts';
import { pluralize } from '../../core/text.ts';
import { priceChangeFields } from '../../prices/fields.ts';

export const pricesChanges = defineCommand({
  summary: 'Show price changes since the last run',
  defineOptions: (bare) =>
    addPriceFilterOptions(
      bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
    )
      .addOption(markOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  fields: () => priceChangeFields,

  async run(context, options, typed) {
    const { collectQuotes, buildQuoteRequests, fetchRowsByTld } = await import(
      '../../prices/quotes.ts'
    );
    const { fetchPriceChanges, priceSchema } = await import('../../prices/changes.ts');
    const asked = buildQuoteRequests(typed, options);
    const remembered = await openSnapshot(context, 'prices', priceSchema, options.mark);
    const service = await context.account.service();
    const left = new NoticeQueue();
    const mayLeaveOut = options.action === undefined;
    const answered = await collectQuotes(fetchRowsByTld(service, asked, mayLeaveOut, left));
    const changes = fetchPriceChanges(answered.quotes, remembered.previous?.rows);
    await context.output.report([...left.take(), ...answered.notices, ...changes.notices]);
    const { list, rows } = changes;
    saveSnapshotAfterOutput(context, remembered, { rows });
    const conclusion = remembered.summarize(list.length, pluralize(list.length, 'difference'));
    return { list, exitCode: answered.exitCode, ...conclusion };
  },

  description:
    'Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs.',
  examples: [['dotaf prices changes --expect none', 'exit 1 if a price has changed']],
});
