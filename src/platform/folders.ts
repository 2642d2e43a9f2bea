import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Failure, systemCode } from '../errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface Folders {
  config: string;
  state: string;
}

export type Place = Pick<Surroundings, 'env' | 'platform' | 'homeFolder'>;

/** The `DOTAF_HOME`, else XDG on Linux and macOS, else the platform's own. @throws Failure `config` */
export function findFolders(place: Place): Folders {
  const { env, platform } = place;
  if (env.DOTAF_HOME) {
    refuseRelativeHome(env);
    const folder = path.resolve(env.DOTAF_HOME);
    return { config: folder, state: folder };
  }
  if (platform === 'win32') {
    return {
      config: path.join(env.APPDATA || inHome(place, 'AppData', 'Roaming'), 'dotaf'),
      state: path.join(env.LOCALAPPDATA || inHome(place, 'AppData', 'Local'), 'dotaf'),
    };
  }
  const library = platform === 'darwin' && ['Library', 'Application Support'];
  return {
    config: xdg(env.XDG_CONFIG_HOME, place, library || ['.config']),
    state: xdg(env.XDG_STATE_HOME, place, library || ['.local', 'state']),
  };
}

/** It would be another folder in each working directory, with other credentials. @throws Failure `config` */
export function refuseRelativeHome({ DOTAF_HOME }: Place['env']): void {
  if (!DOTAF_HOME || path.isAbsolute(DOTAF_HOME)) return;
  throw new Failure('config', `DOTAF_HOME is '${DOTAF_HOME}', which is not an absolute path`, {
    hint: 'set DOTAF_HOME to a path that begins at the root, or unset it',
  });
}

/** Makes a folder and its parents; the `recursive` of Node never returns in /proc. */
export function makeFolder(folder: string): void {
  if (!existsSync(path.dirname(folder))) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

export function inHome(place: Pick<Place, 'homeFolder'>, ...parts: string[]): string {
  if (place.homeFolder !== undefined) return path.join(place.homeFolder, ...parts);
  throw new Failure('config', 'there is no home directory to keep the config in', {
    hint: 'set DOTAF_HOME to a directory that dotaf may write to',
  });
}

function xdg(folder: string | undefined, place: Place, usual: string[]): string {
  const base = folder && path.isAbsolute(folder) ? folder : inHome(place, ...usual);
  return path.join(base, 'dotaf');
}
