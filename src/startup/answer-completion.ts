import path from 'node:path';
import { complete, type LookUp } from '../completion/complete.ts';
import type { CommandTree } from '../completion/tree.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { readRegularFile } from '../platform/files.ts';
import { type Folders, findFolders } from '../platform/folders.ts';
import { accountId, checkedBaseUrl } from '../settings/credentials.ts';

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
  const home = process.getBuiltinModule('node:os').homedir();
  const folders = findFolders({
    env: process.env,
    platform: process.platform,
    homeFolder: path.isAbsolute(home) ? home : undefined,
  });
  // No schema: loading one takes longer than all the rest.
  const config = readObject(path.join(folders.config, 'config.json'));
  const values =
    source === 'profiles'
      ? objectsIn(config.profiles).map(({ name }) => name)
      : lastLook(folders, config, given).map(({ domain, status }) =>
          source === 'domains' ? domain : status,
        );
  const texts = values.flatMap((value) => text(value) ?? []);
  const names = source === 'statuses' ? texts.flatMap((one) => one.split(', ')) : texts;
  const isPlain = new RegExp(plainName, 'u');
  return [...new Set(names)].filter((name) => isPlain.test(name));
};

/** Reads the last look at the domains, of the account that the typed line would use. */
function lastLook(
  { state }: Folders,
  config: JsonObject,
  given: ReadonlyMap<string, string>,
): JsonObject[] {
  if (given.has('--sandbox')) return [];
  const { DOTAF_KEY, DOTAF_BASE_URL = '', DOTAF_PROFILE } = process.env;
  const name = given.get('--profile') ?? (DOTAF_PROFILE || text(config.active) || 'default');
  const account = DOTAF_KEY
    ? { key: DOTAF_KEY, baseUrl: checkedBaseUrl(given.get('--base-url') ?? DOTAF_BASE_URL, '') }
    : { key: '', baseUrl: '', profile: name };
  const file = `${accountId({ tier: 'environment', profile: null, ...account })}.json`;
  const looks = readRegularFile(path.join(state, 'looks', file)).toString('utf8');
  return objectsIn(objectIn(looks.split('\n', 1)[0] ?? '').domains);
}

function readObject(file: string): JsonObject {
  try {
    return objectIn(readRegularFile(file).toString('utf8'));
  } catch {
    return {};
  }
}

function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function objectsIn(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
