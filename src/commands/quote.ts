import { command } from '../cli/command.ts';
import { quoteKind } from '../kinds.ts';
import {
  addPriceChoice,
  addRetailOptions,
  retailNeeds,
  retailTerms,
  withRetail,
} from '../prices/options.ts';

export const quote = command({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (bare) =>
    addRetailOptions(
      addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)')),
    ),
  needs: retailNeeds,
  shape: 'rows',
  kind: (options) => quoteKind(options === undefined || retailTerms(options) !== undefined),

  async run(context, options, typed) {
    const { askQuotes } = await import('../prices/quotes.ts');
    const quotes = askQuotes(context, typed, options);
    const terms = retailTerms(options);
    if (terms === undefined) return quotes;
    return { ...quotes, rows: withRetail(quotes.rows, terms, (cost) => cost, context.output) };
  },

  examples: [
    ['dotaf quote com.af --action renewal --years 1-5', 'renewals over one to five years'],
    ['dotaf quote --margin 20% --round .99', 'what to charge for a 20% margin'],
  ],
});
