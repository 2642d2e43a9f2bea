import path from 'node:path';
import {
  type CompletionTree,
  type CompletionValueProvider,
  completeCommandLine,
} from '../completion/complete.ts';
import { readCachedDomainNames } from '../settings/completion-cache.ts';
import {
  getProfileStorageId,
  getRateLimitKey,
  resolveAccountSettings,
} from '../settings/credentials.ts';
import { type AppDirectories, resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { readFileIfExists } from '../system/files.ts';

/** @returns `candidate<TAB>summary` lines, `:files` to complete paths, or '' on any error */
export function renderCompletions(words: readonly string[], readTree: () => string) {
  try {
    const root: CompletionTree = JSON.parse(readTree());
    // Windows PowerShell drops empty arguments, so its completion script passes `""` instead.
    const args = words.map((word) => (word === '""' ? '' : word));
    const completion = completeCommandLine(root, args, readStoredNames);
    if (completion === 'files') return ':files\n';
    return completion
      .map(({ word, summary }) => (summary === '' ? `${word}\n` : `${word}\t${summary}\n`))
      .join('');
  } catch {
    return '';
  }
}

/**
 * Matches names that are safe in every shell. Kept as text until it is needed, because Unicode
 * regexes are slow to compile.
 */
const shellSafePattern = String.raw`^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+ -]*$`;

const readStoredNames: CompletionValueProvider = (source, optionValues) => {
  const directories = resolveAppDirectoriesFromEnv();
  const pattern = new RegExp(shellSafePattern, 'u');
  const names = new Set(
    source === 'profiles'
      ? readRawConfig(directories).profiles.map(({ name }) => name)
      : readCachedDomainNames({ directories }, resolveAccountId(optionValues, directories)),
  );
  return [...names].filter((name) => pattern.test(name));
};

/** Reads the config without validation: loading zod takes longer than the whole completion. */
function readRawConfig({ config }: AppDirectories): {
  active?: string;
  profiles: { name: string }[];
} {
  const file = path.join(config, 'config.json');
  return JSON.parse(readFileIfExists(file) ?? '');
}

function resolveAccountId(optionValues: ReadonlyMap<string, string>, directories: AppDirectories) {
  const inputs = {
    options: { profile: optionValues.get('--profile'), baseUrl: optionValues.get('--base-url') },
    env: process.env,
  };
  const { key, baseUrl } = resolveAccountSettings(inputs);
  if (key !== '') return getRateLimitKey({ kind: 'environment', key, baseUrl: baseUrl.value });
  const { active } = readRawConfig(directories);
  return getProfileStorageId(resolveAccountSettings(inputs, active).profile.value);
}
