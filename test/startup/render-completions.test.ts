import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, createTempFolder } from '../support/home.ts';
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
  // Windows PowerShell drops empty arguments, so the completion script passes "" instead.
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
