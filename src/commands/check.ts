import { Option } from '@commander-js/extra-typings';
import type { CheckRowStream } from '../check/check-names.ts';
import {
  type CheckResult,
  getCheckFields,
  type PlannedCheck,
  plannedCheckFields,
} from '../check/fields.ts';
import { toInvalidNameRow } from '../check/normalize-names.ts';
import { defineCommand } from '../cli/command.ts';
import {
  addPreferenceOptions,
  choiceOption,
  listOption,
  numberOption,
  stringOption,
} from '../cli/options.ts';
import { availabilityStates, getAvailabilityState } from '../core/api-vocabulary.ts';
import { computeConcurrency, mapInOrder } from '../core/concurrency.ts';
import {
  addDuration,
  type Duration,
  daysBetween,
  getAgeMs,
  type IsoDate,
  msPerDay,
  parseDuration,
} from '../core/dates.ts';
import { toParentTld } from '../core/domain-names.ts';
import { withZeroPricesReported } from '../core/pricing.ts';
import type { NameEntry } from '../lists/name-list.ts';
import type { FieldList } from '../output/field-list.ts';
import { type ResultRow, rowToJson } from '../output/row.ts';
import { loadDomainNames } from './shared/load-domain-names.ts';
import { createRetailPricer, getPriceColumns } from './shared/retail-settings.ts';
import {
  addRetailPriceOptions,
  columnMappingOption,
  renewalOption,
  sheetOption,
} from './shared/shared-options.ts';

type CheckRow = CheckResult | PlannedCheck;

export const checkCommand = defineCommand({
  summary: 'Check availability and reseller price of names',
  defineOptions(cmd) {
    const names = cmd
      .argument('[names...]', 'names or labels; - reads stdin')
      .addOption(numberOption('--years <n>', 'registration period in years', 1).default(1))
      .addOption(
        listOption(
          '--file <path>',
          'a list: text, CSV or .xlsx; - is stdin; repeatable',
          (path) => [path],
          'the path of a file',
          'files',
        ),
      )
      .addOption(columnMappingOption())
      .addOption(sheetOption());
    return addRetailPriceOptions(addPreferenceOptions(names, 'tld'))
      .addOption(renewalOption())
      .addOption(choiceOption('--only <state>', 'print only these rows', availabilityStates))
      .addOption(
        choiceOption('--expect <state>', 'exit 1 unless every name is in this state', [
          'available',
          'taken',
        ]),
      )
      .option('--names', 'print names only, one per line')
      .addOption(
        stringOption(
          '--out <file>',
          'write each answer to this .jsonl file',
          (file) => (/\.jsonl$/i.test(file) ? file : undefined),
          'the file must end in .jsonl, such as --out answers.jsonl',
          'files',
        ),
      )
      .option('--resume', 'continue the --out file, asking only for missing names')
      .addOption(
        stringOption(
          '--max-age <days>',
          'with --resume: ask older answers again',
          parseDuration,
          'a number of days, such as 1',
        ),
      )
      .addOption(
        new Option('--dry-run', 'send nothing; print the names that would be checked').conflicts([
          'out',
          'expect',
          'only',
          'renewal',
        ]),
      );
  },
  requires: { '--resume': '--out', '--max-age': '--resume' },
  outputKind: 'rows',
  fields: (options, _, settings): FieldList<CheckRow> =>
    options?.dryRun
      ? plannedCheckFields
      : getCheckFields(options?.years ?? 1, getPriceColumns(options, settings)),

  async run(context, options, args) {
    const { years, out, resume, maxAge, only, expect, renewal, dryRun } = options;
    const { report, settings, today } = context;
    const { clock } = context.system;
    const account = dryRun ? context.account.offline : context.account;
    const source = { ...options, files: options.file, args, command: 'dotaf check', account };
    const { names, inputs, isBulk, emptyMessage } = await loadDomainNames(context, source);
    if (dryRun) {
      const footer = names.length === 0 ? emptyMessage : 'nothing was sent';
      return { list: names.map(planCheck), footer };
    }
    const { checkNamesInBulk, createAvailabilityCheck, formatAge } = await import(
      '../check/check-names.ts'
    );
    const service = await context.account.service();
    const check = createAvailabilityCheck(service, clock, years, isBulk);
    const rate = settings.getPreference('rate-limit');
    const maxAgeMs = maxAge && countDays(maxAge, today) * msPerDay;
    const journal = out ? { file: out, years, isResumed: resume === true, maxAgeMs } : undefined;
    const pricer = await createRetailPricer(settings, options, report);
    const addRetail = (rows: CheckRowStream) =>
      pricer?.addToRows(rows, ({ pricing }) => pricing) ?? rows;
    const limits = { limit: computeConcurrency(rate) };
    const rows: CheckRowStream =
      isBulk || journal
        ? checkNamesInBulk(names, check, journal, { ...context, rate, addRetail })
        : addRetail(mapInOrder(names, limits, ({ text }) => check(text)));
    const renewals = renewal
      ? new (await import('../prices/retail.ts')).RenewalPrices(service, report, pricer)
      : undefined;
    return {
      inputs,
      emptyMessage,
      rows: withZeroPricesReported(renewals?.addToRows(rows) ?? rows, getRegistrationPrice, report),
      file: out,
      unmet:
        expect &&
        ((value: CheckRow) => {
          const state = getState(value);
          if (state !== expect) return `${value.domain} is ${state}`;
          if (maxAgeMs !== undefined || !('checked_at' in value)) return undefined;
          const age = getAgeMs(value.checked_at, clock.now());
          return age > msPerDay ? `the answer of ${value.domain} is ${formatAge(age)}` : undefined;
        }),
      isShown: (row: ResultRow<CheckRow>) =>
        !only || getState('value' in row ? row.value : undefined) === only,
    };
  },

  description:
    'A name without a dot gets .af. The answer is available, taken or unknown. A failed check is never available or taken. A list may be text, CSV or a workbook.',
  examples: {
    'dotaf check kabul.af herat': 'are these names free, and what do they cost?',
    'dotaf check --file names.txt --only available': 'the free names of a list',
    'dotaf check --file names.txt --out a.jsonl --resume': 'continue a long list',
    'dotaf check shop.af --expect available -q && echo free': 'a condition in a script',
  },
});

function getRegistrationPrice(row: ResultRow<CheckResult>) {
  if (!('value' in row) || !row.value.available) return undefined;
  const { domain, pricing } = row.value;
  return { tld: toParentTld(domain), action: 'registration', amount: pricing.amount } as const;
}

function planCheck(name: NameEntry): PlannedCheck {
  const error = name.reason ? rowToJson(toInvalidNameRow(name)) : {};
  return { domain: name.text, error: null, ...error };
}

function countDays({ days = 0, months = 0 }: Duration, today: IsoDate) {
  return daysBetween(addDuration(today, { days: -days, months: -months }), today);
}

function getState(row?: CheckRow) {
  return getAvailabilityState(row && 'available' in row ? row : undefined);
}
