import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { herat, kabul, mockDomainList, zaranj } from '../support/domains.ts';
import { balanceData, credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { runProcess, withUlimit } from '../support/spawn.ts';

it('domains changes stores the snapshot in a private file whose name does not reveal the key', async () => {
  const env = { ...credentials, DOTAF_HOME: createTempFolder() };
  mockDomainList([herat]);
  await runCli(['domains', 'changes'], { env });
  const folder = path.join(env.DOTAF_HOME, 'looks');
  const [name = '', ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  expect(name).not.toContain(credentials.DOTAF_KEY);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});

it.skipIf(process.platform === 'win32')(
  'domains changes prints no changes that cannot be remembered',
  async () => {
    let status = 'active';
    const env = await startServer((_, response) => {
      response.end(JSON.stringify({ success: true, data: [{ ...herat, status }] }));
    });
    const argv = ['domains', 'changes', '--json'];
    expect(await runProcess(argv, { env })).toMatchObject({ stdout: '[]\n', code: 0 });
    status = 'clientHold';
    // No file may grow beyond 0 bytes, so that writing fails as on a full disk.
    const failed = await runProcess(argv, { env, command: withUlimit('-f 0') });
    expect(failed).toMatchObject({ stdout: '', code: 10 });
    expect(failed.stderr).toContain(
      "-domains.json': the file would be larger than is allowed (EFBIG)",
    );
    const repeated = await runProcess(argv, { env });
    expect(JSON.parse(repeated.stdout)).toMatchObject([{ field: 'status', after: 'clientHold' }]);
  },
);

it('domains compare finds no difference in the CSV of domains ls', async () => {
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
