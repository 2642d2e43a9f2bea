import type { Domain } from '../../api/responses.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { toParentTld } from '../../core/domain-names.ts';
import { Report } from '../../core/report.ts';
import { pluralize } from '../../core/text.ts';
import { readAccount } from '../../domains/account.ts';
import { warnIfAttributeUnknown } from '../../domains/list.ts';
import { exitCodes } from '../../errors.ts';
import type { PriceChange } from '../../prices/changes.ts';
import { priceChangeFields } from '../../prices/fields.ts';
import { createAccountSource } from '../shared/domain-source.ts';
import {
  addPriceFilterOptions,
  expectNoneOption,
  snapshotMarkOption,
} from '../shared/shared-options.ts';
import { loadSnapshot, saveSnapshotAfterOutput } from '../shared/snapshots.ts';

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
      '../../prices/quotes.ts'
    );
    const { diffWithStoredPrices } = await import('../../prices/changes.ts');
    const { describeUncertainty, storedPriceSchema } = await import('../../snapshots/snapshot.ts');
    const snapshot = await loadSnapshot(context, 'prices', storedPriceSchema, options.mark);
    const service = await context.account.service();
    const { previous } = snapshot;
    const listed = tlds.length === 0 ? await listDomains(context) : undefined;
    const listedTlds = listed ? listTlds(listed.domains) : (previous?.tlds ?? []);
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
    const summary = snapshot.summarize(list.length, pluralize(list.length, 'difference'), scope);
    const unmetMessage = isComplete ? undefined : describeUncertainty(!previous);
    const footer = [summary.footer ?? [], sentence ?? []].flat();
    return { list, exitCode, unmetMessage, ...summary, footer };
  },

  description:
    "Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs. If the price of a year's renewal has changed, the list of domains shows what that costs over the next twelve months.",
  examples: {
    'dotaf prices changes': 'since it was run last',
    'dotaf prices changes --expect none': 'exit 1 if a price has changed',
  },
});

/** Lists the domains, with a report of their own: a list that may be cut is no gap in the prices. */
async function listDomains(context: CommandContext) {
  const source = await createAccountSource(context, {});
  const report = new Report();
  const { domains } = await readAccount({
    ...source,
    report,
    // Domains that the list omits are taken from the cache: no request is sent for them.
    readDetails: ({ names, storedNames, ...limits }) =>
      source.readDetails({ names: [], storedNames: [...names, ...storedNames], ...limits }),
  });
  return { domains, report };
}

function listTlds(domains: readonly Domain[]) {
  const tlds = domains.map(({ domain }) => toParentTld(domain ?? ''));
  return [...new Set(tlds)].filter((tld) => tld.endsWith('.af')).sort();
}

/** Adds what each change costs over a year. Needs the domains only if renewal prices changed. */
async function addEffects(
  context: CommandContext,
  changes: readonly PriceChange[],
  listed?: Awaited<ReturnType<typeof listDomains>>,
) {
  const { addRenewalEffects, isYearlyRenewal, summarizePriceChanges } = await import(
    '../../prices/changes.ts'
  );
  const tlds = changes.filter(isYearlyRenewal).map(({ tld }) => tld);
  if (tlds.length === 0) return { list: [...changes], sentence: undefined };
  const { domains, report } = listed ?? (await listDomains(context));
  const renewable = domains.filter(({ domain }) => tlds.includes(toParentTld(domain ?? '')));
  warnIfAttributeUnknown(renewable, 'expiry', 'not counted:', { report });
  const list = addRenewalEffects(changes, renewable, context.today);
  context.report.add(report);
  return { list, sentence: summarizePriceChanges(list, context.report.isComplete) };
}
