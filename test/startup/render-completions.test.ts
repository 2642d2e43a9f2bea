import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kabul, mockDomainList } from '../support/domains.ts';
import { credentials } from '../support/fixtures.ts';
import { createHome, createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { runProcess, runShell } from '../support/spawn.ts';

const emptyResult = { stdout: '', stderr: '', code: 0 };

function runComplete(words: string[], env?: Record<string, string>) {
  return runProcess(['__complete', ...words], env && { env });
}

it('prints one candidate per line with its summary after a tab, and leaves file names to the shell', async () => {
  expect(await runComplete(['tier', '--ver'])).toMatchObject({
    ...emptyResult,
    stdout:
      '--version\tprint the version\n' +
      '--verbose\tlog requests and answers to stderr, credentials hidden\n',
  });
  expect(await runComplete(['check', '--file', ''])).toMatchObject({
    ...emptyResult,
    stdout: ':files\n',
  });
  // Windows PowerShell drops an empty argument, so its script passes "" instead.
  expect(await runComplete(['domains', '""'])).toEqual(await runComplete(['domains', '']));
});

it('prints nothing and succeeds if there is no candidate', async () => {
  for (const words of [['secrets', ''], ['--nothing=']])
    expect(await runComplete(words)).toMatchObject(emptyResult);
  expect(await runShell('dotaf __complete "" > /dev/full')).toMatchObject(emptyResult);
});

describe('profile names', () => {
  const ask = ['auth', 'use', ''];

  it('come from the config, if every shell can quote them', async () => {
    const names = ['main', 'shop.af', 'کابل', 'two words', '-x', '$(touch x)', 'a\nb'];
    const profiles = names.map((name) => ({ name, key: 'key', secret: 'never shown' }));
    const stdout = 'main\nshop.af\nکابل\ntwo words\n';
    expect(await runComplete(ask, createHome({ profiles }))).toMatchObject({
      ...emptyResult,
      stdout,
    });
  });

  it.each(['', 'null', '{"profiles":7}', '{"profiles":[null]}'])(
    'are empty without an error for the config %j',
    async (text) => {
      expect(await runComplete(ask, createHome(text))).toMatchObject(emptyResult);
    },
  );

  it('are empty without a config or a home, and no file is created', async () => {
    const home = createTempFolder();
    const missing = path.join(home, 'missing');
    const homes = [
      { HOME: home },
      { HOME: missing },
      { HOME: 'here' },
      { DOTAF_HOME: '/dev/null' },
    ];
    for (const env of homes) expect(await runComplete(ask, env)).toMatchObject(emptyResult);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('domain names', () => {
  const ask = ['domains', 'show', ''];

  it('come from the last complete list, even a filtered one, in a private file', async () => {
    const env = await startSandboxWithEnv();
    expect(await runComplete(ask, env)).toMatchObject(emptyResult);
    await runProcess(['domains', 'ls', '--sandbox'], { env });
    expect(await runComplete(ask, env)).toMatchObject(emptyResult);
    await runProcess(['domains', 'ls', '--status', 'active'], { env });
    const cached = await runComplete(ask, env);
    const { stdout } = await runProcess(['domains', 'ls', '--names', '--sort', 'domain'], { env });
    expect(cached).toMatchObject({ ...emptyResult, stdout });
    const folder = path.join(env.DOTAF_HOME ?? '', 'domain-names');
    const [file = ''] = readdirSync(folder).map((name) => path.join(folder, name));
    expect(readFileSync(file, 'utf8')).toBe(stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, '$(touch x)\nkabul.af\n\n');
    expect(await runComplete(ask, env)).toMatchObject({ ...emptyResult, stdout: 'kabul.af\n' });
  });

  it('are not cached from a truncated list, and an unusable cache folder is ignored', async () => {
    const env = { ...credentials, ...createHome() };
    mockDomainList(
      Array.from({ length: 100 }, (_, at) => ({ ...kabul, domain: `kabul-${at}.af` })),
    );
    expect(await runCli(['domains', 'ls', '-q'], { env })).toMatchObject({ code: 0 });
    expect(readdirSync(env.DOTAF_HOME)).not.toContain('domain-names');
    mockDomainList([kabul]);
    const unusableHome = { env: { ...credentials, DOTAF_HOME: '/dev/null' } };
    expect(await runCli(['domains', 'ls', '-q'], unusableHome)).toMatchObject({
      stderr: '',
      code: 0,
    });
  });

  it('belong to the profile of --profile, DOTAF_PROFILE, or the active one', async () => {
    const {
      DOTAF_BASE_URL: base_url,
      DOTAF_KEY: key,
      DOTAF_SECRET: secret,
      ...env
    } = await startSandboxWithEnv();
    const profiles = [{ name: 'main' }, { name: 'shop', base_url, key, secret }];
    const config = path.join(env.DOTAF_HOME ?? '', 'config.json');
    const activate = (active: string) =>
      writeFileSync(config, JSON.stringify({ active, profiles }));
    activate('main');
    await runProcess(['domains', 'ls', '--profile', 'shop'], { env });
    const candidates = { stdout: expect.stringMatching(/^[a-z-]+(\.[a-z]+)?\.af\n/) };
    expect(await runComplete(ask, env)).toMatchObject(emptyResult);
    expect(await runComplete(['--profile', 'shop', ...ask], env)).toMatchObject(candidates);
    expect(await runComplete(['domains', 'show', '--profile=shop', ''], env)).toMatchObject(
      candidates,
    );
    expect(await runComplete(ask, { ...env, DOTAF_PROFILE: 'shop' })).toMatchObject(candidates);
    activate('shop');
    expect(await runComplete(ask, env)).toMatchObject(candidates);
    await runProcess(['auth', 'logout'], { env });
    expect(await runComplete(['--profile', 'shop', ...ask], env)).toMatchObject(emptyResult);
  });
});
