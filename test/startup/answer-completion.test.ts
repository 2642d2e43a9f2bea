import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { sandbox } from '../support/loopback-server.ts';
import { run, shell } from '../support/spawn.ts';

const nothing = { stdout: '', stderr: '', code: 0 };

function complete(words: string[], env?: Record<string, string>) {
  return run(['__complete', ...words], env && { env });
}

it('prints one candidate a line, with its summary after a tab', async () => {
  expect(await complete(['tier', '--ver'])).toMatchObject({
    stdout:
      '--version\tprint the version\n' +
      '--verbose\ttrace the requests on stderr, without the credentials\n',
    stderr: '',
    code: 0,
  });
  expect(await complete(['check', '--only', 'av'])).toMatchObject({ stdout: 'available\n' });
});

it('leaves paths to the shell', async () => {
  expect(await complete(['check', '--file', ''])).toMatchObject({ ...nothing, stdout: ':files\n' });
});

it('reads a pair of quotes as the empty word, which Windows PowerShell cannot pass', async () => {
  expect(await complete(['domains', '""'])).toEqual(await complete(['domains', '']));
});

it('prints nothing for a line that cannot be completed', async () => {
  for (const words of [[], ['secrets', ''], ['--nothing='], ['', '', '']]) {
    const { stderr, code } = await complete(words);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  }
  expect(await shell('dotaf __complete "" > /dev/full')).toMatchObject(nothing);
});

describe('the names of profiles', () => {
  const ask = ['auth', 'use', ''];

  it('come from the config, as far as every shell can quote them', async () => {
    const names = ['main', 'shop.af', 'کابل', 'two words', '-x', '$(touch x)', 'a\nb', 7, null];
    const profiles = names.map((name) => ({ name, key: 'key', secret: 'never shown' }));
    expect(await complete(ask, homeWith({ profiles }))).toMatchObject({
      stdout: 'main\nshop.af\nکابل\ntwo words\n',
      stderr: '',
      code: 0,
    });
  });

  it('are none below a home that is relative', async () => {
    const folder = path.join(temporaryFolder(), 'here');
    mkdirSync(path.join(folder, '.config/dotaf'), { recursive: true });
    const config = JSON.stringify({ profiles: [{ name: 'main' }] });
    writeFileSync(path.join(folder, '.config/dotaf/config.json'), config);
    const argv = ['__complete', ...ask];
    expect(await run(argv, { env: { HOME: folder } })).toMatchObject({ stdout: 'main\n' });
    const workingFolder = path.dirname(folder);
    expect(await run(argv, { env: { HOME: 'here' }, workingFolder })).toMatchObject(nothing);
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
    for (const env of [{ HOME: home }, { HOME: missing }, { DOTAF_HOME: '/dev/null' }]) {
      expect(await complete(ask, env)).toMatchObject(nothing);
    }
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('the domains of the account', () => {
  const ask = ['domains', 'show', 'kabul'];

  it('come from the last look, and so do their statuses', async () => {
    const env = await sandbox();
    expect(await complete(ask, env)).toMatchObject(nothing);
    const { stdout: listed } = await run(['domains', 'ls', '--json'], { env });
    const domains: { domain: string; status: string }[] = JSON.parse(listed);
    expect(await complete(['domains', 'show', ''], env)).toMatchObject(nothing);
    expect(await run(['domains', 'ls', '--changes'], { env })).toMatchObject({ code: 0 });
    const { stdout } = await complete(['domains', 'show', ''], env);
    expect(stdout.split('\n').sort()).toEqual(['', ...domains.map(({ domain }) => domain)].sort());
    const { stdout: statuses } = await complete(['domains', 'ls', '--status', ''], env);
    const expected = new Set(domains.map(({ status }) => status));
    expect(statuses.split('\n').sort()).toEqual(['', ...expected].sort());
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
    writeFileSync(config, JSON.stringify({ active: 'main', profiles }));
    await run(['domains', 'ls', '--changes', '--profile', 'shop'], { env });
    const some = expect.stringMatching(/^[a-z-]+(\.[a-z]+)?\.af\n/);
    expect(await complete(['domains', 'show', ''], env)).toMatchObject(nothing);
    const typed = ['--profile', 'shop', 'domains', 'show', ''];
    expect(await complete(typed, env)).toMatchObject({ stdout: some });
    expect(await complete(['domains', 'show', '--profile=shop', ''], env)).toMatchObject({
      stdout: some,
    });
    const variable = { ...env, DOTAF_PROFILE: 'shop' };
    expect(await complete(['domains', 'show', ''], variable)).toMatchObject({ stdout: some });
    expect(await complete(['--sandbox', 'domains', 'show', ''], variable)).toMatchObject(nothing);
    writeFileSync(config, JSON.stringify({ active: 'shop', profiles }));
    expect(await complete(['domains', 'show', ''], env)).toMatchObject({ stdout: some });
  });

  it('are empty when the last look is damaged', async () => {
    const env = await sandbox();
    await run(['domains', 'ls', '--changes'], { env });
    const looks = path.join(env.DOTAF_HOME ?? '', 'looks');
    const [look = ''] = readdirSync(looks);
    for (const text of ['', '{', '[]', '{"domains":[7,{"domain":null},{"domain":"$(x)"}]}']) {
      writeFileSync(path.join(looks, look), text);
      expect(await complete(['domains', 'show', ''], env)).toMatchObject(nothing);
    }
  });
});
