import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UnfitFile } from '../errors.ts';

const writableByOthers = 0o022;

/** Here only its owner can move or remove a file. */
const sticky = 0o1000;

/**
 * Follows the links of a path to a folder in which nobody but this user and root can change a thing,
 * nor put another folder into its place. @throws UnfitFile, or the system's error
 *
 * @param userId undefined on Windows, where this cannot be known
 */
export function trustedFolder(folder: string, userId: number | undefined): string {
  const real = realpathSync.native(folder);
  if (userId === undefined) return real;
  refuseUnprotected(path.dirname(real), userId);
  refuseForeign(real, userId);
  return real;
}

/** For a folder in one that is trusted; a link is not followed. @throws UnfitFile */
export function refuseForeign(folder: string, userId: number | undefined): void {
  if (userId === undefined) return;
  const stats = lstatSync(folder);
  const isOwn = stats.uid === userId && (stats.mode & writableByOthers) === 0;
  if (!stats.isDirectory() || !isOwn) throw new UnfitFile(`others can write to ${folder}`);
}

/** From the root down, since each folder protects only the names in it. */
function refuseUnprotected(folder: string, userId: number): void {
  const above = path.dirname(folder);
  if (above !== folder) refuseUnprotected(above, userId);
  const { uid, mode } = lstatSync(folder);
  const isClosed = (mode & writableByOthers) === 0 || (mode & sticky) !== 0;
  if (!isClosed || (uid !== userId && uid !== 0)) {
    throw new UnfitFile(`others can write to ${folder}`);
  }
}
