import { expect, it } from 'vitest';
import { mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

async function runAndParseError(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
) {
  mockService().get('/api/v1/account/balance').reply(status, body, headers);
  const { stdout, stderr, code } = await runCli(['balance', '--json', '--max-wait', '0']);
  expect(stdout).toBe('');
  expect(stderr.endsWith('\n')).toBe(true);
  return { code, error: JSON.parse(stderr).error };
}

it.each([
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'x-amzn-requestid'],
  ...['x-amz-request-id', 'cf-ray'],
])('reads the request id from the header %s', async (name) => {
  const { error } = await runAndParseError(500, { error: 'boom' }, { [name]: 'r-2' });
  expect(error.request_id).toBe('r-2');
});

it.each<[string, object, string | null]>([
  ['in the body, before the header', { requestId: 'r-1' }, 'r-1'],
  ['a correlation id', { CorrelationId: 'r-1' }, 'r-1'],
  ['of the error', { error: { trace_id: 't-1' } }, 't-1'],
  ['of something else', { data: { id: 'd-1' }, user_id: 'u-1' }, 'r-2'],
])('reads the request id: %s', async (_, body, expected) => {
  const { error } = await runAndParseError(500, body, { 'x-request-id': 'r-2' });
  expect(error.request_id).toBe(expected);
});

it.each<[string, string]>([
  ['many keys', `{"errors":{${Array.from({ length: 50_000 }, (_, n) => `"key${n}":["a"]`)}}}`],
  ['many items', `[${Array.from({ length: 120_000 }, () => '{"x":1}')}]`],
])('ignores an error body with %s', async (_, text) => {
  const { error } = await runAndParseError(429, text);
  expect(error.message).toBe('balance: the rate limit is exceeded: HTTP 429');
});

it.each<[string, object, string]>([
  ['word', { message: 'x'.repeat(980_000) }, `${'x'.repeat(300)}…`],
  ['sentence', { message: 'x '.repeat(490_000) }, `${'x '.repeat(150)}…`],
  ['key', { errors: { ['aB'.repeat(490_000)]: ['is long'] } }, `${'aB'.repeat(150)}…`],
])('truncates a very long %s without slowing down', async (_, body, message) => {
  const { error } = await runAndParseError(429, body);
  expect(error.message).toContain(`balance: the rate limit is exceeded: ${message}`);
});
