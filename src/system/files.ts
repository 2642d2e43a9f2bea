import * as fs from 'node:fs';
import path from 'node:path';
import { CliError, getSystemErrorCode, UnusableFileError } from '../errors.ts';
import { attemptFileOperation, OpenFile } from './open-file.ts';
import { isWritableByOthers } from './ownership.ts';
import { getProcessKey, isProcessRunning } from './process-key.ts';

const { O_RDONLY, O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = fs.constants;

export function fileExists(file: string) {
  return fs.existsSync(file);
}

export function isSameFile(first: string, second: string) {
  const exist = fs.existsSync(first) && fs.existsSync(second);
  return exist && fs.realpathSync(first) === fs.realpathSync(second);
}

export function readFileIfExists(file: string) {
  const opened = openIfExists(file);
  return opened && closeAfter(opened, () => opened.readText());
}

/**
 * Reads a private file, such as the config, and removes the permissions of other users.
 * @throws a CliError if other users could have written or replaced the file
 */
export function readTrustedFile(file: string, userId: number | undefined) {
  const opened = openIfExists(file);
  if (opened === undefined) return undefined;
  return closeAfter(opened, () => {
    const { stats } = opened;
    assertTrusted(file, file, stats, userId);
    assertTrustedDirectory(file, userId);
    if (stats.uid === userId && (stats.mode & 0o077) !== 0) opened.restrictToOwner();
    return opened.readText();
  });
}

/** @throws a CliError if other users could replace the file, or the symlink that leads to it */
export function assertTrustedDirectory(file: string, userId: number | undefined) {
  attemptFileOperation('read', file, () => {
    const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
    for (const folder of new Set([path.dirname(file), path.dirname(target)])) {
      const stats = fs.statSync(folder, { throwIfNoEntry: false });
      if (stats !== undefined) assertTrusted(file, folder, stats, userId);
    }
  });
}

function assertTrusted(file: string, entry: string, stats: fs.Stats, userId: number | undefined) {
  if (!isWritableByOthers(stats, userId)) return;
  const owner = stats.uid === userId ? 'you' : `user ${stats.uid}`;
  throw new CliError(
    'io',
    `'${file}' is not used: others can write to '${entry}', which belongs to ${owner}`,
    { hint: `if you trust it: sudo chown "$USER" '${entry}'; chmod go-w '${entry}'` },
  );
}

export function openIfExists(file: string) {
  return attemptFileOperation('read', file, () => {
    try {
      return OpenFile.open(file, O_RDONLY);
    } catch (error) {
      // Treat a dangling symlink as an error: its target may be on an unmounted disk.
      if (isMissingFileError(error) && !lstatIfExists(file)?.isSymbolicLink()) return undefined;
      throw error;
    }
  });
}

export function closeAfter<Result>(file: OpenFile, work: () => Result) {
  try {
    return work();
  } finally {
    file.close();
  }
}

/** Treats ENOTDIR like ENOENT: the home directory of a service user may be /dev/null. */
function isMissingFileError(error: unknown) {
  return /^(ENOENT|ENOTDIR)$/.test(getSystemErrorCode(error) ?? '');
}

function lstatIfExists(file: string) {
  try {
    return fs.lstatSync(file);
  } catch (error) {
    if (isMissingFileError(error)) return undefined;
    throw error;
  }
}

/** @returns undefined if the file exists and `mustBeNew` is true */
export function openForAppend(file: string, mustBeNew: boolean) {
  const flags = O_RDWR | O_APPEND;
  const open = (extraFlags: number) => OpenFile.open(file, flags | extraFlags, 0o666);
  return attemptFileOperation('write', file, () => {
    try {
      return open(O_CREAT | O_EXCL);
    } catch (error) {
      if (getSystemErrorCode(error) !== 'EEXIST') throw error;
      return mustBeNew ? undefined : open(0);
    }
  });
}

/** Creates a missing file or directory so that only this user can access it. */
export function openPrivateForAppend(file: string) {
  return attemptFileOperation('write', file, () => {
    ensureDirectory(path.dirname(file));
    return OpenFile.open(file, O_RDWR | O_APPEND | O_CREAT);
  });
}

/** @throws a CliError if the path is a symlink, or if other users can write to the directory */
export function listPrivateDirectory(folder: string) {
  return attemptFileOperation('read', folder, () => {
    const stats = lstatIfExists(folder);
    if (stats === undefined) return [];
    if (stats.isSymbolicLink()) throw new UnusableFileError('it is a symbolic link', 'remove it');
    assertTrusted(folder, folder, stats, process.getuid?.());
    return fs.readdirSync(folder);
  });
}

export function deleteFile(file: string) {
  attemptFileOperation('delete', file, () => {
    try {
      fs.unlinkSync(file);
    } catch (error) {
      if (!isMissingFileError(error)) throw error;
    }
  });
}

export type FileContent = string | Uint8Array | ((tempFile: string) => void);

/** Replaces a private file atomically; if the write fails, the old file stays unchanged. */
export function replaceFile(file: string, content: FileContent) {
  stageFile(file, content).commit();
}

interface StagedFile {
  commit(): void;
  discard(): void;
}

/** Writes the content to a temporary file next to the target; `commit()` then renames it. */
export function stageFile(file: string, content: FileContent): StagedFile {
  return attemptFileOperation('write', file, () => {
    ensureDirectory(path.dirname(file));
    return stageBeside(file, content);
  });
}

/** Like `stageFile()`, but preserves the file's permissions and does not create directories. */
export function stageUserFile(file: string, content: string | Uint8Array): StagedFile {
  return attemptFileOperation('write', file, () => {
    // Opening the file for writing throws if it is read-only; a rename would replace it anyway.
    const existing = fs.existsSync(file) ? OpenFile.open(file, O_WRONLY) : undefined;
    const mode = existing?.stats.mode ?? 0o666;
    existing?.close();
    return stageBeside(file, content, mode);
  });
}

function stageBeside(file: string, content: FileContent, mode = 0o600): StagedFile {
  // Replace the target of a symlink, not the symlink, which may point into a dotfiles repository.
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  deleteAbandonedTempFiles(target);
  const tempFile = `${target}${tempFileMark}${getProcessKey()}-${randomLetters(6)}`;
  const discard = () => tryToDelete(tempFile);
  const attempt = (operation: () => void) => {
    try {
      attemptFileOperation('write', file, operation);
    } catch (error) {
      discard();
      throw error;
    }
  };
  attempt(() => {
    if (typeof content === 'function') content(tempFile);
    else fs.writeFileSync(tempFile, content, { flag: 'wx', flush: true, mode });
  });
  return { commit: () => attempt(() => fs.renameSync(tempFile, target)), discard };
}

const tempFileMark = '.dotaf-';

/** Matches the end of a temporary file's name: process key, six letters, optional `conf` suffix. */
const tempFileSuffix = /^(\d+-\d*)-[a-z]{6}(\.tmp-[0-9a-f]+)?$/;

function deleteAbandonedTempFiles(target: string) {
  const prefix = `${path.basename(target)}${tempFileMark}`;
  for (const name of fs.readdirSync(path.dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const [, processKey] = tempFileSuffix.exec(name.slice(prefix.length)) ?? [];
    if (processKey !== undefined && !isProcessRunning(processKey))
      tryToDelete(path.join(path.dirname(target), name));
  }
}

export function tryToDelete(file: string) {
  try {
    fs.unlinkSync(file);
  } catch {
    // Ignore the error: a leftover file does no harm, and the operation itself has succeeded.
  }
}

function randomLetters(count: number) {
  const randomLetter = () => String.fromCharCode(97 + Math.floor(Math.random() * 26));
  return Array.from({ length: count }, randomLetter).join('');
}

function ensureDirectory(folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}
