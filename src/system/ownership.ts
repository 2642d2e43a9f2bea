import type { Stats } from 'node:fs';

/**
 * True if users other than this one and root can change the file or directory. In a sticky
 * directory, such as /tmp, users can only replace their own files. Always false on Windows, which
 * has no user IDs.
 */
export function isWritableByOthers(stats: Stats, userId: number | undefined) {
  if (userId === undefined) return false;
  const isForeign = stats.uid !== userId && stats.uid !== 0;
  const isSticky = stats.isDirectory() && (stats.mode & 0o1000) !== 0;
  return isForeign || ((stats.mode & 0o022) !== 0 && !isSticky);
}
