import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

/* What is read of answers is in formats/sessions/strict-answers.txt; these are about headers. */

const mayBeCut =
  "warning: the list of 2 domains may be cut: dotaf config set domains-file '<path>'\n";

it.each<[string, number, Record<string, string>, object, string]>([
  ['no other page', 100, {}, { meta: { page: 1, total_pages: 1 } }, ''],
  ['more by a link', 2, { Link: '</api/v1/domains?page=2>; rel="next"' }, {}, mayBeCut],
  ['a larger total', 2, { 'X-Total-Count': '250' }, {}, mayBeCut],
])('says whether a list is cut: %s', async (_, length, headers, beside, stderr) => {
  const data = Array.from({ length }, (_, at) => ({ domain: `${at}.af`, expiry: '2027-03-31' }));
  service()
    .get('/api/v1/domains')
    .reply(200, { success: true, data, ...beside }, headers);
  expect(await dotaf(['domains', 'ls', '--names'])).toMatchObject({ stderr });
});

it('names the reply that could not be understood', async () => {
  const headers = { 'x-request-id': 'req-77' };
  service().get('/api/v1/account/balance').reply(200, { success: true, data: {} }, headers);
  const { stdout, stderr, code } = await dotaf(['balance', '--json']);
  expect([stdout, code]).toEqual(['', 8]);
  const told = { code: 'unexpected_response', status: 200, request_id: 'req-77' };
  expect(JSON.parse(stderr).error).toMatchObject(told);
});
