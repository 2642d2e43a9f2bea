import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../src/core/dates.ts';
import {
  generateSandboxAccount,
  parseSandboxAccount,
  type SandboxAccount,
} from '../../src/sandbox/account.ts';

const today = '2026-11-21';
const defaultAccount = generateSandboxAccount(today, 'dotaf');

function parseAccount(value: unknown) {
  return parseSandboxAccount(JSON.stringify(value), today, 'dotaf');
}

function listDaysLeft({ domains }: SandboxAccount, day = today): number[] {
  return domains.map(({ expiry }) => daysBetween(day, expiry ?? ''));
}

describe('the seeded account', () => {
  it('is deterministic for a day and seed, with the same days until expiry on every day', () => {
    expect(generateSandboxAccount(today, 'dotaf')).toEqual(defaultAccount);
    expect(generateSandboxAccount(today, 'other')).not.toEqual(defaultAccount);
    expect(listDaysLeft(generateSandboxAccount('2028-02-29', 'dotaf'), '2028-02-29')).toEqual(
      listDaysLeft(defaultAccount),
    );
  });
});

describe('an account file', () => {
  it('is completed with defaults of the seeded account', () => {
    expect(parseAccount({})).toEqual(defaultAccount);
    const otherAccount = generateSandboxAccount(today, 'other');
    expect(parseSandboxAccount('{}', today, 'other')).toEqual(otherAccount);
  });

  it('can set every value', () => {
    const account = {
      account_number: 'AF-7',
      balance: '-12.50',
      currency: 'AFN',
      credit_limit: '0.00',
      prices: {
        '.af': { registration: '1.00', renewal: '2.00', transfer: '3.00', restore: '4.00' },
      },
      domains: defaultAccount.domains.slice(0, 3),
    };
    expect(parseAccount(account)).toEqual(account);
    expect(parseAccount({ ...account, prices: { af: account.prices['.af'] } })).toEqual(account);
  });

  it('accepts domains as printed by domains ls, or by name only', () => {
    const [completeDomain] = defaultAccount.domains;
    const nullEntries = Object.keys(completeDomain ?? {}).map((key) => [key, null]);
    const bare = { ...Object.fromEntries(nullEntries), domain: 'a.af' };
    const defaultedDomain = {
      domain: 'b.af',
      status: 'active',
      expiry: '2027-11-21',
      registration_date: today,
      auto_renew: false,
      nameservers: ['ns1.hosting.example'],
    };
    const domains = [completeDomain, { ...bare, extra: { registrar: 'x' } }, { domain: 'b.af' }];
    expect(parseAccount({ domains })).toMatchObject({
      domains: [completeDomain, bare, defaultedDomain],
    });
  });

  const validDomain = { domain: 'a.af' };

  it.each([
    ['{', 'the JSON object'],
    ['[]', 'the JSON object'],
    [{ ballance: '1' }, 'ballance'],
    [{ balance: '12.505' }, 'balance'],
    [{ account_number: null }, 'account_number'],
    [{ domains: [validDomain, {}] }, 'domains[1].domain'],
    [{ domains: [validDomain, { ...validDomain, expiry: '2027-02-30' }] }, 'domains[1].expiry'],
    [{ domains: [{ ...validDomain, auto_renew: 'on' }] }, 'domains[0].auto_renew'],
    [{ prices: { af: { renewal: '1.00' } } }, 'prices.af.registration'],
  ])('is rejected with the reason: %j', (value, location) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(() => parseSandboxAccount(text, today, 'dotaf')).toThrow(
      `in the file of --data, ${location} is missing or wrong`,
    );
  });
});
