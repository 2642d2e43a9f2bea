import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { herat, mockDomainList } from '../../support/domains.ts';
import { credentials } from '../../support/fixtures.ts';
import { createTempFolder } from '../../support/home.ts';
import { runCli } from '../../support/run-cli.ts';

it('stores the snapshot in a private file whose name does not reveal the key', async () => {
  const env = { ...credentials, DOTAF_HOME: createTempFolder() };
  mockDomainList([herat]);
  await runCli(['domains', 'changes'], { env });
  const folder = path.join(env.DOTAF_HOME, 'looks');
  const [name = '', ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  expect(name).not.toContain(credentials.DOTAF_KEY);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});
