import { command } from '../../cli/command.ts';
import { addPriceChoice, expectNoneOption, markOption } from '../../cli/option-sets.ts';
import { openRemembered, rememberAfterAnswer } from '../../cli/snapshots.ts';
import { NoticeQueue } from '../../core/notices.ts';
import { pluralize } from '../../core/text.ts';
import { priceChangeKind } from '../../prices/fields.ts';

export const pricesChanges = command({
  summary: 'Show price changes since the last run',
  declare: (bare) =>
    addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'))
      .addOption(markOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => priceChangeKind,

  async run(context, options, typed) {
    const { answeredPrices, quotesToAsk, rowsByTld } = await import('../../prices/quotes.ts');
    const { priceChanges, statedPrice } = await import('../../prices/changes.ts');
    const asked = quotesToAsk(typed, options);
    const remembered = await openRemembered(context, 'prices', statedPrice, options.mark);
    const service = await context.account.service();
    const left = new NoticeQueue();
    const mayLeaveOut = options.action === undefined;
    const answered = await answeredPrices(rowsByTld(service, asked, mayLeaveOut, left));
    const changes = priceChanges(answered.quotes, remembered.last?.rows);
    await context.output.report([...left.take(), ...answered.notices, ...changes.notices]);
    const { list, rows } = changes;
    rememberAfterAnswer(context, remembered, { rows });
    const conclusion = remembered.conclude(list.length, pluralize(list.length, 'difference'));
    return { list, exitCode: answered.exitCode, ...conclusion };
  },

  description:
    'Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs.',
  examples: [['dotaf prices changes --expect none', 'exit 1 if a price has changed']],
});
