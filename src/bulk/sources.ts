import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { openNamedFile, untilStopped } from '../platform/named-file.ts';
import type { Surroundings } from '../platform/surroundings.ts';

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

export interface NameRequest {
  /** Names, or a lone `-`. */
  typed: string[];
  file?: string | undefined;
  signal: AbortSignal;
  /** The failure where there is no name, also on a stdin that nobody has asked for. */
  none: Failure;
  note(text: string): Promise<void>;
}

/** A stdin without a name may be a pipe that is only slow. */
const quietMs = 1000;

/**
 * A lone `-` is stdin, and without any name a stdin that somebody has connected.
 *
 * @throws Failure `usage`, or `io` for a file that does not exist
 */
export function nameSource(
  { typed, file, signal, none, note }: NameRequest,
  { stdin, clock }: Pick<Surroundings, 'stdin' | 'clock'>,
): NameSource {
  const isLoneDash = typed.length === 1 && typed[0] === '-';
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const isStdin = isLoneDash || file === '-';
  if (isStdin || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    const read = namesIn(() => stdin.stream, 'stdin', signal);
    const ending = stdin.isTTY ? 'Ctrl-D ends the list' : 'the list ends with it';
    const tell = () => {
      if (!signal.aborted) void note(`reading names from stdin, one a line; ${ending}`);
    };
    const names = noticed(read, () => clock.timer(quietMs, tell));
    return { kind: 'list', names: isStdin ? names : atLeastOne(names, none) };
  }
  if (file !== undefined) {
    const read = () => namesIn(() => openNamedFile(file), `'${file}'`, signal);
    return { kind: 'list', names: read(), ...(isRegularFile(file) && { again: read }) };
  }
  if (typed.length > 0) return { kind: 'typed', names: typed };
  throw none;
}

/** @param begin starts to wait for the first name, and returns what ends that */
async function* noticed(names: AsyncIterable<string>, begin: () => () => void) {
  const end = begin();
  try {
    for await (const name of names) {
      end();
      yield name;
    }
  } finally {
    end();
  }
}

async function* atLeastOne(names: AsyncIterable<string>, none: Failure) {
  let isEmpty = true;
  for await (const name of names) {
    isEmpty = false;
    yield name;
  }
  if (isEmpty) throw none;
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
  // Most lines are a name and nothing else.
  if (/^[a-z0-9.-]+$/.test(line)) return line;
  const text = (line.split('#')[0] ?? '').replace(/^\ufeff/, '').trim();
  return text.split(/[\s,;]/)[0]?.replace(/^"(.*)"$/, '$1') ?? '';
}
