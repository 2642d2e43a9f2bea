import { defineCommand } from '../cli/command.ts';
import type { CommandContext } from '../cli/context.ts';
import {
  CompletableArgument,
  listOption,
  parseCommaSeparated,
  stringOption,
} from '../cli/options.ts';
import { comparedAttributes, mutableAttributes } from '../core/api-vocabulary.ts';
import { parseDuration } from '../core/dates.ts';
import { pluralize } from '../core/text.ts';
import { readAccount } from '../domains/account.ts';
import {
  type DomainListRow,
  domainComparisonFields,
  domainDetailsFields,
  domainDifferenceFields,
  getDomainListFields,
} from '../domains/fields.ts';
import {
  filterAndSortDomains,
  filterDomains,
  formatExpiryCounts,
  parseFileSort,
  sortableDomainFields,
} from '../domains/filter.ts';
import { getDomainNames, requireAttribute } from '../domains/list.ts';
import { usageError } from '../errors.ts';
import { retailPreferenceNames } from '../settings/preferences.ts';
import { getDomainCachePath } from '../state/account-files.ts';
import { loadDomainNames } from './shared/load-domain-names.ts';
import { createRetailPricer, getPriceColumns } from './shared/retail-settings.ts';
import {
  addDomainFilterOptions,
  addDomainSourceOptions,
  addRetailPriceOptions,
  columnMappingOption,
  createAccountSource,
  type DomainDetailsOptions,
  expectNoneOption,
  loadDomainsFile,
  renewalOption,
  sheetOption,
  snapshotMarkOption,
} from './shared/shared-options.ts';
import { detectDomainChanges } from './shared/snapshots.ts';

export const domainsLsCommand = defineCommand({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  defineOptions: (cmd) =>
    addRetailPriceOptions(
      addDomainFilterOptions(cmd)
        .addOption(sortOption())
        .addOption(expectNoneOption('exit 1 if any domain is listed, or may be missing'))
        .option('--names', 'print names only, one per line')
        .addOption(renewalOption()),
    ),
  requires: Object.fromEntries(
    [...retailPreferenceNames, 'no-retail'].map((name) => [`--${name}`, '--renewal']),
  ),
  outputKind: 'list',
  countsFromToday: true,
  fields: (options, _, settings) =>
    getDomainListFields(
      options && !options.renewal ? undefined : getPriceColumns(options, settings),
    ),

  async run(context, options) {
    const { output, today, report } = context;
    const ownColumns = await loadOwnColumns(context, options);
    const source = await createAccountSource(context, options);
    const { domains, sightings } = await readAccount(source, {
      balance: options.expect && source.service.balance(),
      domainsFile: ownColumns?.file,
    });
    const rows = filterAndSortDomains(domains, options, today, source, ownColumns);
    const unmetMessage = describeUnexpectedDomains(rows, report.isComplete);
    if (rows.length === 0) return { list: [], tip: 'no domain matches', unmetMessage };
    const isFiltered = options.expiring !== undefined;
    const tip = output.isTerminal ? formatExpiryCounts(rows, today, isFiltered) : undefined;
    const { list, footer } = await addRenewalPrices(context, rows, options, sightings.isComplete);
    return { list: ownColumns?.addTo(list) ?? list, footer, tip, unmetMessage };
  },

  description:
    'The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a filter needs data that the service does not provide.',
  examples: {
    'dotaf domains ls': 'all domains',
    'dotaf domains ls --expiring 30 --auto-renew off': 'what lapses soon unless you act',
    'dotaf domains ls --expiring 2026-12 --renewal': 'what the renewals of a month cost',
    'dotaf domains ls --expiring 30 --expect none': 'exit 1 if anything expires within 30 days',
    'dotaf domains ls --xlsx domains.xlsx': 'a workbook for Excel or LibreOffice',
  },
});

