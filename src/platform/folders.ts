import path from 'node:path';
import { Failure } from '../errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface Folders {
  /** Credentials and preferences. */
  config: string;
  /** What dotaf remembers between runs and could lose without harm. */
  state: string;
}

export type Place = Pick<Surroundings, 'env' | 'platform' | 'homeFolder' | 'workingFolder'>;

/** Where dotaf keeps its files: `DOTAF_HOME`, else XDG on Linux and macOS, else the platform's own. */
export function findFolders(place: Place): Folders {
  const { env } = place;
  if (env.DOTAF_HOME) {
    const folder = path.isAbsolute(env.DOTAF_HOME)
      ? path.resolve(env.DOTAF_HOME)
      : path.resolve(workingFolder(place), env.DOTAF_HOME);
    return { config: folder, state: folder };
  }
  if (place.platform === 'win32') {
    return {
      config: path.join(env.APPDATA || inHome(place, 'AppData', 'Roaming'), 'dotaf'),
      state: path.join(env.LOCALAPPDATA || inHome(place, 'AppData', 'Local'), 'dotaf'),
    };
  }
  const isMac = place.platform === 'darwin';
  const library = ['Library', 'Application Support'];
  return {
    config: xdg(env.XDG_CONFIG_HOME, place, isMac ? library : ['.config']),
    state: xdg(env.XDG_STATE_HOME, place, isMac ? library : ['.local', 'state']),
  };
}

function workingFolder(place: Place): string {
  try {
    return place.workingFolder;
  } catch {
    throw new Failure('config', 'DOTAF_HOME is relative to a working folder that is gone', {
      hint: 'go to a folder that is there, or set DOTAF_HOME to an absolute path',
    });
  }
}

function xdg(folder: string | undefined, place: Place, usual: string[]): string {
  // The XDG specification: a relative path is to be ignored.
  const base = folder && path.isAbsolute(folder) ? folder : inHome(place, ...usual);
  return path.join(base, 'dotaf');
}

function inHome(place: Place, ...parts: string[]): string {
  if (place.homeFolder === undefined) {
    throw new Failure('config', 'there is no home folder to keep the config in', {
      hint: 'set DOTAF_HOME to a folder that dotaf may write to',
    });
  }
  return path.join(place.homeFolder, ...parts);
}
