import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentials } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('is a failure also where the environment has the credentials', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{bad');
  const env = { ...credentials, DOTAF_HOME: folder };
  for (const argv of [['get', 'timeout'], ['ls'], ['unset', 'timeout']]) {
    expect(await dotaf(['config', ...argv], { env })).toMatchObject({ stdout: '', code: 10 });
  }
});