function sortOption() {
  const values = [...sortableDomainFields, ...sortableDomainFields.map((field) => `-${field}`)];
  return stringOption(
    '--sort <field>',
    'sort by column, also file.<heading>; -expiry reverses (default: expiry)',
    (text) =>
      parseFileSort(text) === undefined ? values.find((value) => value === text.trim()) : text,
    `the fields are ${sortableDomainFields.join(', ')}, file.<heading>`,
    values,
  );
}

async function loadOwnColumns(
  context: CommandContext,
  { sort, match, sheet }: DomainDetailsOptions & { sort?: string; match?: string },
) {
  const { fields } = context.options;
  const sortHeading = parseFileSort(sort);
  if (!fields?.includes('file') && sortHeading === undefined && match === undefined)
    return undefined;
  const { addDomainsFileCells, createCellReader, findDomainsFileColumns, parseFileFields } =
    await import('../domains/domains-file.ts');
  const headings = parseFileFields(fields);
  const file = await loadDomainsFile(context, sheet);
  const [needed = sortHeading] = headings;
  if (!file && needed !== undefined) {
    throw usageError(
      `file.${needed} needs a list of your own`,
      'add --domains-file <path>, the list in which that column is',
    );
  }
  if (!file) return undefined;
  const columns = findDomainsFileColumns(file, headings);
  return {
    file,
    readSortCell: sortHeading === undefined ? undefined : createCellReader(file, sortHeading),
    addTo: (rows: readonly DomainListRow[]) =>
      rows.map((row) => addDomainsFileCells(row, file, columns)),
  };
}

async function addRenewalPrices(
  { account, report, settings }: CommandContext,
  rows: readonly DomainListRow[],
  options: { retail: boolean; renewal?: true },
  isComplete: boolean,
) {
  if (!options.renewal) return { list: [...rows] };
  const pricer = await createRetailPricer(settings, options, report);
  const { RenewalPrices, describeRenewalTotal } = await import('../prices/retail.ts');
  const prices = new RenewalPrices(await account.service(), report, pricer);
  await prices.load(rows);
  const list = rows.map((row) => prices.addTo(row));
  prices.warnUnknown();
  pricer?.warnUnconverted();
  return { list, footer: describeRenewalTotal(list, isComplete) };
}

function describeUnexpectedDomains({ length }: readonly DomainListRow[], isComplete: boolean) {
  if (length > 0) return `${pluralize(length, 'domain')} listed, and none was expected`;
  return isComplete ? undefined : 'whether there is such a domain is not known';
}

export const domainsShowCommand = defineCommand({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  defineOptions: (cmd) =>
    cmd
      .argument('[domains...]', 'your domains; also read from a pipe')
      .addOption(columnMappingOption())
      .addOption(sheetOption()),
  outputKind: 'rows',
  fields: () => domainDetailsFields,
  isInBlocks: true,

  async run(context, { map, sheet }, args) {
    const { names, isBulk, inputs, emptyMessage } = await loadDomainNames(context, {
      args,
      map,
      sheet,
      command: 'dotaf domains show',
    });
    const { cacheDomainDetails, fetchDomainDetails } = await import('../domains/domain-cache.ts');
    const { account, settings, system, report } = context;
    const accountId = await account.storageId();
    const rows = fetchDomainDetails(await account.service(), names, isBulk, report, (answer) => {
      if (accountId === undefined) return;
      const at = system.clock.now();
      const file = getDomainCachePath(settings, accountId);
      cacheDomainDetails(file, settings.getSetting('field-names').value, { ...answer, at });
    });
    return { inputs, rows, emptyMessage };
  },

  description: 'Each domain is one request.',
  examples: {
    'dotaf domains show kabul.af': 'all about one domain',
    'dotaf domains ls --names | dotaf domains show --csv': 'for a spreadsheet',
  },
});

