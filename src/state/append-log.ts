import { closeAfter, openIfExists, openPrivateForAppend } from '../system/files.ts';

const newline = '\n'.charCodeAt(0);

/**
 * A file to which several processes append lines without a lock, one line per write call. A killed
 * process or a full disk may leave an incomplete line, which readers skip. The file is reopened for
 * each operation, because another process may remove or replace it.
 */
export class AppendLog {
  readonly path;
  #identity = '';
  #position = 0;

  constructor(path: string) {
    this.path = path;
  }

  append(line: string) {
    const file = openPrivateForAppend(this.path);
    closeAfter(file, () => {
      const [lastByte = newline] = file.readFrom(Math.max(0, file.stats.size - 1));
      // Terminate an incomplete last line first: appending to it would corrupt the new record, too.
      file.write(`${lastByte === newline ? '' : '\n'}${line}\n`);
    });
  }

  /** @returns complete lines appended since the last call, or all lines if the file was replaced */
  readNewLines(): string[] {
    const file = openIfExists(this.path);
    const { dev, ino, size = 0 } = file?.stats ?? {};
    const identity = `${dev}-${ino}`;
    if (identity !== this.#identity || size < this.#position) this.#position = 0;
    this.#identity = identity;
    if (file === undefined) return [];
    return closeAfter(file, () => {
      const bytes = file.readFrom(this.#position);
      this.#position += findCompleteLinesSize(bytes);
      return [...splitLines(bytes)].filter(Boolean);
    });
  }
}

export function findCompleteLinesSize(bytes: Buffer) {
  return bytes.lastIndexOf(newline) + 1;
}

/** Yields complete lines one at a time, to avoid decoding a large file all at once. */
export function* splitLines(bytes: Buffer) {
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
