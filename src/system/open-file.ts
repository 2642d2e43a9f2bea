import * as fs from 'node:fs';
import { fileError, UnusableFileError } from '../errors.ts';

const maxFileBytes = 16_000_000;

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

/** Prevents `open` from blocking on a named pipe until its other end is opened. */
export function openNonBlocking(file: string, flags: number, mode = 0o600) {
  const { O_NONBLOCK, O_NOCTTY } = fs.constants;
  return fs.openSync(file, flags | O_NONBLOCK | O_NOCTTY, mode);
}

export function assertMaxSize(size: number) {
  if (size <= maxFileBytes) return;
  throw new UnusableFileError(`it is larger than ${maxFileBytes / 1_000_000} MB`);
}

/** Methods operate on the file that was opened, even if its path now refers to another file. */
export class OpenFile {
  readonly path;
  readonly #descriptor;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /** @throws an UnusableFileError for a pipe or a device, which could block forever */
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

  readText() {
    return this.#attempt('read', () => {
      assertMaxSize(this.stats.size);
      return fs.readFileSync(this.#descriptor, 'utf8');
    });
  }

  readFrom(position: number): Buffer {
    return this.#attempt('read', () => {
      const { size } = fs.fstatSync(this.#descriptor);
      const buffer = Buffer.allocUnsafe(Math.max(0, size - position));
      const length = fs.readSync(this.#descriptor, buffer, 0, buffer.length, position);
      return buffer.subarray(0, length);
    });
  }

  write(content: string | Uint8Array) {
    this.#attempt('write', () => fs.writeFileSync(this.#descriptor, content));
  }

  truncate(size: number) {
    this.#attempt('write', () => fs.ftruncateSync(this.#descriptor, size));
  }

  restrictToOwner() {
    try {
      fs.fchmodSync(this.#descriptor, 0o600);
    } catch {}
  }

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
