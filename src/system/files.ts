import { on } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, fileFailure, systemErrorCode, UnusableFileError } from '../errors.ts';
import type { System } from './system.ts';

export interface AppDirectories {
  config: string;
  state: string;
}

const maxBytes = 16_000_000;

/** HOME may be unset or empty, as under cron, or relative; the user database still knows. */
export function homeDirectory(): string | undefined {
  // Loaded here only: completion, which asks for it seldom, starts faster without.
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  try {
    const home = homedir();
    return path.isAbsolute(home) ? home : userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}

/** The `DOTAF_HOME`, else XDG on Linux and macOS, else the platform's own. @throws Failure `config` */
export function resolveDirectories({
  env,
  platform,
  homeDirectory,
}: Pick<System, 'env' | 'platform' | 'homeDirectory'>): AppDirectories {
  const { DOTAF_HOME: dotafHome } = env;
  if (dotafHome) {
    if (path.isAbsolute(dotafHome)) return { config: dotafHome, state: dotafHome };
    // A relative path would be another folder, with other credentials, in each working directory.
    throw new Failure('config', `DOTAF_HOME is '${dotafHome}', which is not an absolute path`, {
      hint: 'set DOTAF_HOME to a path that begins at the root, or unset it',
    });
  }
  const folder = (envDirectory: string | undefined, fallback: string) => {
    if (envDirectory && path.isAbsolute(envDirectory)) return path.join(envDirectory, 'dotaf');
    if (homeDirectory !== undefined) return path.join(homeDirectory, fallback, 'dotaf');
    throw new Failure('config', 'there is no home directory to keep the config in', {
      hint: 'set DOTAF_HOME to a directory that dotaf may write to',
    });
  };
  if (platform === 'win32') {
    return {
      config: folder(env.APPDATA, 'AppData/Roaming'),
      state: folder(env.LOCALAPPDATA, 'AppData/Local'),
    };
  }
  const library = platform === 'darwin' ? 'Library/Application Support' : undefined;
  return {
    config: folder(env.XDG_CONFIG_HOME, library ?? '.config'),
    state: folder(env.XDG_STATE_HOME, library ?? '.local/state'),
  };
}

export function resolveProcessDirectories(): AppDirectories {
  const { env, platform } = process;
  return resolveDirectories({ env, platform, homeDirectory: homeDirectory() });
}

/** Makes a folder and its parents; the `recursive` of Node never returns in /proc. */
export function ensureDirectory(folder: string): void {
  if (fs.existsSync(folder)) return;
  ensureDirectory(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Refuses pipes and the like, which could block for ever. @throws UnfitFile, or system's error */
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

/** @throws Failure that calls the file by `name`; a missing file is undefined */
export function readFileIfExists(
  file: string,
  name: string,
  code: 'config' | 'io',
): string | undefined {
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    // A link may lead to a disk that is not mounted now, and must not be replaced by an empty file.
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    // The home of a service may be /dev/null.
    if (!isLink && /^(ENOENT|ENOTDIR)$/.test(systemErrorCode(error) ?? '')) return undefined;
    throw fileFailure(code, `cannot read ${name} ${file}`, error);
  }
}

/** A failure leaves the old file. A callback has to flush what it writes. */
export function writeFileAtomic(
  file: string,
  content: string | Uint8Array | ((tempFile: string) => void),
  mode = 0o600,
): void {
  ensureDirectory(path.dirname(file));
  removeStaleTempFiles(file);
  // Nobody else can enter this folder while a file has no mode yet.
  const folder = fs.mkdtempSync(`${file}.unfinished-`);
  try {
    const tempFile = path.join(folder, path.basename(file));
    if (typeof content === 'function') content(tempFile);
    else fs.writeFileSync(tempFile, content, { flush: true });
    fs.chmodSync(tempFile, mode);
    fs.renameSync(tempFile, file);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const maxWriteMs = 60_000;

/** Removes what killed writers have left of the file. */
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

/** Never makes the folder: one made here would be closed to the others who read the file. */
export function writePublicFile(file: string, text: string): void {
  try {
    fs.statSync(path.dirname(file));
    // A device such as /dev/stdout would become a file.
    assertRegularFile(fs.statSync(file, { throwIfNoEntry: false }));
    writeFileAtomic(file, text, 0o644);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

export function writeFailure(file: string, error: unknown): Failure {
  return fileFailure('io', `cannot write '${file}'`, error);
}

export async function openInputFile(file: string): Promise<Readable> {
  const fd = openNonBlocking(file, fs.constants.O_RDONLY);
  if (!fs.fstatSync(fd).isFIFO()) return fs.createReadStream(file, { fd });
  // Reading a pipe as a file, Node cannot end before somebody writes.
  const { Socket } = await import('node:net');
  return new Socket({ fd, readable: true, writable: false });
}

export async function readText(
  open: () => Readable | Promise<Readable>,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return new TextDecoder().decode(await readStream(await open(), signal));
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure('io', `cannot read ${name}`, error);
  }
}

/**
 * Reads a stream to its end; ends even where it cannot be closed.
 * @throws UnfitFile for a large one, such as /dev/zero; the reason of the signal once it aborts
 */
export async function readStream(stream: Readable, signal: AbortSignal): Promise<Buffer> {
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
  // Windows has neither, which counts as 0.
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

function assertMaxSize(size: number): void {
  if (size > maxBytes) throw new UnusableFileError(`it is larger than ${maxBytes / 1_000_000} MB`);
}
