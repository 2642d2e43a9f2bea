import type { Quote } from '../api/types.ts';
import { inOrder } from '../bulk/ordered.ts';
import { rowsCommand } from '../cli/command.ts';
import {
  actionList,
  decimal,
  listOption,
  parsed,
  positiveDecimal,
  yearRange,
} from '../cli/options.ts';
import { type Retail, retailOf } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { actions } from '../core/service-words.ts';
import { askedCell, noteCell, priceColumn } from '../output/cells.ts';
import { type Row, rowOf } from '../output/row.ts';
import { addPriceComparison, comparisonNeeds } from '../portfolio/compare-options.ts';

const fields = ['tld', 'action', 'years', 'amount', 'currency'];

const retailFields = [...fields, 'retail', 'margin'];

/** The default; the same period, once typed, is another list. */
const oneYear = [1];

const retailOptions = ['--markup', '--round', '--margin'];

export const quote = rowsCommand({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (command) =>
    addPriceComparison(
      command
        .argument('[tld]', 'af, .af, com.af or a whole name (default: .af)')
        .addOption(
          listOption(
            '--action <actions>',
            `with commas between: ${actions.join(', ')}`,
            actionList('--action'),
            { value: [...actions], shown: 'all four' },
          ),
        )
        .addOption(
          listOption('--years <years>', 'periods: 1, 1-5 or 1,2,5', yearRange('--years'), {
            value: oneYear,
            shown: '1',
          }),
        )
        .option('--markup <percent>', 'add a retail price with this markup', decimal('--markup'))
        .option('--round <step>', 'round it up to a multiple of this', positiveDecimal('--round'))
        .option('--margin', 'show the margin that it leaves'),
    ),
  excludes: { '--changes': ['--against', ...retailOptions], '--against': retailOptions },
  needs: {
    '--round': ['--markup'],
    '--margin': ['--markup'],
    ...comparisonNeeds,
  },
  examples: [
    'dotaf quote',
    'dotaf quote com.af --action renewal --years 1-5',
    'dotaf quote --markup 20 --round 5 --margin',
    'dotaf quote --against retail.csv --expect profit',
  ],
  fields: retailFields,
  fieldsWith: ({ markup }) => (markup === undefined ? fields : retailFields),

  async instead({ changes, against, years }) {
    if (changes) return (await import('../portfolio/price-changes.ts')).priceChangesAnswer;
    if (against === undefined) return undefined;
    const { priceAgainstAnswer } = await import('../portfolio/price-against.ts');
    return priceAgainstAnswer(years === oneYear ? undefined : years);
  },
  async *run(
    context,
    { action, years, markup, round },
    text = '.af',
  ): AsyncGenerator<Row<Quote & Partial<Retail>>> {
    const tld = parsed('the top-level domain', parseTld, 'dotaf quote .af')(text);
    const service = await context.service();
    const asked = action.flatMap((one) =>
      years.map((period) => ({ tld: `.${tld}`, action: one, years: period })),
    );
    yield* inOrder(asked, { limit: 4 }, (one) =>
      rowOf(one, async () => {
        const answer = await service.quote(tld, one.action, one.years);
        return { ...answer, ...(markup && retailOf(answer.amount, markup, round)) };
      }),
    );
  },

  view: (_, { markup, margin }) => ({
    columns: [
      { name: 'tld', title: 'TLD', width: 7, cell: askedCell('tld') },
      { name: 'action', title: 'ACTION', width: 12, cell: askedCell('action') },
      { name: 'years', title: 'YEARS', align: 'right', cell: askedCell('years') },
      priceColumn('amount', 'PRICE', 'strong'),
      ...(markup === undefined ? [] : [priceColumn('retail', 'RETAIL')]),
      ...(margin ? [priceColumn('margin', 'MARGIN')] : []),
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
  }),
});
