import { defineCommand } from '../cli/command.ts';
import { stringOption } from '../cli/options.ts';
import { addDecimals, compareDecimals, isDecimal } from '../core/money.ts';
import { balanceAmountField, currencyField, extraDataField } from '../output/field-list.ts';

export const balanceCommand = defineCommand({
  summary: 'Show credit balance, currency, credit limit and active domains',
  defineOptions: (cmd) =>
    cmd
      .addOption(
        stringOption(
          '--min <amount>',
          'exit 1 if less than this is left',
          (text) => (isDecimal(text) ? text : undefined),
          'a decimal number, such as 50 or 12.50',
        ),
      )
      .option('--with-credit', 'include the credit limit'),
  requires: { '--with-credit': '--min' },
  fields: () => [
    { name: 'account_number', label: 'account' },
    balanceAmountField,
    currencyField,
    { name: 'credit_limit', type: 'money', currency: 'currency' },
    { name: 'active_domains', type: 'count' },
    extraDataField,
  ],

  async run(context, { min, withCredit }) {
    const item = await (await context.account.service()).balance();
    const { balance, credit_limit, currency } = item;
    const available = withCredit ? addDecimals(balance, credit_limit ?? '0') : balance;
    if (!min || compareDecimals(available, min) >= 0) return { item };
    const funds = `${available} ${currency}${withCredit ? ' with credit' : ''}`;
    return { item, unmetMessage: `${funds} is less than ${min}` };
  },

  description: 'With --min, the exit code is 1 if less is left.',
  examples: {
    'dotaf balance': 'what is left',
    'dotaf balance --min 50 || mail -s "top up" me@example.com': 'a mail if it is low',
  },
});
