import { rowsCommand } from '../cli/command.ts';
import { actionList, listOption, yearRange } from '../cli/options.ts';
import { actions } from '../core/service-words.ts';
import { addPriceComparison, comparisonNeeds } from '../portfolio/compare-options.ts';
import { priceView } from '../portfolio/price-view.ts';
import { addRetailOptions, retailNeeds, retailOptions } from '../portfolio/retail-options.ts';

const fields = ['tld', 'action', 'years', 'amount', 'currency'];

const retailFields = [...fields, 'retail', 'margin'];

const allFields = [...retailFields, 'retail_currency'];

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
  excludes: { '--changes': ['--against', ...retailOptions], '--against': retailOptions },
  needs: {
    ...retailNeeds,
    ...comparisonNeeds,
  },
  fields: allFields,
  fieldsWith({ markup, rate }) {
    if (markup === undefined) return fields;
    return rate === undefined ? retailFields : allFields;
  },

  async instead({ changes, against, action, years }) {
    if (changes) {
      const { priceChangesAnswer } = await import('../portfolio/price-changes.ts');
      return priceChangesAnswer(action === everyAction);
    }
    if (against === undefined) return undefined;
    const { priceAgainstAnswer } = await import('../portfolio/price-against.ts');
    return priceAgainstAnswer(years === oneYear ? undefined : years);
  },

  async run(context, { action, years, markup, round, rate }, typed) {
    const { askQuotes, tldsToQuote } = await import('../portfolio/quotes.ts');
    const tlds = await tldsToQuote(typed, context.output);
    const leavesOutUnpriced = action === everyAction;
    const quotes = askQuotes(context, { tlds, actions: action, years, leavesOutUnpriced });
    if (markup === undefined) return quotes;
    const { withRetail } = await import('../portfolio/retail-quotes.ts');
    const rows = withRetail(quotes.rows, { markup, round, rate }, context.output);
    return { ...quotes, rows };
  },

  view: (_, { markup, margin = false }) => priceView({ retail: markup !== undefined, margin }),
});
