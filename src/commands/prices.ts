import { defineCommand } from '../cli/command.ts';
import type { CommandContext } from '../cli/context.ts';
import { addPreferenceOptions, CompletableArgument, choiceOption } from '../cli/options.ts';
import { toParentTld } from '../core/domain-names.ts';
import { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import { readAccount } from '../domains/account.ts';
import { warnIfAttributeUnknown } from '../domains/list.ts';
import { exitCodes, usageError } from '../errors.ts';
import type { PriceChange } from '../prices/changes.ts';
import { priceChangeFields, priceComparisonFields } from '../prices/fields.ts';
import { resolveExchangeRate } from './shared/retail-settings.ts';
import {
  addPriceFilterOptions,
  columnMappingOption,
  createAccountSource,
  expectNoneOption,
  sheetOption,
  snapshotMarkOption,
} from './shared/shared-options.ts';
import { loadSnapshot, saveSnapshotAfterOutput } from './shared/snapshots.ts';

export const pricesChangesCommand = defineCommand({
  summary: 'Show price changes since the last run',
  defineOptions: (cmd) =>
    addPriceFilterOptions(
      cmd.argument(
        '[tlds...]',
        'af, .af, com.af or whole names (default: .af and the endings of your domains)',
      ),
    )
      .addOption(snapshotMarkOption())
      .addOption(expectNoneOption()),
  outputKind: 'list',
  countsFromToday: true,
  fields: () => priceChangeFields,

  async run(context, options, tlds) {
    const { report } = context;
    const { collectQuotes, buildQuoteRequests, fetchQuotesByTld } = await import(
      '../prices/quotes.ts'
    );
    const { diffWithStoredPrices } = await import('../prices/changes.ts');
    const { storedPriceSchema } = await import('../state/snapshot.ts');
    const snapshot = await loadSnapshot(context, 'prices', storedPriceSchema, options.mark);
    const service = await context.account.service();
    const { previous } = snapshot;
    const listed = tlds.length === 0 ? await readListedDomains(context) : undefined;
    const listedTlds = listed?.tlds ?? previous?.tlds ?? [];
    const allTlds = listed ? ['.af', ...listedTlds, ...(previous?.tlds ?? [])] : tlds;
    const requests = buildQuoteRequests(allTlds, options);
    const { exitCode, quotes } = await collectQuotes(
      fetchQuotesByTld(service, requests, options, report),
      report,
    );
    if (exitCode !== exitCodes.success) report.isComplete = false;
    const {
      list: changes,
      rows,
      comparedCount,
    } = diffWithStoredPrices(quotes, previous?.rows, report);
    const { isComplete } = report;
    const { list, sentence } = await addEffects(context, changes, listed);
    saveSnapshotAfterOutput(
      context,
      snapshot,
      { rows, tlds: listedTlds },
      { hasNews: list.length > 0 },
    );
    const scope = isComplete ? '' : ` in ${pluralize(comparedCount, 'price')}`;
    const { footer, unmetMessage } = snapshot.summarize({
      differenceCount: list.length,
      changes: pluralize(list.length, 'difference'),
      isComplete,
      scope,
    });
    return { list, exitCode, unmetMessage, footer: [footer ?? [], sentence ?? []].flat() };
  },

  description:
    "Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs. If the price of a year's renewal has changed, the list of domains shows what that costs over the next twelve months.",
  examples: {
    'dotaf prices changes': 'since it was run last',
    'dotaf prices changes --expect none': 'exit 1 if a price has changed',
  },
});

/** Uses its own `Report`, so a truncated domain list does not mark the prices as incomplete. */
async function readListedDomains(context: CommandContext) {
  const source = await createAccountSource(context, {});
  const report = new Report();
  const { domains } = await readAccount({
    ...source,
    report,
    // For domains that are missing from the account's domain list, use only cached details, to save
    // requests.
    readDetails: ({ names, storedNames }) =>
      source.readDetails({ names: [], storedNames: [...names, ...storedNames] }),
  });
  const tlds = domains.map(({ domain }) => toParentTld(domain ?? ''));
  const ownTlds = new Set(tlds.filter((tld) => tld.endsWith('.af')));
  return { domains, tlds: [...ownTlds].sort(), report };
}

/** Adds the yearly cost of changed renewal prices; fetches the domain list if there are any. */
async function addEffects(
  context: CommandContext,
  changes: readonly PriceChange[],
  listed?: Awaited<ReturnType<typeof readListedDomains>>,
) {
  const { addRenewalEffects, isYearlyRenewal, summarizePriceChanges } = await import(
    '../prices/changes.ts'
  );
  const tlds = changes.filter(isYearlyRenewal).map(({ tld }) => tld);
  if (tlds.length === 0) return { list: [...changes], sentence: undefined };
  const { domains, report } = listed ?? (await readListedDomains(context));
  const renewable = domains.filter(({ domain }) => tlds.includes(toParentTld(domain ?? '')));
  warnIfAttributeUnknown(renewable, 'expiry', 'not counted:', { report });
  const list = addRenewalEffects(changes, renewable, context.today);
  context.report.add(report);
  return { list, sentence: summarizePriceChanges(list, context.report.isComplete) };
}

export const pricesCompareCommand = defineCommand({
  summary: 'Compare your price list with the cost',
  defineOptions: (cmd) =>
    addPreferenceOptions(
      addPriceFilterOptions(
        cmd.addArgument(
          new CompletableArgument('<file>', 'CSV or a workbook with headings; - is stdin', 'files'),
        ),
      )
        .addOption(columnMappingOption())
        .addOption(sheetOption()),
      'rate',
    ).addOption(choiceOption('--expect <state>', 'exit 1 if any price is below cost', ['profit'])),
  outputKind: 'list',
  fields: () => priceComparisonFields,

  async run(context, options, file) {
    const { compareRetailPrices } = await import('../prices/compare.ts');
    const { readPriceFile } = await import('../prices/price-file.ts');
    const { collectQuotes, fetchQuotes } = await import('../prices/quotes.ts');
    const { report } = context;
    const { rate, note } = resolveExchangeRate(context.settings);
    if (note) report.note(note);
    const priceFile = await readPriceFile(
      context,
      { ...options, file, command: 'dotaf prices compare' },
      options,
    );
    if (priceFile.prices.length === 0) {
      priceFile.columns.reportProblems(report);
      throw usageError(
        `no price in ${priceFile.name} is one of those asked for`,
        'dotaf help files',
      );
    }
    const service = await context.account.service();
    const { quotes, exitCode } = await collectQuotes(
      fetchQuotes(service, priceFile.prices),
      report,
    );
    const { footer, ...comparison } = compareRetailPrices(priceFile, quotes, rate, report);
    const isRepeated = options.expect !== undefined && comparison.unmetMessage === footer;
    return { ...comparison, footer: isRepeated ? undefined : footer, exitCode };
  },

  description:
    'The file has a heading, such as tld, action, years and price, or a column of prices for each action. dotaf says which lines it left out.',
  examples: {
    'dotaf prices compare retail.csv': 'your prices beside the cost',
    'dotaf prices compare retail.csv --expect profit': 'exit 1 if any price is below cost',
    'dotaf prices compare retail.csv --rate AFN=71.5': 'a price list in your own currency',
    'dotaf prices compare retail.csv --map Amount=price': 'a heading that dotaf does not know',
  },
});
