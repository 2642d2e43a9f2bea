import { defineCommand } from '../../cli/command.ts';
import { addPreferenceOptions, CompletableArgument, choiceOption } from '../../cli/options.ts';
import { usageError } from '../../errors.ts';
import { priceComparisonFields } from '../../prices/fields.ts';
import { resolveExchangeRate } from '../shared/retail-settings.ts';
import {
  addPriceFilterOptions,
  columnMappingOption,
  sheetOption,
} from '../shared/shared-options.ts';

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
    const { compareRetailPrices } = await import('../../prices/compare.ts');
    const { readPriceFile } = await import('../../prices/price-file.ts');
    const { collectQuotes, fetchQuotes } = await import('../../prices/quotes.ts');
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
