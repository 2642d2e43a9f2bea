import path from 'node:path';
import * as z from 'zod/mini';
import { CliError } from '../errors.ts';
import { acquireFileLock } from '../state/file-lock.ts';
import {
  assertTrustedDirectory,
  readFileIfExists,
  readTrustedFile,
  replaceFile,
} from '../system/files.ts';
import type { System } from '../system/system.ts';

const optionalString = z.optional(z.string());

const profileSchema = z.looseObject({
  name: z.string().check(z.minLength(1)),
  base_url: optionalString,
  key: optionalString,
  secret: optionalString,
  secret_command: optionalString,
  // Accept any value, so that an invalid preference affects only the commands that use it.
  preferences: z.optional(z.record(z.string(), z.unknown())),
});

/** Profiles are stored in an array, so that any name is safe, even `__proto__`. */
const configSchema = z.looseObject({
  active: optionalString,
  profiles: z._default(z.array(profileSchema), []),
});

export type Profile = z.infer<typeof profileSchema>;

export type Config = z.infer<typeof configSchema>;

/** @throws a `config` or `io` error whose message never includes the file's contents */
export function readConfig(file: string, userId: number | undefined) {
  const text = readTrustedFile(file, userId);
  return text === undefined ? { profiles: [] } : parseConfig(text, file);
}

const maxLockWaitMs = 2000;

/**
 * Updates the config under a lock, so that concurrent changes are not lost. Verifies the temporary
 * file that Conf writes, because Conf reports success even if the disk is full.
 */
export async function updateConfig(
  file: string,
  system: Pick<System, 'userId' | 'processKey' | 'isRunning' | 'clock'>,
  change: (config: Config) => Config,
): Promise<Config> {
  const { default: Conf } = await import('conf');
  assertTrustedDirectory(file, system.userId);
  const release = await acquireFileLock(`${file}.lock`, system, {
    maxWaitMs: maxLockWaitMs,
    createError: (holderPid) =>
      new CliError(
        'config',
        `another dotaf (process ${holderPid}) is changing the config ${file}`,
        {
          hint: 'run it again',
        },
      ),
  });
  try {
    const config = change(readConfig(file, system.userId));
    const write = (tempFile: string) => {
      const store = new Conf<Config>({
        cwd: path.dirname(tempFile),
        configName: path.basename(tempFile),
        fileExtension: '',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      store.store = config;
      if (readFileIfExists(tempFile) !== JSON.stringify(config, undefined, '\t')) {
        throw Object.assign(new Error('the config was cut'), { code: 'ENOSPC' });
      }
    };
    replaceFile(file, write);
    return config;
  } finally {
    release();
  }
}

export function findProfile(config: Config, name: string) {
  return config.profiles.find((profile) => profile.name === name);
}

export function getActiveProfileName(config: Config) {
  return findProfile(config, config.active ?? 'default')?.name;
}

export function upsertProfile(config: Config, name: string, change: (profile: Profile) => Profile) {
  const profiles = findProfile(config, name) ? config.profiles : [...config.profiles, { name }];
  return {
    ...config,
    profiles: profiles.map((profile) => (profile.name === name ? change(profile) : profile)),
  };
}

function parseConfig(text: string, file: string) {
  try {
    return configSchema.parse(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    throw new CliError('config', `the config ${file} is damaged`, {
      hint: 'repair it or remove it, then run: dotaf auth login',
    });
  }
}
