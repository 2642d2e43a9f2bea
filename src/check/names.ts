import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { type DomainName, likelyName, tidyName } from '../core/names.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import { openNamedFile, untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { namesIn, namesInWord } from './list.ts';

export interface ListedName {
  /** A name, or an input that is not one, without any password in it. */
  text: string;
  reason?: string;
}

export type Names = AsyncIterable<ListedName> | Iterable<ListedName>;

export interface NameRequest {
  typed: readonly string[];
  file?: string | undefined;
  /** What the command does with a name, as a note says it: `checking`. */
  doing: string;
  /** The failure where there is no name, also on a stdin that nobody has asked for. */
  none: Failure;
}

export interface OpenNames {
  /** The end of a list notes what was tidied in it. */
  names: Names;
  typed?: readonly DomainName[];
  empty?: string;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
  /** Gives nothing for a list that can be read only once. */
  count?: () => Promise<number | undefined>;
}

const mostSingleLookUps = 8;
const mostNamedInNote = 3;

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

const listHint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';

/** @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, file, doing, none } = request;
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const { stdin } = context.surroundings;
  const isAsked = file === '-' || (typed.length === 1 && typed[0] === '-');
  if (isAsked || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    const lines = listedNames(async () => stdin.stream, 'stdin', context.signal);
    const names = tidied(lines, context, doing, isAsked ? undefined : none);
    return { names, empty: 'stdin holds no names', isBulk: true };
  }
  if (file !== undefined) {
    const read = () => listedNames(() => openNamedFile(file), `'${file}'`, context.signal);
    const names = tidied(read(), context, doing);
    // A pipe can be read only once.
    const count = async () =>
      statSync(file).isFile() ? countOf(tidied(read(), context)) : undefined;
    const empty = `'${file}' holds no names`;
    return { names, empty, isBulk: true, count };
  }
  const names: ListedName[] = [];
  const words = typed.flatMap(namesInWord);
  for await (const name of tidied(words, context, doing, none)) names.push(name);
  const refused = names.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  const isBulk = names.length > mostSingleLookUps;
  const count = async () => names.length;
  return { names, typed: names.map(({ text }) => text), isBulk, count };
}

export function invalidRow(name: ListedName): FailedRow {
  const { text, reason } = name;
  const failure = invalidName([name]).saying(`not a domain name: it ${reason}`);
  return { asked: { domain: text }, failure: failure.with({ about: `'${text}'` }) };
}

/** Each name once. @param doing notes at the end what was changed, if given */
async function* tidied(
  inputs: AsyncIterable<string> | Iterable<string>,
  { settings, output }: Context,
  doing?: string,
  none?: Failure,
): AsyncGenerator<ListedName> {
  const tlds = settings.preference('tld');
  const seen = new Set<string>();
  const changes: string[] = [];
  let [changed, duplicates] = [0, 0];
  for await (const input of inputs) {
    const read = tidyName(input, tlds);
    const shown = withoutPassword(input.trim());
    const { names, tidying } = read.ok ? read.value : { names: [shown] };
    if (tidying !== undefined) {
      changed += 1;
      if (changed <= mostNamedInNote) changes.push(`${names.join(' and ')} for '${shown}'`);
    }
    for (const text of names) {
      if (seen.has(text)) duplicates += 1;
      else yield read.ok ? { text } : { text, reason: read.reason };
      seen.add(text);
    }
  }
  if (seen.size === 0 && none !== undefined) throw none;
  if (doing === undefined) return;
  const others =
    changed > mostNamedInNote ? ` and ${counted(changed - mostNamedInNote, 'other')}` : '';
  const parts = changed > 0 ? [`${doing} ${changes.join(', ')}${others}`] : [];
  if (duplicates > 0) parts.push(`left out ${counted(duplicates, 'duplicate')}`);
  if (parts.length > 0) await output.note(parts.join('; '));
}

async function* listedNames(
  open: () => Promise<Readable>,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield* namesIn(linesOf(untilStopped(await open(), signal)));
  } catch (error) {
    signal.throwIfAborted();
    const hint = error instanceof UnfitFile ? listHint : undefined;
    throw fileFailure('io', `cannot read ${what}`, error, hint);
  }
}

async function countOf(names: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of names) count += 1;
  return count;
}

function invalidName(refused: readonly ListedName[]): Failure {
  const likely = refused.length === 1 ? likelyName(refused[0]?.text ?? '') : undefined;
  const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: likely === undefined ? usualHint : `did you mean ${likely}?`,
  });
}

function withoutPassword(input: string): string {
  return input.replace(/^.*@/s, '…@');
}
