import { describe, expect, it } from 'vitest';
import { readAccount } from '../../src/sandbox/account-file.ts';
import { seededAccount } from '../../src/sandbox/seeded-account.ts';
import { data, noon, openSandbox } from '../support/sandbox-client.ts';

const seeded = seededAccount('2026-11-21');

function read(value: unknown) {
  return readAccount(JSON.stringify(value), noon);
}

describe('readAccount', () => {
  it('completes a file from the seeded account', () => {
    expect(read({})).toEqual({ ok: true, value: seeded });
    expect(readAccount('{}', noon, 'other')).toEqual({
      ok: true,
      value: seededAccount('2026-11-21', 'other'),
    });
  });

  it('reads every field of an account', () => {
    const account = {
      account_number: 'AF-7',
      balance: '-12.50',
      currency: 'AFN',
      credit_limit: '0.00',
      tiers: [{ name: 'Only', from: 0, discount: '2.5' }],
      prices: {
        ...seeded.prices,
        af: { registration: '1.00', renewal: '2.00', transfer: '3.00', restore: '4.00' },
      },
      domains: [
        {
          domain: 'tea-house.af',
          status: 'locked',
          expiry: '2027-03-31',
          registration_date: '2020-03-31',
          auto_renew: true,
          nameservers: ['ns1.tea-house.af'],
        },
      ],
      taken: ['samovar.af'],
      list_total: true,
    };
    expect(read(account)).toEqual({ ok: true, value: account });
  });

  it('writes amounts, names and tlds as the service does, and sorts the tiers', () => {
    const reply = read({
      balance: '12.5',
      credit_limit: '7',
      taken: ['Samovar.AF'],
      prices: { '.COM.af': { renewal: '9' }, 'law.af': { renewal: '8' } },
      tiers: [
        { name: 'High', from: 5, discount: '10' },
        { name: 'Low', from: 0, discount: '0' },
      ],
    });
    expect(reply).toMatchObject({
      value: {
        balance: '12.50',
        credit_limit: '7.00',
        taken: ['samovar.af'],
        prices: {
          'com.af': { ...seeded.prices['com.af'], renewal: '9.00' },
          'law.af': { ...seeded.prices.af, renewal: '8.00' },
        },
        tiers: [{ name: 'Low' }, { name: 'High' }],
      },
    });
  });

  it('derives the missing fields of a domain from the day, null ones too', () => {
    const nothing = {
      status: null,
      expiry: null,
      registration_date: null,
      auto_renew: null,
      nameservers: null,
      extra: { registrar: 'x' },
    };
    const completed = {
      status: 'active',
      expiry: '2027-11-21',
      registration_date: '2026-11-21',
      auto_renew: false,
      nameservers: ['ns1.hosting.example', 'ns2.hosting.example'],
    };
    const reply = read({
      domains: [
        { domain: 'a.af' },
        { domain: 'b.af', ...nothing },
        { domain: 'c.af', expiry: '2026-11-20' },
        { domain: 'd.af', registration_date: '2026-02-01' },
      ],
    });
    expect(reply).toMatchObject({
      ok: true,
      value: {
        domains: [
          { domain: 'a.af', ...completed },
          { domain: 'b.af', ...completed },
          { status: 'expired', expiry: '2026-11-20', registration_date: '2025-11-20' },
          { status: 'active', expiry: '2027-02-01', registration_date: '2026-02-01' },
        ],
      },
    });
  });

  it('gives an account that the sandbox serves', async () => {
    const read = readAccount('{"account_number":"AF-7","domains":[{"domain":"a.af"}]}', noon);
    if (!read.ok) throw new Error(read.reason);
    const { send } = await openSandbox({ account: read.value });
    expect(await send('/account/balance')).toMatchObject(
      data({ account_number: 'AF-7', active_domains: 1 }),
    );
  });
});

describe('a file that is refused', () => {
  const fine = { domain: 'a.af' };

  it.each([
    [[], 'must be an object'],
    [{ ballance: '1' }, 'ballance: is not a known field'],
    [{ balance: 12.5 }, 'balance: must be text'],
    [{ balance: '12.505' }, 'balance: must be an amount in text, such as "12.50"'],
    [{ credit_limit: '-1' }, 'credit_limit: must not be negative'],
    [{ currency: '' }, 'currency: must not be empty'],
    [{ account_number: null }, 'account_number: must be text'],
    [{ domains: {} }, 'domains: must be a list'],
    [{ domains: [fine, {}] }, 'domains[1].domain: must be text'],
    [
      { domains: [{ domain: 'زعفران.af' }] },
      'domains[0].domain: must be a host name, in A-labels where it is not ASCII',
    ],
    [
      { domains: [fine, fine, fine, { ...fine, expiry: '2027-02-30' }] },
      'domains[3].expiry: must be a day, such as "2027-03-31"',
    ],
    [
      { domains: [{ ...fine, registration_date: '31/12/2020' }] },
      'domains[0].registration_date: must be a day, such as "2027-03-31"',
    ],
    [{ domains: [{ ...fine, auto_renew: 'on' }] }, 'domains[0].auto_renew: must be true or false'],
    [{ domains: [{ ...fine, nameservers: [1] }] }, 'domains[0].nameservers[0]: must be text'],
    [{ domains: [{ ...fine, exipry: '' }] }, 'domains[0].exipry: is not a known field'],
    [{ prices: { 'a b': {} } }, 'prices.a b: must be a top-level domain, such as "com.af"'],
    [{ prices: { af: { renew: '1' } } }, 'prices.af.renew: is not a known field'],
    [{ prices: { af: { renewal: '-1' } } }, 'prices.af.renewal: must not be negative'],
    [{ prices: { af: '1' } }, 'prices.af: must be an object'],
    [{ prices: [] }, 'prices: must be an object'],
    [{ tiers: [{ name: 'A', from: 0.5, discount: '0' }] }, 'tiers[0].from: must be a whole number'],
    [{ tiers: [{ name: 'A', from: -1, discount: '0' }] }, 'tiers[0].from: must be at least 0'],
    [
      { tiers: [{ name: 'A', from: 0, discount: '101' }] },
      'tiers[0].discount: must be a percentage from 0 to 100 in text, such as "7.5"',
    ],
    [{ list_total: 'yes' }, 'list_total: must be true or false'],
    [{ taken: ['bare'] }, 'taken[0]: must be a host name, in A-labels where it is not ASCII'],
  ])('gives a reason: %j', (value, reason) => {
    expect(read(value)).toEqual({ ok: false, reason });
  });

  it('gives a reason when it is not JSON', () => {
    expect(readAccount('{', noon)).toEqual({ ok: false, reason: 'is not JSON' });
  });
});
