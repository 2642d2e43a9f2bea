import { fstatSync, readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { UnfitFile } from '../errors.ts';

/** A device such as /dev/zero never ends its first line. */
export const longestLine = 1_048_576;

/** Yields each line of UTF-8, or of UTF-16 with its mark, once it is whole. @throws UnfitFile */
export async function* linesOf(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let rest = '';
  for await (const chunk of chunks) {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder === undefined) {
      head = Buffer.concat([head, bytes]);
      // The second byte of a mark may still come.
      if (head.length < 2) continue;
      bytes = head;
      decoder = new TextDecoder(encodingOf(head));
    }
    rest += textOnly(decoder.decode(bytes, { stream: true }), head);
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new UnfitFile('it has a line of more than a megabyte');
    yield* lines;
  }
  rest = (rest + (decoder?.decode() ?? head.toString())).replace(/\r$/, '');
  if (rest !== '') yield rest;
}

/** The size of all whole lines of a file. */
export function endOfLines(descriptor: number): number {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.alloc(Math.min(size, longestLine));
  const start = size - bytes.length;
  readSync(descriptor, bytes, 0, bytes.length, start);
  return start + bytes.lastIndexOf(0x0a) + 1;
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Every workbook, archive or picture holds zero bytes near its beginning, and no text does. */
function textOnly(text: string, head: Buffer): string {
  if (!text.includes('\0')) return text;
  const isArchive = head.subarray(0, 2).toString('latin1') === 'PK';
  throw new UnfitFile(
    isArchive
      ? 'it is a workbook or an archive, not text'
      : 'it is not text in UTF-8, or in UTF-16 with a byte order mark',
  );
}
