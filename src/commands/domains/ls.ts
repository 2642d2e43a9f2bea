import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { pluralize } from '../../core/text.ts';
import { readAccount } from '../../domains/account.ts';
import { type DomainListRow, getDomainListFields } from '../../domains/fields.ts';
import { filterAndSortDomains, formatExpiryCounts, parseFileSort } from '../../domains/filter.ts';
import { usageError } from '../../errors.ts';
import { retailPreferenceNames } from '../../settings/preferences.ts';
import {
  createAccountSource,
  type DetailOptions,
  loadDomainsFile,
} from '../shared/domain-source.ts';
import { createRetailPricer, getPriceColumns } from '../shared/retail-settings.ts';
import {
  addDomainFilterOptions,
  addRetailPriceOptions,
  domainSortOption,
  expectNoneOption,
  renewalOption,
} from '../shared/shared-options.ts';

export const domainsLsCommand = defineCommand({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  defineOptions: (cmd) =>
    addRetailPriceOptions(
      addDomainFilterOptions(cmd)
        .addOption(domainSortOption())
        .addOption(expectNoneOption('exit 1 if any domain is listed, or may be missing'))
        .option('--names', 'print names only, one per line')
        .addOption(renewalOption()),
    ),
  requiresOneOf: Object.fromEntries(
    [...retailPreferenceNames, 'no-retail'].map((name) => [`--${name}`, ['--renewal']]),
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

/**
 * Reads the domains-file, if `--fields file.<heading>`, `--sort file.<heading>` or `--match` needs
 * its columns.
 * @returns the file, and functions that read its cells
 * @throws a `usage` or `io` error
 */
async function loadOwnColumns(
  context: CommandContext,
  options: DetailOptions & { sort?: string; match?: string },
) {
  const { fields } = context.options;
  const { sort, match } = options;
  const sortHeading = parseFileSort(sort);
  const needsFile = fields?.includes('file') || sortHeading !== undefined;
  if (!needsFile && match === undefined) return undefined;
  // Imported on demand, since most runs do not need this code.
  const { addDomainsFileCells, createCellReader, findDomainsFileColumns, parseFileFields } =
    await import('../../domains/domains-file.ts');
  const headings = parseFileFields(fields);
  const file = await loadDomainsFile(context, options);
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
  const { RenewalPrices, describeRenewalTotal } = await import('../../prices/renewals.ts');
  const prices = new RenewalPrices(await account.service(), report, pricer);
  await prices.load(rows);
  const list = rows.map((row) => prices.addTo(row));
  prices.warnUnknown();
  pricer?.warnUnconverted();
  return { list, footer: describeRenewalTotal(list, isComplete) };
}

/** @returns the reason why `--expect none` is not satisfied, or undefined if it is */
function describeUnexpectedDomains({ length }: readonly DomainListRow[], isComplete: boolean) {
  if (length > 0) return `${pluralize(length, 'domain')} listed, and none was expected`;
  return isComplete ? undefined : 'whether there is such a domain is not known';
}
