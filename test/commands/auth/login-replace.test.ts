import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { getProfileStorageId } from '../../../src/settings/credentials.ts';
import { balanceData, baseUrl, expectLogin, shop } from '../../support/fixtures.ts';
import { createHome, readConfig } from '../../support/home.ts';
import { logInOnTerminal } from '../../support/login.ts';
import { runCli } from '../../support/run-cli.ts';

const existingProfile = { ...shop, name: 'default' };

const config = { profiles: [existingProfile], active: 'default' };

const otherAccount = { key: 'key_of_the_other', secret: 'secret_of_the_other' };

const argv = ['auth', 'login', '--base-url', baseUrl, '--key', otherAccount.key];

const hint =
  'hint: add --replace to replace it, or --profile <name> to store this account beside it';

const secretInput = { stdin: otherAccount.secret };

/** While the log-in waits for its response, another process stores a profile. */
function loseRaceTo(env: { DOTAF_HOME: string }, profile: object) {
  nock('https://api.reseller.example')
    .get('/api/v1/account/balance')
    .reply(200, () => {
      const text = JSON.stringify({ profiles: [profile], active: 'default' });
      writeFileSync(path.join(env.DOTAF_HOME, 'config.json'), text, { mode: 0o600 });
      return { success: true, data: balanceData };
    });
}

describe('a race of two logins', () => {
  it('fails the script that comes second', async () => {
    const env = createHome();
    loseRaceTo(env, existingProfile);
    expect(await runCli([...argv, '--secret-stdin'], { env, ...secretInput })).toEqual({
      stdout: '',
      stderr: `error: profile 'default' holds another account: key key_****op at ${baseUrl}\n${hint}\n`,
      code: 2,
    });
    expect(readConfig(env)).toEqual(config);
  });

  it('succeeds if both are for the same account', async () => {
    const env = createHome();
    loseRaceTo(env, {
      name: 'default',
      base_url: baseUrl,
      key: otherAccount.key,
      secret: 'an_old_one',
    });
    const session = await runCli([...argv, '--secret-stdin'], { env, ...secretInput });
    expect(session).toMatchObject({ code: 0 });
    expect(readConfig(env).profiles).toEqual([
      { name: 'default', base_url: baseUrl, ...otherAccount },
    ]);
  });
});

describe('an interactive login', () => {
  const loginArgs = argv.slice(2);
  const replacedProfile = { name: 'default', base_url: baseUrl, ...otherAccount };
  const secretLine = `${otherAccount.secret}\r`;

  it.each(['y', 'YES'])('replaces the account after the answer %s', async (answer) => {
    const env = createHome(config);
    expectLogin(otherAccount.key, otherAccount.secret);
    const texts = [secretLine, `${answer}\r`];
    const { screen, code } = await logInOnTerminal(texts, { env, argv: loginArgs });
    expect(code).toBe(0);
    expect(screen).toMatch(
      /API secret \(not shown\)\nwarning: profile 'default' holds another account: key[^\n]+\n\? Replace it\? \(y\/N\)/,
    );
    expect(readConfig(env).profiles).toEqual([replacedProfile]);
  });

  it.each(['', 'n', otherAccount.secret])(
    'stores nothing after the answer "%s", which it does not show',
    async (answer) => {
      const env = createHome(config);
      expectLogin(otherAccount.key, otherAccount.secret);
      const texts = [secretLine, `${answer}\r`];
      const { stdout, screen, code } = await logInOnTerminal(texts, { env, argv: loginArgs });
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
      expect(screen).toMatch(/error: nothing was stored\nhint: dotaf auth login '<name>'\n$/);
      expect(screen).not.toContain(otherAccount.secret);
      expect(readConfig(env)).toEqual(config);
    },
  );

  it.each([
    ['the question follows a key that was typed', [], [`${otherAccount.key}\r`, secretLine, 'y\r']],
    ['--replace skips the question', ['--key', otherAccount.key, '--replace'], [secretLine]],
  ])('%s', async (_, options, texts) => {
    const env = createHome(config);
    expectLogin(otherAccount.key, otherAccount.secret);
    const args = ['--base-url', baseUrl, ...options];
    const { screen, code } = await logInOnTerminal(texts, { env, argv: args });
    expect(code).toBe(0);
    expect(screen).not.toContain(otherAccount.secret);
    expect(readConfig(env).profiles).toEqual([replacedProfile]);
  });

  it('--no-input fails instead of asking', async () => {
    const args = [...loginArgs, '--secret-command', 'true', '--no-input'];
    const { screen, code } = await logInOnTerminal([], { env: createHome(config), argv: args });
    expect(code).toBe(2);
    expect(screen).toContain('--replace');
  });
});

it('another account in a profile starts without the marks and details of the first', async () => {
  const env = createHome(config);
  const id = getProfileStorageId('default');
  const state = (folder: string, name: string) => path.join(env.DOTAF_HOME, folder, name);
  const removed = [
    state('looks', `${id}-domains.json`),
    state('looks', `${id}-prices.6461696c79.json`),
    state('looks', `${id}-statement.json`),
    state('single-domains', id),
  ];
  const kept = [state('looks', `${id}-notes.txt`), state('looks', `other-domains.json`)];
  for (const file of [...removed, ...kept]) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '');
  }
  expectLogin(otherAccount.key, otherAccount.secret);
  const session = await runCli([...argv, '--secret-stdin', '--replace'], { env, ...secretInput });
  expect(session).toMatchObject({ code: 0 });
  expect(removed.filter((file) => existsSync(file))).toEqual([]);
  expect(kept.filter((file) => existsSync(file))).toEqual(kept);
});
