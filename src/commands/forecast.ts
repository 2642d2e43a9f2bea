import { command } from '../cli/command.ts';
import { addPreferences, choiceOption, spanOption } from '../cli/options.ts';
import { forecastKind, renewalCsvKind } from '../kinds.ts';
import type { Kind } from '../output/kind.ts';

export const forecast = command({
  summary: 'Check whether the balance covers upcoming renewals',
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addOption(
        spanOption(
          '--within <span>',
          'how far to look ahead: 30d, 12w, 3m, 2026-12-31 or 2026-12',
        ).default({ days: 90 }, '90d'),
      )
      .addOption(choiceOption('--auto-renew <state>', 'only domains with auto-renew on', ['on']))
      .option('--with-credit', 'include the credit limit')
      .addOption(choiceOption('--expect <state>', 'exit 1 unless all is covered', ['covered'])),
  shape: 'one',
  kind: (_, globals): Kind<object> => (globals?.csv ? renewalCsvKind : forecastKind),

  async run(context, options) {
    const { readForecast } = await import('../account/forecast.ts');
    const { one, page, failed } = await readForecast(context, options);
    if (!context.options.csv) return { one, page, failed };
    const { renewals, currency } = one;
    return { list: renewals.map((renewal) => ({ ...renewal, currency })), failed };
  },

  description:
    'Lists the renewals of the next 90 days and what each leaves of the balance, and says how long the money lasts. Restoring expired domains is priced beside it and not counted. If a price or a date is missing, the sum is "at least", and the answer is "not known".',
  examples: [
    ['dotaf forecast --within 1m --with-credit', 'one month, credit limit included'],
    [
      'dotaf forecast --expect covered -q || mail -s "top up" me@example.com',
      'a mail before it is too late',
    ],
  ],
});
