import { rowsCommand } from '../cli/command.ts';
import { actionList, listOption, yearRange } from '../cli/options.ts';
import { addPriceComparison, comparisonNeeds } from '../compare/compare-options.ts';
import { actions } from '../core/service-words.ts';
import { noteCell, priceColumn } from '../output/cells.ts';
import { plainText, valueAt } from '../output/fields.ts';
import { rowRecord } from '../output/row.ts';
import { type PricedQuote, priceCellColumns, typedTlds } from '../prices/price-cells.ts';
import {
  addRetailOptions,
  retailExcludes,
  retailFields,
  retailNeeds,
  retailOptions,
  retailTerms,
} from '../prices/retail-options.ts';

const fields = ['tld', 'action', 'years', 'amount', 'currency'];

/** The defaults; the same, once typed, are other lists. */
const everyAction = [...actions];
const oneYear = [1];

export const quote = rowsCommand({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (command) =>
    addPriceComparison(
      addRetailOptions(
        command
          .argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)')
          .addOption(
            listOption(
              '--action <actions>',
              `comma-separated: ${actions.join(', ')}`,
              actionList('--action'),
            ).default(everyAction, 'all four'),
          )
          .addOption(
            listOption(
              '--years <periods>',
              'periods: 1, 1-5 or 1,2,5',
              yearRange('--years'),
            ).default(oneYear, '1'),
          ),
      ),
    ),
  excludes: {
    ...retailExcludes,
    '--changes': ['--against', ...retailOptions],
    '--against': retailOptions,
  },
  needs: {
    ...retailNeeds,
    ...comparisonNeeds,
  },
  fields: [...fields, ...retailFields],
  fieldsWith: (options) => (retailTerms(options) ? [...fields, ...retailFields] : fields),

  async instead({ changes, against, action, years }) {
    if (changes) {
      const { priceChangesAnswer } = await import('../prices/price-changes.ts');
      return priceChangesAnswer(action === everyAction);
    }
    if (against === undefined) return undefined;
    const { priceAgainstAnswer } = await import('../prices/price-against.ts');
    return priceAgainstAnswer(years === oneYear ? undefined : years);
  },

  async run(context, options, typed) {
    const { action, years } = options;
    const { askQuotes } = await import('../prices/quotes.ts');
    const leavesOutUnpriced = action === everyAction;
    const request = { tlds: typedTlds(typed), actions: action, years, leavesOutUnpriced };
    const quotes = askQuotes(context, request);
    const terms = retailTerms(options);
    if (terms === undefined) return quotes;
    const { withRetail } = await import('../prices/retail-rows.ts');
    return { ...quotes, rows: withRetail(quotes.rows, terms, (quote) => quote, context.output) };
  },

  view: (_, options) => {
    const hasRetail = retailTerms(options) !== undefined;
    return {
      columns: [
        ...priceCellColumns,
        { ...priceColumn<PricedQuote>('amount', 'COST', 'strong'), rank: 2 },
        ...(hasRetail ? [priceColumn<PricedQuote>('retail', 'RETAIL')] : []),
        ...(hasRetail ? [priceColumn<PricedQuote>('margin', 'MARGIN')] : []),
        { name: 'note', title: '', cell: noteCell, isWhole: true },
      ],
      blocks: {
        keyOf: (row) => plainText(valueAt(rowRecord(row), 'tld')),
        async text(rows, style) {
          const { priceBlock } = await import('../prices/price-blocks.ts');
          return priceBlock(rows, hasRetail, style);
        },
      },
    };
  },
});
