import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { fileFailure, systemCode, UnfitFile } from '../errors.ts';

/** Of a file that is read as a whole; what dotaf keeps is far smaller. */
export const maxBytes = 16_000_000;

/**
 * Opens a file of dotaf's own, or one that it writes row by row. A pipe, which would hold the process
 * up for ever, or a device is not opened. @throws UnfitFile, or the system's error
 */
export function openRegularFile(file: string, flags: number, mode = 0o600): number {
  const descriptor = openWithoutWaiting(file, flags, mode);
  try {
    refuseUnfit(fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Reads a file of dotaf's own, which may not exist yet. @throws Failure that calls it by its name
 *
 * @param onOpen sees what is read, whatever stands at the path a moment later
 */
export function readOwnFile(
  file: string,
  name: string,
  code: 'config' | 'io',
  hint?: string,
  onOpen?: (stats: Stats) => void,
): string | undefined {
  try {
    return textUnlessMissing(file, onOpen);
  } catch (error) {
    throw fileFailure(code, `cannot read ${name} ${file}`, error, hint);
  }
}

/** Does not wait for the other end of a pipe. @throws the system's error */
export function openWithoutWaiting(file: string, flags: number, mode?: number): number {
  const { O_NONBLOCK, O_NOCTTY } = constants;
  // Windows has neither of them.
  return openSync(file, flags | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0), mode);
}

/** @throws UnfitFile for all but a regular file */
export function refuseUnfit(stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UnfitFile('it is a directory (EISDIR)');
  if (stats.isFIFO()) throw new UnfitFile('it is a named pipe');
  throw new UnfitFile(stats.isSocket() ? 'it is a socket' : 'it is a device');
}

/** Reads a file of dotaf's own as a whole. @throws as `openRegularFile` */
export function readRegularFile(file: string, onOpen: (stats: Stats) => void = () => {}): Buffer {
  const descriptor = openRegularFile(file, constants.O_RDONLY);
  try {
    onOpen(fstatSync(descriptor));
    return bytesIn(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a file that nobody but its owner, this user, can have written. @throws as above */
export function readProtectedFile(file: string, userId: number | undefined): Buffer {
  const { O_RDONLY, O_NOFOLLOW } = constants;
  const descriptor = openRegularFile(file, O_RDONLY | (O_NOFOLLOW ?? 0));
  try {
    const { uid, mode } = fstatSync(descriptor);
    // Windows has no such id.
    const isProtected = userId === undefined || (uid === userId && (mode & 0o022) === 0);
    if (!isProtected) throw new UnfitFile('others can write to it');
    return bytesIn(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function tooLarge(): UnfitFile {
  return new UnfitFile(`it is larger than ${maxBytes / 1_000_000} MB`);
}

function textUnlessMissing(file: string, onOpen?: (stats: Stats) => void): string | undefined {
  try {
    return readRegularFile(file, onOpen).toString('utf8');
  } catch (error) {
    // The home of a service may be /dev/null.
    if (systemCode(error) === 'ENOTDIR') return undefined;
    if (systemCode(error) !== 'ENOENT') throw error;
    // What is kept on a disk that is not mounted now is not to be started anew.
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new UnfitFile('it is a symbolic link to a file that does not exist');
    }
    return undefined;
  }
}

function bytesIn(descriptor: number): Buffer {
  const { size } = fstatSync(descriptor);
  let bytes: Buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  for (let length = 0; length <= maxBytes; ) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += count;
    if (count === 0) return bytes.subarray(0, length);
    // It grows while it is read.
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
  }
  throw tooLarge();
}
