import { expect, it } from 'vitest';
import { baseUrl, shop, wholesale } from '../../support/fixtures.ts';
import { homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

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

it('runs no secret command and sends nothing', async () => {
  const env = homeWith({ profiles: [{ ...wholesale, secret_command: 'exit 1' }] });
  expect(await dotaf(['auth', 'status', '--profile', 'wholesale'], { env })).toMatchObject({
    code: 0,
  });
});
