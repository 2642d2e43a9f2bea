import * as fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getProfileStorageId } from '../../src/settings/credentials.ts';
import { balanceBody, shop } from '../support/fixtures.ts';
import { createHome, createTempFolder, readConfig, readConfigText } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { runProcess, withUlimit } from '../support/spawn.ts';
import { TestClock } from '../support/test-clock.ts';

const isRoot = process.getuid?.() === 0;
const setTimeoutTo30 = ['config', 'set', 'timeout', '30'];
const changedProfile = { ...shop, preferences: { timeout: '30' } };

function listFiles(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => !name.startsWith('compile-cache'))
    .sort();
}

describe('the config on disk', () => {
  it('has mode 0600 in a 0700 folder, without leftover files', async () => {
    const env = { DOTAF_HOME: path.join(createTempFolder(), 'a', 'b') };
    expect(await runProcess(setTimeoutTo30, { env })).toMatchObject({ code: 0 });
    const modes = ['.', ...listFiles(env.DOTAF_HOME)].map((name) => {
      const { mode } = fs.statSync(path.join(env.DOTAF_HOME, name));
      return [name, (mode & 0o777).toString(8)];
    });
    expect(modes).toEqual([
      ['.', '700'],
      ['config.json', '600'],
    ]);
  });

  it('remains a symbolic link', async () => {
    const dotfiles = createHome({ profiles: [shop], active: 'shop' });
    const env = createHome();
    const link = path.join(env.DOTAF_HOME, 'config.json');
    fs.symlinkSync(path.join(dotfiles.DOTAF_HOME, 'config.json'), link);
    expect(await runCli(setTimeoutTo30, { env })).toMatchObject({ code: 0 });
    expect(fs.readlinkSync(link)).toBe(path.join(dotfiles.DOTAF_HOME, 'config.json'));
    expect(readConfig(dotfiles).profiles).toEqual([changedProfile]);
    expect(fs.readdirSync(dotfiles.DOTAF_HOME)).toEqual(['config.json']);
  });
});

describe('the config with several writers', () => {
  it('keeps every change of several processes', async () => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    const preferences = { timeout: '9', 'max-wait': '30', tld: 'com.af', color: 'never' };
    const sessions = Object.entries(preferences).map(([name, value]) =>
      runProcess(['config', 'set', name, value], { env }),
    );
    for (const { stderr, code } of await Promise.all(sessions)) expect(stderr + code).toBe('0');
    expect(readConfig(env).profiles).toEqual([{ ...shop, preferences }]);
    expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
  });

  it('keeps both profiles of two log-ins at once, and never brings a removed one back', async () => {
    const {
      DOTAF_HOME,
      DOTAF_KEY = '',
      DOTAF_BASE_URL = '',
    } = await startServer((_, response) => response.end(balanceBody));
    const env = createHome({ profiles: [shop], active: 'shop' });
    const logIn = (profile: string) =>
      runProcess(
        `auth login --profile ${profile} --base-url ${DOTAF_BASE_URL} --key ${DOTAF_KEY} --secret-stdin`.split(
          ' ',
        ),
        { env, stdin: 'secret_of_the_test_account' },
      );
    const sessions = [logIn('one'), logIn('two'), runProcess(['auth', 'logout'], { env })];
    for (const { code } of await Promise.all(sessions)) expect(code).toBe(0);
    const names = readConfig(env).profiles.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['one', 'two']);
    expect(DOTAF_HOME).not.toBe(env.DOTAF_HOME);
  });

  it('is not changed while another process keeps the lock, which is named after 2 s', async () => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    const file = path.join(env.DOTAF_HOME, 'config.json');
    fs.writeFileSync(`${file}.lock`, `\n+${process.ppid}-;\n`);
    const clock = new TestClock();
    expect(await runCli(setTimeoutTo30, { env, clock })).toEqual({
      stdout: '',
      stderr: `error: another dotaf (process ${process.ppid}) is changing the config ${file}\nhint: run it again\n`,
      code: 10,
    });
    expect(clock.elapsed()).toBe(2000);
    expect(readConfig(env).profiles).toEqual([shop]);
  });

  it('is valid after a kill -9 at any moment', async () => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    for (let moment = 1; moment <= 8; moment += 1) {
      await runProcess(['config', 'set', 'timeout', String(moment)], {
        env,
        onStart(child) {
          let events = 0;
          const watcher = fs.watch(env.DOTAF_HOME, () => {
            events += 1;
            if (events === moment) child.kill('SIGKILL');
          });
          child.on('close', () => watcher.close());
        },
      });
      expect(readConfig(env)).toMatchObject({ profiles: [shop], active: 'shop' });
    }
    expect(await runProcess(setTimeoutTo30, { env })).toMatchObject({ stderr: '', code: 0 });
    expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
    expect(readConfig(env).profiles).toEqual([changedProfile]);
  });
});

