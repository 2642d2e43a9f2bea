import { Option } from '@commander-js/extra-typings';
import { oneCommand } from '../cli/command.ts';
import { choiceOption, timeSpan } from '../cli/options.ts';
import { dayOf, type TimeSpan } from '../core/dates.ts';
import { moneyCell, textCell } from '../output/cells.ts';

const usualSpan: TimeSpan = { days: 90, months: 0 };

export const forecast = oneCommand({
  summary: 'Check whether the balance covers upcoming renewals',
  declare: (command) =>
    command
      .addOption(
        new Option('--within <span>', 'how far to look ahead: 30d, 12w, 3m, 2026-12-31 or 2026-12')
          .argParser<TimeSpan>(timeSpan('--within'))
          .default(usualSpan, '90d'),
      )
      .addOption(choiceOption('--auto-renew <state>', 'only domains with auto-renew on', ['on']))
      .option('--with-credit', 'include the credit limit')
      .addOption(choiceOption('--expect <state>', 'exit 1 unless all is covered', ['covered'])),
  fields: [
    ...['days', 'currency', 'due', 'balance', 'credit_limit', 'covered', 'covered_with_credit'],
    ...['short_by', 'runs_out_on', 'complete', 'renewals', 'months', 'expired'],
  ],
  async run(context, options) {
    const { readForecast } = await import('../account/read-forecast.ts');
    return readForecast(context, options);
  },
  csv: {
    fields: ['domain', 'expiry', 'days_left', 'auto_renew', 'amount'],
    rows: ({ renewals }) => renewals,
  },
  failedCondition(answer, { withCredit, expect }) {
    const covered = withCredit ? answer.covered_with_credit : answer.covered;
    if (expect === undefined || covered) return undefined;
    const { due, currency, balance } = answer;
    const funds = withCredit ? 'balance and credit' : `the balance of ${balance} ${currency}`;
    return covered === false
      ? `${due} ${currency} falls due, which ${funds} cannot cover`
      : `it is not known whether ${withCredit ? funds : 'the balance'} will do`;
  },

  view: ({ surroundings }, { withCredit = false }) => ({
    async parts(answer) {
      const { forecastParts } = await import('../account/forecast-view.ts');
      return forecastParts(answer, withCredit, dayOf(surroundings.clock.now()));
    },
  }),
  everyProfile: [
    {
      name: 'due',
      title: 'DUE',
      align: 'right',
      cell: ({ due, currency, complete }) =>
        complete ? moneyCell(due, currency) : textCell(`at least ${due} ${currency}`, 'warn'),
    },
    {
      name: 'balance',
      title: 'BALANCE',
      align: 'right',
      cell: ({ balance, currency }) => moneyCell(balance, currency),
    },
    { name: 'covered', title: 'COVERED', cell: ({ covered }) => yesOrNo(covered) },
    {
      name: 'covered_with_credit',
      title: 'WITH CREDIT',
      cell: ({ covered_with_credit }) => yesOrNo(covered_with_credit),
    },
    { name: 'runs_out_on', title: 'RUNS OUT', cell: ({ runs_out_on }) => textCell(runs_out_on) },
  ],
});

function yesOrNo(covered: boolean | null) {
  if (covered === null) return textCell(null);
  return covered ? textCell('yes') : textCell('no', 'bad');
}
