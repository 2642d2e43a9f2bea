import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { prices } from '../support/prices.ts';
import { dotaf } from '../support/session.ts';

it('shows the four prices of .af for a year', async () => {
  const asked = prices('.af');
  expect(await dotaf(['quote'])).toEqual({
    stdout: [
      'TLD      ACTION        YEARS          COST',
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

it('one asked and failed is a failed command', async () => {
  prices('.af');
  expect(await dotaf(['quote', '.zz', '--action', 'renewal'])).toEqual({
    stdout: '',
    stderr:
      'error: quote .zz renewal: the service refused: not here (unsupported_tld)\nhint: dotaf quote zz.af\n',
    code: 6,
  });
});

it('says in a table why a tld has no price, and keeps the columns in line', async () => {
  prices('.af');
  const { stdout } = await dotaf(['quote', '.af', '.a-long-one', '--action', 'renew,restore']);
  expect(stdout).toBe(
    [
      'TLD          ACTION        YEARS          COST',
      '.af          renewal           1     30.00 USD',
      '.af          restore           1    120.00 USD',
      '.a-long-one  renewal           1             -  the service refused: not here (unsupported_tld)',
      '.a-long-one  restore           1             -  the service refused: not here (unsupported_tld)',
      '',
    ].join('\n'),
  );
});

it('several asked and all failed is a row each, and the code of the cause', async () => {
  prices('.af');
  const { stdout, code } = await dotaf(['quote', '.zz', '--json']);
  expect(stdout.split('\n')[1]).toBe(
    '{"tld":".zz","action":"renewal","years":1,"error":{"code":"api_error","message":"the service refused: not here (unsupported_tld)","api_code":"unsupported_tld","status":422}}',
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
  [['af', 'af,com.af'], "the top-level domain cannot be 'af,com.af'"],
  [['--markup', '10x'], "--markup cannot be '10x'"],
  [['--markup', '+-5'], "--markup cannot be '+-5'"],
  [['--markup', '5', '--round', 'x.99'], "--round cannot be 'x.99'"],
  [['--markup', '5', '--round', '.'], "--round cannot be '.'"],
  [['--markup', '5', '--rate', '71.5'], "--rate cannot be '71.5'"],
  [['--markup', '5', '--rate', 'AFN=0'], "--rate cannot be 'AFN=0'"],
  [['--markup', '5', '--rate', 'AFN=-1'], "--rate cannot be 'AFN=-1'"],
  [['--markup', '10', '--round', '0'], "--round cannot be '0'"],
  [['--margin'], '--margin needs a value: --margin <percent>'],
])('refuses %j before anything is sent', async (argv, error) => {
  const { stdout, stderr, code } = await dotaf(['quote', ...argv]);
  expect(stdout).toBe('');
  expect(stderr.split('\n')[0]).toBe(`error: ${error}`);
  expect(code).toBe(2);
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
