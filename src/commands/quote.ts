import { command } from '../cli/command.ts';
import { addPriceChoice, addRetailOptions, retailNeeds, retailTerms } from '../cli/option-sets.ts';
import { NoticeQueue } from '../core/notices.ts';
import { quoteKind } from '../prices/fields.ts';

export const quote = command({
  summary: 'Show prices of registration, renewal, transfer and restore',
  declare: (bare) =>
    addRetailOptions(
      addPriceChoice(bare.argument('[tlds...]', 'af, .af, com.af or whole names (default: .af)')),
    ),
  needs: retailNeeds,
  shape: 'rows',
  kind: (options) => quoteKind(options === undefined || retailTerms(options) !== undefined),

  async run(context, options, typed) {
    const { quotesToAsk, rowsByTld } = await import('../prices/quotes.ts');
    const asked = quotesToAsk(typed, options);
    const service = await context.account.service();
    const notices = new NoticeQueue();
    const quotes = rowsByTld(service, asked, options.action === undefined, notices);
    const terms = retailTerms(options);
    if (terms === undefined) return { inputs: asked.flat(), rows: quotes, notices };
    const { withRetail } = await import('../prices/retail.ts');
    const rows = withRetail(quotes, terms, (cost) => cost, notices);
    return { inputs: asked.flat(), rows, notices };
  },

  examples: [
    ['dotaf quote com.af --action renewal --years 1-5', 'renewals over one to five years'],
    ['dotaf quote --margin 20% --round .99', 'what to charge for a 20% margin'],
  ],
});
