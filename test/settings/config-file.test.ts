import * as fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shop } from '../support/fixtures.ts';
import { configIn, homeWith, temporaryFolder, textIn } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { program, run } from '../support/spawn.ts';

const isRoot = process.getuid?.() === 0;
const setTimeoutTo30 = ['config', 'set', 'timeout', '30'];
const changed = { ...shop, preferences: { timeout: '30' } };

/** Leaves out the code cache of a real process. */
function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name !== 'compiled')
    .sort();
}

function cannotWrite(file: string, reason: string, hint: string): string {
  return `error: cannot write the config ${file}: ${reason}\nhint: ${hint}\n`;
}

describe('on disk', () => {
  it('is 0600 in a folder of 0700, and nothing else is left there', async () => {
    const env = { DOTAF_HOME: path.join(temporaryFolder(), 'a', 'b') };
    expect(await run(setTimeoutTo30, { env })).toMatchObject({ code: 0 });
    const modes = ['.', ...filesIn(env.DOTAF_HOME)].map((name) => {
      const { mode } = fs.statSync(path.join(env.DOTAF_HOME, name));
      return [name, (mode & 0o777).toString(8)];
    });
    expect(modes).toEqual([
      ['.', '700'],
      ['config.json', '600'],
    ]);
  });

  it('stays a link when it is one', async () => {
    const dotfiles = homeWith({ profiles: [shop], active: 'shop' });
    const env = homeWith();
    const link = path.join(env.DOTAF_HOME, 'config.json');
    fs.symlinkSync(path.join(dotfiles.DOTAF_HOME, 'config.json'), link);
    expect(await dotaf(setTimeoutTo30, { env })).toMatchObject({ code: 0 });
    expect(fs.readlinkSync(link)).toBe(path.join(dotfiles.DOTAF_HOME, 'config.json'));
    expect(configIn(dotfiles).profiles).toEqual([changed]);
    expect(fs.readdirSync(dotfiles.DOTAF_HOME)).toEqual(['config.json']);
  });
});

describe('with several writers', () => {
  it('is whole, and has the change of the last one', async () => {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    const writers = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const sessions = writers.map((value) => run(['config', 'set', 'timeout', value], { env }));
    for (const { stderr, code } of await Promise.all(sessions)) expect(stderr + code).toBe('0');
    const [{ preferences, ...account }] = configIn(env).profiles;
    expect(account).toEqual(shop);
    expect(writers).toContain(preferences.timeout);
    expect(filesIn(env.DOTAF_HOME)).toEqual(['config.json']);
  });

  it('is whole after a kill -9 at any moment', async () => {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    for (let moment = 1; moment <= 8; moment += 1) {
      await run(['config', 'set', 'timeout', String(moment)], {
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
      expect(configIn(env)).toMatchObject({ profiles: [shop], active: 'shop' });
    }
    // What is left goes once nobody can be writing it any more.
    for (const name of filesIn(env.DOTAF_HOME).filter((one) => one.includes('unfinished'))) {
      fs.utimesSync(path.join(env.DOTAF_HOME, name), 0, 0);
    }
    expect(await run(setTimeoutTo30, { env })).toMatchObject({ stderr: '', code: 0 });
    expect(filesIn(env.DOTAF_HOME)).toEqual(['config.json']);
    expect(configIn(env).profiles).toEqual([changed]);
  });
});

it.skipIf(process.platform === 'win32')('is as it was when the disk is full', async () => {
  const env = homeWith({ profiles: [{ ...shop, note: 'x'.repeat(5000) }], active: 'shop' });
  const before = textIn(env);
  // A limit on the size of files cuts a write as a full disk does.
  const command = ['sh', '-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, program] as const;
  expect(await run(setTimeoutTo30, { env: { ...env, PATH: process.env.PATH }, command })).toEqual({
    stdout: '',
    stderr: cannotWrite(
      `${env.DOTAF_HOME}/config.json`,
      'the disk is full (ENOSPC)',
      'free some space',
    ),
    code: 10,
  });
  expect(textIn(env)).toBe(before);
  expect(filesIn(env.DOTAF_HOME)).toEqual(['config.json']);
});

describe('that cannot be read or written', () => {
  it.skipIf(isRoot).each([
    ['config.json', 0, ['auth', 'ls'], 'read'],
    ['.', 0o500, setTimeoutTo30, 'write'],
  ])('because of the mode of %s', async (name, mode, argv, verb) => {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    fs.chmodSync(path.join(env.DOTAF_HOME, name), mode);
    const { stderr, code } = await dotaf(argv, { env });
    const says = `error: cannot ${verb} the config ${env.DOTAF_HOME}/config.json: permission denied`;
    expect(stderr.startsWith(says)).toBe(true);
    expect(code).toBe(10);
  });
});

it.skipIf(process.platform !== 'linux').each<[Record<string, string>, string]>([
  [{}, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: '' }, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: 'h', XDG_CONFIG_HOME: 'h' }, path.join(userInfo().homedir, '.config/dotaf/config.json')],
  [{ HOME: '/dev/null' }, '/dev/null/.config/dotaf/config.json'],
])('lies in a home of this user, and never in the working folder: %j', async (env, file) => {
  const workingFolder = temporaryFolder();
  const path = await run(['config', 'path'], { env, workingFolder });
  expect(path).toMatchObject({ stdout: `${file}\n`, code: 0 });
  expect(await run(['tier', '--sandbox'], { env, workingFolder })).toMatchObject({ code: 0 });
  expect(fs.readdirSync(workingFolder)).toEqual([]);
});
