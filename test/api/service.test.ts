import { describe, expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

const availability = {
  domain: 'kabul.af',
  status: 'available',
  available: true,
  pricing: { amount: '35.00', currency: 'USD' },
};

const hint =
  'hint: the service answered in another shape than its document; --json shows its request id\n';

function answersCheck(data: unknown): void {
  service().post('/api/v1/domains/check').reply(200, { success: true, data });
}

function answersBalance(data: unknown): void {
  service().get('/api/v1/account/balance').reply(200, { success: true, data });
}

describe('the balance is strict', () => {
  it.each(Object.keys(balanceData))('%s is missing', async (field) => {
    answersBalance({ ...balanceData, [field]: undefined });
    expect(await dotaf(['balance'])).toEqual({
      stdout: '',
      stderr: `error: balance: '${field}' is missing\n${hint}`,
      code: 8,
    });
  });

  it.each<[string, unknown]>([
    ['account_number', 1001],
    ['balance', 120.5],
    ['balance', '1,200.50'],
    ['balance', '120.50 USD'],
    ['balance', ''],
    ['currency', null],
    ['currency', { code: 'USD' }],
    ['credit_limit', 50],
    ['credit_limit', null],
    ['active_domains', '42'],
    ['active_domains', 42.5],
    ['active_domains', true],
  ])('%s cannot be %j', async (field, value) => {
    answersBalance({ ...balanceData, [field]: value });
    expect(await dotaf(['balance'])).toEqual({
      stdout: '',
      stderr: `error: balance: '${field}' is not what the document says\n${hint}`,
      code: 8,
    });
  });

  it('is no list', async () => {
    answersBalance([balanceData]);
    expect(await dotaf(['balance'])).toEqual({
      stdout: '',
      stderr: `error: balance: 'data' is not what the document says\n${hint}`,
      code: 8,
    });
  });

  it('keeps unrecognised fields', async () => {
    answersBalance({
      ...balanceData,
      holds: { pending: '5.00' },
      __proto__: { x: 1 },
      updated: null,
    });
    const { stdout, code } = await dotaf(['balance', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      ...balanceData,
      extra: { holds: { pending: '5.00' }, updated: null },
    });
    expect(code).toBe(0);
  });
});

describe('an availability is strict', () => {
  it.each<[string, unknown, string]>([
    ['domain', undefined, 'is missing'],
    ['status', undefined, 'is missing'],
    ['available', undefined, 'is missing'],
    ['pricing', undefined, 'is missing'],
    ['pricing', null, 'is not what the document says'],
    ['domain', 7, 'is not what the document says'],
    ['status', true, 'is not what the document says'],
    ['available', 'true', 'is not what the document says'],
    ['available', 1, 'is not what the document says'],
    ['available', null, 'is not what the document says'],
  ])('%s cannot be %j', async (field, value, reason) => {
    answersCheck({ ...availability, [field]: value });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: '${field}' ${reason}\n${hint}`,
      code: 8,
    });
  });

  it.each<[string, unknown, string]>([
    ['amount', undefined, 'is missing'],
    ['currency', undefined, 'is missing'],
    ['amount', 35, 'is not what the document says'],
    ['amount', '35,00', 'is not what the document says'],
    ['currency', null, 'is not what the document says'],
  ])('pricing.%s cannot be %j', async (field, value, reason) => {
    answersCheck({ ...availability, pricing: { ...availability.pricing, [field]: value } });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: 'pricing.${field}' ${reason}\n${hint}`,
      code: 8,
    });
  });

  it('is about the name that was asked', async () => {
    answersCheck({ ...availability, domain: 'herat.af' });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: 'domain' is another name than the one asked: 'herat.af'\n${hint}`,
      code: 8,
    });
  });

  it.each(['KABUL.AF', 'kabul.af.'])('knows the name spelled %s', async (domain) => {
    answersCheck({ ...availability, domain });
    const { stdout, code } = await dotaf(['check', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...availability, years: 1 });
    expect(code).toBe(0);
  });

  it('knows a name in its own letters', async () => {
    answersCheck({ ...availability, domain: 'کابل.af' });
    const { stdout } = await dotaf(['check', 'کابل.af', '--json']);
    expect(JSON.parse(stdout).domain).toBe('xn--mgbc8fxs.af');
  });

  it.each<[string, boolean]>([
    ['available', false],
    ['AVAILABLE', false],
    ['taken', true],
    ['not_available', true],
    ['Registered', true],
    ['error', true],
  ])('cannot be %s and %s at once', async (status, available) => {
    answersCheck({ ...availability, status, available });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: 'status' says ${status} and 'available' says ${available}\n${hint}`,
      code: 8,
    });
  });

  it('keeps unrecognised fields, in the price too', async () => {
    const pricing = { ...availability.pricing, list_amount: '50.00' };
    answersCheck({ ...availability, pricing, premium: false });
    const { stdout } = await dotaf(['check', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      ...availability,
      years: 1,
      extra: { premium: false, pricing: { list_amount: '50.00' } },
    });
  });
});

