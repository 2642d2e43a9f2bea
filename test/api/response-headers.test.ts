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
