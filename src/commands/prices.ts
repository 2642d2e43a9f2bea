import { command } from '../cli/command.ts';
import { choiceOption } from '../cli/options.ts';
import { mapOption, markOption } from '../compare/options.ts';
import { ownPriceKind, priceChangeKind } from '../kinds.ts';
import { addPriceChoice } from '../prices/options.ts';

const changes = command({
  summary: 'Show price changes since the last look',
  declare: (bare) =>
    addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'))
      .addOption(markOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => priceChangeKind,
  shape: 'list',

  async run(context, { expect, ...options }, typed) {
    const { priceChanges } = await import('../prices/changes.ts');
    const { failed, ...answer } = await priceChanges(context, typed, options);
    return { ...answer, failed: expect && failed };
  },
});

const compare = command({
  summary: 'Compare your price list (CSV) with the cost',
  declare: (bare) =>
    addPriceChoice(bare.argument('<file>', 'CSV with a header line; - is stdin'))
      .addOption(mapOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if one is below cost', ['profit'])),
  kind: () => ownPriceKind,
  shape: 'list',

  async run(context, { expect, ...options }, file) {
    const { comparePrices } = await import('../prices/compare.ts');
    const { failed, ...answer } = await comparePrices(context, file, options);
    return { ...answer, failed: expect && failed };
  },
});

export const prices = {
  summary: 'Watch prices, compare your own (changes, compare)',
  commands: { changes, compare },
};
