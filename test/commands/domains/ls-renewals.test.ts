import { expect, it } from 'vitest';
import { herat, kabul, lists, mazar } from '../../support/domains.ts';
import { service } from '../../support/fixtures.ts';
import { dotaf } from '../../support/session.ts';

const balkh = { ...herat, domain: 'balkh.com.af' };

/** Answers exactly one question for the price of the tld. */
function prices(tld: string, data: object): void {
  service()
    .post('/api/v1/pricing', { tld, action: 'renewal', years: 1 })
    .reply(200, { success: true, data });
}

it('has the price of a renewal as a column, one request a tld, and none for what has expired', async () => {
  lists([herat, kabul, mazar, balkh]);
  prices('.af', { amount: '42.55', currency: 'USD' });
  prices('.com.af', { amount: null });
  expect(await dotaf(['domains', 'ls', '--columns', 'domain,expiry,renewal'])).toEqual({
    stdout: [
      'DOMAIN        EXPIRY        RENEWAL',
      'mazar.af      2026-11-20          -',
      'balkh.com.af  2026-12-01          -',
      'herat.af      2026-12-01  42.55 USD',
      'kabul.af      2027-06-01  42.55 USD',
      '',
    ].join('\n'),
    stderr: [
      'warning: the renewal price of .com.af is not known: balkh.com.af',
      'note: 1 domain has expired, so the price is a restore and not a renewal',
      '',
    ].join('\n'),
    code: 0,
  });
});

it('fails where no price is known', async () => {
  lists([herat]);
  prices('.af', { tld: '.af' });
  expect(await dotaf(['domains', 'ls', '--columns', 'renewal'])).toMatchObject({
    stdout: '',
    code: 8,
  });
});

it('asks for no price of what has expired', async () => {
  lists([mazar]);
  const { stdout, code } = await dotaf(['domains', 'ls', '--columns', 'domain,renewal', '-q']);
  expect({ stdout, code }).toEqual({ stdout: 'DOMAIN    RENEWAL\nmazar.af        -\n', code: 0 });
});

it('has the prices in the calendar, only when they are asked for', async () => {
  lists([herat]);
  prices('.af', { amount: '42.55', currency: 'USD' });
  const { stdout } = await dotaf(['domains', 'ls', '--ics', '--prices']);
  expect(stdout.replaceAll('\r\n ', '')).toContain(
    'DESCRIPTION:auto-renew is off\\, a renewal for one year costs 42.55 USD\r\n',
  );
  lists([herat]);
  expect((await dotaf(['domains', 'ls', '--ics'])).stdout).toContain(
    'DESCRIPTION:auto-renew is off\r\n',
  );
  expect(await dotaf(['domains', 'ls', '--prices'])).toMatchObject({
    stderr: 'error: --prices needs --ics\nhint: add --ics, or leave --prices out\n',
    code: 2,
  });
});
