import { command } from '../../cli/command.ts';
import { choiceOption } from '../../cli/options.ts';
import { mapOption } from '../../compare/options.ts';
import { ownPriceKind } from '../../kinds.ts';
import { addPriceChoice } from '../../prices/options.ts';

export const pricesCompare = command({
  summary: 'Compare your price list (CSV) with the cost',
  declare: (bare) =>
    addPriceChoice(bare.argument('<file>', 'CSV with a header line; - is stdin'))
      .addOption(mapOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if one is below cost', ['profit'])),
  kind: () => ownPriceKind,
  shape: 'list',

  async run(context, { expect, ...options }, file) {
    const { comparePrices } = await import('../../prices/compare.ts');
    const { failed, ...answer } = await comparePrices(context, file, options);
    return { ...answer, failed: expect && failed };
  },
});
