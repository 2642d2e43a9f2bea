import { on } from 'node:events';
import * as fs from 'node:fs';
import type { Readable } from 'node:stream';
import { fileError } from '../errors.ts';
import { assertMaxSize, openNonBlocking } from './open-file.ts';

export async function openInputFile(file: string): Promise<Readable> {
  const fd = openNonBlocking(file, fs.constants.O_RDONLY);
  if (!fs.fstatSync(fd).isFIFO()) return fs.createReadStream(file, { fd });
  // Read a named pipe as a socket: a blocked file read would keep Node from exiting.
  const { Socket } = await import('node:net');
  return new Socket({ fd, readable: true, writable: false });
}

export async function readTextInput(
  open: () => Readable | Promise<Readable>,
  name: string,
  signal: AbortSignal,
) {
  try {
    return new TextDecoder().decode(await readStreamToBuffer(await open(), signal));
  } catch (error) {
    signal.throwIfAborted();
    throw fileError(`cannot read ${name}`, error);
  }
}

/** Abortable even if the stream cannot be closed. @throws an UnusableFileError above 16 MB */
export async function readStreamToBuffer(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const options = { signal, close: ['end', 'close'], highWaterMark: 1, lowWaterMark: 1 };
  const buffers: Buffer[] = [];
  let size = 0;
  try {
    for await (const [chunk] of on(stream, 'data', options)) {
      const buffer = Buffer.from(chunk);
      buffers.push(buffer);
      size += buffer.length;
      assertMaxSize(size);
    }
    return Buffer.concat(buffers);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}
