import { command } from '../cli/command.ts';
import { valueOption } from '../cli/options.ts';
import { add, compare, isDecimal } from '../core/money.ts';
import { balanceAmountField, currencyField } from '../output/common-fields.ts';
import { extraField, type FieldList } from '../output/kind.ts';

const balanceFields: FieldList = [
  { name: 'account_number', label: 'account' },
  balanceAmountField,
  currencyField,
  { name: 'credit_limit', type: 'money', currency: 'currency' },
  { name: 'active_domains', type: 'count' },
  extraField,
];

export const balance = command({
  summary: 'Show credit balance, currency, credit limit and active domains',
  declare: (bare) =>
    bare
      .addOption(
        valueOption(
          '--min <amount>',
          'exit 1 if less than this is left',
          (text) => (isDecimal(text) ? text : undefined),
          'a decimal number, such as 50 or 12.50',
        ),
      )
      .option('--with-credit', 'include the credit limit'),
  needs: { '--with-credit': ['--min'] },
  shape: 'one',
  kind: () => balanceFields,

  async run(context, { min, withCredit }) {
    const item = await (await context.account.service()).balance();
    const { balance: own, credit_limit, currency } = item;
    const left = withCredit ? add(own, credit_limit ?? '0') : own;
    if (min === undefined || compare(left, min) >= 0) return { item };
    const funds = `${left} ${currency}${withCredit ? ' with credit' : ''}`;
    return { item, unmetMessage: `${funds} is less than ${min}` };
  },

  description: 'With --min, the exit code is 1 if less is left.',
  examples: [['dotaf balance --min 50 || mail -s "top up" me@example.com', 'a mail if it is low']],
});