it.skipIf(process.platform === 'win32')('the config is unchanged if the disk is full', async () => {
  const env = createHome({ profiles: [{ ...shop, note: 'x'.repeat(5000) }], active: 'shop' });
  const before = readConfigText(env);
  // A limit of 1 kB per file truncates the write, as a full disk does.
  const options = { env: { ...env, PATH: process.env.PATH }, command: withUlimit('-f 1') };
  expect(await runProcess(setTimeoutTo30, options)).toEqual({
    stdout: '',
    stderr: `error: cannot write '${env.DOTAF_HOME}/config.json': the disk is full (ENOSPC)\nhint: free some space\n`,
    code: 10,
  });
  expect(readConfigText(env)).toBe(before);
  expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
});

describe.skipIf(process.platform === 'win32')('where others can write', () => {
  const home = () => createHome({ profiles: [shop], active: 'shop' });

  it.each<[string, string, number]>([
    ['a file', 'config.json', 0o666],
    ['a folder', '.', 0o777],
    ['a folder of a group', '.', 0o770],
  ])('%s is not used as the config: %s', async (_, name, mode) => {
    const env = home();
    const culprit = path.join(env.DOTAF_HOME, name);
    fs.chmodSync(culprit, mode);
    for (const argv of [['auth', 'ls'], setTimeoutTo30]) {
      expect(await runCli(argv, { env })).toEqual({
        stdout: '',
        stderr: `error: '${env.DOTAF_HOME}/config.json' is not used: others can write to '${culprit}', which belongs to you\nhint: if you trust it: sudo chown "$USER" '${culprit}'; chmod go-w '${culprit}'\n`,
        code: 10,
      });
    }
    expect(fs.readdirSync(env.DOTAF_HOME)).toEqual(['config.json']);
    expect(await runCli(['tier', '--sandbox'], { env })).toMatchObject({ stderr: '', code: 0 });
  });

  it('a sticky folder counts for the own file', async () => {
    const env = home();
    fs.chmodSync(env.DOTAF_HOME, 0o1777);
    expect(await runCli(setTimeoutTo30, { env })).toMatchObject({ stderr: '', code: 0 });
  });

  it('the folder of a symbolic link and that of its target both count', async () => {
    const [dotfiles, env] = [home(), createHome()];
    fs.symlinkSync(`${dotfiles.DOTAF_HOME}/config.json`, `${env.DOTAF_HOME}/config.json`);
    fs.chmodSync(dotfiles.DOTAF_HOME, 0o777);
    const { stderr, code } = await runCli(['auth', 'ls'], { env });
    expect(stderr).toContain(`others can write to '${dotfiles.DOTAF_HOME}'`);
    expect(code).toBe(10);
  });
});

it('a logout that cannot delete what is kept of the profile changes nothing', async () => {
  const env = createHome({ profiles: [shop], active: 'shop' });
  const folder = path.join(env.DOTAF_HOME, 'single-domains');
  const file = path.join(folder, getProfileStorageId('shop'));
  fs.mkdirSync(file, { recursive: true });
  const { stdout, stderr, code } = await runCli(['auth', 'logout'], { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
  expect(stderr).toMatch(`error: cannot delete '${file}': `);
  expect(readConfig(env).profiles).toEqual([shop]);
});

it.skipIf(isRoot).each([
  ['config.json', 0, ['auth', 'ls'], 'read', 'config.json'],
  ['.', 0o500, setTimeoutTo30, 'write', 'config.json.lock'],
])(
  'a config without permission to read or write it fails: %s',
  async (name, mode, argv, verb, file) => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    fs.chmodSync(path.join(env.DOTAF_HOME, name), mode);
    const { stderr, code } = await runCli(argv, { env });
    const message = `error: cannot ${verb} '${env.DOTAF_HOME}/${file}': permission denied`;
    expect(stderr.startsWith(message)).toBe(true);
    expect(code).toBe(10);
  },
);

it.skipIf(process.platform !== 'linux').each<[Record<string, string>, string]>([
  [{}, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: '' }, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: 'h', XDG_CONFIG_HOME: 'h' }, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: '/dev/null' }, '/dev/null/.config/dotaf/config.json'],
])(
  'the config lies in the home of the user, never in the working folder: %j',
  async (env, file) => {
    const workingFolder = createTempFolder();
    const path = await runProcess(['config', 'path'], { env, workingFolder });
    expect(path).toMatchObject({ stdout: `${file}\n`, code: 0 });
    expect(await runProcess(['tier', '--sandbox'], { env, workingFolder })).toMatchObject({
      code: 0,
    });
    expect(fs.readdirSync(workingFolder)).toEqual([]);
  },
);
