import type { Balance } from '../api/answers.ts';
import { decimal } from '../arguments.ts';
import { oneCommand } from '../command.ts';
import { add, compare, type Decimal } from '../core/money.ts';
import { Failure } from '../errors.ts';
import { extraPairs } from '../output/extra.ts';

interface Options {
  min?: Decimal;
  withCredit?: true;
}

export const balance = oneCommand<Options, Balance>({
  summary: 'Show credit balance, currency, credit limit and active domains',
  options: (command) =>
    command
      .option('--min <amount>', 'exit with 1 when less than this is left', decimal('--min', 'any'))
      .option('--with-credit', 'count the credit limit in'),
  examples: ['dotaf balance', 'dotaf balance --min 50 || mail -s "top up" me@example.com'],

  run: async (context, { options }) => {
    if (options.withCredit && options.min === undefined) {
      throw new Failure('usage', '--with-credit needs --min', {
        hint: 'dotaf balance --min 50 --with-credit',
      });
    }
    return (await context.service()).balance();
  },
  holds: ({ balance: left, credit_limit: credit }, { min, withCredit }) =>
    min === undefined || compare(withCredit ? add(left, credit) : left, min) >= 0,

  view: () => ({
    fields: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
    details: ({ account_number, balance: left, currency, credit_limit, active_domains, extra }) => [
      ['account', { text: account_number }],
      ['balance', { text: `${left} ${currency}`, style: left.startsWith('-') ? 'bad' : 'strong' }],
      ['credit limit', { text: `${credit_limit} ${currency}` }],
      ['active domains', { text: String(active_domains) }],
      ...extraPairs(extra).map(([label, text]) => [label, { text }] as const),
    ],
  }),
});
