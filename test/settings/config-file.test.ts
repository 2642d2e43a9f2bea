import * as fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shop } from '../support/fixtures.ts';
import { createHome, createTempFolder, readConfig, readConfigText } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { launcherPath, runProcess } from '../support/spawn.ts';

const isRoot = process.getuid?.() === 0;
const setTimeoutTo30 = ['config', 'set', 'timeout', '30'];
const changedProfile = { ...shop, preferences: { timeout: '30' } };

/** Lists files except the compile cache of a real process. */
function listFiles(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name !== 'compile-cache')
    .sort();
}

function createWriteError(file: string, reason: string, hint: string): string {
  return `error: cannot write the config ${file}: ${reason}\nhint: ${hint}\n`;
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
  it('is valid and has the last change', async () => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    const writers = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const sessions = writers.map((value) =>
      runProcess(['config', 'set', 'timeout', value], { env }),
    );
    for (const { stderr, code } of await Promise.all(sessions)) expect(stderr + code).toBe('0');
    const [{ preferences, ...account }] = readConfig(env).profiles;
    expect(account).toEqual(shop);
    expect(writers).toContain(preferences.timeout);
    expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
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
    // Leftover temporary files are removed once they are too old to be still in use.
    for (const name of listFiles(env.DOTAF_HOME).filter((file) => file.includes('unfinished'))) {
      fs.utimesSync(path.join(env.DOTAF_HOME, name), 0, 0);
    }
    expect(await runProcess(setTimeoutTo30, { env })).toMatchObject({ stderr: '', code: 0 });
    expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
    expect(readConfig(env).profiles).toEqual([changedProfile]);
  });
});

it.skipIf(process.platform === 'win32')('the config is unchanged if the disk is full', async () => {
  const env = createHome({ profiles: [{ ...shop, note: 'x'.repeat(5000) }], active: 'shop' });
  const before = readConfigText(env);
  // A file size limit truncates a write as a full disk does.
  const command = [
    'sh',
    '-c',
    'ulimit -f 1; exec "$0" "$@"',
    process.execPath,
    launcherPath,
  ] as const;
  expect(
    await runProcess(setTimeoutTo30, { env: { ...env, PATH: process.env.PATH }, command }),
  ).toEqual({
    stdout: '',
    stderr: createWriteError(
      `${env.DOTAF_HOME}/config.json`,
      'the disk is full (ENOSPC)',
      'free some space',
    ),
    code: 10,
  });
  expect(readConfigText(env)).toBe(before);
  expect(listFiles(env.DOTAF_HOME)).toEqual(['config.json']);
});

describe('a config that cannot be read or written', () => {
  it.skipIf(isRoot).each([
    ['config.json', 0, ['auth', 'ls'], 'read'],
    ['.', 0o500, setTimeoutTo30, 'write'],
  ])('fails with permission denied for the mode of %s', async (name, mode, argv, verb) => {
    const env = createHome({ profiles: [shop], active: 'shop' });
    fs.chmodSync(path.join(env.DOTAF_HOME, name), mode);
    const { stderr, code } = await runCli(argv, { env });
    const message = `error: cannot ${verb} the config ${env.DOTAF_HOME}/config.json: permission denied`;
    expect(stderr.startsWith(message)).toBe(true);
    expect(code).toBe(10);
  });
});

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
