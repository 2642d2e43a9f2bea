import { closeAfter, openIfExists, openPrivateForAppend } from '../system/files.ts';

const newline = '\n'.charCodeAt(0);

/**
 * A file of lines to which several processes append, without a lock: one write appends one line. A
 * write that was cut short, by a kill or a full disk, leaves a torn line, which readers skip. Each
 * operation opens the path anew, so a file that was removed or replaced is noticed.
 */
export class AppendLog {
  readonly path;
  /** Device and inode of the file that was last read. */
  #identity = '';
  /** Where the first line starts that `readNewLines()` has not returned yet. */
  #position = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Appends a line; creates the file and its directory if they do not exist. */
  append(line: string) {
    const file = openPrivateForAppend(this.path);
    closeAfter(file, () => {
      const [lastByte = newline] = file.readFrom(Math.max(0, file.stats.size - 1));
      // Start a new line after a torn one, which would otherwise swallow this line.
      file.write(`${lastByte === newline ? '' : '\n'}${line}\n`);
    });
  }

  /**
   * @returns the complete lines that were appended since the last call; all lines if the file was
   * replaced; none if it does not exist
   */
  readNewLines(): string[] {
    const file = openIfExists(this.path);
    const { dev, ino, size = 0 } = file?.stats ?? {};
    const identity = `${dev}-${ino}`;
    if (identity !== this.#identity || size < this.#position) this.#position = 0;
    this.#identity = identity;
    if (file === undefined) return [];
    return closeAfter(file, () => {
      const bytes = file.readFrom(this.#position);
      this.#position += findCompleteSize(bytes);
      return [...splitLines(bytes)].filter(Boolean);
    });
  }
}

/** Returns the size in bytes without a torn last line. */
export function findCompleteSize(bytes: Buffer) {
  return bytes.lastIndexOf(newline) + 1;
}

/** Yields the complete lines one by one, so that a large file is not decoded at once. */
export function* splitLines(bytes: Buffer) {
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
