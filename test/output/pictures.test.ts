import { expect, it } from 'vitest';
import { herat, lists } from '../support/domains.ts';
import { balanceData, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { prices } from '../support/prices.ts';
import { dotaf } from '../support/session.ts';

it.each<[object, NodeJS.Platform, string]>([
  [{ LANG: 'en_US.UTF-8' }, 'linux', '█'],
  [{ LANG: 'C.utf8' }, 'darwin', '█'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux', '#'],
  [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, 'darwin', '█'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_CTYPE: '' }, 'linux', '█'],
  [{}, 'linux', '#'],
  [{}, 'win32', '█'],
])('bars with %j on %s are of %s', async (locale, platform, cell) => {
  lists([herat]);
  prices('.af');
  service().get('/api/v1/account/balance').reply(200, { success: true, data: balanceData });
  const { stdout } = await dotaf(['forecast', '--no-color'], {
    tty: { stdout: true },
    platform,
    env: { ...credentials, DOTAF_HOME: temporaryFolder(), ...locale },
  });
  expect(stdout.match(/[█#]/)?.[0]).toBe(cell);
});
