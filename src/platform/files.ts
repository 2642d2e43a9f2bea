import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { shellWord } from '../core/text.ts';
import { Failure, fileFailure, systemCode, UnfitFile } from '../errors.ts';
import { makeFolder } from './folders.ts';

export const maxBytes = 16_000_000;

const writableByOthers = 0o022;

const sticky = 0o1000;

const byForce = { recursive: true, force: true };

/**
 * Opens a file of dotaf's own, or one that it writes row by row. A pipe, which would block the
 * process for ever, and a device are refused. @throws UnfitFile, or the system's error
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

export function openWithoutWaiting(file: string, flags: number, mode?: number): number {
  const { O_NONBLOCK, O_NOCTTY } = constants;
  return openSync(file, flags | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0), mode);
}

export function refuseUnfit(stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UnfitFile('it is a directory (EISDIR)');
  if (stats.isFIFO()) throw new UnfitFile('it is a named pipe');
  throw new UnfitFile(stats.isSocket() ? 'it is a socket' : 'it is a device');
}

/** Reads a file that may not exist yet. @throws Failure that calls it by its name */
export function readOwnFile(
  file: string,
  name: string,
  code: 'config' | 'io',
  hint?: string,
  onOpen?: (stats: Stats) => void,
): string | undefined {
  try {
    return readRegularFile(file, onOpen).toString('utf8');
  } catch (error) {
    const reason = reasonUnlessMissing(file, error);
    if (reason === undefined) return undefined;
    throw fileFailure(code, `cannot read ${name} ${file}`, reason, hint);
  }
}

export function readRegularFile(
  file: string,
  onOpen: (stats: Stats) => void = () => {},
  flags: number = constants.O_RDONLY,
): Buffer {
  const descriptor = openRegularFile(file, flags);
  try {
    const stats = fstatSync(descriptor);
    onOpen(stats);
    if (stats.size > maxBytes) throw tooLarge();
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function readProtectedFile(file: string, userId: number | undefined): Buffer {
  const { O_RDONLY, O_NOFOLLOW } = constants;
  const refuse = (stats: Stats) => refuseForeign(file, stats, userId);
  return readRegularFile(file, refuse, O_RDONLY | (O_NOFOLLOW ?? 0));
}

export function tooLarge(): UnfitFile {
  return new UnfitFile(`it is larger than ${maxBytes / 1_000_000} MB`);
}

/**
 * Refuses a folder in which another user could change a file, or put another folder in its place:
 * it, and those down from `base`, must belong to this user, and no link may lead to them.
 */
export function refuseUntrusted(base: string, folder: string, userId: number | undefined): void {
  if (userId === undefined) return;
  for (let at = folder; ; at = path.dirname(at)) {
    const stats = lstatSync(at);
    const isAbove = at.length < base.length;
    // In a sticky folder, such as /tmp, nobody can move what belongs to others.
    const isClosed = (stats.mode & writableByOthers) === 0 || (stats.mode & sticky) !== 0;
    const isSafe = isClosed && (stats.uid === 0 || stats.uid === userId);
    if (!stats.isDirectory() || !(isAbove && isSafe)) refuseForeign(at, stats, userId);
    if (at === path.dirname(at)) return;
  }
}

/** A failure leaves the old file. A callback has to flush what it writes. */
export function replaceFile(
  file: string,
  content: string | Uint8Array | ((temporary: string) => void),
  mode = 0o600,
): void {
  makeFolder(path.dirname(file));
  // Nobody else can enter this folder, where a file may not have its mode yet.
  const folder = mkdtempSync(unfinishedOf(file));
  try {
    const temporary = path.join(folder, path.basename(file));
    if (typeof content === 'function') content(temporary);
    else writeFileSync(temporary, content, { flush: true });
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } finally {
    rmSync(folder, byForce);
  }
}

/** Removes what killed processes have left of this file. Its writers must hold a lock. */
export function removeUnfinished(file: string): void {
  const folder = path.dirname(file);
  const start = path.basename(unfinishedOf(file));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(start)) rmSync(path.join(folder, name), byForce);
  }
}

/** Replaces a file that others read, in a folder that exists: one made here would be closed to them. */
export function publishFile(file: string, text: string): void {
  try {
    statSync(path.dirname(path.resolve(file)));
    const stats = statSync(file, { throwIfNoEntry: false });
    // A device such as /dev/stdout would become a file.
    if (stats !== undefined) refuseUnfit(stats);
    replaceFile(file, text, 0o644);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

export function writeFailure(file: string, error: unknown): Failure {
  const what = `cannot write '${file}'`;
  if (systemCode(error) !== 'ENOENT') return fileFailure('io', what, error);
  const folder = path.dirname(file);
  return new Failure('io', `${what}: the folder '${folder}' does not exist`, {
    hint: `mkdir -p ${shellWord(folder)}`,
  });
}

function reasonUnlessMissing(file: string, error: unknown): unknown {
  // The home of a service may be /dev/null.
  if (systemCode(error) === 'ENOTDIR') return undefined;
  if (systemCode(error) !== 'ENOENT') return error;
  // A config on a disk that is not mounted now must not be replaced by an empty one.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return new UnfitFile('it is a symbolic link to a file that does not exist');
}

function refuseForeign(place: string, stats: Stats, userId: number | undefined): void {
  if (userId === undefined) return;
  if (stats.uid === userId && (stats.mode & writableByOthers) === 0 && !stats.isSymbolicLink())
    return;
  throw new UnfitFile(`others can write to ${place}`);
}

function unfinishedOf(file: string): string {
  return `${file}.unfinished-`;
}
