import * as fs from 'node:fs';
import path from 'node:path';
import { type Failure, fileFailure, getSystemErrorCode, UnusableFileError } from '../errors.ts';

const maxBytes = 16_000_000;

export function ensureDirectory(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * @throws an UnusableFileError for pipes and devices, which could block forever
 * @throws a system error if the file cannot be opened
 */
export function openRegularFile(file: string, flags: number, mode = 0o600): number {
  const descriptor = openNonBlocking(file, flags, mode);
  try {
    assertRegularFile(fs.fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

function assertRegularFile(stats: fs.Stats | undefined): void {
  if (stats?.isFile() === false) throw new UnusableFileError('it is not a regular file');
}

export function readRegularFile(file: string): Buffer {
  const descriptor = openRegularFile(file, fs.constants.O_RDONLY);
  try {
    assertMaxSize(fs.fstatSync(descriptor).size);
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * @param name description of the file for the error message, such as `the config`
 * @returns undefined if the file does not exist
 * @throws a Failure with the given code if the file cannot be read
 */
export function readFileIfExists(
  file: string,
  name: string,
  code: 'config' | 'io',
): string | undefined {
  try {
    return readRegularFile(file).toString();
  } catch (error) {
    // Treat a dangling symlink as an error: its target may be on an unmounted disk, and writing a
    // new file would replace the symlink.
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    // ENOTDIR also means that the file does not exist: a service user's home directory may be
    // /dev/null.
    if (!isLink && /^(ENOENT|ENOTDIR)$/.test(getSystemErrorCode(error) ?? '')) return undefined;
    throw fileFailure(code, `cannot read ${name} ${file}`, error);
  }
}

/**
 * Replaces a file atomically; if the write fails, the old file stays unchanged. A `content`
 * callback must write the temporary file itself and flush it to disk.
 */
export function writeFileAtomic(
  file: string,
  content: string | Uint8Array | ((tempFile: string) => void),
): void {
  ensureDirectory(path.dirname(file));
  removeStaleTempFiles(file);
  // Write in a private directory, so that other users cannot read the file before its mode is set.
  const folder = fs.mkdtempSync(`${file}.unfinished-`);
  try {
    const tempFile = path.join(folder, path.basename(file));
    if (typeof content === 'function') content(tempFile);
    else fs.writeFileSync(tempFile, content, { flush: true });
    fs.chmodSync(tempFile, 0o600);
    fs.renameSync(tempFile, file);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Temporary files older than this are assumed to be left over from killed processes. */
const maxWriteMs = 60_000;

function removeStaleTempFiles(file: string): void {
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.unfinished-`)) continue;
    const stalePath = path.join(folder, name);
    const modifiedAt = fs.statSync(stalePath, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - modifiedAt > maxWriteMs)
      fs.rmSync(stalePath, { recursive: true, force: true });
  }
}

export function fileWriteFailure(file: string, error: unknown): Failure {
  return fileFailure('io', `cannot write '${file}'`, error);
}

export function openNonBlocking(file: string, flags: number, mode?: number): number {
  const { O_NONBLOCK, O_NOCTTY } = fs.constants;
  // On Windows, O_NONBLOCK and O_NOCTTY are undefined, which `|` treats as 0.
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

export function assertMaxSize(size: number) {
  if (size > maxBytes) throw new UnusableFileError(`it is larger than ${maxBytes / 1_000_000} MB`);
}
