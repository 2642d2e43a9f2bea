import { expect, it } from 'vitest';
import { credentials, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

interface Reported {
  message: string;
  api_code?: string;
  request_id?: string;
}

/** Runs `balance --json` against a service that refuses. */
async function reported(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
) {
  service().get('/api/v1/account/balance').reply(status, body, headers);
  const { stdout, stderr, code } = await dotaf(['balance', '--json', '--max-wait', '0']);
  expect(stdout).toBe('');
  expect(stderr.endsWith('\n')).toBe(true);
  return { code, error: JSON.parse(stderr).error };
}

it.each<[string, string | object, Reported]>([
  [
    'an object',
    { success: false, error: { code: 'no_credit', message: 'Top up first' } },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  [
    'an object in capitals',
    { Success: false, Error: { Code: 'no_credit', Message: 'Top up first' } },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  [
    'flat',
    { success: false, code: 'no_credit', message: 'Top up first' },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  [
    'flat with other names',
    { error_code: 1042, error_message: 'Top up first' },
    { message: 'Top up first (1042)', api_code: '1042' },
  ],
  [
    'OAuth',
    { error: 'no_credit', error_description: 'Top up first' },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  ['one text', { error: 'Top up first' }, { message: 'Top up first' }],
  ['one word', { error: 'no_credit' }, { message: '(no_credit)', api_code: 'no_credit' }],
  [
    'a list of objects',
    { errors: [{ code: 'no_credit', detail: 'Top up first' }, { code: 'other' }] },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  [
    'JSON:API',
    { errors: [{ status: '422', code: 'no_credit', title: 'No credit', detail: 'Top up first' }] },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  ['a list of texts', { errors: ['Top up first'] }, { message: 'Top up first' }],
  [
    'a bare list',
    [{ code: 'no_credit', message: 'Top up first' }],
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  ['a bare text in JSON', '"Top up first"', { message: 'Top up first' }],
  [
    'Laravel',
    {
      message: 'The given data was invalid.',
      errors: { domain: ['is not valid'], years: ['is too many'] },
    },
    { message: 'domain: is not valid; years: is too many' },
  ],
  [
    'problem+json',
    { type: 'about:blank', title: 'No credit', detail: 'Top up first', status: 422 },
    { message: 'Top up first' },
  ],
  [
    'problem+json with its type',
    { type: 'https://api.reseller.example/problems/no-credit', title: 'No credit' },
    {
      message: 'No credit (https://api.reseller.example/problems/no-credit)',
      api_code: 'https://api.reseller.example/problems/no-credit',
    },
  ],
  [
    'a status again as the code',
    { code: 422, message: 'Top up first' },
    { message: 'Top up first' },
  ],
  [
    'a status beside the code',
    { code: 422, message: 'Unprocessable', error: { code: 'no_credit', message: 'Top up first' } },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  ['a flag and a text', { error: true, message: 'Top up first' }, { message: 'Top up first' }],
  [
    'a failure in the data',
    { success: false, data: { code: 'no_credit', message: 'Top up first' } },
    { message: 'Top up first (no_credit)', api_code: 'no_credit' },
  ],
  [
    'a request id',
    { error: { code: 'no_credit', message: 'Top up first', requestId: 'r-1' } },
    { message: 'Top up first (no_credit)', api_code: 'no_credit', request_id: 'r-1' },
  ],
  [
    'a request id beside it',
    { error: { code: 'no_credit' }, meta: { request_id: 'r-1' } },
    { message: '(no_credit)', api_code: 'no_credit', request_id: 'r-1' },
  ],
  [
    'several lines and colours',
    { error: { message: 'Top\n\n  up \u001b[31mfirst\u001b[0m\u202e' } },
    { message: 'Top up \\u001b[31mfirst\\u001b[0m\\u202e' },
  ],
  ['nothing', '', { message: 'HTTP 422' }],
  ['a page', '<html><h1>Unprocessable</h1></html>', { message: 'HTTP 422' }],
  ['bare text', 'Top up first', { message: 'Top up first' }],
  ['an empty object', {}, { message: 'HTTP 422' }],
])('reads what is wrong from %s', async (_, body, { message, api_code, request_id }) => {
  expect(await reported(422, body)).toEqual({
    code: 6,
    error: {
      code: 'api_error',
      message: `balance: the service refused: ${message}`,
      hint: null,
      status: 422,
      api_code: api_code ?? null,
      request_id: request_id ?? null,
      retryable: false,
    },
  });
});

it.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'cf-ray'])(
  'finds the request id in the header %s',
  async (name) => {
    const { error } = await reported(500, { error: 'boom' }, { [name]: 'r-2' });
    expect(error.request_id).toBe('r-2');
  },
);

it('cuts a long message', async () => {
  const { error } = await reported(422, { error: { message: 'x'.repeat(5000) } });
  expect(error.message).toBe(`balance: the service refused: ${'x'.repeat(300)}…`);
});

it.each<[number, string, number, boolean]>([
  [400, 'api_error', 6, false],
  [401, 'unauthorized', 3, false],
  [402, 'api_error', 6, false],
  [403, 'unauthorized', 3, false],
  [404, 'api_error', 6, false],
  [405, 'api_error', 6, false],
  [409, 'api_error', 6, false],
  [418, 'api_error', 6, false],
  [429, 'rate_limited', 7, true],
  [500, 'api_error', 6, false],
  [501, 'api_error', 6, false],
  [502, 'api_error', 6, true],
  [503, 'api_error', 6, true],
  [504, 'api_error', 6, true],
])('status %i is %s', async (status, ours, exitCode, retryable) => {
  const { code, error } = await reported(status, { error: { code: 'theirs', message: 'Why' } });
  expect([error.code, error.status, error.api_code, error.retryable, code]).toEqual([
    ours,
    status,
    'theirs',
    retryable,
    exitCode,
  ]);
});

it('takes success: false for a failure, whatever the status', async () => {
  expect(await reported(200, { success: false, error: { code: 'no_credit' } })).toEqual({
    code: 6,
    error: expect.objectContaining({ code: 'api_error', status: 200, api_code: 'no_credit' }),
  });
});

it('says where refused credentials came from', async () => {
  service()
    .get('/api/v1/account/balance')
    .reply(401, { error: { code: 'bad_key', message: 'Unknown key' } });
  expect(await dotaf(['balance'])).toEqual({
    stdout: '',
    stderr: [
      'error: the service refused the credentials from the environment (DOTAF_KEY and DOTAF_SECRET): Unknown key (bad_key)',
      'hint: check key and secret; the secret is shown only once, so rotate it if it is lost; API access must be enabled on the account first; then correct DOTAF_KEY and DOTAF_SECRET',
      '',
    ].join('\n'),
    code: 3,
  });
});

it('tells a domain that is not there from a path that is not', async () => {
  service()
    .get('/api/v1/domains/kabul.af')
    .reply(404, { error: { code: 'not_found', message: 'No such domain' } });
  expect(await dotaf(['domains', 'show', 'kabul.af'])).toEqual({
    stdout: '',
    stderr:
      "error: 'kabul.af' is not a domain of this account: No such domain (not_found)\nhint: dotaf domains ls --names lists the ones that are\n",
    code: 4,
  });
  service().get('/api/v1/domains/kabul.af').reply(404, '<html>Not Found</html>');
  expect((await dotaf(['domains', 'show', 'kabul.af'])).code).toBe(6);
});

it.each<[string, string | object, Record<string, string>]>([
  ['in the message', { error: { message: `bad secret ${credentials.DOTAF_SECRET}` } }, {}],
  ['in the code', { error: { code: credentials.DOTAF_SECRET, message: 'no' } }, {}],
  ['as a key', { errors: { [credentials.DOTAF_SECRET]: ['no'] } }, {}],
  ['escaped', `{"error":{"message":"${escaped(credentials.DOTAF_SECRET)}"}}`, {}],
  ['escaped, as a key', `{"errors":{"${escaped(credentials.DOTAF_SECRET)}":["no"]}}`, {}],
  [
    'in a header',
    { error: { message: 'no' } },
    { 'x-request-id': `r-${credentials.DOTAF_SECRET}` },
  ],
])('never shows a secret that the service sends back %s', async (_, body, headers) => {
  for (const argv of [['balance'], ['balance', '--json'], ['balance', '-v']]) {
    service().get('/api/v1/account/balance').reply(422, body, headers);
    const { stdout, stderr } = await dotaf(argv);
    expect(stdout + stderr).not.toContain(credentials.DOTAF_SECRET);
  }
});

it('never shows a secret with signs in it, however they are written', async () => {
  const secret = 'a/b"c+d%1&$x';
  const percent = encodeURIComponent(secret);
  const data = {
    account_number: `1 ${secret}`,
    balance: '1.00',
    currency: percent,
    credit_limit: '1.00',
    active_domains: 1,
    [secret]: percent.toLowerCase(),
  };
  const slashed = JSON.stringify({ success: true, data }).replaceAll('/', '\\/');
  for (const argv of [['balance'], ['balance', '--json'], ['balance', '--csv']]) {
    service().get('/api/v1/account/balance').reply(200, slashed);
    const { stdout, code } = await dotaf(argv, { env: { ...credentials, DOTAF_SECRET: secret } });
    expect(code).toBe(0);
    expect(stdout).toContain('1 [redacted]');
    for (const form of [secret, percent, percent.toLowerCase(), 'a\\/b']) {
      expect(stdout).not.toContain(form);
    }
  }
});

function escaped(text: string): string {
  return [...text]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
