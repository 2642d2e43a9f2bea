import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Failure, fileFailure } from '../errors.ts';

/** Names typed as arguments, or a list that is read as it comes. */
export type NameInputs =
  | { kind: 'typed'; names: string[] }
  | { kind: 'list'; names: AsyncIterable<string> };

/** Where names come from: `--file`, stdin for a lone `-` or `--file -`, or what was typed. */
export function nameInputs(
  typed: string[],
  file: string | undefined,
  stdin: { stream: Readable },
): NameInputs {
  const isLoneDash = typed.length === 1 && typed[0] === '-';
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  if (isLoneDash || file === '-') return { kind: 'list', names: namesInStream(stdin.stream) };
  if (file !== undefined) return { kind: 'list', names: namesInFile(file) };
  if (typed.length > 0) return { kind: 'typed', names: typed };
  throw new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, or dotaf check --file names.txt',
  });
}

/** The names in a file: the first field of each line; `#` starts a comment, blank lines are skipped. */
export async function* namesInFile(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file);
  try {
    yield* namesInStream(stream);
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  } finally {
    stream.destroy();
  }
}

export async function* namesInStream(stream: Readable): AsyncGenerator<string> {
  // readline loses an error of its input, so it is carried over by hand.
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([iterator.next(), failed]);
    if (done) break;
    const name = firstField(value);
    if (name !== '') yield name;
  }
  if (stream.errored) throw stream.errored;
}

function firstField(line: string): string {
  const text = (line.split('#')[0] ?? '').replace(/^\ufeff/, '').trim();
  return text.split(/[\s,;]/)[0]?.replace(/^"(.*)"$/, '$1') ?? '';
}
