import { describe, expect, it } from 'vitest';
import { seededAccount } from '../../src/sandbox/seeded-account.ts';
import { data, openSandbox, refused } from '../support/sandbox-client.ts';

describe('POST /domains/check', () => {
  it('quotes an available name for the whole period', async () => {
    const { post } = await openSandbox();
    expect(await post('/domains/check', { domain: 'blue-door.af', years: 2 })).toMatchObject(
      data({
        domain: 'blue-door.af',
        status: 'available',
        available: true,
        pricing: { amount: '88.80', currency: 'USD' },
      }),
    );
  });

  it.each([
    ['managed by the account', 'walnut-street-books.af', '44.40'],
    ['a well-known word', 'kabul.com.af', '22.20'],
    ['registered by the seed', 'lantern.af', '44.40'],
  ])('quotes a registered name: %s', async (_, domain, amount) => {
    const { post } = await openSandbox();
    expect(await post('/domains/check', { domain, years: 1 })).toMatchObject(
      data({ domain, status: 'registered', available: false, pricing: { amount } }),
    );
  });

  it('answers in lower case', async () => {
    const { post } = await openSandbox();
    const reply = await post('/domains/check', { domain: 'Blue-Door.AF', years: 1 });
    expect(reply).toMatchObject(data({ domain: 'blue-door.af', available: true }));
  });

  it('reports the taken names of the account as registered', async () => {
    const account = { ...seededAccount('2026-11-21'), taken: ['blue-door.af'] };
    const { post } = await openSandbox({ account });
    const reply = await post('/domains/check', { domain: 'blue-door.af', years: 1 });
    expect(reply).toMatchObject(data({ available: false }));
  });
});

describe('POST /pricing', () => {
  it.each([
    ['.af', 'registration', 1, '44.40'],
    ['.af', 'renewal', 10, '425.50'],
    ['.com.af', 'transfer', 1, '19.43'],
    ['.org.af', 'restore', 1, '64.75'],
    ['.NET.AF', 'renewal', 3, '63.84'],
  ])('quotes %s %s for %i years', async (tld, action, years, amount) => {
    const { post } = await openSandbox();
    const reply = await post('/pricing', { tld, action, years });
    const quote = { tld: tld.toLowerCase(), action, years, amount, currency: 'USD' };
    expect(reply).toMatchObject(data(quote));
  });

  it('quotes the list price below the first tier that has a discount', async () => {
    const account = { ...seededAccount('2026-11-21'), domains: [] };
    const { post } = await openSandbox({ account });
    const reply = await post('/pricing', { tld: '.af', action: 'registration', years: 1 });
    expect(reply).toMatchObject(data({ amount: '48.00' }));
  });
});

describe('GET /domains', () => {
  it('lists the account with every field of the details, and nothing beside', async () => {
    const { domains } = seededAccount('2026-11-21');
    const { send } = await openSandbox();
    expect((await send('/domains')).body).toEqual({ success: true, data: { domains } });
  });

  it('lists at most 100 domains, and says nothing of the others', async () => {
    const account = crowdedAccount();
    const { send } = await openSandbox({ account });
    const domains = account.domains.slice(0, 100);
    const { body } = await send('/domains?page=2');
    expect(body).toEqual({ success: true, data: { domains } });
  });

  it('states the total of all where the account asks for it', async () => {
    const account = { ...crowdedAccount(), list_total: true };
    const { send } = await openSandbox({ account });
    const domains = account.domains.slice(0, 100);
    expect(await send('/domains')).toMatchObject(data({ domains, total: 114 }));
  });

  it('lists no domain of an empty account', async () => {
    const account = { ...seededAccount('2026-11-21'), domains: [] };
    const { send } = await openSandbox({ account });
    expect((await send('/domains')).body).toEqual({ success: true, data: { domains: [] } });
  });

  function crowdedAccount() {
    const account = seededAccount('2026-11-21');
    const { domains } = account;
    return { ...account, domains: [...domains, ...domains, ...domains] };
  }
});

describe('GET /domains/{domain}', () => {
  it.each(['kabul-print-house.af', 'KABUL-print-house.af', 'kabul%2Dprint%2Dhouse%2Eaf'])(
    'shows %s',
    async (domain) => {
      const { send } = await openSandbox();
      expect((await send(`/domains/${domain}`)).body).toEqual({
        success: true,
        data: {
          domain: 'kabul-print-house.af',
          status: 'expired',
          expiry: '2026-11-07',
          registration_date: '2025-11-07',
          auto_renew: false,
          nameservers: ['ns1.hosting.example', 'ns2.hosting.example'],
        },
      });
    },
  );

  it('finds an A-label by its Unicode form', async () => {
    const { send } = await openSandbox();
    const reply = await send(`/domains/${encodeURIComponent('زعفران-هرات.af')}`);
    expect(reply).toMatchObject(data({ domain: 'xn----ymcbm5acd0dyd8bm.af' }));
  });

  it.each(['blue-door.af', 'kabul', 'a%2Fb.af', '%20'])('answers 404 for %s', async (domain) => {
    const { send } = await openSandbox();
    expect(await send(`/domains/${domain}`)).toMatchObject(refused(404, 'domain_not_found'));
  });
});

describe('GET /account/balance', () => {
  it('answers amounts as text and counts the active domains', async () => {
    const { send } = await openSandbox();
    expect((await send('/account/balance')).body).toEqual({
      success: true,
      data: {
        account_number: 'SBX-844431',
        balance: '437.52',
        currency: 'USD',
        credit_limit: '250.00',
        active_domains: 32,
      },
    });
  });
});

describe('GET /account/tier', () => {
  it.each([
    ['the seeded account', {}, ['Silver', 'Gold', 68]],
    [
      'an account in the top tier',
      { tiers: [{ name: 'Only', from: 0, discount: '0' }] },
      ['Only', null, 0],
    ],
    [
      'an account below the first tier',
      { tiers: [{ name: 'Far', from: 90, discount: '0' }] },
      [null, 'Far', 58],
    ],
  ])('answers the tiers of %s', async (_, changes, [current_tier, next_tier, domains_needed]) => {
    const account = { ...seededAccount('2026-11-21'), ...changes };
    const { send } = await openSandbox({ account });
    expect((await send('/account/tier')).body).toEqual({
      success: true,
      data: { current_tier, next_tier, domains_needed },
    });
  });
});
