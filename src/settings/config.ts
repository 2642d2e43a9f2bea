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
  // A value of another type is refused only by the command that reads it.
  preferences: z.optional(z.record(z.string(), z.unknown())),
});

/** Profiles are a list, so that a name can be anything, such as `__proto__`. */
const configSchema = z.looseObject({
  active: optionalString,
  profiles: z._default(z.array(profileSchema), []),
});

export type Profile = z.infer<typeof profileSchema>;

export type Config = z.infer<typeof configSchema>;

/** @throws Failure `config` that never quotes the content */
export function readConfig(file: string, userId: number | undefined): Config {
  const text = readFileIfExists(file, 'the config', 'config');
  if (text === undefined) return { profiles: [] };
  const config = parseConfig(text, file);
  restrictPermissions(file, userId, config);
  return config;
}

/**
 * Writes the config that `change` returns, and returns it. Of two writers at the same moment the
 * later one counts: the file is replaced in one step. Conf reports success also when a full disk
 * has cut the file, and replaces a link by a file: so it gets a new file that is read back, then
 * moved into place. @throws Failure `config`
 */
export async function updateConfig(
  file: string,
  userId: number | undefined,
  change: (config: Config) => Config,
): Promise<Config> {
  // Loaded first, so that hardly any time lies between reading and writing.
  const { default: Conf } = await import('conf');
  const config = change(readConfig(file, userId));
  try {
    // A config that is a link, as into a folder of dotfiles, stays one.
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

/** @throws Failure `config` for a secret command that somebody else may have written */
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
    // The disk may be read-only.
  }
}

export function findProfile(config: Config, name: string): Profile | undefined {
  return config.profiles.find((profile) => profile.name === name);
}

export function activeProfileName(config: Config): string | undefined {
  return findProfile(config, config.active ?? 'default')?.name;
}

export function upsertProfile(
  config: Config,
  name: string,
  change: (profile: Profile) => Profile,
): Config {
  const isStored = findProfile(config, name) !== undefined;
  const profiles = isStored ? config.profiles : [...config.profiles, { name }];
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
