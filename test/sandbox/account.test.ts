import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../src/core/dates.ts';
import {
  generateSandboxAccount,
  parseSandboxAccount,
  type SandboxAccount,
} from '../../src/sandbox/account.ts';

const today = '2026-11-21';
const seeded = generateSandboxAccount(today, 'dotaf');

function read(value: unknown) {
  return parseSandboxAccount(JSON.stringify(value), today, 'dotaf');
}

function daysLeft({ domains }: SandboxAccount, day = today): number[] {
  return domains.map(({ expiry }) => daysBetween(day, expiry ?? ''));
}

describe('the seeded account', () => {
  it('is the same for the same day and seed, and has the same days until expiry on every day', () => {
    expect(generateSandboxAccount(today, 'dotaf')).toEqual(seeded);
    expect(generateSandboxAccount(today, 'other')).not.toEqual(seeded);
    expect(daysLeft(generateSandboxAccount('2028-02-29', 'dotaf'), '2028-02-29')).toEqual(
      daysLeft(seeded),
    );
  });

  it.each(['dotaf', 'one', 'two'])('is a believable portfolio: %s', (seed) => {
    const account = generateSandboxAccount(today, seed);
    const { domains } = account;
    const left = daysLeft(account);
    const within = (from: number, to: number) =>
      left.filter((days) => days >= from && days <= to).length;
    expect([within(-40, -1), within(1, 7), within(8, 30), within(31, 90)]).toEqual([3, 2, 4, 6]);
    expect(new Set(domains.map(({ domain }) => domain)).size).toBe(38);
    expect(new Set(domains.map(({ auto_renew }) => auto_renew)).size).toBe(2);
    expect(new Set(domains.map(({ status }) => status)).size).toBe(4);
    for (const { expiry, registration_date, status, nameservers } of domains) {
      expect(String(registration_date) <= today).toBe(true);
      expect(String(registration_date) < String(expiry)).toBe(true);
      expect(status === 'expired').toBe(String(expiry) < today);
      expect([2, 3, 4]).toContain(nameservers?.length);
    }
  });
});

describe('an account file', () => {
  it('is completed from the seeded account', () => {
    expect(read({})).toEqual(seeded);
    const other = generateSandboxAccount(today, 'other');
    expect(parseSandboxAccount('{}', today, 'other')).toEqual(other);
  });

  it('may state everything', () => {
    const account = {
      account_number: 'AF-7',
      balance: '-12.50',
      currency: 'AFN',
      credit_limit: '0.00',
      prices: {
        '.af': { registration: '1.00', renewal: '2.00', transfer: '3.00', restore: '4.00' },
      },
      domains: seeded.domains.slice(0, 3),
    };
    expect(read(account)).toEqual(account);
    expect(read({ ...account, prices: { af: account.prices['.af'] } })).toEqual(account);
  });

  it('takes a domain as domains ls prints it, and completes one that has only its name', () => {
    const [full] = seeded.domains;
    const nothing = Object.keys(full ?? {}).map((key) => [key, null]);
    const bare = { ...Object.fromEntries(nothing), domain: 'a.af' };
    const completed = {
      domain: 'b.af',
      status: 'active',
      expiry: '2027-11-21',
      registration_date: today,
      auto_renew: false,
      nameservers: ['ns1.hosting.example'],
    };
    const domains = [full, { ...bare, extra: { registrar: 'x' } }, { domain: 'b.af' }];
    expect(read({ domains })).toMatchObject({ domains: [full, bare, completed] });
  });

  const fine = { domain: 'a.af' };

  it.each([
    ['{', 'the JSON object'],
    ['[]', 'the JSON object'],
    [{ ballance: '1' }, 'ballance'],
    [{ balance: '12.505' }, 'balance'],
    [{ account_number: null }, 'account_number'],
    [{ domains: [fine, {}] }, 'domains[1].domain'],
    [{ domains: [fine, { ...fine, expiry: '2027-02-30' }] }, 'domains[1].expiry'],
    [{ domains: [{ ...fine, auto_renew: 'on' }] }, 'domains[0].auto_renew'],
    [{ prices: { af: { renewal: '1.00' } } }, 'prices.af.registration'],
  ])('is refused with what is wrong in it: %j', (value, place) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(() => parseSandboxAccount(text, today, 'dotaf')).toThrow(
      `in the file of --data, ${place} is missing or wrong`,
    );
  });
});
