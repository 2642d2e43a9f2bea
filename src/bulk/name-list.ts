import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Failure, fileFailure } from '../errors.ts';

/** Names typed as arguments, or a list that is read as it comes. */
export type NameInputs =
  | { kind: 'typed'; names: string[] }
  | { kind: 'list'; names: AsyncIterable<string> };

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
  if (file !== undefined) return { kind: 'list', names: namesInFile(file, signal) };
  if (typed.length > 0) return { kind: 'typed', names: typed };
  throw new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, or dotaf check --file names.txt',
  });
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
  try {
    for await (const line of linesOf(stream, signal)) {
      const name = firstField(line);
      if (name !== '') yield name;
    }
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure('io', `cannot read ${what}`, error);
  }
}

async function* linesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = lines[Symbol.asyncIterator]();
  // Not every readline passes on an error of its input, so it is carried over by hand.
  const ended = new Promise<never>((_, reject) => {
    stream.once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => {});
  for (;;) {
    const { value, done } = await Promise.race([iterator.next(), ended]);
    if (done) break;
    yield value;
  }
  if (stream.errored) throw stream.errored;
}

/** `#` starts a comment; a blank line has no field. */
function firstField(line: string): string {
  const text = (line.split('#')[0] ?? '').replace(/^\ufeff/, '').trim();
  return text.split(/[\s,;]/)[0]?.replace(/^"(.*)"$/, '$1') ?? '';
}
