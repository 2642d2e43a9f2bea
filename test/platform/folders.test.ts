import path from 'node:path';
import { expect, it } from 'vitest';
import { resolveDirectories } from '../../src/system/files.ts';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const linux = { platform: 'linux', homeDirectory: '/home/me' } as const;
const xdg = { XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '/x/state' };

const usual = ['/home/me/.config/dotaf', '/home/me/.local/state/dotaf'];
const library = '/home/me/Library/Application Support/dotaf';
const ofXdg = ['/x/config/dotaf', '/x/state/dotaf'];
const darwin = { ...linux, platform: 'darwin' } as const;
const windows = { ...linux, platform: 'win32' } as const;

it.each([
  ['Linux', linux, {}, usual],
  ['Linux with XDG', linux, xdg, ofXdg],
  ['a relative and an empty XDG', linux, { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' }, usual],
  ['macOS', darwin, {}, [library, library]],
  ['macOS with XDG', darwin, xdg, ofXdg],
  ['DOTAF_HOME', linux, { ...xdg, DOTAF_HOME: '/d' }, ['/d', '/d']],
  ['an empty DOTAF_HOME', linux, { ...xdg, DOTAF_HOME: '' }, ofXdg],
  ['XDG and no home', { ...linux, homeDirectory: undefined }, xdg, ofXdg],
  ['Windows', windows, { APPDATA: '/a', LOCALAPPDATA: '/l' }, ['/a/dotaf', '/l/dotaf']],
])('finds the folders: %s', (_, place, env, directories) => {
  const found = Object.values(resolveDirectories({ ...place, env }));
  expect(found.map((folder) => folder.replaceAll(path.sep, '/'))).toEqual(directories);
});

it.each([['config', 'path'], ['tier'], ['check', 'a.af', '--sandbox']])(
  'refuses a DOTAF_HOME that is relative: %s',
  async (...argv) => {
    const says = "DOTAF_HOME is '~/dotaf', which is not an absolute path";
    const hint = 'set DOTAF_HOME to a path that begins at the root, or unset it';
    expect(await dotaf(argv, { env: { ...credentials, DOTAF_HOME: '~/dotaf' } })).toEqual({
      stdout: '',
      stderr: `error: ${says}\nhint: ${hint}\n`,
      code: 10,
    });
  },
);

it('fails only the commands that need a folder where there is no home', async () => {
  const nowhere = { env: {}, homeDirectory: undefined };
  expect(await dotaf(['config', 'path'], nowhere)).toEqual({
    stdout: '',
    stderr: [
      'error: there is no home directory to keep the config in',
      'hint: set DOTAF_HOME to a directory that dotaf may write to',
      '',
    ].join('\n'),
    code: 10,
  });
  expect(await dotaf(['balance', '--sandbox'], nowhere)).toMatchObject({ stderr: '', code: 0 });
  expect(await dotaf(['--help'], nowhere)).toMatchObject({ stderr: '', code: 0 });
  const env = { DOTAF_HOME: temporaryFolder() };
  expect(await dotaf(['auth', 'ls'], { ...nowhere, env })).toMatchObject({ code: 0 });
});
