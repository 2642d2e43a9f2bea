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

/** What a command says that has not understood its answer. */
function notUnderstood(reason: string) {
  return { stdout: '', stderr: `error: ${reason}\n${hint}`, code: 8 };
}

function answers(path: string, data: unknown, beside = {}, headers: Record<string, string> = {}) {
  const method = /check$|pricing$/.test(path) ? 'POST' : 'GET';
  service()
    .intercept(`/api/v1${path}`, method)
    .reply(200, { success: true, data, ...beside }, headers);
}

const answersCheck = (data: unknown) => answers('/domains/check', data);
const answersBalance = (data: unknown) => answers('/account/balance', data);

const departs = 'warning: the service departs from its document, and is read all the same:';

const commands = {
  balance: { argv: ['balance'], path: '/account/balance', data: balanceData },
  'check kabul.af': { argv: ['check', 'kabul.af'], path: '/domains/check', data: availability },
};

const missing = 'is missing';
const other = 'is not what the document says';
const minor = 'has no fraction, and may be in minor units,';

it.each<[keyof typeof commands, string, unknown, string]>([
  ['balance', 'account_number', undefined, missing],
  ['balance', 'balance', undefined, missing],
  ['balance', 'currency', undefined, missing],
  ['balance', 'active_domains', undefined, missing],
  ['balance', 'account_number', 10.5, other],
  ['balance', 'account_number', null, other],
  ['balance', 'balance', '120.50 USD', other],
  ['balance', 'balance', '12.500', other],
  ['balance', 'balance', null, other],
  ['balance', 'balance', 12050, minor],
  ['balance', 'balance', '12050', minor],
  ['balance', 'balance', -5, minor],
  ['balance', 'currency', null, other],
  ['balance', 'active_domains', 42.5, other],
  ['balance', 'active_domains', true, other],
  ['check kabul.af', 'domain', undefined, missing],
  ['check kabul.af', 'status', undefined, missing],
  ['check kabul.af', 'available', undefined, missing],
  ['check kabul.af', 'domain', 7, other],
  ['check kabul.af', 'status', null, other],
  ['check kabul.af', 'available', 'true', other],
  ['check kabul.af', 'available', 1, other],
  ['check kabul.af', 'available', null, other],
  ['check kabul.af', 'pricing', '35.00 USD', other],
  ['check kabul.af', 'pricing.amount', 4440, minor],
  ['check kabul.af', 'pricing.amount', '35', minor],
  ['check kabul.af', 'pricing.amount', '35,00', other],
  ['check kabul.af', 'pricing.currency', 840, other],
])('%s is strict on meaning: %s cannot be %j', async (name, field, value, reason) => {
  const { argv, path, data } = commands[name];
  const [outer = '', inner] = field.split('.');
  const pricing = { ...availability.pricing, [inner ?? '']: value };
  const sent = JSON.parse(JSON.stringify({ ...data, [outer]: inner ? pricing : value }));
  answers(path, sent);
  const keys = Object.keys(sent).map((key) => `'${key}'`);
  const where = `in 'data', which holds ${keys.join(', ')}`;
  expect(await dotaf(argv)).toEqual(notUnderstood(`${name}: '${field}' ${reason} ${where}`));
});

