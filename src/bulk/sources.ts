import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Failure, fileFailure } from '../errors.ts';

/** Names typed as arguments, or a list that is read as it comes. */
export type NameInputs =
  | { kind: 'typed'; names: string[] }
  | {
      kind: 'list';
      names: AsyncIterable<string>;
      /** Reads a list once more that can be read twice, such as a file. */
      again?: () => AsyncIterable<string>;
    };

/**
 * Where names come from: `--file`, stdin for a lone `-` or `--file -`, or what was typed.
 *
 * @param signal ends the wait for the next line
 */
export function nameInputs(
  typed: string[],
  file: string | undefined,
  stdin: { stream: Readable },
  signal: AbortSignal,
): NameInputs {
  const isLoneDash = typed.length === 1 && typed[0] === '-';
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  if (isLoneDash || file === '-')
    return { kind: 'list', names: namesInStream(stdin.stream, 'stdin', signal) };
  if (file !== undefined) {
    const read = () => namesInFile(file, signal);
    return { kind: 'list', names: read(), ...(isPlainFile(file) && { again: read }) };
  }
  if (typed.length > 0) return { kind: 'typed', names: typed };
  throw new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, or dotaf check --file names.txt',
  });
}

/** What is no plain file, such as a pipe, is read once and gone. @throws Failure `io` when it is not there */
function isPlainFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
}

async function* namesInFile(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const stream = createReadStream(file);
  try {
    yield* namesInStream(stream, `'${file}'`, signal);
  } finally {
    stream.destroy();
  }
}

async function* namesInStream(
  stream: Readable,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of untilStopped(stream, signal)) {
      const lines = (rest + decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const name = firstField(line);
        if (name !== '') yield name;
      }
    }
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure('io', `cannot read ${what}`, error);
  }
  const last = firstField(rest + decoder.end());
  if (last !== '') yield last;
}

/** The chunks of a stream; a stop ends the wait for the next one with its reason. */
async function* untilStopped(stream: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  stopped.catch(() => {});
  try {
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), stopped]);
      if (done) break;
      yield typeof value === 'string' ? Buffer.from(value) : value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** `#` starts a comment; a blank line has no field. */
function firstField(line: string): string {
  const text = (line.split('#')[0] ?? '').replace(/^\ufeff/, '').trim();
  return text.split(/[\s,;]/)[0]?.replace(/^"(.*)"$/, '$1') ?? '';
}
