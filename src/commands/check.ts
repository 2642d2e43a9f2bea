import type { Availability } from '../api/types.ts';
import { checkFields, type JournalKind, journalKind } from '../check/fields.ts';
import { rowsCommand } from '../cli/command.ts';
import { argument, choiceOption, needs, parsed, wholeNumber } from '../cli/options.ts';
import { type AvailabilityWord, availabilities, availabilityOf } from '../core/availability.ts';
import { askedCell, availabilityCell, moneyCell, noteCell, nothing } from '../output/cells.ts';

interface Options {
  years: number;
  file?: string;
  tld?: string;
  out?: { file: string; kind: JournalKind };
  resume?: true;
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
      )
      .option(
        '--out <file>',
        'add each answer to a .jsonl or .csv file as it comes',
        parsed('--out', journalFile, 'the file must end in .jsonl or .csv'),
      )
      .option('--resume', 'go on from what --out holds, asking only what is missing'),
  examples: [
    'dotaf check kabul.af herat',
    'dotaf check --file names.txt --only available --csv',
    'dotaf check --file names.txt --out answers.jsonl --resume',
    'dotaf check shop.af --expect available && echo free',
  ],

  async run(context, { args, options: { file, years, tld, out, resume } }) {
    needs('--resume', resume === true, '--out', out !== undefined);
    if (tld !== undefined) context.settings.flags.tld = tld;
    const { CheckRun } = await import('../check/run.ts');
    return new CheckRun(context, {
      typed: args,
      file,
      years,
      out: out && { ...out, isResumed: resume === true },
    });
  },
  shows: (row, { only }) =>
    only === undefined || availabilityOf('value' in row ? row.value : undefined) === only,
  unmet(value, { expect }) {
    const state = availabilityOf(value);
    return expect === undefined || state === expect ? undefined : `${value.domain} is ${state}`;
  },

  view: ({ args, options: { years } }) => ({
    fields: checkFields,
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

function journalFile(file: string): { file: string; kind: JournalKind } | undefined {
  const kind = journalKind(file);
  return kind && { file, kind };
}
