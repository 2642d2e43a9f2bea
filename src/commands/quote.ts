import { defineCommand } from '../cli/command.ts';
import { withZeroPricesReported } from '../core/pricing.ts';
import { getQuoteFields } from '../prices/fields.ts';
import { createRetailPricer, getPriceColumns } from './shared/retail-settings.ts';
import { addPriceFilterOptions, addRetailPriceOptions } from './shared/shared-options.ts';

export const quoteCommand = defineCommand({
  summary: 'Show prices of registration, renewal, transfer and restore',
  defineOptions: (cmd) =>
    addRetailPriceOptions(
      addPriceFilterOptions(
        cmd.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
      ),
    ),
  outputKind: 'rows',
  fields: (options, _, settings) => getQuoteFields(getPriceColumns(options, settings)),

  async run(context, options, tlds) {
    const { buildQuoteRequests, fetchQuotesByTld } = await import('../prices/quotes.ts');
    const requests = buildQuoteRequests(tlds, options);
    const service = await context.account.service();
    const { report } = context;
    const pricer = await createRetailPricer(context.settings, options, report);
    const quotes = withZeroPricesReported(
      fetchQuotesByTld(service, requests, options, report),
      (row) => ('value' in row ? row.value : undefined),
      report,
    );
    const rows = pricer ? pricer.addToRows(quotes, (cost) => cost) : quotes;
    return { inputs: requests.flat(), rows };
  },

  examples: {
    'dotaf quote af com.af': 'what each action costs',
    'dotaf quote com.af --action renewal --years 1-5': 'renewals over one to five years',
    'dotaf quote --markup 25 --round .99': 'what to charge: 25% more, ending in .99',
  },
});
