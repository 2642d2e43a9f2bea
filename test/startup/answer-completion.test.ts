import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kabul, lists } from '../support/domains.ts';
import { credentials } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { sandbox } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { run, shell } from '../support/spawn.ts';

const nothing = { stdout: '', stderr: '', code: 0 };

function complete(words: string[], env?: Record<string, string>) {
  return run(['__complete', ...words], env && { env });
}

it('prints one candidate a line with its summary after a tab, and leaves paths to the shell', async () => {
  expect(await complete(['tier', '--ver'])).toMatchObject({
    ...nothing,
    stdout:
      '--version\tprint the version\n' +
      '--verbose\tlog requests and answers to stderr, credentials hidden\n',
  });
  expect(await complete(['check', '--file', ''])).toMatchObject({ ...nothing, stdout: ':files\n' });
  // Windows PowerShell cannot pass an empty word.
  expect(await complete(['domains', '""'])).toEqual(await complete(['domains', '']));
});

it('prints nothing for a line that cannot be completed, and fails nowhere', async () => {
  for (const words of [['secrets', ''], ['--nothing=']])
    expect(await complete(words)).toMatchObject(nothing);
  expect(await shell('dotaf __complete "" > /dev/full')).toMatchObject(nothing);
});

describe('the names of profiles', () => {
  const ask = ['auth', 'use', ''];

  it('come from the config, as far as every shell can quote them', async () => {
    const names = ['main', 'shop.af', 'کابل', 'two words', '-x', '$(touch x)', 'a\nb'];
    const profiles = names.map((name) => ({ name, key: 'key', secret: 'never shown' }));
    const stdout = 'main\nshop.af\nکابل\ntwo words\n';
    expect(await complete(ask, homeWith({ profiles }))).toMatchObject({ ...nothing, stdout });
  });

  it.each(['', 'null', '{"profiles":7}', '{"profiles":[null]}'])(
    'are none for the config %j, and no error',
    async (text) => {
      expect(await complete(ask, homeWith(text))).toMatchObject(nothing);
    },
  );

  it('are empty without a config or a home, and no file is created', async () => {
    const home = temporaryFolder();
    const missing = path.join(home, 'missing');
    const homes = [
      { HOME: home },
      { HOME: missing },
      { HOME: 'here' },
      { DOTAF_HOME: '/dev/null' },
    ];
    for (const env of homes) expect(await complete(ask, env)).toMatchObject(nothing);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('the domains of the account', () => {
  const ask = ['domains', 'show', ''];

  it('come from the last whole list, whatever it showed, and only its owner can read them', async () => {
    const env = await sandbox();
    expect(await complete(ask, env)).toMatchObject(nothing);
    await run(['domains', 'ls', '--sandbox'], { env });
    expect(await complete(ask, env)).toMatchObject(nothing);
    await run(['domains', 'ls', '--status', 'active'], { env });
    const kept = await complete(ask, env);
    const { stdout } = await run(['domains', 'ls', '--names', '--sort', 'domain'], { env });
    expect(kept).toMatchObject({ ...nothing, stdout });
    const folder = path.join(env.DOTAF_HOME ?? '', 'domain-names');
    const [file = ''] = readdirSync(folder).map((name) => path.join(folder, name));
    expect(readFileSync(file, 'utf8')).toBe(stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, '$(touch x)\nkabul.af\n\n');
    expect(await complete(ask, env)).toMatchObject({ ...nothing, stdout: 'kabul.af\n' });
  });

  it('are not kept of a list that may be cut, and a folder that cannot be made is no fault', async () => {
    const env = { ...credentials, ...homeWith() };
    lists(Array.from({ length: 100 }, (_, at) => ({ ...kabul, domain: `kabul-${at}.af` })));
    expect(await dotaf(['domains', 'ls', '-q'], { env })).toMatchObject({ code: 0 });
    expect(readdirSync(env.DOTAF_HOME)).not.toContain('domain-names');
    lists([kabul]);
    const nowhere = { env: { ...credentials, DOTAF_HOME: '/dev/null' } };
    expect(await dotaf(['domains', 'ls', '-q'], nowhere)).toMatchObject({ stderr: '', code: 0 });
  });

  it('belong to the profile that is typed, in DOTAF_PROFILE, or active', async () => {
    const {
      DOTAF_BASE_URL: base_url,
      DOTAF_KEY: key,
      DOTAF_SECRET: secret,
      ...env
    } = await sandbox();
    const profiles = [{ name: 'main' }, { name: 'shop', base_url, key, secret }];
    const config = path.join(env.DOTAF_HOME ?? '', 'config.json');
    const activate = (active: string) =>
      writeFileSync(config, JSON.stringify({ active, profiles }));
    activate('main');
    await run(['domains', 'ls', '--profile', 'shop'], { env });
    const some = { stdout: expect.stringMatching(/^[a-z-]+(\.[a-z]+)?\.af\n/) };
    expect(await complete(ask, env)).toMatchObject(nothing);
    expect(await complete(['--profile', 'shop', ...ask], env)).toMatchObject(some);
    expect(await complete(['domains', 'show', '--profile=shop', ''], env)).toMatchObject(some);
    expect(await complete(ask, { ...env, DOTAF_PROFILE: 'shop' })).toMatchObject(some);
    activate('shop');
    expect(await complete(ask, env)).toMatchObject(some);
    await run(['auth', 'logout'], { env });
    expect(await complete(['--profile', 'shop', ...ask], env)).toMatchObject(nothing);
  });
});
