import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../src/core/dates.ts';
import { isDecimal } from '../../src/core/money.ts';
import { tidyName } from '../../src/core/names.ts';
import { seededAccount } from '../../src/sandbox/seeded-account.ts';

const today = '2026-11-21';

describe('the seeded account', () => {
  it('is the same for the same day and seed', () => {
    expect(seededAccount(today)).toEqual(seededAccount(today, 'dotaf'));
    expect(seededAccount(today, 'other')).not.toEqual(seededAccount(today));
  });

  it('has the same days until expiry on every day', () => {
    const left = (day: string) =>
      seededAccount(day).domains.map(({ expiry }) => daysBetween(day, expiry));
    expect(left('2028-02-29')).toEqual(left(today));
  });

  it.each(['dotaf', 'one', 'two'])('has expiries in every period: %s', (seed) => {
    const left = seededAccount(today, seed).domains.map(({ expiry }) => daysBetween(today, expiry));
    const within = (from: number, to: number) =>
      left.filter((days) => days >= from && days <= to).length;
    expect([within(-40, -1), within(1, 7), within(8, 30), within(31, 90)]).toEqual([3, 2, 4, 6]);
    expect(within(91, 1460)).toBe(23);
  });

  it.each(['dotaf', 'one', 'two'])('is consistent: %s', (seed) => {
    const { domains, balance } = seededAccount(today, seed);
    expect(new Set(domains.map(({ domain }) => domain)).size).toBe(38);
    for (const domain of domains) {
      expect(tidyName(domain.domain)).toMatchObject({ value: { names: [domain.domain] } });
      expect(domain.registration_date <= today).toBe(true);
      expect(domain.registration_date < domain.expiry).toBe(true);
      expect(domain.status === 'expired').toBe(domain.expiry < today);
      expect(domain.nameservers.length).toBeGreaterThanOrEqual(2);
      expect(domain.nameservers.length).toBeLessThanOrEqual(4);
    }
    expect(new Set(domains.map(({ status }) => status))).toEqual(
      new Set(['active', 'expired', 'suspended', 'pending_transfer']),
    );
    expect(new Set(domains.map(({ auto_renew }) => auto_renew)).size).toBe(2);
    expect(isDecimal(balance)).toBe(true);
  });
});
