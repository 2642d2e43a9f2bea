import path from 'node:path';
import type { AppDirectories } from '../system/app-directories.ts';
import { deleteFile, listPrivateDirectory } from '../system/files.ts';

export type SnapshotName = 'domains' | 'prices' | 'statement';

interface HasDirectories {
  directories: AppDirectories;
}

export function getDomainCachePath({ directories }: HasDirectories, accountId: string) {
  return path.join(directories.state, 'single-domains', accountId);
}

export function clearDomainCache(settings: HasDirectories, accountId: string) {
  deleteFile(getDomainCachePath(settings, accountId));
}

/** Deletes all snapshots of the account, whatever their `--mark` names. */
export function clearMarks({ directories }: HasDirectories, accountId: string) {
  const folder = path.join(directories.state, 'looks');
  const pattern = new RegExp(`^${accountId}-(domains|prices|statement)(\\.[0-9a-f]+)?\\.json$`);
  for (const name of listPrivateDirectory(folder))
    if (pattern.test(name)) deleteFile(path.join(folder, name));
}

/** Hex-encodes the `--mark` name, because some file systems are case-insensitive. */
export function getMarkPath(
  { directories }: HasDirectories,
  accountId: string,
  name: SnapshotName,
  mark: string,
) {
  const suffix = mark && `.${Buffer.from(mark).toString('hex')}`;
  return path.join(directories.state, 'looks', `${accountId}-${name}${suffix}.json`);
}
