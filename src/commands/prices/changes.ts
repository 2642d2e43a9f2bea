import { defineCommand } from '../../cli/command.ts';
import type { Notice } from '../../core/notices.ts';
import { pluralize } from '../../core/text.ts';
import { priceChangeFields } from '../../prices/fields.ts';
import {
  addPriceFilterOptions,
  expectNoneOption,
  snapshotMarkOption,
} from '../shared/shared-options.ts';
import { loadSnapshot, saveSnapshotAfterOutput } from '../shared/snapshots.ts';

export const pricesChangesCommand = defineCommand({
  summary: 'Show price changes since the last run',
  defineOptions: (cmd) =>
    addPriceFilterOptions(
      cmd.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
    )
      .addOption(snapshotMarkOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  fields: () => priceChangeFields,

  async run(context, options, tlds) {
    const { collectQuotes, buildQuoteRequests, fetchQuotesByTld } = await import(
      '../../prices/quotes.ts'
    );
    const { diffWithStoredPrices, storedPriceSchema } = await import('../../prices/changes.ts');
    const requests = buildQuoteRequests(tlds, options);
    const snapshot = await loadSnapshot(context, 'prices', storedPriceSchema, options.mark);
    const service = await context.account.service();
    const omissionNotices: Notice[] = [];
    const quoteResult = await collectQuotes(
      fetchQuotesByTld(service, requests, options, omissionNotices),
    );
    const { list, rows, notices } = diffWithStoredPrices(
      quoteResult.quotes,
      snapshot.previous?.rows,
    );
    await context.output.printNotices([...omissionNotices, ...quoteResult.notices, ...notices]);
    saveSnapshotAfterOutput(context, snapshot, { rows });
    const conclusion = snapshot.summarize(list.length, pluralize(list.length, 'difference'));
    return { list, exitCode: quoteResult.exitCode, ...conclusion };
  },

  description:
    'Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs.',
  examples: { 'dotaf prices changes --expect none': 'exit 1 if a price has changed' },
});
