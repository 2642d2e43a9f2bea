import { oneCommand } from '../cli/command.ts';
import { decimal } from '../cli/options.ts';
import { add, compare } from '../core/money.ts';
import { extraCell, extraPairs, moneyCell, textCell } from '../output/cells.ts';

export const balance = oneCommand({
  summary: 'Show credit balance, currency, credit limit and active domains',
  declare: (command) =>
    command
      .option('--min <amount>', 'exit 1 if less than this is left', decimal('--min'))
      .option('--with-credit', 'include the credit limit'),
  needs: { '--with-credit': ['--min'] },
  fields: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],

  async run(context, { withCredit }) {
    const answer = await (await context.service()).balance();
    if (withCredit && answer.credit_limit === null) {
      await context.output.warning('the service sent no credit limit: the balance counts alone');
    }
    return answer;
  },
  failedCondition({ balance: own, credit_limit, currency }, { min, withCredit }) {
    const credit = withCredit ? credit_limit : null;
    const left = credit === null ? own : add(own, credit);
    if (min === undefined || compare(left, min) >= 0) return undefined;
    return `${left} ${currency}${credit === null ? '' : ' with credit'} is less than ${min}`;
  },

  view: () => ({
    details: ({ account_number, balance: left, currency, credit_limit, active_domains, extra }) => [
      ['account', { text: account_number }],
      ['balance', { text: `${left} ${currency}`, style: left.startsWith('-') ? 'bad' : 'strong' }],
      ['credit limit', moneyCell(credit_limit, currency)],
      ['active domains', { text: String(active_domains) }],
      ...extraPairs(extra).map(([label, text]) => [label, { text }] as const),
    ],
  }),
  everyProfile: [
    {
      name: 'account_number',
      title: 'ACCOUNT',
      rank: 9,
      cell: ({ account_number }) => textCell(account_number),
    },
    {
      name: 'balance',
      title: 'BALANCE',
      align: 'right',
      cell: ({ balance: left, currency }) =>
        moneyCell(left, currency, left.startsWith('-') ? 'bad' : 'strong'),
    },
    {
      name: 'credit_limit',
      title: 'CREDIT LIMIT',
      align: 'right',
      cell: ({ credit_limit, currency }) => moneyCell(credit_limit, currency),
    },
    {
      name: 'active_domains',
      title: 'ACTIVE DOMAINS',
      align: 'right',
      cell: ({ active_domains }) => textCell(active_domains),
    },
    { name: 'extra', title: '', isCut: true, cell: ({ extra }) => extraCell(extra) },
  ],
});
