import * as fs from 'node:fs';
import { fileError, UnusableFileError } from '../errors.ts';

/** Size above which a file is not read into memory, as /dev/zero would be without end. */
const maxFileBytes = 16_000_000;

/** Runs a file operation, and converts its error to a CliError such as `cannot read 'a.csv': …`. */
export function attemptFileOperation<Result>(
  verb: 'read' | 'write' | 'delete',
  file: string,
  operation: () => Result,
) {
  try {
    return operation();
  } catch (error) {
    throw fileError(`cannot ${verb} '${file}'`, error);
  }
}

/** Opens a file. If it is a named pipe, does not wait for the other end. */
export function openNonBlocking(file: string, flags: number, mode = 0o600) {
  const { O_NONBLOCK, O_NOCTTY } = fs.constants;
  // On Windows, O_NONBLOCK and O_NOCTTY are undefined, which `|` treats as 0.
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

/** @throws an UnusableFileError */
export function assertMaxSize(size: number) {
  if (size <= maxFileBytes) return;
  throw new UnusableFileError(`it is larger than ${maxFileBytes / 1_000_000} MB`);
}

/**
 * An open regular file. Operations act on the file that was opened, even if its path now names
 * another one. On error, methods throw a CliError.
 */
export class OpenFile {
  readonly path;
  readonly #descriptor;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /**
   * @param flags `O_RDONLY` and others of `node:fs`
   * @throws a system error if the file cannot be opened, and an UnusableFileError for a pipe or a
   * device, which could block forever; the functions of `files.ts` convert both to a CliError
   */
  static open(path: string, flags: number, mode?: number) {
    const file = new OpenFile(path, openNonBlocking(path, flags, mode));
    if (fs.fstatSync(file.#descriptor).isFile()) return file;
    file.close();
    throw new UnusableFileError('it is not a regular file');
  }

  get stats() {
    return this.#attempt('read', () => fs.fstatSync(this.#descriptor));
  }

  read(): Buffer {
    return this.#attempt('read', () => fs.readFileSync(this.#descriptor));
  }

  /** Reads the whole file. @throws a CliError if it is larger than 16 MB */
  readText() {
    return this.#attempt('read', () => {
      assertMaxSize(this.stats.size);
      return fs.readFileSync(this.#descriptor, 'utf8');
    });
  }

  /** Reads from a position to the end of the file. */
  readFrom(position: number): Buffer {
    return this.#attempt('read', () => {
      const { size } = fs.fstatSync(this.#descriptor);
      const buffer = Buffer.allocUnsafe(Math.max(0, size - position));
      const length = fs.readSync(this.#descriptor, buffer, 0, buffer.length, position);
      return buffer.subarray(0, length);
    });
  }

  /** Writes at the current position, which is the end of a file that is open for appending. */
  write(content: string | Uint8Array) {
    this.#attempt('write', () => fs.writeFileSync(this.#descriptor, content));
  }

  truncate(size: number) {
    this.#attempt('write', () => fs.ftruncateSync(this.#descriptor, size));
  }

  /** Removes all permissions for group and others. Does nothing on a read-only file system. */
  restrictToOwner() {
    try {
      fs.fchmodSync(this.#descriptor, 0o600);
    } catch {}
  }

  /** True if the path still leads to this file. */
  isAtPath() {
    try {
      const opened = fs.fstatSync(this.#descriptor);
      const current = fs.statSync(this.path);
      return current.dev === opened.dev && current.ino === opened.ino;
    } catch {
      return false;
    }
  }

  close() {
    fs.closeSync(this.#descriptor);
  }

  #attempt<Result>(verb: 'read' | 'write', operation: () => Result) {
    return attemptFileOperation(verb, this.path, operation);
  }
}
