import { defineCommand } from '../cli/command.ts';
import type { Notice } from '../core/notices.ts';
import { getQuoteFields } from '../prices/fields.ts';
import {
  addPriceFilterOptions,
  addRetailPriceOptions,
  retailOptionDependencies,
  toRetailRules,
} from './shared/shared-options.ts';

export const quoteCommand = defineCommand({
  summary: 'Show prices of registration, renewal, transfer and restore',
  defineOptions: (cmd) =>
    addRetailPriceOptions(
      addPriceFilterOptions(
        cmd.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
      ),
    ),
  requiresOneOf: retailOptionDependencies,
  shape: 'rows',
  fields: (options) =>
    getQuoteFields(options === undefined || toRetailRules(options) !== undefined, options?.rate),

  async run(context, options, tlds) {
    const { buildQuoteRequests, fetchQuotesByTld } = await import('../prices/quotes.ts');
    const requests = buildQuoteRequests(tlds, options);
    const service = await context.account.service();
    const notices: Notice[] = [];
    const quotes = fetchQuotesByTld(service, requests, options, notices);
    const terms = toRetailRules(options);
    const retail = terms && (await import('../prices/retail.ts'));
    const rows = retail ? retail.addRetailPrices(quotes, terms, (cost) => cost, notices) : quotes;
    return { inputs: requests.flat(), rows, notices };
  },

  examples: {
    'dotaf quote com.af --action renewal --years 1-5': 'renewals over one to five years',
    'dotaf quote --margin 20% --round .99': 'what to charge for a 20% margin',
  },
});
