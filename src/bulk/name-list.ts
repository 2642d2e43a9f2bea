import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileFailure } from '../errors.ts';

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
