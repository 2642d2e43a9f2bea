import { expect, it } from 'vitest';
import { balanceData, credentials, service } from '../support/fixtures.ts';
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
  [
    'several errors',
    {
      errors: [
        { code: 'no_credit', message: 'Top up first' },
        { code: 'reserved', message: 'The name is reserved', field: 'domain' },
      ],
    },
    {
      message: 'Top up first; domain: The name is reserved (no_credit)',
      api_code: 'no_credit',
    },
  ],
  [
    'fields inside error.details',
    {
      error: { message: 'Validation failed', details: { domain: 'required', years: ['too many'] } },
    },
    { message: 'domain: required; years: too many' },
  ],
  [
    'a message that says more than its fields',
    { message: 'Orders are closed today', errors: { domain: ['is reserved'] } },
    { message: 'Orders are closed today; domain: is reserved' },
  ],
  [
    'a list of single fields',
    { errors: [{ domain: 'Reserved' }] },
    { message: 'domain: Reserved' },
  ],
  [
    'fields in the data',
    { success: false, data: { errors: { domain: ['is reserved'] } } },
    { message: 'domain: is reserved' },
  ],
  [
    'fields that are called like parts of an error',
    {
      errors: {
        title: ['is long'],
        description: ['is long'],
        code: ['is long'],
        path: ['is long'],
      },
    },
    { message: 'title: is long; description: is long; code: is long; path: is long' },
  ],
  ['a field in Persian', { errors: { دامنه: ['معتبر نیست'] } }, { message: 'دامنه: معتبر نیست' }],
  [
    'what is sent along with it',
    { success: false, domain: 'kabul.af', status: 'taken', price: '35.00', tags: { a: 1 } },
    { message: 'HTTP 422' },
  ],
  ['null in words', { message: 'null', error: 'undefined', code: 'null' }, { message: 'HTTP 422' }],
  [
    'null in words beside a reason',
    { message: ' ', title: 'null', detail: 'Top up first' },
    { message: 'Top up first' },
  ],
  [
    'objects in place of texts',
    { message: { a: { b: 1 } }, code: { c: 2 }, detail: [[1], [{}]], error: [null] },
    { message: 'HTTP 422' },
  ],
  ['an object that was made a text', { message: '[object Object]' }, { message: 'HTTP 422' }],
  [
    'a message that repeats the code',
    { code: 'no_credit', message: 'NO_CREDIT' },
    { message: '(no_credit)', api_code: 'no_credit' },
  ],
  [
    'a message that holds the code',
    { code: 'E42', message: 'E42: top up first' },
    { message: 'E42: top up first', api_code: 'E42' },
  ],
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

