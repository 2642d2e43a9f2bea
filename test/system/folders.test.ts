import path from 'node:path';
import { expect, it } from 'vitest';
import { resolveAppDirectories } from '../../src/system/app-directories.ts';
import { credentials } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';

const linux = { platform: 'linux', homeDirectory: '/home/me' } as const;
const xdg = { XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '/x/state' };

const defaultFolders = ['/home/me/.config/dotaf', '/home/me/.local/state/dotaf'];
const macFolder = '/home/me/Library/Application Support/dotaf';
const xdgFolders = ['/x/config/dotaf', '/x/state/dotaf'];
const darwin = { ...linux, platform: 'darwin' } as const;
const windows = { ...linux, platform: 'win32' } as const;

it.each([
  ['Linux', linux, {}, defaultFolders],
  ['Linux with XDG', linux, xdg, xdgFolders],
  [
    'a relative and an empty XDG',
    linux,
    { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' },
    defaultFolders,
  ],
  ['macOS', darwin, {}, [macFolder, macFolder]],
  ['macOS with XDG', darwin, xdg, xdgFolders],
  ['DOTAF_HOME', linux, { ...xdg, DOTAF_HOME: '/d' }, ['/d', '/d']],
  ['an empty DOTAF_HOME', linux, { ...xdg, DOTAF_HOME: '' }, xdgFolders],
  ['XDG and no home', { ...linux, homeDirectory: undefined }, xdg, xdgFolders],
  ['Windows', windows, { APPDATA: '/a', LOCALAPPDATA: '/l' }, ['/a/dotaf', '/l/dotaf']],
])('resolves the folders: %s', (_, platform, env, directories) => {
  const folders = Object.values(resolveAppDirectories({ ...platform, env }));
  expect(folders.map((folder) => folder.replaceAll(path.sep, '/'))).toEqual(directories);
});

it.each([['config', 'path'], ['tier'], ['check', 'a.af', '--sandbox']])(
  'rejects a relative DOTAF_HOME: %s',
  async (...argv) => {
    const message = "DOTAF_HOME is '~/dotaf', which is not an absolute path";
    const hint = 'set DOTAF_HOME to a path that begins at the root, or unset it';
    expect(await runCli(argv, { env: { ...credentials, DOTAF_HOME: '~/dotaf' } })).toEqual({
      stdout: '',
      stderr: `error: ${message}\nhint: ${hint}\n`,
      code: 10,
    });
  },
);

it('without a home, only commands that need a folder fail', async () => {
  const noHome = { env: {}, homeDirectory: undefined };
  expect(await runCli(['config', 'path'], noHome)).toEqual({
    stdout: '',
    stderr: [
      'error: there is no home directory to keep the config in',
      'hint: set DOTAF_HOME to a directory that dotaf may write to',
      '',
    ].join('\n'),
    code: 10,
  });
  expect(await runCli(['balance', '--sandbox'], noHome)).toMatchObject({ stderr: '', code: 0 });
  expect(await runCli(['--help'], noHome)).toMatchObject({ stderr: '', code: 0 });
  const env = { DOTAF_HOME: createTempFolder() };
  expect(await runCli(['auth', 'ls'], { ...noHome, env })).toMatchObject({ code: 0 });
});
