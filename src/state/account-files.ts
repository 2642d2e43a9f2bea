import path from 'node:path';
import type { AppDirectories } from '../system/app-directories.ts';
import { deleteFile, listPrivateDirectory } from '../system/files.ts';

export type SnapshotName = 'domains' | 'prices' | 'statement';

interface HasDirectories {
  directories: AppDirectories;
}

/** Path of the cached details of the account's domains. */
export function getDomainCachePath({ directories }: HasDirectories, accountId: string) {
  return path.join(directories.state, 'single-domains', accountId);
}

export function clearDomainCache(settings: HasDirectories, accountId: string) {
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
