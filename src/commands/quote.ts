import { command } from '../cli/command.ts';
import { type Priced, quoteKind } from '../kinds.ts';
import type { Screen } from '../output/cell.ts';
import type { Row } from '../output/row.ts';
import {
  addPriceChoice,
  addRetailOptions,
  retailExcludes,
  retailNeeds,
  retailTerms,
} from '../prices/options.ts';

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
    const { withRetail } = await import('../prices/retail.ts');
    return { ...quotes, rows: withRetail(quotes.rows, terms, (cost) => cost, context.output) };
  },

  page(options, { output }) {
    if (!output.isTerminal) return undefined;
    return async (rows: readonly Row<Priced>[], screen: Screen) => {
      const { pricePage } = await import('../prices/page.ts');
      return pricePage(rows, retailTerms(options) !== undefined, screen);
    };
  },
});
