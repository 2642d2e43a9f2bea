import path from 'node:path';
import type { AppDirectories } from '../system/app-directories.ts';
import { deleteFile, readFileIfExists, replaceFile } from '../system/files.ts';

interface HasDirectories {
  directories: AppDirectories;
}

export function cacheDomainNames(
  settings: HasDirectories,
  accountId: string,
  names: readonly string[],
) {
  try {
    replaceFile(domainNamesPath(settings, accountId), names.map((name) => `${name}\n`).join(''));
  } catch {
    // Ignore write errors: the cached names are used only for shell completion.
  }
}

export function readCachedDomainNames(settings: HasDirectories, accountId: string) {
  const text = readFileIfExists(domainNamesPath(settings, accountId)) ?? '';
  return text.split('\n').filter(Boolean);
}

/** Path of the cache for domains that the domains file contains but the API does not list. */
export function getDomainCachePath({ directories }: HasDirectories, accountId: string) {
  return path.join(directories.state, 'single-domains', accountId);
}

export function clearDomainCaches(settings: HasDirectories, accountId: string) {
  deleteFile(domainNamesPath(settings, accountId));
  deleteFile(getDomainCachePath(settings, accountId));
}

function domainNamesPath({ directories }: HasDirectories, accountId: string) {
  return path.join(directories.state, 'domain-names', accountId);
}
