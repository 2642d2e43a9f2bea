import { expect, it } from 'vitest';
import { herat, kabul, mockDomainList, zaranj } from '../../support/domains.ts';
import { balanceData, mockService } from '../../support/fixtures.ts';
import { runCli } from '../../support/run-cli.ts';

it('finds no difference in the CSV of domains ls', async () => {
  mockDomainList([herat, kabul, zaranj]);
  const { stdout: stdin } = await runCli(['domains', 'ls', '--csv']);
  mockDomainList([herat, kabul, zaranj]);
  const balance = { success: true, data: { ...balanceData, active_domains: 3 } };
  mockService().get('/api/v1/account/balance').reply(200, balance);
  expect(await runCli(['domains', 'compare', '-', '--expect', 'none'], { stdin })).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('note: the account and the file agree\n'),
    code: 0,
  });
});
