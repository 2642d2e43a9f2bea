import type { JournalOptions } from '../check/journal.ts';
import { command } from '../cli/command.ts';
import { addPreferences, choiceOption, parsed, wholeNumber } from '../cli/options.ts';
import { mapDomainOption } from '../compare/options.ts';
import { availabilities, availabilityOf } from '../core/service-words.ts';
import { type Checked, checkKind } from '../kinds.ts';
import type { Row } from '../output/row.ts';
import {
  addRetailOptions,
  retailExcludes,
  retailNeeds,
  retailTerms,
  withRetail,
} from '../prices/retail.ts';

export const check = command({
  summary: 'Check availability and reseller price of names',
  declare(bare) {
    const years = wholeNumber('--years', 1);
    const out = parsed('--out', journalFile, 'the file must end in .jsonl or .csv');
    const named = bare
      .argument('[names...]', 'names or labels; - reads stdin')
      .option('--years <n>', 'registration period that the price is for', years, 1)
      .option('--file <path>', 'read names from text, CSV or JSON; - is stdin')
      .addOption(mapDomainOption());
    const stated = 'exit 1 unless every name is in this state';
    return addRetailOptions(addPreferences(named, 'check'))
      .addOption(choiceOption('--only <state>', 'print only these rows', availabilities))
      .addOption(choiceOption('--expect <state>', stated, ['available', 'taken']))
      .option('--out <file>', 'append each answer to a .jsonl or .csv file', out)
      .option('--resume', 'continue the --out file, asking only for missing names');
  },
  excludes: retailExcludes,
  needs: { '--resume': ['--out'], ...retailNeeds },
  kind: (options) =>
    checkKind(options?.years ?? 1, options === undefined || retailTerms(options) !== undefined),
  shape: 'rows',

  async run(context, options, names) {
    const { file, map, years, out, resume, only, expect } = options;
    const { checkNames } = await import('../check/run.ts');
    const checked = await checkNames(context, {
      typed: names,
      file,
      map,
      years,
      out: out && { ...out, isResumed: resume === true },
    });
    const terms = retailTerms(options);
    return {
      ...checked,
      rows: terms
        ? withRetail(checked.rows, terms, ({ pricing }) => pricing, context.output)
        : checked.rows,
      file: out?.file,
      failing: expect && ((value: Checked) => failedState(value, expect)),
      isShown: (row: Row<Checked>) =>
        only === undefined || availabilityOf('value' in row ? row.value : undefined) === only,
    };
  },
});

function failedState(value: Checked, expected: string): string | undefined {
  const state = availabilityOf(value);
  return state === expected ? undefined : `${value.domain} is ${state}`;
}

function journalFile(file: string): { file: string; kind: JournalOptions['kind'] } | undefined {
  if (/\.jsonl$/i.test(file)) return { file, kind: 'jsonl' };
  return /\.csv$/i.test(file) ? { file, kind: 'csv' } : undefined;
}
