import type { JournalOptions } from '../check/journal.ts';
import { rowsCommand } from '../cli/command.ts';
import { addPreferences, choiceOption, parsed, wholeNumber } from '../cli/options.ts';
import { jsonText } from '../core/json.ts';
import { availabilities, availabilityOf, availabilitySynonyms } from '../core/service-words.ts';
import { availabilityCell, moneyCell, nameCell, noteCell, nothing } from '../output/cells.ts';
import { unicodeField } from '../output/fields.ts';
import { askedColumn } from '../output/row-columns.ts';

const fields = ['domain', 'status', 'available', 'pricing.amount', 'pricing.currency', 'years'];

export const check = rowsCommand({
  summary: 'Check availability and reseller price of names',
  declare: (command) =>
    addPreferences(
      command
        .argument('[names...]', 'names or labels; - reads stdin')
        .option(
          '--years <n>',
          'registration period that the price is for',
          wholeNumber('--years', 1),
          1,
        )
        .option('--file <path>', 'read names from text, CSV or JSON lines; - is stdin'),
      'check',
    )
      .addOption(
        choiceOption(
          '--only <state>',
          'print only these rows',
          availabilities,
          availabilitySynonyms,
        ),
      )
      .addOption(
        choiceOption(
          '--expect <state>',
          'exit 1 unless every name is in this state',
          ['available', 'taken'],
          availabilitySynonyms,
        ),
      )
      .option(
        '--out <file>',
        'append each answer to a .jsonl or .csv file',
        parsed('--out', journalFile, 'the file must end in .jsonl or .csv'),
      )
      .option('--resume', 'continue the --out file, asking only for missing names'),
  needs: { '--resume': ['--out'] },
  fields,
  moreFields: [unicodeField],

  async run(context, { file, years, out, resume }, names) {
    const { checkNames } = await import('../check/run.ts');
    return checkNames(context, {
      typed: names,
      file,
      years,
      out: out && { ...out, fields, isResumed: resume === true },
    });
  },
  file: ({ out }) => out?.file,
  isShown: (row, { only }) =>
    only === undefined || availabilityOf('value' in row ? row.value : undefined) === only,
  isConditional: ({ expect }) => expect !== undefined,
  failedCondition(value, { expect }) {
    const state = availabilityOf(value);
    return expect === undefined || state === expect ? undefined : `${value.domain} is ${state}`;
  },

  view: (_, { years, file }, names) => ({
    columns: [
      {
        ...askedColumn('domain', 'DOMAIN', askedName),
        // The names of a list are not known yet.
        width: file === undefined && names.length > 0 && names[0] !== '-' ? 16 : 24,
        minWidth: 8,
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

function askedName(asked: object) {
  return nameCell('domain' in asked ? jsonText(asked.domain) : null);
}

function journalFile(file: string): { file: string; kind: JournalOptions['kind'] } | undefined {
  if (/\.jsonl$/i.test(file)) return { file, kind: 'jsonl' };
  return /\.csv$/i.test(file) ? { file, kind: 'csv' } : undefined;
}
