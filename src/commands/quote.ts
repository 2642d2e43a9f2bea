import { command } from '../cli/command.ts';
import { quoteKind } from '../kinds.ts';
import { addPriceChoice } from '../prices/options.ts';
import {
  addRetailOptions,
  retailExcludes,
  retailNeeds,
  retailTerms,
  withRetail,
} from '../prices/retail.ts';

export const quote = command({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (bare) =>
    addRetailOptions(
      addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)')),
    ),
  excludes: retailExcludes,
  needs: retailNeeds,
  kind: (options) => quoteKind(options === undefined || retailTerms(options) !== undefined),
  shape: 'rows',

  async run(context, options, typed) {
    const { askQuotes } = await import('../prices/quotes.ts');
    const quotes = askQuotes(context, typed, options);
    const terms = retailTerms(options);
    if (terms === undefined) return quotes;
    return { ...quotes, rows: withRetail(quotes.rows, terms, (cost) => cost, context.output) };
  },
});
