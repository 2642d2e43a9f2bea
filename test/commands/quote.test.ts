import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { quotes } from '../support/prices.ts';
import { dotaf } from '../support/session.ts';

const terminal = { stdout: true };

const yearsRefusal = { code: 'invalid_years', message: 'years must be 1' };

it('says below why prices have failed, each reason once, and what else was sent', async () => {
  quotes(({ action, years }) => {
    if (years === 5) return [422, { code: 'invalid_years', message: 'years must be 1 to 4' }];
    if (action === 'transfer') return [500, { code: 'boom', message: 'no tables' }];
    return { currency: action === 'renewal' ? 'EUR' : 'USD', ...(years === 1 && { promo: 'yes' }) };
  });
  const argv = ['quote', '--years', '1,2,5', '--no-color'];
  const { stdout, code } = await dotaf(argv, { tty: terminal });
  expect(stdout).toBe(
    [
      '.af, cost',
      'YRS  REGISTRATION    RENEWAL  TRANSFER     RESTORE',
      '  1     35.00 USD  30.00 EUR    failed  120.00 USD',
      '  2     35.00 USD  30.00 EUR    failed  120.00 USD',
      '  5        failed     failed    failed      failed',
      '    registration, renewal, restore for 1 year: promo=yes',
      '    registration, renewal, transfer, restore for 5 years: the service refused:',
      '    years must be 1 to 4 (invalid_years)',
      '    transfer for 1-2 years: the service failed: no tables (boom)',
      '',
    ].join('\n'),
  );
  expect(code).toBe(9);
});

it.each([
  [422, yearsRefusal],
  [400, {}],
  [200, { message: 'no' }],
])(
  'leaves out what the service refuses to price for a period, if no action was asked: %j %j',
  async (...refusal) => {
    quotes(({ action, years }) => (action === 'restore' && years > 1 ? refusal : {}));
    const whole = await dotaf(['quote', '--years', '2-3', '--csv', '--fields', 'action,years']);
    expect(whole.stdout).not.toContain('restore');
    expect(whole.code).toBe(0);
    const asked = await dotaf(['quote', '--years', '1-2', '--action', 'renewal,restore']);
    expect(asked.stdout).toContain('restore      2             -  the service refused: ');
    expect(asked.code).toBe(9);
  },
);

it('keeps the failures of a period that no action is priced for', async () => {
  quotes(({ years }) => (years > 10 ? [422, yearsRefusal] : {}));
  const argv = ['quote', '--years', '10,11', '--jq', '.error.code'];
  const stdout = 'null\napi_error\n'.repeat(4);
  expect(await dotaf(argv)).toEqual({ stdout, stderr: '', code: 9 });
});

it('asks for every price, whatever is refused', async () => {
  const asked = quotes(({ action }) =>
    action === 'registration' ? [422, { code: 'CLOSED' }] : {},
  );
  expect((await dotaf(['quote'])).code).toBe(9);
  expect(asked).toHaveLength(4);
});

it('counts the other prices of a list, which --json prints', async () => {
  const list = ['20.00', '30.00'].map((price, index) => ({
    tld: ['.af', '.com.af'][index],
    price,
  }));
  service()
    .post('/api/v1/pricing')
    .reply(200, { success: true, data: { currency: 'USD', prices: list } });
  const { stdout } = await dotaf(['quote', '--action', 'renewal']);
  expect(stdout).toMatch(/^\.af +renewal +1 +20\.00 USD {2}prices=1 item$/m);
});
