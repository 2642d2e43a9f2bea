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
  parseQuoteAction,
  quoteActions,
} from '../../core/api-vocabulary.ts';
import { parseYearList } from '../../core/dates.ts';
import {
  type AccountSource,
  maxComparedDetailsAgeMs,
  maxShownDetailsAgeMs,
} from '../../domains/account.ts';
import { CliError, usageError } from '../../errors.ts';
import { parseColumnMapping } from '../../lists/input-file.ts';
import { retailPreferenceNames } from '../../settings/preferences.ts';
import { getDomainCachePath } from '../../state/account-files.ts';

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

export function addDomainSourceOptions(command: Command) {
  return addPreferenceOptions(command, 'domains-file')
    .addOption(sheetOption())
    .option('--details', 'read what the list leaves out, one request each')
    .option('--fresh', 'read details again that are older than 10 minutes');
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

export interface DomainDetailsOptions {
  details?: true;
  fresh?: true;
  /** Sheet to read if the domains file is a workbook. */
  sheet?: string | undefined;
}

/** @param attributesToCompare if given, cached details older than ten minutes are refetched */
export async function createAccountSource(
  context: CommandContext,
  { details, fresh, sheet }: DomainDetailsOptions,
  attributesToCompare?: readonly DomainAttribute[],
): Promise<AccountSource> {
  const { account, settings, system, output, report, today } = context;
  if (sheet !== undefined && settings.getPreference('domains-file') === '')
    throw usageError('--sheet is for a list of your own', 'add --domains-file <path>');
  const service = await account.service();
  return {
    service,
    report,
    today,
    wantsDetails: details === true,
    neededAttributes: attributesToCompare ?? comparedAttributes,
    readDomainsFile: () => loadDomainsFile(context, sheet),
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
          maxAgeMs: attributesToCompare || fresh ? maxComparedDetailsAgeMs : maxShownDetailsAgeMs,
          isFresh: fresh === true,
          resumeHint: id && `what was read is kept: ${line} goes on from there`,
        },
        request,
      );
    },
    setFileCommand: settings.setCommandFor('domains-file', '<path>'),
  };
}

export async function loadDomainsFile(context: CommandContext, sheet?: string) {
  const { settings } = context;
  const file = settings.getPreference('domains-file');
  if (file === '') return undefined;
  const { readDomainsFile } = await import('../../domains/domains-file.ts');
  const command = 'dotaf domains ls --domains-file';
  return readDomainsFile(context, { file, sheet, command }).catch((error): never => {
    const { source } = settings.getSetting('domains-file');
    // The user did not type a path that comes from the config, so the hint shows how to change it.
    if (!(error instanceof CliError) || error.code !== 'io' || source !== 'profile') throw error;
    throw error.with({ hint: settings.setCommandFor('domains-file', '<path>') });
  });
}
