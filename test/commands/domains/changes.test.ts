import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { herat, lists } from '../../support/domains.ts';
import { credentials } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('remembers in a file that only the user can read, and without the key in its name', async () => {
  const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
  lists([herat]);
  await dotaf(['domains', 'changes'], { env });
  const folder = path.join(env.DOTAF_HOME, 'looks');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).not.toContain(credentials.DOTAF_KEY);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});
