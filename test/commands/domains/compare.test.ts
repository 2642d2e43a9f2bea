import { expect, it } from 'vitest';
import { herat, kabul, mockDomainList, zaranj } from '../../support/domains.ts';
import { runCli } from '../../support/run-cli.ts';

it('finds no difference in the CSV of domains ls', async () => {
  mockDomainList([herat, kabul, zaranj]);
  const { stdout: stdin } = await runCli(['domains', 'ls', '--csv']);
  mockDomainList([herat, kabul, zaranj]);
  expect(await runCli(['domains', 'compare', '-', '--expect', 'none'], { stdin })).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('note: the account and the file agree\n'),
    code: 0,
  });
});
