import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

const amounts = {
  registration: '35.00',
  renewal: '30.00',
  transfer: '33.33',
  restore: '120.00',
};

/** The service answers any quote for these tlds. */
function prices(...tlds: string[]): object[] {
  const asked: object[] = [];
  service()
    .persist()
    .post('/api/v1/pricing')
    .reply(async (request: Request) => {
      const { tld, action, years } = JSON.parse(await request.text());
      asked.push({ tld, action, years });
      if (!tlds.includes(tld)) {
        return [422, { success: false, error: { code: 'unsupported_tld', message: 'not here' } }];
      }
      const amount = Object(amounts)[action];
      return [200, { success: true, data: { tld, action, years, amount, currency: 'USD' } }];
    });
  return asked;
}

it('shows the four prices of .af for a year', async () => {
  const asked = prices('.af');
  expect(await dotaf(['quote'])).toEqual({
    stdout: [
      'TLD      ACTION        YEARS         PRICE',
      '.af      registration      1     35.00 USD',
      '.af      renewal           1     30.00 USD',
      '.af      transfer          1     33.33 USD',
      '.af      restore           1    120.00 USD',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
  expect(asked).toHaveLength(4);
});

it.each([
  ['af', '.af'],
  ['.af', '.af'],
  ['AF', '.af'],
  ['com.af', '.com.af'],
  ['.com.af', '.com.af'],
  ['kabul.af', '.af'],
  ['shop.kabul.com.af', '.com.af'],
])('takes %s for %s', async (typed, tld) => {
  const asked = prices('.af', '.com.af');
  const { stdout } = await dotaf(['quote', typed, '--action', 'renewal', '--jq', '.tld']);
  expect(stdout).toBe(`${tld}\n`);
  expect(asked).toEqual([{ tld, action: 'renewal', years: 1 }]);
});

it('asks for each action and period in the order given, one object a line', async () => {
  prices('.af');
  const argv = ['quote', '--action', 'renew,register', '--years', '1-2,5', '--json'];
  const { stdout, code } = await dotaf(argv);
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toBe(
    '{"tld":".af","action":"renewal","years":1,"amount":"30.00","currency":"USD"}',
  );
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  expect(rows.map(({ action, years }) => `${action} ${years}`)).toEqual([
    ...['renewal 1', 'renewal 2', 'renewal 5'],
    ...['registration 1', 'registration 2', 'registration 5'],
  ]);
});

it.each([
  [['--markup', '20'], '42.00', '7.00'],
  [['--markup', '20', '--round', '5'], '45.00', '10.00'],
  [['--markup', '0'], '35.00', '0.00'],
  [['--markup', '-10'], '31.50', '-3.50'],
  [['--markup', '12.345'], '39.32', '4.32'],
])('adds a retail price for %j', async (argv, retail, margin) => {
  prices('.af');
  const { stdout } = await dotaf(['quote', '--action', 'registration', ...argv, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ amount: '35.00', retail, margin });
});

it('shows the margin when it is asked for', async () => {
  prices('.af');
  const argv = ['quote', '--action', 'registration', '--markup', '20', '--margin'];
  expect((await dotaf(argv)).stdout).toBe(
    [
      'TLD      ACTION        YEARS         PRICE        RETAIL        MARGIN',
      '.af      registration      1     35.00 USD     42.00 USD      7.00 USD',
      '',
    ].join('\n'),
  );
});

it('one asked and failed is a failed command', async () => {
  prices('.af');
  expect(await dotaf(['quote', '.zz', '--action', 'renewal'])).toEqual({
    stdout: '',
    stderr: 'error: quote .zz renewal: the service refused: not here (unsupported_tld)\n',
    code: 6,
  });
});

it('several asked and all failed is a row each, and the code of the cause', async () => {
  prices('.af');
  const { stdout, code } = await dotaf(['quote', '.zz', '--json']);
  expect(stdout.split('\n')[0]).toBe(
    '{"tld":".zz","action":"registration","years":1,"error":{"code":"api_error","message":"quote .zz registration: the service refused: not here (unsupported_tld)","api_code":"unsupported_tld","status":422}}',
  );
  expect(code).toBe(6);
});

it.each([
  [['bad_tld'], "the top-level domain cannot be 'bad_tld'"],
  [['--action', 'buy'], "--action cannot be 'buy'"],
  [['--action', ''], "--action cannot be ''"],
  [['--years', '0'], "--years cannot be '0'"],
  [['--years', '5-1'], "--years cannot be '5-1'"],
  [['--years', '1,,2'], "--years cannot be '1,,2'"],
  [['--markup', '10%'], "--markup cannot be '10%'"],
  [['--markup', '10', '--round', '0'], "--round cannot be '0'"],
  [['--round', '5'], '--round needs --markup'],
  [['--margin'], '--margin needs --markup'],
])('refuses %j before anything is sent', async (argv, error) => {
  const { stdout, stderr, code } = await dotaf(['quote', ...argv]);
  expect(stdout).toBe('');
  expect(stderr.split('\n')[0]).toBe(`error: ${error}`);
  expect(code).toBe(2);
});
