import { expect, it } from 'vitest';
import { baseUrl, credentials, shop, wholesale } from '../../support/fixtures.ts';
import { homeWith } from '../../support/home.ts';
import { dotaf, dotafSandbox } from '../../support/session.ts';

it('shows the credentials of the profile in use, and where they come from', async () => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  expect(await dotaf(['auth', 'status'], { env })).toEqual({
    stdout: [
      `source    profile 'shop' in ${env.DOTAF_HOME}/config.json`,
      'profile   shop',
      'base URL  https://api.reseller.example/api/v1',
      'key       key_****op',
      'secret    stored, never shown',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('shows those of the environment, which come first and whole', async () => {
  const env = { ...homeWith({ profiles: [shop], active: 'shop' }), ...credentials };
  expect(await dotaf(['auth', 'status'], { env })).toMatchObject({
    stdout: [
      'source    the environment (DOTAF_KEY and DOTAF_SECRET)',
      'base URL  https://api.reseller.example/api/v1',
      'key       key_****nt',
      'secret    environment, never shown',
      '',
    ].join('\n'),
    code: 0,
  });
});

it('says that DOTAF_PROFILE has chosen the profile', async () => {
  const env = { ...homeWith({ profiles: [shop] }), DOTAF_PROFILE: 'shop' };
  const { stdout } = await dotaf(['auth', 'status'], { env });
  expect(stdout).toContain(`profile 'shop' (from DOTAF_PROFILE) in ${env.DOTAF_HOME}/config.json`);
});

it.each([
  ['a stored secret', { profiles: [shop] }, ['--profile', 'shop'], 'shop', 'stored'],
  ['a command', { profiles: [wholesale] }, ['--profile=wholesale'], 'wholesale', 'command'],
])('answers as JSON for %s', async (_, config, argv, profile, secret) => {
  const env = homeWith(config);
  const { stdout, stderr, code } = await dotaf(['auth', 'status', '--json', ...argv], { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toEqual({
    profile,
    source: `profile '${profile}' in ${env.DOTAF_HOME}/config.json`,
    base_url: baseUrl,
    key: expect.stringMatching(/^key_\*{4}..$/),
    secret,
  });
});

it('shows the embedded sandbox as what it is', async () => {
  const { stdout } = await dotafSandbox(['auth', 'status', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    profile: null,
    source: 'the embedded sandbox',
    secret: 'sandbox',
  });
});

it('runs no secret command and sends nothing', async () => {
  const env = homeWith({ profiles: [{ ...wholesale, secret_command: 'exit 1' }] });
  expect(await dotaf(['auth', 'status', '--profile', 'wholesale'], { env })).toMatchObject({
    code: 0,
  });
});

it('says how to log in when there is nothing', async () => {
  const env = homeWith();
  expect(await dotaf(['auth', 'status'], { env })).toEqual({
    stdout: '',
    stderr: [
      `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and no profile is stored in ${env.DOTAF_HOME}/config.json`,
      'hint: dotaf auth login, or any command with --sandbox',
      '',
    ].join('\n'),
    code: 3,
  });
});
