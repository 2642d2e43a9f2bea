import { chmodSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { Failure, fileFailure } from '../errors.ts';
import { readFileIfExists, writeFileAtomic } from '../system/files.ts';

const optionalString = z.optional(z.string());

const profileSchema = z.looseObject({
  name: z.string().check(z.minLength(1)),
  base_url: optionalString,
  key: optionalString,
  secret: optionalString,
  secret_command: optionalString,
  // Accept any type here, so that an invalid preference affects only the commands that read it.
  preferences: z.optional(z.record(z.string(), z.unknown())),
});

/** Profiles are stored in an array, so that any profile name is safe, even `__proto__`. */
const configSchema = z.looseObject({
  active: optionalString,
  profiles: z._default(z.array(profileSchema), []),
});

export type Profile = z.infer<typeof profileSchema>;

export type Config = z.infer<typeof configSchema>;

/**
 * Reads the config; a missing file counts as an empty config.
 * @throws a `config` Failure, whose message never quotes the file's contents
 */
export function readConfig(file: string, userId: number | undefined): Config {
  const text = readFileIfExists(file, 'the config', 'config');
  if (text === undefined) return { profiles: [] };
  const config = parseConfig(text, file);
  restrictPermissions(file, userId, config);
  return config;
}

/**
 * Updates the config atomically; if several processes write, the last one wins. The Conf library
 * only writes a temporary file, which is then verified and moved into place. Conf alone would
 * report success even if a full disk truncated the file, and would replace symlinks with regular
 * files.
 * @throws a `config` Failure
 */
export async function updateConfig(
  file: string,
  userId: number | undefined,
  change: (config: Config) => Config,
): Promise<Config> {
  // Import Conf first, to shorten the time in which another process's update would be overwritten.
  const { default: Conf } = await import('conf');
  const config = change(readConfig(file, userId));
  try {
    // Preserve a symlink, such as one to a dotfiles repository, by writing to its target.
    const target = existsSync(file) ? realpathSync(file) : file;
    writeFileAtomic(target, (tempFile) => {
      const store = new Conf<Config>({
        cwd: path.dirname(tempFile),
        configName: path.basename(tempFile),
        fileExtension: '',
        accessPropertiesByDotNotation: false,
      });
      store.store = config;
      if (readFileSync(tempFile, 'utf8') !== JSON.stringify(config, undefined, '\t')) {
        throw Object.assign(new Error('the config was cut'), { code: 'ENOSPC' });
      }
    });
    return config;
  } catch (error) {
    throw fileFailure('config', `cannot write the config ${file}`, error);
  }
}

/**
 * Revokes other users' access to the config.
 * @throws a `config` Failure if other users can write to a config that contains a secret command
 */
function restrictPermissions(file: string, userId: number | undefined, { profiles }: Config): void {
  if (userId === undefined) return;
  const { uid, mode } = statSync(file);
  const isWritableByOthers = (uid !== userId && uid !== 0) || (mode & 0o022) !== 0;
  if (isWritableByOthers && profiles.some(({ secret_command }) => secret_command !== undefined)) {
    const message = `others can write to the config ${file}, which holds a secret command`;
    throw new Failure('config', message, {
      hint: `if you trust the command: sudo chown "$USER" '${file}'; chmod 600 '${file}'`,
    });
  }
  try {
    if (uid === userId && (mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch {
    // Ignore a failed chmod: the file system may be read-only.
  }
}

export function findProfile(config: Config, name: string): Profile | undefined {
  return config.profiles.find((profile) => profile.name === name);
}

export function getActiveProfileName(config: Config): string | undefined {
  return findProfile(config, config.active ?? 'default')?.name;
}

export function upsertProfile(
  config: Config,
  name: string,
  change: (profile: Profile) => Profile,
): Config {
  const profiles = findProfile(config, name) ? config.profiles : [...config.profiles, { name }];
  return {
    ...config,
    profiles: profiles.map((profile) => (profile.name === name ? change(profile) : profile)),
  };
}

function parseConfig(text: string, file: string): Config {
  try {
    return configSchema.parse(JSON.parse(text));
  } catch {
    throw new Failure('config', `the config ${file} is damaged`, {
      hint: 'repair it or remove it, then run: dotaf auth login',
    });
  }
}
