import { describe, expect, it } from 'vitest';
import { generateSandboxAccount } from '../../src/sandbox/account.ts';
import { errorReply, startSandboxClient, successReply } from '../support/sandbox-client.ts';

const account = generateSandboxAccount('2026-11-21', 'dotaf');
const active = account.domains.filter(({ status }) => status === 'active').slice(0, 1);

it.each([
  ['blue-door.af', 2, 'available', true, '88.80'],
  ['kite-festival.af', 1, 'registered', false, '44.40'],
  ['kabul.com.af', 1, 'registered', false, '22.20'],
  ['lantern.af', 10, 'registered', false, '444.00'],
])('checks the availability of %s', async (domain, years, status, available, amount) => {
  const { post } = await startSandboxClient({ account });
  const pricing = { amount, currency: 'USD' };
  expect((await post('/domains/check', { domain, years })).body).toEqual({
    success: true,
    data: { domain, status, available, pricing },
  });
});

describe('POST /pricing', () => {
  it.each([
    ['.af', 'registration', 1, '44.40'],
    ['.af', 'renewal', 10, '425.50'],
    ['.com.af', 'transfer', 1, '19.43'],
    ['.org.af', 'restore', 1, '64.75'],
    ['.net.af', 'renewal', 3, '63.84'],
  ])('quotes %s %s for %i years', async (tld, action, years, amount) => {
    const { post } = await startSandboxClient();
    expect((await post('/pricing', { tld, action, years })).body).toEqual({
      success: true,
      data: { tld, action, years, amount, currency: 'USD' },
    });
  });

  it('charges the prices of the account without a discount', async () => {
    const law = { registration: '10.00', renewal: '8.00', transfer: '9.00', restore: '20.00' };
    const { post } = await startSandboxClient({
      account: { ...account, prices: { '.law.af': law } },
    });
    const renewal = (tld: string) => post('/pricing', { tld, action: 'renewal', years: 2 });
    expect(await renewal('.law.af')).toMatchObject(successReply({ amount: '16.00' }));
    expect(await renewal('.af')).toMatchObject(successReply({ amount: '85.10' }));
    const check = await post('/domains/check', { domain: 'tea.law.af', years: 2 });
    expect(check).toMatchObject(successReply({ pricing: { amount: '20.00', currency: 'USD' } }));
  });
});

it.each([
  ['check', { years: 1 }, 'unsupported_tld'],
  ['check', { domain: 'saffron', years: 1 }, 'unsupported_tld'],
  ['check', { domain: 'www.saffron.af', years: 1 }, 'unsupported_tld'],
  ['check', { domain: 'saffron.af' }, 'invalid_years'],
  ['check', { domain: 'saffron.af', years: 11 }, 'invalid_years'],
  ['pricing', { tld: 'af', action: 'renewal', years: 1 }, 'unsupported_tld'],
  ['pricing', { tld: '.example', action: 'renewal', years: 1 }, 'unsupported_tld'],
  ['pricing', { tld: '.af', action: 'renew', years: 1 }, 'invalid_action'],
  ['pricing', { tld: '.af', action: 'restore', years: 2 }, 'invalid_years'],
])('rejects a %s request: %j', async (operation, body, code) => {
  const { post } = await startSandboxClient();
  const path = operation === 'check' ? '/domains/check' : '/pricing';
  expect(await post(path, body)).toMatchObject(errorReply(422, code));
});

it.each([
  ['application/json', '', 400],
  ['application/json', '{"tld":', 400],
  ['Application/JSON; charset=utf-8', '{"tld":".af","action":"renewal","years":1}', 200],
])('answers the content type %s and the body %j with %i', async (type, body, status) => {
  const { send } = await startSandboxClient();
  const headers = { 'Content-Type': type };
  expect((await send('/pricing', { method: 'POST', headers, body })).status).toBe(status);
});

it('lists all domains of the account, ignoring the query', async () => {
  const { send } = await startSandboxClient();
  const { domains } = account;
  expect((await send('/domains?page=2')).body).toEqual({ success: true, data: { domains } });
});

describe('GET /domains/{domain}', () => {
  it('returns a domain of the account', async () => {
    const { send } = await startSandboxClient();
    expect(await send('/domains/kabul-print-house.af')).toMatchObject(
      successReply({
        domain: 'kabul-print-house.af',
        status: 'expired',
        expiry: '2026-11-07',
        registration_date: '2025-11-07',
        auto_renew: false,
        nameservers: ['ns1.hosting.example', 'ns2.hosting.example'],
      }),
    );
  });

  it.each(['blue-door.af', 'kabul', '%20', '%'])('answers 404 for %s', async (domain) => {
    const { send } = await startSandboxClient();
    expect(await send(`/domains/${domain}`)).toMatchObject(errorReply(404, 'domain_not_found'));
  });
});

it.each([
  [0, 'Bronze', 'Silver', 25, '48.00'],
  [25, 'Silver', 'Gold', 75, '44.40'],
  [100, 'Gold', null, 0, '40.80'],
])(
  'applies the tier and its prices for %i domains',
  async (count, current, next, domainsNeeded, amount) => {
    const domains = Array.from({ length: count }, () => active).flat();
    const { post, send } = await startSandboxClient({ account: { ...account, domains } });
    expect((await send('/account/tier')).body).toEqual({
      success: true,
      data: { current_tier: current, next_tier: next, domains_needed: domainsNeeded },
    });
    const quote = await post('/pricing', { tld: '.af', action: 'registration', years: 1 });
    expect(quote).toMatchObject(successReply({ amount }));
  },
);

it.each([
  ['POST', '/domains/kite-festival.af/renew'],
  ['GET', '/../v1domains'],
])('answers 404 to %s %s', async (method, path) => {
  const { send } = await startSandboxClient();
  const headers = { 'Content-Type': 'application/json' };
  expect(await send(path, { method, headers })).toMatchObject(errorReply(404, 'not_found'));
});

it.each([
  ['POST', '/domains', 'GET'],
  ['PUT', '/domains/kite-festival.af', 'GET'],
  ['GET', '/pricing', 'POST'],
  ['GET', '/domains/check', 'POST'],
])('answers 405 to %s %s and allows %s', async (method, path, allowed) => {
  const { send } = await startSandboxClient();
  const headers = { 'Content-Type': 'application/json' };
  const reply = await send(path, { method, headers });
  expect(reply).toMatchObject(errorReply(405, 'method_not_allowed'));
  expect(reply.headers.get('allow')).toBe(allowed);
  expect(reply.body).toMatchObject({
    error: { message: `this operation is asked for by ${allowed}` },
  });
});

it.each([
  ['x', 100_000, 400, 'invalid_json'],
  ['x', 100_001, 413, 'body_too_large'],
  ['é', 50_001, 413, 'body_too_large'],
])('answers a body of "%s" repeated %i times with %i', async (letter, count, status, code) => {
  const { send } = await startSandboxClient();
  const headers = { 'Content-Type': 'application/json' };
  const body = letter.repeat(count);
  const reply = await send('/pricing', { method: 'POST', headers, body });
  expect(reply).toMatchObject(errorReply(status, code));
});
