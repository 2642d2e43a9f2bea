import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import type { CommandContext } from '../../cli/context.ts';
import {
  addPreferenceOptions,
  choiceOption,
  listOption,
  parseCommaSeparated,
  stringOption,
  timeSpanOption,
} from '../../cli/options.ts';
import {
  comparedAttributes,
  type DomainAttribute,
  mutableAttributes,
  parseQuoteAction,
  quoteActions,
} from '../../core/api-vocabulary.ts';
import { parseYearList } from '../../core/dates.ts';
import { type AccountSource, maxComparedAgeMs, maxShownAgeMs } from '../../domains/account.ts';
import { parseFileSort, sortableDomainFields } from '../../domains/filter.ts';
import { CliError, usageError } from '../../errors.ts';
import { parseColumnMapping } from '../../lists/input-file.ts';
import { retailPreferenceNames } from '../../settings/preferences.ts';
import { getDomainCachePath } from '../../state/account-files.ts';

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

export interface DetailOptions {
  details?: true;
  fresh?: true;
  /** The sheet of a domains file that is a workbook. */
  sheet?: string | undefined;
  /** True if the command reads another file, to which its `--sheet` and notes about sheets apply. */
  hasOtherFile?: true;
}

interface SourceOptions {
  /** True to request again the details that are older than ten minutes, since they are compared. */
  isComparison?: boolean;
  neededAttributes?: readonly DomainAttribute[];
}

export async function createAccountSource(
  context: CommandContext,
  { details, fresh, ...fileOptions }: DetailOptions,
  { isComparison = false, neededAttributes }: SourceOptions = {},
): Promise<AccountSource> {
  const { account, settings, system, output, report, today } = context;
  if (fileOptions.sheet !== undefined && settings.getPreference('domains-file') === '')
    throw usageError('--sheet is for a list of your own', 'add --domains-file <path>');
  const service = await account.service();
  return {
    service,
    report,
    today,
    wantsDetails: details === true,
    neededAttributes: neededAttributes ?? (isComparison ? mutableAttributes : comparedAttributes),
    maxAgeMs: isComparison ? maxComparedAgeMs : maxShownAgeMs,
    readDomainsFile: () => loadDomainsFile(context, fileOptions),
    async readDetails(request) {
      const startedAt = system.clock.now();
      if (request.names.length + request.storedNames.length === 0)
        return { details: new Map(), startedAt };
      const { readDomainDetails } = await import('../../domains/domain-cache.ts');
      const id = await account.storageId();
      const line = fresh ? 'the same line without --fresh' : 'the same line';
      return readDomainDetails(
        {
          service,
          file: id && getDomainCachePath(settings, id),
          fieldNames: settings.getSetting('field-names').value,
          redactor: await account.redactor(),
          system,
          progress: output.progress,
          rate: settings.getPreference('rate-limit'),
          isFresh: fresh === true,
          resumeHint: `what was read is kept: ${line} goes on from there`,
        },
        request,
      );
    },
    setFileCommand: settings.setCommandFor('domains-file', '<path>'),
  };
}

/** Reads the file of `--domains-file`. @returns undefined if no file is configured */
export async function loadDomainsFile(
  context: CommandContext,
  { sheet, hasOtherFile }: Pick<DetailOptions, 'sheet' | 'hasOtherFile'> = {},
) {
  const { settings } = context;
  const file = settings.getPreference('domains-file');
  if (file === '') return undefined;
  const { readDomainsFile } = await import('../../domains/domains-file.ts');
  const source = {
    file,
    sheet: hasOtherFile ? undefined : sheet,
    command: 'dotaf domains ls --domains-file',
  };
  return readDomainsFile(context, source).catch((error): never => {
    // If the path comes from the config, the error needs a hint that names the setting.
    const { source } = settings.getSetting('domains-file');
    if (!(error instanceof CliError) || error.code !== 'io' || source !== 'profile') throw error;
    throw error.with({ hint: settings.setCommandFor('domains-file', '<path>') });
  });
}