export const domainsChangesCommand = defineCommand({
  summary: "Show changes to the account's domains since the last run",
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd).addOption(snapshotMarkOption()).addOption(expectNoneOption()),
  outputKind: 'list',
  countsFromToday: true,
  fields: () => domainDifferenceFields,

  async run(context, options) {
    // Without --details, compare only the API's domain list: look up no attributes in the cache.
    const attributes = options.details ? mutableAttributes : [];
    const source = await createAccountSource(context, options, attributes);
    const balance = options.expect && source.service.balance();
    const { changes, remember } = await detectDomainChanges(context, source, options.mark, balance);
    remember();
    return { list: changes.list, ...changes.summary };
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: {
    'dotaf domains changes': 'since it was run last',
    'dotaf domains changes --expect none': 'exit 1 if anything has changed',
  },
});

export const domainsCompareCommand = defineCommand({
  summary: "Compare the account's domains with your list",
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd)
      .addArgument(
        new CompletableArgument(
          '<file>',
          'CSV, a workbook, or names, one per line; - is stdin',
          'files',
        ),
      )
      .addOption(columnMappingOption())
      .addOption(expectNoneOption()),
  outputKind: 'list',
  fields: () => domainComparisonFields,

  async run(context, { map, sheet, ...options }, file) {
    const { compareFileWithAccount, readDomainsFromFile } = await import('../domains/compare.ts');
    const { addDomainsFileCells, findDomainsFileColumns, parseFileFields } = await import(
      '../domains/domains-file.ts'
    );
    const command = 'dotaf domains compare';
    const fileDomains = await readDomainsFromFile(context, { file, sheet, map, command });
    const { table } = fileDomains;
    const fileColumns = findDomainsFileColumns(table, parseFileFields(context.options.fields));
    const attributes = options.details ? comparedAttributes : [];
    const source = await createAccountSource(context, options, attributes);
    const account = await readAccount(source, {
      balance: options.expect && source.service.balance(),
      names: getDomainNames(fileDomains.domains),
    });
    const { list, ...answer } = compareFileWithAccount(fileDomains, account, source);
    return { ...answer, list: list.map((row) => addDomainsFileCells(row, table, fileColumns)) };
  },

  description:
    'The file needs a column domain, or only names. dotaf says which columns it did not compare, and which lines it left out.',
  examples: {
    'dotaf domains compare billing.csv': 'what your billing has, and the account has not',
    'dotaf domains compare list.csv --expect none': 'exit 1 if anything differs',
    'dotaf domains compare list.csv --map Due=expiry': 'a heading that dotaf does not know',
  },
});

export const domainsCalendarCommand = defineCommand({
  summary: 'Print a calendar (iCalendar), one all-day event per renewal',
  defineOptions: (cmd) =>
    addDomainFilterOptions(cmd).addOption(
      listOption(
        '--remind <spans>',
        'add alarms before each renewal, such as 30d,7d',
        (text) => parseCommaSeparated(text, parseDuration),
        'comma-separated time spans without dates, such as 30d,2w',
      ),
    ),
  outputKind: 'text',
  rejectsCron: true,

  async run(context, { remind = [], ...filter }) {
    const { createRenewalCalendar } = await import('../domains/calendar.ts');
    const { today, system } = context;
    const source = await createAccountSource(context, filter);
    const domainsFile =
      filter.match === undefined ? undefined : await loadDomainsFile(context, filter.sheet);
    const { domains } = await readAccount(source, { domainsFile });
    const matches = filterDomains(domains, filter, today, source, domainsFile);
    requireAttribute(matches, 'expiry', 'the calendar leaves out', source);
    return { text: createRenewalCalendar(matches, remind, system.clock.now()) };
  },

  description: 'Importing again updates the events and makes no copies.',
  examples: {
    'dotaf domains calendar > renewals.ics': 'a file for your calendar',
    'dotaf domains calendar --remind 14d > renewals.ics': 'with an alarm two weeks before each',
  },
});
