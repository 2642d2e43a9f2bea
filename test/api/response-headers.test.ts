import { expect, it } from 'vitest';
import { balanceData, credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';

/** A year after the time of TestClock. */
const wrongDate = 'Mon, 22 Nov 2027 12:00:01 GMT';

const warning =
  'warning: the clock of this machine says 2026-11-21, that of the service 2027-11-22: correct it, since dates count from it\n';

const herat = { domain: 'herat.af', status: 'active', expiry: '2028-03-01', auto_renew: true };

function mockAnswers(date: string) {
  const headers = { date };
  const reply = (data: unknown) => [200, { success: true, data }, headers] as const;
  const service = mockService().persist();
  service
    .get('/api/v1/account/balance')
    .reply(() => [...reply({ ...balanceData, active_domains: 1 })]);
  service.get('/api/v1/domains').reply(() => [...reply([herat])]);
}

it.each([
  [['domains', 'ls', '--expiring', '30d', '--expect', 'none'], 1],
  [['domains', 'changes', '--expect', 'none'], 1],
  [['domains', 'ls'], 0],
  [['balance', '--min', '1'], 0],
])('a clock that is wrong by a year is one warning, also with -q: %j', async (argv, code) => {
  mockAnswers(wrongDate);
  const env = { ...credentials, DOTAF_HOME: createTempFolder() };
  const result = await runCli([...argv, '-q'], { env });
  expect(result).toMatchObject({ stderr: warning, code });
});

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
