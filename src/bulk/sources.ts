import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { openNamedFile, untilStopped } from '../platform/named-file.ts';

export type NameSource =
  | { kind: 'typed'; names: string[] }
  | {
      kind: 'list';
      names: AsyncIterable<string>;
      /** Reads a list once more that can be read twice. */
      again?: () => AsyncIterable<string>;
    };

/** A device such as /dev/zero never ends its first line. */
const longestLine = 1_000_000;

/** A lone `-` is stdin. @throws Failure `usage`, or `io` for a file that does not exist */
export function nameSource(
  typed: string[],
  file: string | undefined,
  stdin: { stream: Readable },
  signal: AbortSignal,
): NameSource {
  const isLoneDash = typed.length === 1 && typed[0] === '-';
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  if (isLoneDash || file === '-')
    return { kind: 'list', names: namesIn(() => stdin.stream, 'stdin', signal) };
  if (file !== undefined) {
    const read = () => namesIn(() => openNamedFile(file), `'${file}'`, signal);
    return { kind: 'list', names: read(), ...(isRegularFile(file) && { again: read }) };
  }
  if (typed.length > 0) return { kind: 'typed', names: typed };
  throw new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, or dotaf check --file names.txt',
  });
}

function isRegularFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
}

async function* namesIn(
  open: () => Readable | Promise<Readable>,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of untilStopped(await open(), signal)) {
      const lines = (rest + decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new UnfitFile('it has a line of more than a megabyte');
      for (const line of lines) {
        const name = firstField(line);
        if (name !== '') yield name;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure('io', `cannot read ${what}`, error);
  }
  const last = firstField(rest + decoder.end());
  if (last !== '') yield last;
}

/** `#` starts a comment; a blank line has no field. */
function firstField(line: string): string {
  const text = (line.split('#')[0] ?? '').replace(/^\ufeff/, '').trim();
  return text.split(/[\s,;]/)[0]?.replace(/^"(.*)"$/, '$1') ?? '';
}
