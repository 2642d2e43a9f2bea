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
): string | undefined {
  const fail = (reason: unknown) => fileFailure(code, `cannot read ${name} ${file}`, reason, hint);
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    // The home of a service may be /dev/null.
    if (systemCode(error) === 'ENOTDIR') return undefined;
    if (systemCode(error) !== 'ENOENT') throw fail(error);
    // A config on a disk that is not mounted now must not be replaced by an empty one.
    if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    throw fail(new UnfitFile('it is a symbolic link to a file that does not exist'));
  }
}

export function readRegularFile(file: string, check = (_stats: Stats) => {}): Buffer {
  const descriptor = openRegularFile(file, constants.O_RDONLY);
  try {
    const stats = fstatSync(descriptor);
    check(stats);
    if (stats.size > maxBytes) throw tooLarge();
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function tooLarge(): UnfitFile {
  return new UnfitFile(`it is larger than ${maxBytes / 1_000_000} MB`);
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
  for (const name of readdirSync(path.dirname(file))) {
    const left = path.join(path.dirname(file), name);
    if (left.startsWith(unfinishedOf(file))) rmSync(left, byForce);
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

function unfinishedOf(file: string): string {
  return `${file}.unfinished-`;
}
