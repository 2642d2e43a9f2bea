import { command } from '../../cli/command.ts';
import { expectNoneOption, markOption } from '../../compare/options.ts';
import { priceChangeKind } from '../../kinds.ts';
import { addPriceChoice } from '../../prices/options.ts';

export const pricesChanges = command({
  summary: 'Show price changes since the last run',
  declare: (bare) =>
    addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'))
      .addOption(markOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => priceChangeKind,

  async run(context, options, typed) {
    const { priceChanges } = await import('../../prices/changes.ts');
    return priceChanges(context, typed, options);
  },

  description:
    'Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs.',
  examples: [['dotaf prices changes --expect none', 'exit 1 if a price has changed']],
});
