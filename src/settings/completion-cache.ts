import path from 'node:path';
import type { AppDirectories } from '../system/app-directories.ts';
import {
  deleteFile,
  listPrivateDirectory,
  readFileIfExists,
  replaceFile,
} from '../system/files.ts';

export type SnapshotName = 'domains' | 'prices' | 'statement';

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

/** Deletes all snapshots of an account, whatever their mark. */
export function clearMarks({ directories }: HasDirectories, accountId: string) {
  const folder = path.join(directories.state, 'looks');
  for (const name of listPrivateDirectory(folder)) {
    const isMark = /^-(domains|prices|statement)(\.[0-9a-f]+)?\.json$/.test(
      name.slice(accountId.length),
    );
    if (name.startsWith(accountId) && isMark) deleteFile(path.join(folder, name));
  }
}

/** @param mark the --mark value; hex-encoded, since some file systems ignore case */
export function getMarkPath(
  { directories }: HasDirectories,
  accountId: string,
  name: SnapshotName,
  mark: string,
) {
  const suffix = mark && `.${Buffer.from(mark).toString('hex')}`;
  return path.join(directories.state, 'looks', `${accountId}-${name}${suffix}.json`);
}

function domainNamesPath({ directories }: HasDirectories, accountId: string) {
  return path.join(directories.state, 'domain-names', accountId);
}
