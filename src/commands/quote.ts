import { command } from '../cli/command.ts';
import {
  addPriceFilterOptions,
  addRetailOptions,
  retailOptionDependencies,
  toRetailTerms,
} from '../cli/option-sets.ts';
import { NoticeQueue } from '../core/notices.ts';
import { quoteFields } from '../prices/fields.ts';

export const quote = command({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (bare) =>
    addRetailOptions(
      addPriceFilterOptions(
        bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)'),
      ),
    ),
  needs: retailOptionDependencies,
  shape: 'rows',
  kind: (options) => quoteFields(options === undefined || toRetailTerms(options) !== undefined),

  async run(context, options, typed) {
    const { quotesToAsk, fetchRowsByTld } = await import('../prices/quotes.ts');
    const asked = quotesToAsk(typed, options);
    const service = await context.account.service();
    const notices = new NoticeQueue();
    const quotes = fetchRowsByTld(service, asked, options.action === undefined, notices);
    const terms = toRetailTerms(options);
    if (terms === undefined) return { inputs: asked.flat(), rows: quotes, notices };
    const { addRetailPrices } = await import('../prices/retail.ts');
    const rows = addRetailPrices(quotes, terms, (cost) => cost, notices);
    return { inputs: asked.flat(), rows, notices };
  },

  examples: [
    ['dotaf quote com.af --action renewal --years 1-5', 'renewals over one to five years'],
    ['dotaf quote --margin 20% --round .99', 'what to charge for a 20% margin'],
  ],
});
