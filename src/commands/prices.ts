import { command } from '../cli/command.ts';
import { choiceOption, ValueArgument } from '../cli/options.ts';
import { expectNoneOption, mapOption, markOption } from '../compare/options.ts';
import { ownPriceKind, priceChangeKind } from '../kinds.ts';
import { addPriceChoice, rateOption } from '../prices/options.ts';

const changesOfPrices = command({
  summary: 'Show price changes since the last run',
  declare: (bare) =>
    addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'))
      .addOption(markOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => priceChangeKind,

  async run(context, options, typed) {
    const { priceChanges } = await import('../prices/changes.ts');
    return priceChanges(context, typed, options);
  },

  description:
    'Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs.',
  examples: [['dotaf prices changes --expect none', 'exit 1 if a price has changed']],
});

const comparePriceList = command({
  summary: 'Compare your price list (CSV) with the cost',
  declare: (bare) =>
    addPriceChoice(
      bare.addArgument(new ValueArgument('<file>', 'CSV with a header line; - is stdin', 'files')),
    )
      .addOption(mapOption())
      .addOption(rateOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if any price is below cost', ['profit'])),
  shape: 'list',
  kind: () => ownPriceKind,

  async run(context, options, file) {
    const { comparePrices } = await import('../prices/compare.ts');
    return comparePrices(context, file, options);
  },

  description:
    'The file has a heading, such as tld, action, years and price, or a column of prices for each action.',
  examples: [
    ['dotaf prices compare retail.csv --expect profit', 'exit 1 if any price is below cost'],
    ['dotaf prices compare retail.csv --rate AFN=71.5', 'a price list in your own currency'],
    ['dotaf prices compare retail.csv --map Amount=price', 'a heading that dotaf does not know'],
  ],
});

export const prices = {
  summary: 'Track price changes; compare your price list with the cost (changes, compare)',
  commands: { changes: changesOfPrices, compare: comparePriceList },
};
