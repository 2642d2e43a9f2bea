import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import {
  addPreferenceOptions,
  choiceOption,
  listOption,
  parseCommaSeparated,
  stringOption,
  timeSpanOption,
} from '../../cli/options.ts';
import { parseQuoteAction, quoteActions } from '../../core/api-vocabulary.ts';
import { parseYearList } from '../../core/periods.ts';
import { parseFileSort, sortableDomainFields } from '../../domains/filter.ts';
import { parseColumnMapping } from '../../lists/column-mapping.ts';
import { retailPreferenceNames } from '../../settings/preferences.ts';

/** Adds the options of commands that list the account's domains. */
export function addDomainSourceOptions(command: Command) {
  return addPreferenceOptions(command, 'domains-file')
    .addOption(sheetOption())
    .option('--details', 'read what the list leaves out, one request each')
    .option('--fresh', 'read details again that are older than 10 minutes');
}

export function snapshotMarkOption() {
  return stringOption(
    '--mark <name>',
    'remember separately, under this name',
    (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
    'a mark is letters, digits, - and _, such as --mark cron',
  );
}

export function expectNoneOption(description = 'exit 1 if anything differs') {
  return choiceOption('--expect <state>', description, ['none']);
}

export function columnMappingOption() {
  return listOption(
    '--map <heading=field>',
    'say what a column holds; heading=- ignores it',
    parseColumnMapping,
    "the heading of a column and a field, such as --map 'Next Due Date=expiry'",
  );
}

export function sheetOption() {
  return new Option('--sheet <name>', 'the sheet of a workbook to read');
}

const sortValues = [...sortableDomainFields, ...sortableDomainFields.map((field) => `-${field}`)];

export function domainSortOption() {
  return stringOption(
    '--sort <field>',
    'sort by column, also file.<heading>; -expiry reverses (default: expiry)',
    (text) =>
      parseFileSort(text) === undefined ? sortValues.find((value) => value === text.trim()) : text,
    `the fields are ${sortableDomainFields.join(', ')}, file.<heading>`,
    sortValues,
  );
}

export function addDomainFilterOptions(command: Command) {
  return addDomainSourceOptions(command)
    .addOption(
      listOption(
        '--status <status>',
        'filter by status (comma-separated)',
        (text) => (/[^\s,]/.test(text) ? [text] : undefined),
        'dotaf domains ls shows the status of each domain',
      ),
    )
    .addOption(
      timeSpanOption(
        '--expiring <span>',
        'up to this day, expired ones too (30d, 12w, 3m, 1y, 2026-12-31), or in one month (2026-12, next-month)',
      ),
    )
    .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']))
    .option('--match <text>', 'filter by text in name, status, name servers or your own list');
}

export function addPriceFilterOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      listOption(
        '--action <actions>',
        `comma-separated: ${quoteActions.join(', ')} (default: all four)`,
        (text) => parseCommaSeparated(text, parseQuoteAction),
        `one or more of ${quoteActions.join(', ')}, separated by commas`,
        quoteActions,
      ),
    )
    .addOption(
      listOption(
        '--years <periods>',
        'periods: 1, 1-5 or 1,2,5 (default: 1)',
        parseYearList,
        'whole years, 1 or more: 1, a range 1-5, or a list 1,2,5',
      ),
    );
}

export function addRetailPriceOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return addPreferenceOptions(command, ...retailPreferenceNames).option(
    '--no-retail',
    'no retail prices, whatever is stored',
  );
}

export function renewalOption() {
  return new Option('--renewal', "add the price of a year's renewal").conflicts('names');
}
