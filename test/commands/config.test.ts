import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentials, shop } from '../support/fixtures.ts';
import { configIn, homeWith, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

/* What the commands print is in formats/sessions/settings.txt. */

function holding(preferences: object) {
  return homeWith({ profiles: [{ ...shop, preferences }], active: 'shop' });
}

it.each([
  ['soon', 'soon'],
  [{ a: 1 }, '{"a":1}'],
  [null, 'null'],
])('a stored value that will not do is refused where it is used: %j', async (value, shown) => {
  const says = `timeout in profile 'shop' cannot be '${shown}'`;
  expect(await dotaf(['balance'], { env: holding({ timeout: value }) })).toEqual({
    stdout: '',
    stderr: `error: ${says}\nhint: seconds per attempt, such as 15\n`,
    code: 10,
  });
});

it('a stored number is what it says, as somebody wrote it by hand', async () => {
  const session = await dotaf(['config', 'get', 'timeout'], { env: holding({ timeout: 2.5 }) });
  expect(session).toMatchObject({ stdout: '2.5\n', code: 0 });
});

it('shows a stored value that will not do, so that it can be found and removed', async () => {
  const env = holding({ timeout: 'soon' });
  const { stdout, code } = await dotaf(['config', 'ls', '--csv'], { env });
  expect(stdout.split('\n')[1]).toBe('timeout,soon,profile,shop,seconds per attempt');
  expect(code).toBe(0);
  expect(await dotaf(['config', 'unset', 'timeout'], { env })).toMatchObject({ code: 0 });
  expect(configIn(env).profiles).toEqual([{ ...shop, preferences: {} }]);
});

it('fails on a damaged config also where the environment has the credentials', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{bad');
  const env = { ...credentials, DOTAF_HOME: folder };
  for (const argv of [['get', 'timeout'], ['ls'], ['unset', 'timeout']]) {
    expect(await dotaf(['config', ...argv], { env })).toMatchObject({ stdout: '', code: 10 });
  }
});

it('stores in the profile in use and removes from it, and leaves the others', async () => {
  const env = homeWith({ profiles: [shop, { name: 'my.other' }], active: 'shop' });
  const other = ['--profile', 'my.other'];
  await dotaf(['config', 'set', 'timeout', '30'], { env });
  await dotaf(['config', 'set', 'tld', '.com.af'], { env });
  await dotaf(['config', 'set', 'rate-limit', '120/60s', ...other], { env });
  await dotaf(['config', 'unset', 'timeout'], { env });
  expect(configIn(env)).toEqual({
    profiles: [
      { ...shop, preferences: { tld: '.com.af' } },
      { name: 'my.other', preferences: { 'rate-limit': '120/60s' } },
    ],
    active: 'shop',
  });
});

it('begins a profile for default alone', async () => {
  const env = homeWith();
  const argv = ['config', 'set', 'color', 'never'];
  expect(await dotaf([...argv, '--profile', 'x'], { env })).toMatchObject({ code: 3 });
  expect(await dotaf(argv, { env })).toMatchObject({ code: 0 });
  expect(configIn(env)).toEqual({
    profiles: [{ name: 'default', preferences: { color: 'never' } }],
  });
});