it.each<unknown>([
  0,
  '0',
  422,
  '422',
  'error',
  'FAILED',
  'validation',
  'field',
  'body',
  'null',
  'about:blank',
  'https://httpstatuses.example/422',
  'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  'Something went wrong here',
  { code: 1 },
  ['a'],
  true,
])('takes %j for no code', async (code) => {
  const { error } = await reported(422, { code, message: 'Top up first' });
  expect([error.message, error.api_code]).toEqual([
    'balance: the service refused: Top up first',
    null,
  ]);
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each<[string, string, string]>([
  ...[
    ...['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'x-amzn-requestid'],
    ...['x-amz-request-id', 'apigw-requestid', 'x-ms-request-id', 'x-vercel-id', 'cf-ray'],
    ...['fly-request-id', 'x-b3-traceid'],
  ].map((name): [string, string, string] => [name, 'r-2', 'r-2']),
  ['traceparent', `00-${trace}-00f067aa0ba902b7-01`, trace],
  ['x-cloud-trace-context', `${trace}/123;o=1`, trace],
  ['x-amzn-trace-id', 'Self=1-2;Root=1-67891233-abcdef', '1-67891233-abcdef'],
])('finds the request id in the header %s', async (name, value, expected) => {
  const { error } = await reported(500, { error: 'boom' }, { [name]: value });
  expect(error.request_id).toBe(expected);
});

it.each<[string, object, string | null]>([
  ['in the body, before the header', { requestId: 'r-1' }, 'r-1'],
  ['a trace id', { error: { trace_id: 'r-1' } }, 'r-1'],
  ['a correlation id', { CorrelationId: 'r-1' }, 'r-1'],
  ['a number', { request_id: 17 }, '17'],
  ['an object', { request: { id: 'r-1' } }, 'r-1'],
  ['of the occurrence', { errors: [{ id: 'e-17', title: 'No credit' }] }, 'e-17'],
  [
    'an instance',
    { instance: 'urn:uuid:4017fabc-0000-4000-8000-000000000001' },
    'urn:uuid:4017fabc-0000-4000-8000-000000000001',
  ],
  ['a path is none', { instance: '/account/7' }, 'r-2'],
  ['of something else', { data: { id: 'd-1' }, user_id: 'u-1' }, 'r-2'],
  ['null in words', { request_id: 'null' }, 'r-2'],
])('finds the request id: %s', async (_, body, expected) => {
  const { error } = await reported(500, body, { 'x-request-id': 'r-2' });
  expect(error.request_id).toBe(expected);
});

it('says how many more messages there are', async () => {
  const errors = Array.from({ length: 40 }, (_, index) => `fault ${index} ${'x'.repeat(80)}`);
  const { error } = await reported(422, { errors });
  const shown = errors.slice(0, 3).join('; ');
  expect(error.message).toBe(`balance: the service refused: ${shown}; and 37 more`);
});

it('says that there are many more than it reads', async () => {
  const errors = Array.from({ length: 900 }, (_, index) => ({ message: `fault ${index}` }));
  const { error } = await reported(422, { errors });
  expect(error.message).toMatch(/: fault 0; fault 1; .*; and many more$/);
});

it.each<[string, string]>([
  ['many keys', `{"errors":{${Array.from({ length: 50_000 }, (_, n) => `"key${n}":["a"]`)}}}`],
  ['many items', `[${Array.from({ length: 120_000 }, () => '{"x":1}')}]`],
])('reads nothing of a refusal with %s', async (_, text) => {
  const { error } = await reported(429, text);
  expect(error.message).toBe('balance: the rate limit is exceeded: HTTP 429');
});

it.each<[string, string]>([
  ['text', JSON.stringify({ message: 'x '.repeat(490_000) })],
  ['key', JSON.stringify({ errors: { ['aB'.repeat(490_000)]: ['is long'] } })],
])('is not held up by one long %s', async (_, text) => {
  const { error } = await reported(429, text);
  expect(error.code).toBe('rate_limited');
});

it('makes fields and codes safe to print', async () => {
  const { error } = await reported(422, { errors: { 'do\u001b[31mmain': ['is \u202e bad'] } });
  expect(error.message).toBe('balance: the service refused: do\\u001b.31mmain: is \\u202e bad');
});

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

it.each<unknown>([false, 'false', 'False', '0', 0, 'no', 'error'])(
  'takes success: %j for a failure, and shows its reason',
  async (success) => {
    const answer = await reported(200, {
      success,
      error: { code: 'no_credit', message: 'Top up' },
    });
    expect([answer.code, answer.error.api_code]).toEqual([6, 'no_credit']);
    expect(answer.error.message).toBe('balance: the service refused: Top up (no_credit)');
  },
);

it.each<unknown>(['true', 1, 'yes', null, 'ok', [false], {}])(
  'takes success: %j neither for a failure nor for a success',
  async (success) => {
    const { code, error } = await reported(200, { success, data: balanceData });
    expect([code, error.message]).toEqual([8, "balance: 'success' is not a boolean"]);
  },
);

it('reads a refusal in capitals', async () => {
  const { code, error } = await reported(200, { Success: false, Message: 'Top up first' });
  expect([code, error.message]).toEqual([6, 'balance: the service refused: Top up first']);
});

it('says where refused credentials came from', async () => {
  service()
    .get('/api/v1/account/balance')
    .reply(401, { error: { code: 'bad_key', message: 'Unknown key' } });
  expect(await dotaf(['balance'])).toEqual({
    stdout: '',
    stderr: [
      'error: the service refused the credentials from the environment (DOTAF_KEY and DOTAF_SECRET): Unknown key (bad_key)',
      'hint: check key and secret; a secret that is lost can be rotated in the reseller portal',
      'hint: API access must be enabled on the account first',
      'hint: then correct DOTAF_KEY and DOTAF_SECRET',
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
      'error: kabul.af: not a domain of this account: No such domain (not_found)\nhint: dotaf domains ls --names lists the ones that are\n',
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

function escaped(text: string): string {
  return [...text]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
