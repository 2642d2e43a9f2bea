import { expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

const availability = {
  domain: 'kabul.af',
  status: 'available',
  available: true,
  pricing: { amount: '35.00', currency: 'USD' },
};

const taken = { ...availability, status: 'taken', available: false };

const hint =
  'hint: the service answered in another shape than its document: dotaf doctor shows which parts\nhint: --json shows the request id, for the support of the service\n';

const paths = {
  balance: '/account/balance',
  tier: '/account/tier',
  'check kabul.af': '/domains/check',
  'quote --action renewal': '/pricing',
  'quote --action renewal --years 2': '/pricing',
  'domains ls': '/domains',
  'domains show kabul.af': '/domains/kabul.af',
};

type Line = keyof typeof paths;

/** Runs a line of which these are the data. */
function answered(line: Line, data: unknown, more: string[] = [], headers = {}, beside = {}) {
  const method = /^(check|quote)/.test(line) ? 'POST' : 'GET';
  service()
    .intercept(`/api/v1${paths[line]}`, method)
    .reply(200, { success: true, data, ...beside }, headers);
  return dotaf([...line.split(' '), ...more]);
}

async function printed(line: Line, data: unknown) {
  const { stdout, stderr, code } = await answered(line, data, ['--json']);
  return { answer: JSON.parse(stdout), stderr, code };
}

const missing = 'is missing';
const other = 'is not what the document says';

it.each<['balance' | 'check kabul.af', string, unknown, string]>([
  ['balance', 'account_number', undefined, missing],
  ['balance', 'balance', undefined, missing],
  ['balance', 'active_domains', undefined, missing],
  ['balance', 'account_number', null, other],
  ['balance', 'balance', '120.50 USD', other],
  ['balance', 'balance', '12.500', other],
  ['balance', 'balance', null, other],
  ['balance', 'balance', 12050, other],
  ['balance', 'balance', -5, other],
  ['balance', 'currency', null, other],
  ['balance', 'active_domains', 42.5, other],
  ['check kabul.af', 'domain', undefined, missing],
  ['check kabul.af', 'available', undefined, missing],
  ['check kabul.af', 'domain', 7, other],
  ['check kabul.af', 'status', {}, other],
  ['check kabul.af', 'available', 'true', other],
  ['check kabul.af', 'available', null, other],
  ['check kabul.af', 'pricing', '35.00 USD', other],
  ['check kabul.af', 'pricing.amount', 4440, other],
  ['check kabul.af', 'pricing.amount', '35,00', other],
  ['check kabul.af', 'pricing.amount', '-35.00', other],
  ['check kabul.af', 'pricing.currency', 840, other],
])('%s is strict on meaning: %s cannot be %j', async (line, field, value, reason) => {
  const data = line === 'balance' ? balanceData : availability;
  const [outer = '', inner] = field.split('.');
  const pricing = { ...availability.pricing, [inner ?? '']: value };
  const sent = JSON.parse(JSON.stringify({ ...data, [outer]: inner ? pricing : value }));
  const keys = Object.keys(sent).map((key) => `'${key}'`);
  const where = `in 'data', which holds ${keys.join(', ')}`;
  expect(await answered(line, sent)).toEqual({
    stdout: '',
    stderr: `error: ${line}: '${field}' ${reason} ${where}\n${hint}`,
    code: 8,
  });
});

it.each<[Line, unknown, string]>([
  [
    'balance',
    [balanceData],
    `'account_number' is not what the document says in 'data', which holds ${Object.keys(
      balanceData,
    )
      .map((key) => `'${key}'`)
      .join(', ')}`,
  ],
  ...[
    { status: 'AVAILABLE', available: false },
    { status: 'not_available', available: true },
    { status: 'Registered', available: true },
  ].map(({ status, available }): [Line, unknown, string] => [
    'check kabul.af',
    { ...availability, status, available },
    `'status' says ${status} and 'available' says ${available}`,
  ]),
  ...[2, '24 months'].map((years): [Line, unknown, string] => [
    'check kabul.af',
    { ...availability, years },
    `'years' is another than the one asked: '${years}'`,
  ]),
  ['domains show kabul.af', { domain: 'herat.af' }, "the answer is about another name: 'herat.af'"],
  [
    'domains ls',
    { accounts: [1], page: 1 },
    "no list of domains in 'data', which holds 'accounts', 'page'",
  ],
  [
    'domains ls',
    { 'a\u001b[31m\u202e': 1 },
    "no list of domains in 'data', which holds 'a\\u001b[31m\\u202e'",
  ],
  [
    'domains ls',
    [{ id: 1, price: 2 }, { id: 2 }],
    "no list of domains in 'data', which holds 'id', 'price'",
  ],
  [
    'domains ls',
    { total: 7, domains: null },
    "no domain name in the items of 'data', which holds 'total', 'domains'",
  ],
  [
    'quote --action renewal',
    [{ amount: '35.00' }, { amount: '70.00' }],
    "no matching quote in 'data', which holds 'amount'",
  ],
  [
    'quote --action renewal --years 2',
    { unit_price: '35.00' },
    "no matching quote in 'data', which holds 'unit_price'",
  ],
])('%s cannot be read from %j', async (line, data, reason) => {
  const about = line.replace(/quote --action (\w+).*/, 'quote .af $1');
  const stderr = `error: ${about}: ${reason}\n${hint}`;
  expect(await answered(line, data)).toEqual({ stdout: '', stderr, code: 8 });
});

it.each<[string, object, string]>([
  ['no success', { data: balanceData }, "'success' is missing"],
  ['a success that is no boolean', { success: 'true', data: {} }, "'success' is not a boolean"],
  ['no data', { success: true }, "'data' is missing"],
  ['null for data', { success: true, data: null }, "'data' is not an object"],
  ['a list', [balanceData], 'the answer is not an object'],
])('the envelope cannot have %s', async (_, body, reason) => {
  service().get('/api/v1/account/balance').reply(200, body);
  const stderr = `error: balance: ${reason}\n${hint}`;
  expect(await dotaf(['balance'])).toEqual({ stdout: '', stderr, code: 8 });
});

const departs = 'warning: the service does not follow its documentation; read anyway:';

it.each<[string, unknown, unknown]>([
  ['account_number', 1001, '1001'],
  ['balance', 120.5, '120.50'],
  ['balance', 0, '0.00'],
  ['credit_limit', 50.5, '50.50'],
  ['credit_limit', '0', '0.00'],
  ['credit_limit', null, null],
  ['credit_limit', undefined, null],
  ['active_domains', '42', 42],
])('the %s of a balance is read from %j, which is said', async (field, value, read) => {
  expect(await printed('balance', { ...balanceData, [field]: value })).toEqual({
    answer: { ...balanceData, [field]: read },
    stderr: `${departs} '${field}'\n`,
    code: 0,
  });
});

it.each<[unknown, object, string]>([
  [undefined, { amount: null, currency: null }, "'pricing.amount', 'pricing.currency'"],
  [null, { amount: null, currency: null }, "'pricing.amount', 'pricing.currency'"],
  [{ amount: 35.5, currency: 'USD' }, { amount: '35.50', currency: 'USD' }, "'pricing.amount'"],
  [{ amount: '35.00' }, { amount: '35.00', currency: null }, "'pricing.currency'"],
])('the pricing of a free name is read from %j, which is said', async (pricing, read, slips) => {
  expect(await printed('check kabul.af', { ...availability, pricing })).toEqual({
    answer: { ...availability, pricing: read, years: 1 },
    stderr: `${departs} ${slips}\n`,
    code: 0,
  });
});

it('a slip is said once, however many names are checked', async () => {
  for (const domain of ['kabul.af', 'herat.af', 'mazar.af']) {
    const data = { ...availability, domain, pricing: { amount: 35.5, currency: 'USD' } };
    service()
      .post('/api/v1/domains/check', { domain, years: 1 })
      .reply(200, { success: true, data });
  }
  const { stderr } = await dotaf(['check', 'kabul.af', 'herat.af', 'mazar.af']);
  expect(stderr.match(/warning:/g)).toHaveLength(1);
});

it('counts only the balance where there is no credit limit', async () => {
  const data = { ...balanceData, credit_limit: null };
  expect(await answered('balance', data, ['--min', '150', '--with-credit'])).toMatchObject({
    stderr:
      `${departs} 'credit_limit'\n` +
      'warning: the service sent no credit limit: only the balance counts\n' +
      'note: 120.50 USD is less than 150\n',
    code: 1,
  });
});

it.each<[Line, object, object, string?]>([
  [
    'balance',
    { ...balanceData, credit_limit: 5000 },
    { ...balanceData, credit_limit: null, extra: { credit_limit: 5000 } },
    `${departs} 'credit_limit'\n`,
  ],
  [
    'check kabul.af',
    { ...taken, pricing: { amount: 35, currency: 'USD' } },
    {
      ...taken,
      pricing: { amount: null, currency: 'USD' },
      extra: { pricing: { amount: 35 } },
    },
  ],
  ['check kabul.af', { ...availability, domain: 'KABUL.AF.' }, availability],
  [
    'check kabul.af',
    { ...availability, premium: false, pricing: { ...availability.pricing, list: '50.00' } },
    { ...availability, extra: { premium: false, pricing: { list: '50.00' } } },
  ],
  [
    'domains show kabul.af',
    { domain: { name: 'kabul.af', state: 'ok' }, lock: 1 },
    { domain: 'kabul.af', status: 'ok', expiry: null, extra: { lock: 1 } },
  ],
  ...[1, 2].map((depth): [Line, object, object] => {
    const next = { tier: 'Gold', domains_needed: 8, icon: 'g' };
    const data = { tier: { level: 2, name: 'Silver' }, next };
    const extra = { tier: { level: 2 }, next: { icon: 'g' } };
    return [
      'tier',
      depth === 1 ? data : [data],
      { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 8, extra },
    ];
  }),
])('%s keeps what it does not read of %j', async (line, data, expected, stderr = '') => {
  const { answer, ...rest } = await printed(line, data);
  expect(rest).toEqual({ stderr, code: 0 });
  expect(answer).toMatchObject(expected);
  expect(answer.extra).toEqual('extra' in expected ? expected.extra : undefined);
});

it('domains may be listed as names only', async () => {
  expect(await answered('domains ls', ['kabul.af', 'herat.af'], ['--names'])).toEqual({
    stdout: 'herat.af\nkabul.af\n',
    stderr:
      'warning: the order puts last 2 of 2 domains without a known expiry: kabul.af, herat.af\n',
    code: 0,
  });
});

it.each([null, {}, { domains: null }, { domains: [] }, []])(
  'there may be no domains, sent as %j',
  async (data) => {
    expect(await printed('domains ls', data)).toMatchObject({ answer: [], code: 0 });
  },
);

it.each<[string, number, object, object, string]>([
  ['no other page', 100, {}, { meta: { page: 1, total_pages: 1 } }, ''],
  [
    'a header that tells of more',
    2,
    { Link: '</api/v1/domains?page=2>; rel="next"' },
    {},
    "warning: the list of 2 domains may be cut: dotaf config set domains-file '<path>'\n",
  ],
  [
    'a header with a total',
    2,
    { 'X-Total-Count': '250' },
    {},
    "warning: the list of 2 domains may be cut: dotaf config set domains-file '<path>'\n",
  ],
])('says whether a list is cut: %s', async (_, length, headers, beside, stderr) => {
  const item = (at: number) => ({ domain: `name-${at}.af`, expiry: '2027-03-31' });
  const data = Array.from({ length }, (_, at) => item(at));
  expect(await answered('domains ls', data, ['--names'], headers, beside)).toMatchObject({
    stderr,
  });
});

it('names the reply that could not be understood', async () => {
  const headers = { 'x-request-id': 'req-77' };
  const { stdout, stderr, code } = await answered('balance', { balance: 5 }, ['--json'], headers);
  expect([stdout, code]).toEqual(['', 8]);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected_response',
    status: 200,
    request_id: 'req-77',
  });
});
