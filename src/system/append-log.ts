import { appendToFile, readBytesIfExists } from './files.ts';

/**
 * A private file to which processes append lines without a lock. A line that is cut, by a killed
 * process or a full disk, is skipped.
 */
export class AppendLog {
  readonly #file;
  #readSize = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Creates the file and its directory if they do not exist. @throws an `io` Failure */
  append(line: string) {
    appendToFile(this.#file, `${line}\n`);
  }

  /** Returns the complete lines that were appended since the last call. @throws an `io` Failure */
  readNewLines() {
    const bytes = readBytesIfExists(this.#file) ?? Buffer.of();
    // A file that has become shorter was deleted or rewritten: read it from the start.
    const start = bytes.length < this.#readSize ? 0 : this.#readSize;
    this.#readSize = findCompleteSize(bytes);
    return [...splitLines(bytes.subarray(start, this.#readSize))];
  }
}

/** Returns the size in bytes without a last line that lacks its line feed. */
export function findCompleteSize(bytes: Buffer) {
  return bytes.lastIndexOf('\n') + 1;
}

/** Yields the complete lines one by one, so that a large file is not decoded at once. */
export function* splitLines(bytes: Buffer) {
  let start = 0;
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
