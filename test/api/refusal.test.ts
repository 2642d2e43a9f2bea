import { expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

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

it('is one line of JSON', async () => {
  const error = {
    code: 'no_credit',
    message: 'Top\n\n  up \u001b[31mfirst\u202e',
    requestId: 'r-1',
  };
  expect(await reported(422, { success: false, error })).toEqual({
    code: 6,
    error: {
      code: 'api_error',
      message: 'balance: the service refused: Top up \\u001b[31mfirst\\u202e (no_credit)',
      hint: null,
      status: 422,
      api_code: 'no_credit',
      request_id: 'r-1',
      retryable: false,
    },
  });
});

it.each<unknown>([
  ...[0, '0', 422, '422', true],
  ...['error', 'FAILED', 'validation', 'field', 'body', 'null', 'about:blank'],
  'https://httpstatuses.example/422',
  'Something went wrong here',
  { code: 1 },
])('takes %j for no code', async (code) => {
  const { error } = await reported(422, { code, message: 'Top up first' });
  expect([error.message, error.api_code]).toEqual([
    'balance: the service refused: Top up first',
    null,
  ]);
});

it.each([
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'x-amzn-requestid'],
  ...['x-amz-request-id', 'cf-ray'],
])('finds the request id in the header %s', async (name) => {
  const { error } = await reported(500, { error: 'boom' }, { [name]: 'r-2' });
  expect(error.request_id).toBe('r-2');
});

it.each<[string, object, string | null]>([
  ['in the body, before the header', { requestId: 'r-1' }, 'r-1'],
  ['a correlation id', { CorrelationId: 'r-1' }, 'r-1'],
  ['of the error', { error: { trace_id: 't-1' } }, 't-1'],
  ['of something else', { data: { id: 'd-1' }, user_id: 'u-1' }, 'r-2'],
])('finds the request id: %s', async (_, body, expected) => {
  const { error } = await reported(500, body, { 'x-request-id': 'r-2' });
  expect(error.request_id).toBe(expected);
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

it('cuts a long message', async () => {
  const { error } = await reported(422, { error: { message: 'x'.repeat(5000) } });
  expect(error.message).toBe(`balance: the service refused: ${'x'.repeat(300)}…`);
});

it.each<[number, string, number, boolean]>([
  [400, 'api_error', 6, false],
  [401, 'unauthorized', 3, false],
  [403, 'unauthorized', 3, false],
  [404, 'api_error', 6, false],
  [408, 'api_error', 6, true],
  [429, 'rate_limited', 7, true],
  [500, 'api_error', 6, false],
  [503, 'api_error', 6, true],
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

it('takes success: false for a failure, and shows its reason', async () => {
  const answer = await reported(200, {
    success: false,
    error: { code: 'no_credit', message: 'Top up' },
  });
  expect([answer.code, answer.error.api_code]).toEqual([6, 'no_credit']);
  expect(answer.error.message).toBe('balance: the service refused: Top up (no_credit)');
});

it.each<unknown>(['true', 'false', 1, 0, null, {}])(
  'takes success: %j neither for a failure nor for a success',
  async (success) => {
    const { code, error } = await reported(200, { success, data: balanceData });
    expect([code, error.message]).toEqual([8, "balance: 'success' is not a boolean"]);
  },
);

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
