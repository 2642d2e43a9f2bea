import type { Availability } from '../api/answers.ts';
import { argument, choiceOption, wholeNumber } from '../arguments.ts';
import { askNames } from '../bulk/ask-names.ts';
import { nameInputs } from '../bulk/name-list.ts';
import { rowsCommand } from '../command.ts';
import { type AvailabilityWord, availabilities, availabilityOf } from '../core/availability.ts';
import { askedCell, availabilityCell, moneyCell, noteCell, nothing } from '../output/cells.ts';
import { type Row, rowOf } from '../output/row.ts';

interface Options {
  years: number;
  file?: string;
  tld?: string;
  only?: AvailabilityWord;
  expect?: 'available' | 'taken';
}

export const check = rowsCommand<Options, Availability>({
  summary: 'Check availability and reseller price of names',
  args: [argument('[names...]', 'names or labels; - reads stdin')],
  options: (command) =>
    command
      .option(
        '--years <n>',
        'registration period that the price is for',
        wholeNumber('--years', 1),
        1,
      )
      .option('--file <path>', 'read names from a file, the first field of each line; - is stdin')
      .option('--tld <list>', 'what bare labels are completed with, such as .af,.com.af')
      .addOption(choiceOption('--only <state>', 'print these rows alone', availabilities))
      .addOption(
        choiceOption('--expect <state>', 'exit with 1 unless every name is', [
          'available',
          'taken',
        ]),
      ),
  examples: [
    'dotaf check kabul.af herat',
    'dotaf check --file names.txt --only available --csv',
    'dotaf check shop.af --expect available && echo free',
  ],

  run(context, { args, options: { file, years, tld } }) {
    if (tld !== undefined) context.settings.flags.tld = tld;
    return askNames<Row<Availability>>({
      inputs: nameInputs(args, file, context.surroundings.stdin, context.signal),
      tlds: context.settings.preference('tld'),
      ask: (domain, isBulk) =>
        rowOf({ domain }, async () => (await context.service()).check(domain, years, isBulk)),
      refuse: (domain, failure) => ({ asked: { domain }, failure }),
      note: (text) => context.output.note(text),
      progress: (text) => context.output.work(text),
    });
  },
  shows: (row, { only }) =>
    only === undefined || availabilityOf('value' in row ? row.value : undefined) === only,
  unmet(value, { expect }) {
    const state = availabilityOf(value);
    return expect === undefined || state === expect ? undefined : `${value.domain} is ${state}`;
  },

  view: ({ args, options: { years } }) => ({
    fields: ['domain', 'status', 'available', 'pricing.amount', 'pricing.currency', 'years'],
    columns: [
      {
        name: 'domain',
        title: 'DOMAIN',
        width: args.reduce((widest, name) => Math.max(widest, widthOf(name)), 16),
        cell: askedCell('domain'),
      },
      { name: 'availability', title: 'AVAILABILITY', cell: availabilityCell },
      {
        name: 'price',
        title: years === 1 ? 'PRICE, 1 YEAR' : `PRICE, ${years} YEARS`,
        align: 'right',
        width: 13,
        cell: (row) =>
          'value' in row && row.value.available
            ? moneyCell(row.value.pricing.amount, row.value.pricing.currency)
            : nothing,
      },
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
  }),
});

/** What a name will take, completed with `.af`; longer ones are rare, and take room where they come. */
function widthOf(name: string): number {
  return Math.min(40, name.length + (name.includes('.') ? 0 : 3));
}
