import path from 'node:path';
import { complete, type HelpTree, type LookUp } from '../completion/complete.ts';
import {
  type AppDirectories,
  readRegularFile,
  resolveProcessDirectories,
} from '../platform/files.ts';
import { profileId, rateLimitId, resolveAccount } from '../settings/credentials.ts';
import { readDomainNames } from '../settings/known-domains.ts';

/** @returns a candidate a line, its summary after a tab, or `:files`; nothing if anything fails */
export function answerCompletion(words: readonly string[], readTree: () => string): string {
  try {
    const root: HelpTree = JSON.parse(readTree());
    // Windows PowerShell drops an empty argument, so its script sends quotes.
    const typed = words.map((word) => (word === '""' ? '' : word));
    const completion = complete(root, typed, lookUpNames);
    if (completion === 'files') return ':files\n';
    return completion
      .map(({ word, summary }) => (summary === '' ? `${word}\n` : `${word}\t${summary}\n`))
      .join('');
  } catch {
    return '';
  }
}

/** Names that every shell can quote; a regular expression of this kind takes long to load. */
const plainName = String.raw`^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+ -]*$`;

const lookUpNames: LookUp = (source, given) => {
  const directories = resolveProcessDirectories();
  const isPlain = new RegExp(plainName, 'u');
  const names = new Set(
    source === 'profiles'
      ? readStoredConfig(directories).profiles.map(({ name }) => name)
      : readDomainNames({ directories }, accountOf(given, directories)),
  );
  return [...names].filter((name) => isPlain.test(name));
};

/** Reads without a schema, since loading one takes longer than all the rest. */
function readStoredConfig({ config }: AppDirectories): {
  active?: string;
  profiles: { name: string }[];
} {
  const file = path.join(config, 'config.json');
  return JSON.parse(readRegularFile(file).toString('utf8'));
}

function accountOf(given: ReadonlyMap<string, string>, directories: AppDirectories): string {
  const inputs = {
    options: { profile: given.get('--profile'), baseUrl: given.get('--base-url') },
    env: process.env,
  };
  const { key, baseUrl } = resolveAccount(inputs);
  if (key !== '') return rateLimitId({ kind: 'environment', key, baseUrl: baseUrl.value });
  const { active } = readStoredConfig(directories);
  return profileId(resolveAccount(inputs, active).profile.value);
}
