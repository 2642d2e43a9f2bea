import { command } from '../../cli/command.ts';
import { choiceOption } from '../../cli/options.ts';
import { markOption } from '../../compare/options.ts';
import { priceChangeKind } from '../../kinds.ts';
import { addPriceChoice } from '../../prices/options.ts';

export const pricesChanges = command({
  summary: 'Show price changes since the last look',
  declare: (bare) =>
    addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'))
      .addOption(markOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => priceChangeKind,
  shape: 'list',

  async run(context, { expect, ...options }, typed) {
    const { priceChanges } = await import('../../prices/changes.ts');
    const { failed, ...answer } = await priceChanges(context, typed, options);
    return { ...answer, failed: expect && failed };
  },
});
