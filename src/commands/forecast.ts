import { command } from '../cli/command.ts';
import { addPreferences, choiceOption, spanOption } from '../cli/options.ts';
import type { TimeSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { type Forecast, forecastKind, type Renewal, renewalCsvKind } from '../kinds.ts';
import type { Kind } from '../output/kind.ts';

const usualSpan: TimeSpan = { days: 90, months: 0 };

export const forecast = command({
  summary: 'Check whether the balance covers upcoming renewals',
  declare: (bare) =>
    addPreferences(bare, 'domains')
      .addOption(
        spanOption(
          '--within <span>',
          'how far to look ahead: 30d, 12w, 3m, 2026-12-31 or 2026-12',
        ).default(usualSpan, '90d'),
      )
      .addOption(choiceOption('--auto-renew <state>', 'only domains with auto-renew on', ['on']))
      .option('--with-credit', 'include the credit limit')
      .addOption(choiceOption('--expect <state>', 'exit 1 unless all is covered', ['covered'])),
  shape: 'one',
  kind: (_, globals): Kind<Forecast | Renewal> => (globals?.csv ? renewalCsvKind : forecastKind),

  async run(context, options) {
    const { forecastPage, readForecast } = await import('../account/forecast.ts');
    const forecast = await readForecast(context, options);
    const failed = options.expect && uncovered(forecast, options.withCredit === true);
    if (!context.options.csv) {
      return { one: forecast, page: (screen) => forecastPage(forecast, screen), failed };
    }
    const { renewals, expired } = forecast;
    if (expired.length > 0) {
      await context.output.note(
        `not in the CSV: ${counted(expired.length, 'expired domain')} to restore`,
      );
    }
    const { currency } = forecast;
    return { list: renewals.map((one) => ({ ...one, currency })), failed };
  },

  description:
    'Lists the renewals of the next 90 days, what each leaves of the balance, and the day on which the money runs out. Restoring expired domains is priced beside it and not counted. If a price or a date is missing, the sum is a lower bound and nothing counts as covered.',
  examples: [
    ['dotaf forecast --within 1m --with-credit', 'one month, credit limit included'],
    [
      'dotaf forecast --expect covered -q || mail -s "top up" me@example.com',
      'a mail before it is too late',
    ],
  ],
});

function uncovered(forecast: Forecast, withCredit: boolean): string | undefined {
  const covered = withCredit ? forecast.covered_with_credit : forecast.covered;
  if (covered) return undefined;
  const { due, currency, balance } = forecast;
  const funds = withCredit ? 'balance and credit' : `the balance of ${balance} ${currency}`;
  return covered === false
    ? `${due} ${currency} falls due, which ${funds} cannot cover`
    : `cannot tell whether ${withCredit ? 'balance and credit are' : 'the balance is'} enough`;
}
