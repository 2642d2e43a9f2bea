import type { Availability } from '../api/answers.ts';
import type { JournalOptions } from '../check/journal.ts';
import { rowsCommand } from '../cli/command.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import { addPreferences, choiceOption, parsed, wholeNumber } from '../cli/options.ts';
import { jsonText } from '../core/json.ts';
import type { Retail } from '../core/retail.ts';
import { availabilities, availabilityOf, availabilitySynonyms } from '../core/service-words.ts';
import { availabilityCell, moneyCell, nameCell, noteCell, nothing } from '../output/cells.ts';
import { unicodeField } from '../output/fields.ts';
import type { Row } from '../output/row.ts';
import { askedColumn } from '../output/row-columns.ts';
import type { Column } from '../output/table.ts';
import {
  addRetailOptions,
  retailExcludes,
  retailFields,
  retailNeeds,
  retailTerms,
} from '../prices/retail-options.ts';

type Checked = Availability & Partial<Retail>;

const fields = ['domain', 'status', 'available', 'pricing.amount', 'pricing.currency', 'years'];

export const check = rowsCommand({
  summary: 'Check availability and reseller price of names',
  declare: (command) =>
    addRetailOptions(
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
      ),
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
  excludes: retailExcludes,
  needs: { '--resume': ['--out'], ...retailNeeds },
  fields: [...fields, ...retailFields],
  fieldsWith: (options) => (retailTerms(options) ? [...fields, ...retailFields] : fields),
  moreFields: [unicodeField],

  async run(context, options, names): Promise<AnnouncedRows<Checked>> {
    const { file, years, out, resume } = options;
    const { checkNames } = await import('../check/run.ts');
    const checked = await checkNames(context, {
      typed: names,
      file,
      years,
      out: out && { ...out, fields, isResumed: resume === true },
    });
    const terms = retailTerms(options);
    if (terms === undefined) return checked;
    const { withRetail } = await import('../prices/retail-rows.ts');
    const rows = withRetail(checked.rows, terms, ({ pricing }) => pricing, context.output);
    return { ...checked, rows };
  },
  file: ({ out }) => out?.file,
  isShown: (row, { only }) =>
    only === undefined || availabilityOf('value' in row ? row.value : undefined) === only,
  isConditional: ({ expect }) => expect !== undefined,
  failedCondition(value, { expect }) {
    const state = availabilityOf(value);
    return expect === undefined || state === expect ? undefined : `${value.domain} is ${state}`;
  },

  view: (_, options, names) => ({
    columns: [
      {
        ...askedColumn('domain', 'DOMAIN', askedName),
        // The names of a list are not known yet.
        width: options.file === undefined && names.length > 0 && names[0] !== '-' ? 16 : 24,
        minWidth: 8,
      },
      { name: 'availability', title: 'AVAILABILITY', cell: availabilityCell },
      {
        ...moneyColumn(
          'cost',
          options.years === 1 ? 'COST, 1 YEAR' : `COST, ${options.years} YEARS`,
        ),
        width: 13,
      },
      ...(retailTerms(options) === undefined
        ? []
        : [moneyColumn('retail', 'RETAIL'), moneyColumn('margin', 'MARGIN')]),
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
  }),
});

function askedName(asked: object) {
  return nameCell('domain' in asked ? jsonText(asked.domain) : null);
}

/** Of available names; what a taken one would cost says little. */
function moneyColumn(name: 'cost' | 'retail' | 'margin', title: string): Column<Row<Checked>> {
  const cell = (row: Row<Checked>) => {
    if ('failure' in row || !row.value.available) return nothing;
    const { pricing, retail_currency = null } = row.value;
    if (name === 'cost') return moneyCell(pricing.amount, pricing.currency);
    return moneyCell(row.value[name] ?? null, retail_currency);
  };
  return { name, title, align: 'right', width: 11, cell };
}

function journalFile(file: string): { file: string; kind: JournalOptions['kind'] } | undefined {
  if (/\.jsonl$/i.test(file)) return { file, kind: 'jsonl' };
  return /\.csv$/i.test(file) ? { file, kind: 'csv' } : undefined;
}
