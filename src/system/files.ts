import { on } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, fileFailure, getSystemErrorCode, UnusableFileError } from '../errors.ts';
import type { System } from './system.ts';

export interface AppDirectories {
  config: string;
  state: string;
}

const maxBytes = 16_000_000;

/**
 * Returns the home directory. Falls back to the user database if HOME is unset, empty or relative.
 */
export function findHomeDirectory(): string | undefined {
  // Load node:os lazily: shell completion rarely needs it and starts faster without it.
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  try {
    const home = homedir();
    return path.isAbsolute(home) ? home : userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves the config and state directories from DOTAF_HOME. Without it, uses the XDG variables (on
 * Windows, APPDATA and LOCALAPPDATA), or else the platform's default directories.
 * @throws a `config` Failure if DOTAF_HOME is relative, or if there is no home directory
 */
export function resolveAppDirectories({
  env,
  platform,
  homeDirectory,
}: Pick<System, 'env' | 'platform' | 'homeDirectory'>): AppDirectories {
  const dotafHome = env.DOTAF_HOME;
  if (dotafHome) {
    if (path.isAbsolute(dotafHome)) return { config: dotafHome, state: dotafHome };
    // Reject a relative path, with which the credentials would depend on the working directory.
    throw new Failure('config', `DOTAF_HOME is '${dotafHome}', which is not an absolute path`, {
      hint: 'set DOTAF_HOME to a path that begins at the root, or unset it',
    });
  }
  const resolveFolder = (envDirectory: string | undefined, fallback: string) => {
    if (envDirectory && path.isAbsolute(envDirectory)) return path.join(envDirectory, 'dotaf');
    if (homeDirectory !== undefined) return path.join(homeDirectory, fallback, 'dotaf');
    throw new Failure('config', 'there is no home directory to keep the config in', {
      hint: 'set DOTAF_HOME to a directory that dotaf may write to',
    });
  };
  if (platform === 'win32') {
    return {
      config: resolveFolder(env.APPDATA, 'AppData/Roaming'),
      state: resolveFolder(env.LOCALAPPDATA, 'AppData/Local'),
    };
  }
  const library = platform === 'darwin' ? 'Library/Application Support' : undefined;
  return {
    config: resolveFolder(env.XDG_CONFIG_HOME, library ?? '.config'),
    state: resolveFolder(env.XDG_STATE_HOME, library ?? '.local/state'),
  };
}

export function resolveAppDirectoriesFromEnv(): AppDirectories {
  const { env, platform } = process;
  return resolveAppDirectories({ env, platform, homeDirectory: findHomeDirectory() });
}

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

export async function openInputFile(file: string): Promise<Readable> {
  const fd = openNonBlocking(file, fs.constants.O_RDONLY);
  if (!fs.fstatSync(fd).isFIFO()) return fs.createReadStream(file, { fd });
  // Read a named pipe as a socket: a blocking file read would keep Node from exiting.
  const { Socket } = await import('node:net');
  return new Socket({ fd, readable: true, writable: false });
}

export async function readTextInput(
  open: () => Readable | Promise<Readable>,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return new TextDecoder().decode(await readStreamToBuffer(await open(), signal));
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure('io', `cannot read ${name}`, error);
  }
}

/**
 * Reads a stream to its end. An abort takes effect even if the stream cannot be closed.
 * @throws an UnusableFileError if the stream exceeds 16 MB, as /dev/zero does
 * @throws the signal's reason if the signal is aborted
 */
export async function readStreamToBuffer(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const options = { signal, close: ['end', 'close'], highWaterMark: 1, lowWaterMark: 1 };
  const buffers: Buffer[] = [];
  let size = 0;
  try {
    for await (const [chunk] of on(stream, 'data', options)) {
      const buffer = Buffer.from(chunk);
      buffers.push(buffer);
      size += buffer.length;
      assertMaxSize(size);
    }
    return Buffer.concat(buffers);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}

function openNonBlocking(file: string, flags: number, mode?: number): number {
  const { O_NONBLOCK, O_NOCTTY } = fs.constants;
  // On Windows, O_NONBLOCK and O_NOCTTY are undefined, which `|` treats as 0.
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

function assertMaxSize(size: number) {
  if (size > maxBytes) throw new UnusableFileError(`it is larger than ${maxBytes / 1_000_000} MB`);
}
