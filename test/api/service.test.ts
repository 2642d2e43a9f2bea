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
  'hint: the service answered in another shape than its document: dotaf doctor shows which parts\nhint: --json shows the request id, for the support of the service\n';

function answersCheck(data: unknown): void {
  service().post('/api/v1/domains/check').reply(200, { success: true, data });
}

function answersBalance(data: unknown): void {
  service().get('/api/v1/account/balance').reply(200, { success: true, data });
}

const inBalance =
  "'data', which holds 'account_number', 'balance', 'currency', 'credit_limit', 'active_domains'";

const departs = 'warning: the service departs from its document, and is read all the same:';

describe('the balance is strict on meaning', () => {
  it.each(['account_number', 'balance', 'currency', 'active_domains'])(
    '%s is missing',
    async (field) => {
      const { [field]: _, ...others } = balanceData as Record<string, unknown>;
      answersBalance(others);
      const keys = Object.keys(others).map((key) => `'${key}'`);
      expect(await dotaf(['balance'])).toEqual({
        stdout: '',
        stderr: `error: balance: '${field}' is missing in 'data', which holds ${keys.join(', ')}\n${hint}`,
        code: 8,
      });
    },
  );

  it.each<[string, unknown]>([
    ['account_number', 10.5],
    ['account_number', ''],
    ['account_number', null],
    ['balance', '1,200.50'],
    ['balance', '120.50 USD'],
    ['balance', '12.500'],
    ['balance', ''],
    ['balance', null],
    ['currency', null],
    ['currency', { code: 'USD' }],
    ['active_domains', 42.5],
    ['active_domains', 'many'],
    ['active_domains', true],
  ])('%s cannot be %j', async (field, value) => {
    answersBalance({ ...balanceData, [field]: value });
    expect(await dotaf(['balance'])).toEqual({
      stdout: '',
      stderr: `error: balance: '${field}' is not what the document says in ${inBalance}\n${hint}`,
      code: 8,
    });
  });

  it.each([12050, '12050', -5])(
    'has two fraction digits, so that it cannot be %j',
    async (balance) => {
      answersBalance({ ...balanceData, balance });
      expect(await dotaf(['balance'])).toEqual({
        stdout: '',
        stderr: `error: balance: 'balance' has no fraction, and may be in minor units, in ${inBalance}\n${hint}`,
        code: 8,
      });
    },
  );

  it.each<[string, unknown, unknown, string]>([
    ['account_number', 1001, '1001', 'is a number'],
    ['balance', 120.5, '120.50', 'is a number'],
    ['balance', 0, '0.00', 'is a number'],
    ['credit_limit', 50.5, '50.50', 'is a number'],
    ['credit_limit', '0', '0.00', 'has another form'],
    ['credit_limit', null, null, 'is null'],
    ['credit_limit', undefined, null, 'is missing'],
    ['active_domains', '42', 42, 'is a string'],
  ])('reads %s from %j, and says so', async (field, value, read, slip) => {
    answersBalance({ ...balanceData, [field]: value });
    const { stdout, stderr, code } = await dotaf(['balance', '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...balanceData, [field]: read });
    expect(stderr).toBe(`${departs} '${field}' ${slip}\n`);
    expect(code).toBe(0);
  });

  it('keeps a credit limit that may be in minor units, and does not read it', async () => {
    answersBalance({ ...balanceData, credit_limit: 5000 });
    const { stdout, stderr } = await dotaf(['balance', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      ...balanceData,
      credit_limit: null,
      extra: { credit_limit: 5000 },
    });
    expect(stderr).toBe(`${departs} 'credit_limit' cannot be read\n`);
  });

  it('names all slips at once, also under -q', async () => {
    answersBalance({ ...balanceData, account_number: 1001, credit_limit: null });
    const { stdout, stderr, code } = await dotaf(['balance', '-q']);
    expect(stdout).toContain('credit limit    -\n');
    expect(stderr).toBe(`${departs} 'account_number' is a number, 'credit_limit' is null\n`);
    expect(code).toBe(0);
  });

  it('counts the balance alone where there is no credit limit', async () => {
    answersBalance({ ...balanceData, credit_limit: null });
    const { stderr, code } = await dotaf(['balance', '--min', '150', '--with-credit']);
    expect(stderr).toBe(
      `${departs} 'credit_limit' is null\n` +
        'warning: the service sent no credit limit: only the balance counts\n' +
        'note: 120.50 USD is less than 150\n',
    );
    expect(code).toBe(1);
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

const inCheck = "'data', which holds 'domain', 'status', 'available', 'pricing'";

describe('an availability is strict on meaning', () => {
  it.each(['domain', 'status', 'available'])('%s is missing', async (field) => {
    const { [field]: _, ...others } = availability as Record<string, unknown>;
    answersCheck(others);
    const keys = Object.keys(others).map((key) => `'${key}'`);
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: '${field}' is missing in 'data', which holds ${keys.join(', ')}\n${hint}`,
      code: 8,
    });
  });

  it.each<[string, unknown]>([
    ['domain', 7],
    ['status', true],
    ['status', null],
    ['available', 'true'],
    ['available', 1],
    ['available', null],
    ['pricing', '35.00 USD'],
  ])('%s cannot be %j', async (field, value) => {
    answersCheck({ ...availability, [field]: value });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: '${field}' is not what the document says in ${inCheck}\n${hint}`,
      code: 8,
    });
  });

  it.each<[string, unknown, string]>([
    ['amount', 4440, 'has no fraction, and may be in minor units,'],
    ['amount', '35', 'has no fraction, and may be in minor units,'],
    ['amount', '12.500', 'is not what the document says'],
    ['amount', '35,00', 'is not what the document says'],
    ['currency', 840, 'is not what the document says'],
    ['currency', true, 'is not what the document says'],
  ])('pricing.%s cannot be %j', async (field, value, reason) => {
    answersCheck({ ...availability, pricing: { ...availability.pricing, [field]: value } });
    expect(await dotaf(['check', 'kabul.af'])).toEqual({
      stdout: '',
      stderr: `error: check kabul.af: 'pricing.${field}' ${reason} in ${inCheck}\n${hint}`,
      code: 8,
    });
  });

  it.each<[unknown, object, string]>([
    [
      undefined,
      { amount: null, currency: null },
      "'pricing.amount' is missing, 'pricing.currency' is missing",
    ],
    [
      null,
      { amount: null, currency: null },
      "'pricing.amount' is missing, 'pricing.currency' is missing",
    ],
    [
      { amount: 35.5, currency: 'USD' },
      { amount: '35.50', currency: 'USD' },
      "'pricing.amount' is a number",
    ],
    [{ amount: '35.00' }, { amount: '35.00', currency: null }, "'pricing.currency' is missing"],
  ])('reads a pricing of %j, and says so', async (pricing, read, slips) => {
    answersCheck({ ...availability, pricing });
    const { stdout, stderr, code } = await dotaf(['check', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...availability, pricing: read, years: 1 });
    expect(stderr).toBe(`${departs} ${slips}\n`);
    expect(code).toBe(0);
  });

  it('says so once, however many names are checked', async () => {
    for (const domain of ['kabul.af', 'herat.af', 'mazar.af']) {
      const data = { ...availability, domain, pricing: { amount: 35.5, currency: 'USD' } };
      service()
        .post('/api/v1/domains/check', { domain, years: 1 })
        .reply(200, { success: true, data });
    }
    const { stderr } = await dotaf(['check', 'kabul.af', 'herat.af', 'mazar.af']);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
  });

  it('does not read what a taken name would cost, unless it can', async () => {
    const taken = { ...availability, status: 'taken', available: false };
    answersCheck({ ...taken, pricing: { amount: 0, currency: 'USD' } });
    const { stdout, stderr } = await dotaf(['check', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      ...taken,
      pricing: { amount: null, currency: 'USD' },
      years: 1,
      extra: { pricing: { amount: 0 } },
    });
    expect(stderr).toBe('');
  });

  it.each([2, '2', '2 years', '24 months'])(
    'does not take %j for the years asked',
    async (years) => {
      answersCheck({ ...availability, years });
      const { stderr, code } = await dotaf(['check', 'kabul.af']);
      expect(stderr).toContain("error: check kabul.af: 'years' is another than the one asked: '");
      expect(code).toBe(8);
    },
  );

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
    [
      'no list',
      { accounts: [], page: 1 },
      "no list of domains in 'data', which holds 'accounts', 'page'",
    ],
    [
      'more keys than a message can name',
      Object.fromEntries('abcdefghijkl'.split('').map((key) => [key, 1])),
      "no list of domains in 'data', which holds 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' and 2 more",
    ],
    [
      'keys that are not safe to print',
      { 'a\u001b[31m\u202e': 1 },
      "no list of domains in 'data', which holds 'a\\u001b[31m\\u202e'",
    ],
    [
      'items without a name',
      [{ id: 1, price: 2 }, { id: 2 }],
      "no domain name in the items of 'data', whose items hold 'id', 'price'",
    ],
    [
      'items that are numbers',
      [1, 2],
      "no domain name in the items of 'data', which is a list of 2",
    ],
    [
      'nothing, where there is something',
      { total: 7, domains: null },
      "no domain name in the items of 'data', which holds 'total', 'domains'",
    ],
  ])('cannot be read from %s', async (_, data, reason) => {
    service().get('/api/v1/domains').reply(200, { success: true, data });
    expect(await dotaf(['domains', 'ls'])).toEqual({
      stdout: '',
      stderr: `error: domains ls: ${reason}\n${hint}`,
      code: 8,
    });
  });

  it.each([null, {}, { domains: null }, { domains: [] }, []])(
    'may be none, sent as %j',
    async (data) => {
      service().get('/api/v1/domains').reply(200, { success: true, data });
      const { stdout, code } = await dotaf(['domains', 'ls', '--json']);
      expect([stdout, code]).toEqual(['[]\n', 0]);
    },
  );

  it('are read from a list of one, and keep what was not read', async () => {
    const data = [{ domain: 'kabul.af', expires: '2027-03-31', lock: 1 }];
    service().get('/api/v1/domains/kabul.af').reply(200, { success: true, data });
    const { stdout } = await dotaf(['domains', 'show', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ expiry: '2027-03-31', extra: { lock: 1 } });
  });

  it('are found among others by their name', async () => {
    const data = {
      domains: [
        { domain: 'herat.af', expires: '2026-01-01' },
        { domain: 'kabul.af', expires: '2027-03-31' },
      ],
    };
    service().get('/api/v1/domains/kabul.af').reply(200, { success: true, data });
    const { stdout } = await dotaf(['domains', 'show', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      expiry: '2027-03-31',
      extra: { domains: [{ domain: 'herat.af', expires: '2026-01-01' }] },
    });
  });

  it('keep what was sent when nothing of it can be read', async () => {
    const data = [{ x: 1 }, { y: 2 }];
    service().get('/api/v1/domains/kabul.af').reply(200, { success: true, data });
    const { stdout } = await dotaf(['domains', 'show', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ domain: 'kabul.af', expiry: null, extra: { data } });
  });

  it.each<[string, number, object, Record<string, string>, string]>([
    [
      'a hundred and no other sign',
      100,
      {},
      {},
      'warning: the service lists at most 100 domains: this list may be cut\n',
    ],
    [
      'a hundred of a hundred',
      100,
      { total: 100 },
      {},
      'warning: the service lists at most 100 domains: this list may be cut\n',
    ],
    ['a hundred and no more', 100, { has_more: false }, {}, ''],
    ['a hundred on the only page', 100, { meta: { page: 1, total_pages: 1 } }, {}, ''],
    [
      'a header that tells of more',
      2,
      {},
      { Link: '</api/v1/domains?page=2>; rel="next"' },
      'warning: the service has more domains than these 2, and cannot be asked for them\n',
    ],
    [
      'a header with a total',
      2,
      {},
      { 'X-Total-Count': '250' },
      'warning: the service lists 2 of 250 domains, and cannot be asked for the others\n',
    ],
    ['fewer than a hundred', 99, {}, {}, ''],
  ])('say whether the list is cut: %s', async (_, length, beside, headers, stderr) => {
    const data = Array.from({ length }, (_, index) => ({
      domain: `name-${index}.af`,
      expiry: '2027-03-31',
    }));
    service()
      .get('/api/v1/domains')
      .reply(200, { success: true, data, ...beside }, headers);
    expect((await dotaf(['domains', 'ls', '--names'])).stderr).toBe(stderr);
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
      stderr: `error: quote .af renewal: no matching quote in 'data', whose items hold 'amount'\n${hint}`,
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

  it.each([1, undefined])('reads a tier of objects', async (isList) => {
    const data = {
      tier: { level: 2, name: 'Silver' },
      next: { tier: 'Gold', needed: 8, required: 50 },
    };
    const answer = { success: true, data: isList ? [data] : data };
    service().get('/api/v1/account/tier').reply(200, answer);
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
