import { constants, createReadStream, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileFailure } from '../errors.ts';
import { maxBytes, openWithoutWaiting, tooLarge } from './files.ts';

export async function openNamedFile(file: string): Promise<Readable> {
  const descriptor = openWithoutWaiting(file, constants.O_RDONLY);
  // Reading a pipe or a terminal as a file, Node cannot end before somebody writes.
  if (fstatSync(descriptor).isFIFO()) {
    const { Socket } = await import('node:net');
    return new Socket({ fd: descriptor, readable: true, writable: false });
  }
  const { isatty, ReadStream } = await import('node:tty');
  return isatty(descriptor)
    ? new ReadStream(descriptor)
    : createReadStream(file, { fd: descriptor });
}

export function readNamedFile(file: string, signal: AbortSignal): Promise<string> {
  return readText(() => openNamedFile(file), `'${file}'`, signal);
}

/** @param name as messages call it. @throws Failure `io` */
export async function readText(
  open: () => Readable | Promise<Readable>,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of untilStopped(await open(), signal)) {
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (text.length > maxBytes) throw tooLarge();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure('io', `cannot read ${name}`, error);
  }
  return text + decoder.decode();
}

/** A stop counts at once, although a file cannot be destroyed while it is read. */
export async function* untilStopped(
  stream: Readable,
  signal: AbortSignal,
): AsyncGenerator<Buffer | string> {
  const chunks = stream[Symbol.asyncIterator]();
  let stop = () => {};
  const onAbort = () => stop();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      // A race against one promise of the whole run would keep each chunk until its end.
      const { value, done } = await new Promise<IteratorResult<Buffer | string>>(
        (resolve, reject) => {
          stop = () => reject(signal.reason);
          chunks.next().then(resolve, reject);
        },
      );
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.destroy();
  }
}
