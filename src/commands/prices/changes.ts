import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { toParentTld } from '../../core/domain-names.ts';
import { pluralize } from '../../core/text.ts';
import { readAccount } from '../../domains/account.ts';
import { warnIfFactUnknown } from '../../domains/list.ts';
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
      cmd.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
    )
      .addOption(snapshotMarkOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  countsFromToday: true,
  fields: () => priceChangeFields,

  async run(context, options, tlds) {
    const { report } = context;
    const { collectQuotes, buildQuoteRequests, fetchQuotesByTld } = await import(
      '../../prices/quotes.ts'
    );
    const { diffWithStoredPrices } = await import('../../prices/changes.ts');
    const { describeUncertainty, storedPriceSchema } = await import('../../snapshots/snapshot.ts');
    const requests = buildQuoteRequests(tlds, options);
    const snapshot = await loadSnapshot(context, 'prices', storedPriceSchema, options.mark);
    const service = await context.account.service();
    const { exitCode, quotes } = await collectQuotes(
      fetchQuotesByTld(service, requests, options, report),
      report,
    );
    if (exitCode !== exitCodes.success) report.isComplete = false;
    const {
      list: changes,
      rows,
      comparedCount,
    } = diffWithStoredPrices(quotes, snapshot.previous?.rows, report);
    const { isComplete } = report;
    const { list, sentence } = await addEffects(context, changes);
    saveSnapshotAfterOutput(context, snapshot, { rows }, { hasNews: list.length > 0 });
    const scope = isComplete ? '' : ` in ${pluralize(comparedCount, 'price')}`;
    const summary = snapshot.summarize(list.length, pluralize(list.length, 'difference'), scope);
    const unmetMessage = isComplete ? undefined : describeUncertainty(!snapshot.previous);
    const footer = [summary.footer ?? [], sentence ?? []].flat();
    return { list, exitCode, unmetMessage, ...summary, footer };
  },

  description:
    "Each run remembers the prices for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs. If the price of a year's renewal has changed, the list of domains shows what that costs over the next twelve months.",
  examples: { 'dotaf prices changes --expect none': 'exit 1 if a price has changed' },
});

/** Adds what each change costs over a year. Fetches the domains only if renewal prices changed. */
async function addEffects(context: CommandContext, changes: readonly PriceChange[]) {
  const { addRenewalEffects, isYearlyRenewal, summarizeEffects } = await import(
    '../../prices/changes.ts'
  );
  const tlds = changes.filter(isYearlyRenewal).map(({ tld }) => tld);
  if (tlds.length === 0) return { list: [...changes], sentence: undefined };
  const source = await createAccountSource(context, {});
  const { report } = context;
  const { domains } = await readAccount({
    ...source,
    // Domains that the list omits are taken from the cache: no request is sent for them.
    readDetails: ({ names, storedNames, ...limits }) =>
      source.readDetails({ names: [], storedNames: [...names, ...storedNames], ...limits }),
  });
  const renewable = domains.filter(({ domain }) => tlds.includes(toParentTld(domain ?? '')));
  warnIfFactUnknown(renewable, 'expiry', 'not counted:', { report });
  const list = addRenewalEffects(changes, renewable, context.today);
  return { list, sentence: summarizeEffects(list, report.isComplete) };
}
