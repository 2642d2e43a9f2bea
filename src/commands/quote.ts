import type { Quote } from '../api/types.ts';
import { inOrder } from '../bulk/ordered.ts';
import { rowsCommand } from '../cli/command.ts';
import {
  actionList,
  argument,
  decimal,
  listOption,
  needs,
  parsed,
  yearRange,
} from '../cli/options.ts';
import { type Action, actions } from '../core/actions.ts';
import type { Decimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { type Retail, retailOf } from '../core/retail.ts';
import { askedCell, noteCell, priceCell } from '../output/cells.ts';
import { rowOf } from '../output/row.ts';

interface Options {
  action: Action[];
  years: number[];
  markup?: Decimal;
  round?: Decimal;
  margin?: true;
}

export const quote = rowsCommand<Options, Quote & Partial<Retail>>({
  summary: 'Show prices of registration, renewal, transfer and restore',
  args: [argument('[tld]', 'af, .af, com.af or a whole name (default: .af)')],
  options: (command) =>
    command
      .addOption(
        listOption(
          '--action <actions>',
          `with commas between: ${actions.join(', ')}`,
          actionList('--action'),
          {
            value: [...actions],
            shown: 'all four',
          },
        ),
      )
      .addOption(
        listOption('--years <years>', 'periods: 1, 1-5 or 1,2,5', yearRange('--years'), {
          value: [1],
          shown: '1',
        }),
      )
      .option(
        '--markup <percent>',
        'add a retail price, this much above',
        decimal('--markup', 'any'),
      )
      .option('--round <step>', 'round it up to a multiple of this', decimal('--round', 'positive'))
      .option('--margin', 'show what of it is left'),
  examples: [
    'dotaf quote',
    'dotaf quote com.af --action renewal --years 1-5',
    'dotaf quote --markup 20 --round 5 --margin',
  ],

  async *run(context, { args: [text = '.af'], options: { action, years, markup, round, margin } }) {
    const tld = parsed('the top-level domain', parseTld, 'dotaf quote .af')(text);
    needs('--round', round !== undefined, '--markup', markup !== undefined);
    needs('--margin', margin === true, '--markup', markup !== undefined);
    const service = await context.service();
    const asked = action.flatMap((one) =>
      years.map((period) => ({ tld: `.${tld}`, action: one, years: period })),
    );
    yield* inOrder(asked, { atOnce: 4 }, (one) =>
      rowOf(one, async () => {
        const answer = await service.quote(tld, one.action, one.years);
        return markup === undefined
          ? answer
          : { ...answer, ...retailOf(answer.amount, markup, round) };
      }),
    );
  },

  view: ({ options: { markup, margin } }) => ({
    fields: [
      'tld',
      'action',
      'years',
      'amount',
      'currency',
      ...(markup === undefined ? [] : ['retail', 'margin']),
    ],
    columns: [
      { name: 'tld', title: 'TLD', width: 7, cell: askedCell('tld') },
      { name: 'action', title: 'ACTION', width: 12, cell: askedCell('action') },
      { name: 'years', title: 'YEARS', align: 'right', cell: askedCell('years') },
      {
        name: 'amount',
        title: 'PRICE',
        width: 12,
        align: 'right',
        cell: priceCell('amount', 'strong'),
      },
      ...(markup === undefined
        ? []
        : [
            {
              name: 'retail',
              title: 'RETAIL',
              width: 12,
              align: 'right' as const,
              cell: priceCell('retail'),
            },
          ]),
      ...(margin
        ? [
            {
              name: 'margin',
              title: 'MARGIN',
              width: 12,
              align: 'right' as const,
              cell: priceCell('margin'),
            },
          ]
        : []),
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
  }),
});
