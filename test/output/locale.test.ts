import { expect, it } from 'vitest';
import { herat, lists } from '../support/domains.ts';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

it.each<[object, NodeJS.Platform, string]>([
  [{ LANG: 'en_US.UTF-8' }, 'linux', 'کابل.af'],
  [{ LANG: 'C.utf8' }, 'darwin', 'کابل.af'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux', '\\u06a9\\u0627\\u0628\\u0644.af'],
  [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, 'darwin', 'کابل.af'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_CTYPE: '' }, 'linux', 'کابل.af'],
  [{}, 'linux', '\\u06a9\\u0627\\u0628\\u0644.af'],
  [{}, 'win32', 'کابل.af'],
])('a Persian name with %j on %s is shown as %s', async (locale, platform, name) => {
  lists([{ ...herat, domain: 'xn--mgbc8fxs.af' }]);
  const { stdout } = await dotaf(['domains', 'ls', '--columns', 'unicode', '--no-color', '-q'], {
    tty: { stdout: true },
    platform,
    env: { ...credentials, DOTAF_HOME: temporaryFolder(), ...locale },
  });
  // Isolates keep a name that is written from right to left in its cell.
  expect(stdout.replaceAll(/[\u2068\u2069]/g, '')).toBe(`UNICODE\n${name}\n`);
});
