import { expect, it } from 'vitest';
import { dotaf, service } from '../session.ts';

const data = {
  account_number: 'AF-1001',
  balance: '120.50',
  currency: 'USD',
  credit_limit: '50.00',
  active_domains: 42,
};

function answers(body: object, status = 200): void {
  service().get('/api/v1/account/balance').reply(status, body);
}

it('shows the account as details', async () => {
  answers({ success: true, data });
  expect(await dotaf(['balance'])).toEqual({
    stdout: [
      'account         AF-1001',
      'balance         120.50 USD',
      'credit limit    50.00 USD',
      'active domains  42',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});
