import { expect, it } from 'vitest';
import { baseUrl, shop, wholesale } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const both = { profiles: [shop, wholesale], active: 'shop' };

it('lists the profiles', async () => {
  const env = homeWith({ profiles: [shop, wholesale, { name: 'bare' }], active: 'wholesale' });
  expect(await dotaf(['auth', 'ls'], { env })).toEqual({
    stdout: [
      'PROFILE    ACTIVE  BASE URL                             KEY         SECRET',
      'shop               https://api.reseller.example/api/v1  key_****op  stored',
      'wholesale  yes     https://api.reseller.example/api/v1  key_****le  command',
      'bare               -                                    -           -',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
  const { stdout } = await dotaf(['auth', 'ls', '--json'], { env });
  const bare = { profile: 'bare', active: false, base_url: null, key: null, secret: null };
  expect(JSON.parse(stdout)[2]).toEqual(bare);
});

it('cannot be made to move the cursor by a name', async () => {
  const env = homeWith({ profiles: [{ name: 'a\u001b[2Jb\nc' }] });
  const { stdout } = await dotaf(['auth', 'ls'], { env });
  expect(stdout).toContain('a\\u001b[2Jb\\u000ac');
});

it.each([
  'https://me:hunter2@api.reseller.example',
  'https://hunter2@api.reseller.example/v2',
  'https:\\\\me:hunter2@api.reseller.example',
  'https://api.reseller.example?key=hunter2',
  'https://api.reseller.example/#hunter2',
])('never shows what cannot be a base URL, such as %s', async (base_url) => {
  const env = homeWith({ profiles: [{ ...shop, base_url }] });
  const { stdout } = await dotaf(['auth', 'ls', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject([{ base_url: '****' }]);
  for (const argv of [['ls'], ['ls', '--csv'], ['status', '--profile', 'shop']]) {
    const session = await dotaf(['auth', ...argv, '-v'], { env });
    expect(session.stdout + session.stderr).not.toMatch(/hunter2/);
  }
});

it('says that DOTAF_PROFILE has chosen the profile', async () => {
  const env = { ...homeWith(both), DOTAF_PROFILE: 'shop' };
  const { stdout } = await dotaf(['auth', 'status'], { env });
  expect(stdout).toContain(`profile 'shop' (from DOTAF_PROFILE) in ${env.DOTAF_HOME}/config.json`);
});

it.each([
  ['shop', 'stored'],
  // It would fail if it were run.
  ['wholesale', 'command'],
])('shows where the credentials of %s are from, and sends nothing', async (profile, secret) => {
  const env = homeWith({ profiles: [shop, { ...wholesale, secret_command: 'exit 1' }] });
  const argv = ['auth', 'status', '--json', '--profile', profile];
  const { stdout, stderr, code } = await dotaf(argv, { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toEqual({
    ...{ profile, base_url: baseUrl, secret },
    source: `profile '${profile}' in ${env.DOTAF_HOME}/config.json`,
    key: expect.stringMatching(/^key_\*{4}..$/),
  });
});

it('makes a profile the active one', async () => {
  const env = homeWith(both);
  expect(await dotaf(['auth', 'use', 'wholesale'], { env })).toEqual({
    stdout: 'active profile  wholesale\n',
    stderr: '',
    code: 0,
  });
  expect(configIn(env)).toEqual({ ...both, active: 'wholesale' });
  const { stdout } = await dotaf(['auth', 'use', 'shop', '--json'], { env });
  expect(stdout).toBe('{"profile":"shop","active":true}\n');
});

const note =
  'note: the credentials themselves stay valid until you revoke them in the reseller portal\n';

it('removes the profile in use, leaves the others and says that none is active', async () => {
  const env = homeWith({ ...both, later: { kept: true } });
  expect(await dotaf(['auth', 'logout'], { env })).toEqual({
    stdout: 'removed profile  shop\nactive profile   none\n',
    stderr: `${note}note: no profile is active now; dotaf auth use wholesale makes one active\n`,
    code: 0,
  });
  expect(configIn(env)).toEqual({ ...both, profiles: [wholesale], later: { kept: true } });
});

it('removes the profile that is named, and names the active one', async () => {
  const env = homeWith(both);
  expect(await dotaf(['auth', 'logout', '--profile', 'wholesale', '--json'], { env })).toEqual({
    stdout: '{"profile":"wholesale","removed":true,"active_profile":"shop"}\n',
    stderr: note,
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [shop], active: 'shop' });
});
