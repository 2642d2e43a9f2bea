import { expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function answers(body: object, status = 200): void {
  service().get('/api/v1/account/balance').reply(status, body);
}

it.each<[string, string, string[], string | undefined]>([
  ['120.50', '50.00', ['--min', '120.50'], undefined],
  ['120.50', '50.00', ['--min', '120.5'], undefined],
  ['120.50', '50.00', ['--min', '120.500001'], '120.50 USD is less than 120.500001'],
  ['120.50', '50.00', ['--min', '170.51'], '120.50 USD is less than 170.51'],
  ['120.50', '50.00', ['--min', '170.50', '--with-credit'], undefined],
  [
    '120.50',
    '50.00',
    ['--min', '170.51', '--with-credit'],
    '170.50 USD with credit is less than 170.51',
  ],
  ['-0.01', '0.00', ['--min', '0'], '-0.01 USD is less than 0'],
  ['-0.00', '0.00', ['--min', '0'], undefined],
  ['-20.00', '50.00', ['--min', '-20'], undefined],
  ['-20.00', '50.00', ['--min', '30', '--with-credit'], undefined],
  ['-20.01', '50.00', ['--min', '30', '--with-credit'], '29.99 USD with credit is less than 30'],
  // As floats these two are one.
  ['9007199254740993.00', '0.00', ['--min', '9007199254740993'], undefined],
  [
    '9007199254740992.00',
    '0.00',
    ['--min', '9007199254740993'],
    '9007199254740992.00 USD is less than 9007199254740993',
  ],
  ['0.10', '0.20', ['--min', '0.30', '--with-credit'], undefined],
])('%s and a limit of %s against %j', async (balance, credit_limit, argv, unmet) => {
  answers({ success: true, data: { ...balanceData, balance, credit_limit } });
  const { stdout, stderr, code } = await dotaf(['balance', ...argv, '--jq', '.balance']);
  expect(stdout).toBe(`${balance}\n`);
  expect(stderr).toBe(unmet === undefined ? '' : `note: ${unmet}\n`);
  expect(code).toBe(unmet === undefined ? 0 : 1);
});

it('tells which field is not what the document says', async () => {
  answers({ success: true, data: { ...balanceData, balance: 120 } });
  const { stdout, stderr, code } = await dotaf(['balance', '--min', '1', '--json']);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected_response',
    message: expect.stringContaining("'balance'"),
  });
  expect(code).toBe(8);
});