describe('a balance', () => {
  it.each<[string, unknown, unknown]>([
    ['account_number', 1001, '1001'],
    ['balance', 120.5, '120.50'],
    ['balance', 0, '0.00'],
    ['credit_limit', 50.5, '50.50'],
    ['credit_limit', '0', '0.00'],
    ['credit_limit', null, null],
    ['credit_limit', undefined, null],
    ['active_domains', '42', 42],
  ])('reads %s from %j, and says so', async (field, value, read) => {
    answersBalance({ ...balanceData, [field]: value });
    const { stdout, stderr, code } = await dotaf(['balance', '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...balanceData, [field]: read });
    expect(stderr).toBe(`${departs} '${field}'\n`);
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
    expect(stderr).toBe(`${departs} 'credit_limit'\n`);
  });

  it('counts the balance alone where there is no credit limit', async () => {
    answersBalance({ ...balanceData, credit_limit: null });
    const { stderr, code } = await dotaf(['balance', '--min', '150', '--with-credit']);
    expect(stderr).toBe(
      `${departs} 'credit_limit'\n` +
        'warning: the service sent no credit limit: only the balance counts\n' +
        'note: 120.50 USD is less than 150\n',
    );
    expect(code).toBe(1);
  });

  it('is no list', async () => {
    answersBalance([balanceData]);
    expect(await dotaf(['balance'])).toEqual(
      notUnderstood(`balance: 'data' is not what the document says`),
    );
  });
});

describe('an availability', () => {
  it.each<[unknown, object, string]>([
    [undefined, { amount: null, currency: null }, "'pricing.amount', 'pricing.currency'"],
    [null, { amount: null, currency: null }, "'pricing.amount', 'pricing.currency'"],
    [{ amount: 35.5, currency: 'USD' }, { amount: '35.50', currency: 'USD' }, "'pricing.amount'"],
    [{ amount: '35.00' }, { amount: '35.00', currency: null }, "'pricing.currency'"],
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

  it.each(['KABUL.AF', 'kabul.af.'])('may spell the name as %s', async (domain) => {
    answersCheck({ ...availability, domain });
    const { stdout, code } = await dotaf(['check', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...availability, years: 1 });
    expect(code).toBe(0);
  });

  it.each<[string, boolean]>([
    ['available', false],
    ['AVAILABLE', false],
    ['taken', true],
    ['not_available', true],
    ['Registered', true],
  ])('cannot be %s and %s at once', async (status, available) => {
    answersCheck({ ...availability, status, available });
    expect(await dotaf(['check', 'kabul.af'])).toEqual(
      notUnderstood(`check kabul.af: 'status' says ${status} and 'available' says ${available}`),
    );
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
    expect(await dotaf(['balance'])).toEqual(notUnderstood(`balance: ${reason}`));
  });
});

describe('domains', () => {
  it('are read from where the service has put them, and the rest is kept', async () => {
    answers('/domains/kabul.af', { domain: { name: 'kabul.af', state: 'ok' }, lock: 1 });
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
    answers('/domains/kabul.af', { domain: 'herat.af' });
    expect(await dotaf(['domains', 'show', 'kabul.af'])).toEqual(
      notUnderstood(`domains show kabul.af: the answer is about another name: 'herat.af'`),
    );
  });

  it('may be listed as names alone', async () => {
    answers('/domains', ['kabul.af', 'herat.af']);
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
      'keys that are not safe to print',
      { 'a\u001b[31m\u202e': 1 },
      "no list of domains in 'data', which holds 'a\\u001b[31m\\u202e'",
    ],
    [
      'items without a name',
      [{ id: 1, price: 2 }, { id: 2 }],
      "no domain name in the items of 'data', which holds 'id', 'price'",
    ],
    [
      'nothing, where there is something',
      { total: 7, domains: null },
      "no domain name in the items of 'data', which holds 'total', 'domains'",
    ],
  ])('cannot be read from %s', async (_, data, reason) => {
    answers('/domains', data);
    expect(await dotaf(['domains', 'ls'])).toEqual(notUnderstood(`domains ls: ${reason}`));
  });

  it.each([null, {}, { domains: null }, { domains: [] }, []])(
    'may be none, sent as %j',
    async (data) => {
      answers('/domains', data);
      const { stdout, code } = await dotaf(['domains', 'ls', '--json']);
      expect([stdout, code]).toEqual(['[]\n', 0]);
    },
  );

  it('are found among others by their name', async () => {
    const data = {
      domains: [
        { domain: 'herat.af', expires: '2026-01-01' },
        { domain: 'kabul.af', expires: '2027-03-31' },
      ],
    };
    answers('/domains/kabul.af', data);
    const { stdout } = await dotaf(['domains', 'show', 'kabul.af', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      expiry: '2027-03-31',
      extra: { domains: [{ domain: 'herat.af', expires: '2026-01-01' }] },
    });
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
  ])('say whether the list is cut: %s', async (_, length, beside, headers, stderr) => {
    const data = Array.from({ length }, (_, index) => ({
      domain: `name-${index}.af`,
      expiry: '2027-03-31',
    }));
    answers('/domains', data, beside, headers);
    expect((await dotaf(['domains', 'ls', '--names'])).stderr).toBe(stderr);
  });
});

describe('quotes and tiers', () => {
  it.each([
    ['1', 'amount', [{ amount: '35.00' }, { amount: '70.00' }]],
    ['2', 'unit_price', { unit_price: '35.00' }],
  ])('refuses prices that are not told to be for %s years: %s', async (years, key, data) => {
    answers('/pricing', data);
    expect(await dotaf(['quote', '--action', 'renewal', '--years', years])).toEqual(
      notUnderstood(`quote .af renewal: no matching quote in 'data', which holds '${key}'`),
    );
  });

  it('gives null for a price that it does not recognise, and keeps what was sent', async () => {
    service()
      .post('/api/v1/pricing', { tld: '.af', action: 'renewal', years: 2 })
      .reply(200, { success: true, data: { prices: { 1: '35.00' } } });
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
      extra: { prices: { 1: '35.00' } },
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
  answers('/account/balance', { balance: 5 }, {}, { 'x-request-id': 'req-77' });
  const { stdout, stderr, code } = await dotaf(['balance', '--json']);
  expect([stdout, code]).toEqual(['', 8]);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected_response',
    status: 200,
    request_id: 'req-77',
  });
});
