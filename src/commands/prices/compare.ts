import { command } from '../../cli/command.ts';
import { choiceOption, ValueArgument } from '../../cli/options.ts';
import { mapOption } from '../../compare/options.ts';
import { ownPriceKind } from '../../kinds.ts';
import { addPriceChoice, rateOption } from '../../prices/options.ts';

export const pricesCompare = command({
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
    const { comparePrices } = await import('../../prices/compare.ts');
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
