import { on } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, fileFailure, systemCode, UnfitFile } from '../errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface Folders {
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
export function findFolders({
  env,
  platform,
  homeDirectory,
}: Pick<Surroundings, 'env' | 'platform' | 'homeDirectory'>): Folders {
  const { DOTAF_HOME: own } = env;
  if (own) {
    if (path.isAbsolute(own)) return { config: own, state: own };
    // A relative path would be another folder, with other credentials, in each working directory.
    throw new Failure('config', `DOTAF_HOME is '${own}', which is not an absolute path`, {
      hint: 'set DOTAF_HOME to a path that begins at the root, or unset it',
    });
  }
  const folder = (given: string | undefined, usual: string) => {
    if (given && path.isAbsolute(given)) return path.join(given, 'dotaf');
    if (homeDirectory !== undefined) return path.join(homeDirectory, usual, 'dotaf');
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

export function ownFolders(): Folders {
  const { env, platform } = process;
  return findFolders({ env, platform, homeDirectory: homeDirectory() });
}

/** Makes a folder and its parents; the `recursive` of Node never returns in /proc. */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Refuses pipes and the like, which could block for ever. @throws UnfitFile, or system's error */
export function openRegularFile(file: string, flags: number, mode = 0o600): number {
  const descriptor = openWithoutWaiting(file, flags, mode);
  try {
    refuseUnfit(fs.fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

function refuseUnfit(stats: fs.Stats | undefined): void {
  if (stats?.isFile() === false) throw new UnfitFile('it is not a regular file');
}

export function readRegularFile(file: string): Buffer {
  const descriptor = openRegularFile(file, fs.constants.O_RDONLY);
  try {
    refuseLarge(fs.fstatSync(descriptor).size);
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @throws Failure that calls the file by `name`; a missing file is undefined */
export function readOwnFile(file: string, name: string, code: 'config' | 'io'): string | undefined {
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    // A link may lead to a disk that is not mounted now, and must not be replaced by an empty file.
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    // The home of a service may be /dev/null.
    if (!isLink && /^(ENOENT|ENOTDIR)$/.test(systemCode(error) ?? '')) return undefined;
    throw fileFailure(code, `cannot read ${name} ${file}`, error);
  }
}

/** A failure leaves the old file. A callback has to flush what it writes. */
export function replaceFile(
  file: string,
  content: string | Uint8Array | ((temporary: string) => void),
  mode = 0o600,
): void {
  makeFolder(path.dirname(file));
  removeAbandoned(file);
  // Nobody else can enter this folder while a file has no mode yet.
  const folder = fs.mkdtempSync(`${file}.unfinished-`);
  try {
    const temporary = path.join(folder, path.basename(file));
    if (typeof content === 'function') content(temporary);
    else fs.writeFileSync(temporary, content, { flush: true });
    fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, file);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const longestWriteMs = 60_000;

/** Removes what killed writers have left of the file. */
function removeAbandoned(file: string): void {
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.unfinished-`)) continue;
    const left = path.join(folder, name);
    const writtenAt = fs.statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - writtenAt > longestWriteMs) fs.rmSync(left, { recursive: true, force: true });
  }
}

/** Never makes the folder: one made here would be closed to the others who read the file. */
export function publishFile(file: string, text: string): void {
  try {
    fs.statSync(path.dirname(file));
    // A device such as /dev/stdout would become a file.
    refuseUnfit(fs.statSync(file, { throwIfNoEntry: false }));
    replaceFile(file, text, 0o644);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

export function writeFailure(file: string, error: unknown): Failure {
  return fileFailure('io', `cannot write '${file}'`, error);
}

export async function openNamedFile(file: string): Promise<Readable> {
  const fd = openWithoutWaiting(file, fs.constants.O_RDONLY);
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
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const [chunk] of on(stream, 'data', options)) {
      const part = Buffer.from(chunk);
      parts.push(part);
      size += part.length;
      refuseLarge(size);
    }
    return Buffer.concat(parts);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}

function openWithoutWaiting(file: string, flags: number, mode?: number): number {
  const { O_NONBLOCK, O_NOCTTY } = fs.constants;
  // Windows has neither, which counts as 0.
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

function refuseLarge(size: number): void {
  if (size > maxBytes) throw new UnfitFile(`it is larger than ${maxBytes / 1_000_000} MB`);
}
