import path from 'node:path';
import { complete, type LookUp } from '../completion/complete.ts';
import type { CommandTree } from '../completion/tree.ts';
import { findFolders, readRegularFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

/** As far as completion reads them, without a schema: loading one takes longer than all the rest. */
interface Stored {
  active?: string;
  profiles: { name: unknown }[];
  domains: { domain: unknown; status: unknown }[];
}

/** @returns one candidate a line, its summary after a tab, or `:files`; nothing where anything fails */
export function answerCompletion(words: readonly string[], readTree: () => string): string {
  try {
    const root: CommandTree = JSON.parse(readTree());
    // Windows PowerShell drops an empty argument, so its script sends quotes.
    const typed = words.map((word) => (word === '""' ? '' : word));
    const completion = complete(root, typed, lookUp);
    if (completion === 'files') return ':files\n';
    return completion.map(({ word, summary }) => `${word}${summary && `\t${summary}`}\n`).join('');
  } catch {
    return '';
  }
}

/** Names that every shell can quote; a regular expression of this kind takes long to load. */
const plainName = String.raw`^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+ -]*$`;

const lookUp: LookUp = (source, given) => {
  const values =
    source === 'profiles'
      ? readConfig().profiles.map(({ name }) => name)
      : readLastLook(given).domains.map((row) => row[source === 'domains' ? 'domain' : 'status']);
  const texts = values.filter((value) => typeof value === 'string');
  const names = source === 'statuses' ? texts.flatMap((one) => one.split(', ')) : texts;
  const isPlain = new RegExp(plainName, 'u');
  return [...new Set(names)].filter((name) => isPlain.test(name));
};

function readConfig(): Stored {
  return JSON.parse(read('config', 'config.json'));
}

/** The last look at the domains, of the account that the typed line would use. */
function readLastLook(given: ReadonlyMap<string, string>): Stored {
  const { DOTAF_KEY, DOTAF_BASE_URL = '', DOTAF_PROFILE } = process.env;
  const typed = given.get('--profile') ?? (DOTAF_PROFILE || undefined);
  const account = DOTAF_KEY
    ? { key: DOTAF_KEY, baseUrl: given.get('--base-url') ?? DOTAF_BASE_URL, profile: null }
    : { key: '', baseUrl: '', profile: typed ?? readConfig().active ?? 'default' };
  const looks = read('state', `looks/${accountId({ tier: 'environment', ...account })}.json`);
  return JSON.parse(looks.split('\n', 1)[0] ?? '');
}

function read(folder: 'config' | 'state', file: string): string {
  const home = process.getBuiltinModule('node:os').homedir();
  const homeFolder = path.isAbsolute(home) ? home : undefined;
  const folders = findFolders({ env: process.env, platform: process.platform, homeFolder });
  return readRegularFile(path.join(folders[folder], file)).toString('utf8');
}
