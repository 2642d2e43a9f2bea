import { expect, it } from 'vitest';
import { mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

/* golden/transcripts/response-validation.txt tests the parsing of bodies. */

const truncationWarning =
  "warning: the list of 2 domains may be cut: dotaf config set domains-file '<path>'\n";

it.each<[string, number, Record<string, string>, object, string]>([
  ['no other page', 100, {}, { meta: { page: 1, total_pages: 1 } }, ''],
  ['more by a link', 2, { Link: '</api/v1/domains?page=2>; rel="next"' }, {}, truncationWarning],
  ['a larger total', 2, { 'X-Total-Count': '250' }, {}, truncationWarning],
])('warns about a truncated list: %s', async (_, length, headers, envelope, stderr) => {
  const data = Array.from({ length }, (_, at) => ({ domain: `${at}.af`, expiry: '2027-03-31' }));
  mockService()
    .get('/api/v1/domains')
    .reply(200, { success: true, data, ...envelope }, headers);
  expect(await runCli(['domains', 'ls', '--names'])).toMatchObject({ stderr });
});

it('reports the request id of an unreadable reply', async () => {
  const headers = { 'x-request-id': 'req-77' };
  mockService().get('/api/v1/account/balance').reply(200, { success: true, data: {} }, headers);
  const { stdout, stderr, code } = await runCli(['balance', '--json']);
  expect([stdout, code]).toEqual(['', 8]);
  const expected = { code: 'unexpected_response', status: 200, request_id: 'req-77' };
  expect(JSON.parse(stderr).error).toMatchObject(expected);
});
