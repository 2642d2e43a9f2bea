import { isAbsolute, join } from 'node:path';
import { CliError } from '../errors.ts';
import type { System } from './system.ts';

export interface AppDirectories {
  config: string;
  state: string;
}

export function findHomeDirectory() {
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  try {
    const home = homedir();
    return isAbsolute(home) ? home : userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}

/** @throws a `config` error if DOTAF_HOME is relative, or if there is no home directory */
export function resolveAppDirectories({
  env,
  platform,
  homeDirectory,
}: Pick<System, 'env' | 'platform' | 'homeDirectory'>): AppDirectories {
  const dotafHome = env.DOTAF_HOME;
  if (dotafHome) {
    if (isAbsolute(dotafHome)) return { config: dotafHome, state: dotafHome };
    // Reject a relative path: the credentials would depend on the working directory.
    throw new CliError('config', `DOTAF_HOME is '${dotafHome}', which is not an absolute path`, {
      hint: 'set DOTAF_HOME to a path that begins at the root, or unset it',
    });
  }
  const resolveFolder = (envDirectory: string | undefined, fallback: string) => {
    if (envDirectory && isAbsolute(envDirectory)) return join(envDirectory, 'dotaf');
    if (homeDirectory !== undefined) return join(homeDirectory, fallback, 'dotaf');
    throw new CliError('config', 'there is no home directory to keep the config in', {
      hint: 'set DOTAF_HOME to a directory that dotaf may write to',
    });
  };
  if (platform === 'win32') {
    return {
      config: resolveFolder(env.APPDATA, 'AppData/Roaming'),
      state: resolveFolder(env.LOCALAPPDATA, 'AppData/Local'),
    };
  }
  const library = platform === 'darwin' ? 'Library/Application Support' : undefined;
  return {
    config: resolveFolder(env.XDG_CONFIG_HOME, library ?? '.config'),
    state: resolveFolder(env.XDG_STATE_HOME, library ?? '.local/state'),
  };
}

export function resolveAppDirectoriesFromEnv(): AppDirectories {
  const { env, platform } = process;
  return resolveAppDirectories({ env, platform, homeDirectory: findHomeDirectory() });
}