describe('the envelope is strict', () => {
  it.each<[string, object, string]>([
    ['no success', { data: balanceData }, "'success' is missing"],
    [
      'a success that is no boolean',
      { success: 'true', data: balanceData },
      "'success' is not a boolean",
    ],
    ['no data', { success: true }, "'data' is missing"],
    ['null for data', { success: true, data: null }, "'data' is not an object"],
    ['a list', [balanceData], 'the answer is not an object'],
  ])('refuses %s', async (_, body, reason) => {
    service().get('/api/v1/account/balance').reply(200, body);
    expect(await dotaf(['balance'])).toEqual({
      stdout: '',
      stderr: `error: balance: ${reason}\n${hint}`,
      code: 8,
    });
  });
});

describe('domains', () => {
  it('are read from where the service has put them, and the rest is kept', async () => {
    service()
      .get('/api/v1/domains/kabul.af')
      .reply(200, { success: true, data: { domain: { name: 'kabul.af', state: 'ok' }, lock: 1 } });
    const { stdout, code } = await dotaf(['domains', 'show', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      domain: 'kabul.af',
      status: 'ok',
      expiry: null,
      registration_date: null,
      auto_renew: null,
      nameservers: null,
      extra: { lock: 1 },
    });
    expect(code).toBe(0);
  });

  it('are not taken for one another', async () => {
    service()
      .get('/api/v1/domains/kabul.af')
      .reply(200, { success: true, data: { domain: 'herat.af' } });
    expect(await dotaf(['domains', 'show', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: domains show kabul.af: the answer is about another name: 'herat.af'\n${hint}`,
      code: 8,
    });
  });

  it('may be listed as names alone', async () => {
    service()
      .get('/api/v1/domains')
      .reply(200, { success: true, data: ['kabul.af', 'herat.af'] });
    expect(await dotaf(['domains', 'ls', '--names'])).toEqual({
      stdout: 'herat.af\nkabul.af\n',
      stderr: 'warning: the expiry of no domain is known, so they are in the order of names\n',
      code: 0,
    });
  });

  it.each<[string, unknown, string]>([
    ['no list', { contacts: [] }, "no list of domains in 'data'"],
    ['items without a name', [{ id: 1 }, { id: 2 }], "no domain name in the items of 'data'"],
  ])('cannot be read from %s', async (_, data, reason) => {
    service().get('/api/v1/domains').reply(200, { success: true, data });
    expect(await dotaf(['domains', 'ls'])).toEqual({
      stdout: '',
      stderr: `error: domains ls: ${reason}\n${hint}`,
      code: 8,
    });
  });

  it('say when there are more, wherever that stands', async () => {
    service()
      .get('/api/v1/domains')
      .reply(200, { success: true, data: ['kabul.af'], meta: { count: 1, total: 250 } });
    const { stderr } = await dotaf(['domains', 'ls', '--names']);
    expect(stderr).toBe(
      'warning: the service lists 1 of 250 domains, and cannot be asked for the others\n',
    );
  });
});

describe('quotes and tiers', () => {
  it('refuses a quote for something else', async () => {
    service()
      .post('/api/v1/pricing')
      .reply(200, { success: true, data: { action: 'transfer', amount: '35.00' } });
    expect(await dotaf(['quote', '--action', 'renewal'])).toEqual({
      stdout: '',
      stderr: `error: quote .af renewal: 'action' is another than the one asked: 'transfer'\n${hint}`,
      code: 8,
    });
  });

  it('refuses a list that does not say which quote is meant', async () => {
    service()
      .post('/api/v1/pricing')
      .reply(200, { success: true, data: [{ amount: '35.00' }, { amount: '70.00' }] });
    expect(await dotaf(['quote', '--action', 'renewal'])).toEqual({
      stdout: '',
      stderr: `error: quote .af renewal: no matching quote in 'data'\n${hint}`,
      code: 8,
    });
  });

  it('gives null for a price that it does not recognise, and keeps what was sent', async () => {
    service()
      .post('/api/v1/pricing', { tld: '.af', action: 'renewal', years: 2 })
      .reply(200, { success: true, data: { unit_price: '35.00' } });
    const { stdout, code } = await dotaf([
      'quote',
      '--action',
      'renewal',
      '--years',
      '2',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toEqual({
      tld: '.af',
      action: 'renewal',
      years: 2,
      amount: null,
      currency: null,
      extra: { unit_price: '35.00' },
    });
    expect(code).toBe(0);
  });

  it('reads a tier of objects', async () => {
    const data = {
      tier: { level: 2, name: 'Silver' },
      next: { tier: 'Gold', needed: 8, required: 50 },
    };
    service().get('/api/v1/account/tier').reply(200, { success: true, data });
    const { stdout } = await dotaf(['tier', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      current_tier: 'Silver',
      next_tier: 'Gold',
      domains_needed: 8,
      extra: { tier: { level: 2 }, next: { required: 50 } },
    });
  });
});

it('names the reply that could not be understood', async () => {
  service()
    .get('/api/v1/account/balance')
    .reply(200, { success: true, data: { balance: 5 } }, { 'x-request-id': 'req-77' });
  const { stdout, stderr, code } = await dotaf(['balance', '--json']);
  expect([stdout, code]).toEqual(['', 8]);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected_response',
    status: 200,
    request_id: 'req-77',
  });
});
