import { describe, expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function answers(data: unknown, beside: object = {}): void {
  const body = { success: true, ...beside, data };
  for (const method of ['GET', 'POST'])
    service().intercept(/./, method).optionally().reply(200, body);
}

const free = {
  domain: 'a.af',
  status: 'available',
  available: true,
  pricing: { amount: '9.00', currency: 'USD' },
};

describe('an error beside the data', () => {
  const errors = ['down', [{ code: 7 }], { code: 0, detail: ['down'] }, true];

  it.each(errors)('is no success: %j', async (error) => {
    for (const key of ['error', 'errors']) {
      const bodies: [unknown, object][] = [
        [free, { [key]: error }],
        [{ ...free, [key]: error }, {}],
      ];
      for (const [data, beside] of bodies) {
        answers(data, beside);
        const { stdout, stderr, code } = await dotaf(['check', 'a.af', '--json']);
        expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
        expect(stderr).toContain('the answer claims success beside an error: ');
      }
    }
  });

  it.each([null, '', [], {}, false, 0, 'none', { code: 0, message: '' }])(
    'that says nothing is none: %j',
    async (error) => {
      answers({ ...free, error }, { errors: error });
      expect(await dotaf(['check', 'a.af', '--json'])).toMatchObject({ code: 0 });
    },
  );
});

describe('a price of something else', () => {
  it.each([{ years: 2 }, { period: 3 }, { years: '2' }, { action: 'renewal' }, { unit: 'month' }])(
    'is refused by check: %j',
    async (more) => {
      answers({ ...free, pricing: { ...free.pricing, ...more } });
      const { stdout, stderr, code } = await dotaf(['check', 'a.af']);
      expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
      expect(stderr).toContain(`'${Object.keys(more)[0]}' is another than the one asked`);
    },
  );

  it.each([{ years: 1 }, { action: 'registration' }, { tld: '.com.af' }])(
    'is refused by quote, also in an object: %j',
    async (more) => {
      answers({ pricing: { amount: '44.40', currency: 'USD', ...more } });
      const argv = ['quote', '.af', '--action', 'renewal', '--years', '2'];
      expect(await dotaf(argv)).toMatchObject({ stdout: '', code: 8 });
    },
  );
});

describe('an answer that disagrees with itself', () => {
  const price = '"pricing":{"amount":"9.00","currency":"USD"}';
  const start = '"domain":"a.af","status":"available"';

  it.each([
    [`{"success":false,"success":true,"data":{${start},"available":true,${price}}}`, 'success'],
    [`{"success":true,"Success":false,"data":{${start},"available":true,${price}}}`, 'success'],
    [`{"success":true,"data":{"available":false,${start},"available":true,${price}}}`, 'available'],
    [`{"success":true,"data":{"av\\u0061ilable":false,${start},"available":true}}`, 'available'],
  ])('says a key twice: %s', async (body, key) => {
    service().post('/api/v1/domains/check').reply(200, body);
    const { stdout, stderr, code } = await dotaf(['check', 'a.af', '--json']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
    expect(stderr).toContain(`the answer says '${key}' twice`);
  });

  it.each([
    { registered: true },
    { isRegistered: 'true' },
    { taken: 1 },
    { is_available: false },
    { not_available: true },
  ])('says the opposite of available: %j', async (more) => {
    answers({ ...free, ...more });
    const { stdout, stderr, code } = await dotaf(['check', 'a.af', '--json']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
    expect(stderr).toContain("and 'available' says true");
  });

  it.each([{ registered: false }, { registered_names: 4 }, { available_until: 'yes' }])(
    'is none with %j',
    async (more) => {
      answers({ ...free, ...more });
      expect(await dotaf(['check', 'a.af', '--json'])).toMatchObject({ code: 0 });
    },
  );

  it('claims no success within its data', async () => {
    answers({ ...free, success: false });
    const { stderr, code } = await dotaf(['check', 'a.af']);
    expect(stderr).toContain("the answer claims success beside an error: 'success' is false");
    expect(code).toBe(8);
  });
});

it('reads the currency of a balance as that of a price', async () => {
  answers({ ...balanceData, currency: 'usd' });
  const { stdout, stderr } = await dotaf(['balance', '--json']);
  expect(JSON.parse(stdout).currency).toBe('USD');
  expect(stderr).toBe('');
});

it.each(['xn--zzzzzz.af', 'b_1.af', 'b1..af', 5, ['b1.af', 'c1.af']])(
  'is about another name where its name cannot be read: %j',
  async (domain) => {
    answers({ domain, status: 'active' });
    const { stdout, stderr, code } = await dotaf(['domains', 'show', 'a.af']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
    expect(stderr).toContain('the answer is about another name');
  },
);

it('may be one list of several, and says so', async () => {
  answers({
    domains: [{ domain: 'a.af', expiry: '2027-01-01' }],
    expired: [{ domain: 'b.af', expiry: '2026-01-01' }],
  });
  const { stderr, code } = await dotaf(['domains', 'ls', '--json']);
  expect({ stderr, code }).toEqual({
    stderr: 'warning: the service has more domains than these 1, and cannot be asked for them\n',
    code: 0,
  });
});

it.each([
  ['1234567890123456789', '"1234567890123456789"'],
  ['9007199254740993', '"9007199254740993"'],
  ['123456789012345678.25', '"123456789012345678.25"'],
  ['1e400', '"1e400"'],
  ['123456789012345', '123456789012345'],
  ['"say \\"1234567890123456789\\""', '"say \\"1234567890123456789\\""'],
])('keeps the digits of a number: %s', async (sent, expected) => {
  const { stdout } = await shown(`"order_id":${sent}`);
  expect(stdout).toContain(`"extra":{"order_id":${expected}}`);
});

it.each(['\u0600', 'x\u{13430}y'])(
  'is measured although it holds only a sign of format: %j',
  async (text) => {
    answers({ ...free, current_tier: text, status: `av ${text}` });
    for (const argv of [['tier'], ['check', 'a.af']])
      expect(await dotaf(argv)).toMatchObject({ stderr: '', code: 0 });
  },
);

it('keeps halves of characters from jq', async () => {
  answers({ ...free, status: 'a\ud800' });
  expect(await dotaf(['check', 'a.af', '--jq', '.status'])).toEqual({
    stdout: 'a\ufffd\n',
    stderr: '',
    code: 0,
  });
  answers({ ...free, status: 'a\\ud800' });
  const { stdout } = await dotaf(['check', 'a.af', '--json']);
  expect(JSON.parse(stdout).status).toBe('a\\ud800');
});

/** Shows a domain of which these are the fields. */
async function shown(fields: string) {
  const body = `{"success":true,"data":{"domain":"a.af",${fields}}}`;
  service().get('/api/v1/domains/a.af').reply(200, body);
  return dotaf(['domains', 'show', 'a.af', '--json']);
}

function times(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join();
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it.each([
  ['values nested deeper than 32', nested(29), nested(100_000)],
  ['more than 10000 values', `[${times(9996, String)}]`, `[${times(9997, String)}]`],
  [
    'more than 10000 values',
    `{${times(9996, (index) => `"${index}":1`)}}`,
    `[${times(400, () => `[${times(25, String)}]`)}]`,
  ],
])('is read up to a bound, and refused beyond it: %s', async (excess, within, beyond) => {
  expect(await shown(`"x":${within}`)).toMatchObject({ code: 0 });
  const { stderr, code } = await shown(`"x":${beyond}`);
  expect(stderr).toContain(`the answer is larger than any of the service: it has ${excess}"`);
  expect(code).toBe(8);
});

describe('a value that is longer than any fact is not one:', () => {
  it.each([
    ['status', `a${' '.repeat(900_000)}b`],
    ['expiry', `monday ${' '.repeat(900_000)}1`],
    ['nameservers', 'a.b '.repeat(200_000)],
    ['auto_renew', 'a-'.repeat(450_000)],
  ])('%s', async (fact, text) => {
    const { stdout } = await shown(`"${fact}":"${text}"`);
    expect(JSON.parse(stdout)).toMatchObject({ [fact]: null, extra: { [fact]: text } });
  });

  it.each([
    [['check', 'a.af'], 'domain', 'é'.repeat(400_000)],
    [['check', 'a.af'], 'status', 'not '.repeat(200_000)],
    [['balance'], 'balance', `${'9'.repeat(900_000)}.00`],
  ])('of %j: %s', async (argv, field, text) => {
    answers({ ...free, ...balanceData, [field]: text });
    const { stderr, code } = await dotaf(argv);
    expect(stderr).toContain(`'${field}' is not what the document says`);
    expect(code).toBe(8);
  });
});
