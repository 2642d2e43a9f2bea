import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { mixedScripts } from '../core/name-faults.ts';
import {
  type DomainName,
  nameGuess,
  type Tidying,
  type TidyNames,
  tidyName,
} from '../core/names.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { openNamedFile, untilStopped } from '../platform/named-file.ts';
import { linesOf } from '../tables/lines.ts';
import { namesIn, namesInWord } from './list.ts';

export interface ListedName {
  /** A name, or an input that is not one, without any password in it. */
  text: string;
  /** Says why it is not a name. */
  reason?: string;
  /** A hint with the name that was probably meant. */
  guess?: string | undefined;
}

export interface NameRequest {
  /** Names, or a lone `-`. */
  typed: readonly string[];
  file?: string | undefined;
  /** What the command does with a name, as a note says it: `checking`. */
  doing: string;
  /** The failure where there is no name, also on a stdin that nobody has asked for. */
  none: Failure;
}

export interface OpenNames {
  names: AsyncGenerator<ListedName>;
  /** Undefined for a list. */
  typed?: readonly DomainName[];
  /** Says that the list is empty. */
  empty?: string;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
  /** Says what was tidied in the names of a list that have been taken. */
  notes?: TidyNotes;
  /** Reads the names once more, where that is possible. */
  again?: () => AsyncGenerator<ListedName>;
}

/** So few typed names are single look-ups, whose waits are bounded. */
const mostLookUps = 8;

/** So many names are named in a note; more are counted. */
const mostNamed = 3;

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

const listHint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';

/**
 * Opens the names to ask for: those that are typed, a file, or stdin for a lone `-`, and without
 * any name a stdin that is connected.
 *
 * @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name
 */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { stdin } = context.surroundings;
  const { typed, file, none } = request;
  const tlds = context.settings.preference('tld');
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const isAsked = file === '-' || (typed.length === 1 && typed[0] === '-');
  const notes = new TidyNotes(tlds);
  if (isAsked || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    const inputs = listedNames(() => stdin.stream, 'stdin', context.signal);
    const names = tidied(inputs, tlds, notes, isAsked ? undefined : none);
    return { names, empty: 'stdin holds no names', isBulk: true, notes };
  }
  if (file !== undefined) {
    const read = () => listedNames(() => openNamedFile(file), `'${file}'`, context.signal);
    const names = tidied(read(), tlds, notes);
    const list = { names, empty: `'${file}' holds no names`, isBulk: true, notes };
    return isRegularFile(file) ? { ...list, again: () => tidied(read(), tlds) } : list;
  }
  if (typed.length === 0) throw none;
  const entries: ListedName[] = [];
  for await (const entry of tidied(typed.flatMap(namesInWord), tlds, notes)) entries.push(entry);
  const refused = entries.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  await notes.write((text) => context.output.note(text), request.doing);
  const again = () => tidied(names, tlds);
  const names = entries.map(({ text }) => text);
  return { names: again(), typed: names, isBulk: names.length > mostLookUps, again };
}

/** The failure of a row, whose name stands beside it. */
export function invalidEntry(entry: ListedName): Failure {
  const failure = invalidName([entry]).saying(`not a domain name: it ${entry.reason}`);
  return failure.with({ about: `'${entry.text}'` });
}

/** Says what was tidied: a few typed names by themselves, more of them by their number. */
class TidyNotes {
  readonly #tlds: readonly string[];
  readonly #counts = { completed: 0, converted: 0, reduced: 0 };
  #named: string[] = [];
  #mixed: { first: string; count: number } | undefined;
  #duplicates = 0;

  constructor(tlds: readonly string[]) {
    this.#tlds = tlds;
  }

  tidied(input: string, names: readonly string[], tidying: Tidying): void {
    this.#counts[tidying] += 1;
    const said = withoutPassword(input);
    if (this.#named.length <= mostNamed) this.#named.push(`${names.join(' and ')} for '${said}'`);
    const scripts = /[^\x00-\x7f]/.test(input) ? mixedScripts(input) : undefined;
    if (scripts === undefined) return;
    this.#mixed ??= { first: `'${said}' mixes ${scripts} letters`, count: 0 };
    this.#mixed.count += 1;
  }

  duplicate(): void {
    this.#duplicates += 1;
  }

  /** @param doing what is done with a name: each of a few is named */
  async write(note: (text: string) => Promise<void>, doing?: string): Promise<void> {
    const isNamed = doing !== undefined && this.#named.length <= mostNamed;
    const tidied = isNamed ? this.#named : this.#counted();
    if (tidied.length > 0) await note(`${isNamed ? `${doing} ` : ''}${tidied.join(', ')}`);
    if (this.#mixed !== undefined) {
      const { first, count } = this.#mixed;
      await note(
        count > 1
          ? `${first}, and ${count - 1} more ${count === 2 ? 'mixes' : 'mix'} scripts`
          : first,
      );
    }
    const are = this.#duplicates === 1 ? 'is' : 'are';
    if (this.#duplicates > 0)
      await note(`${counted(this.#duplicates, 'duplicate')} ${are} left out`);
  }

  #counted(): string[] {
    const { completed, converted, reduced } = this.#counts;
    const tlds = this.#tlds.map((tld) => `.${tld}`).join(' and ');
    const says = (count: number, what: string, how: string) =>
      count === 0 ? [] : [`${counted(count, what)} ${count === 1 ? 'is' : 'are'} ${how}`];
    return [
      ...says(completed, 'label', `completed with ${tlds}`),
      ...says(converted, 'name', 'converted to ASCII'),
      ...says(reduced, 'URL', 'reduced to the host name'),
    ];
  }
}

/** @param what the list, as messages call it */
async function* listedNames(
  open: () => Readable | Promise<Readable>,
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

function isRegularFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
}

/** Each name once, and each input that is not one. @param none thrown where there is none */
async function* tidied(
  inputs: AsyncIterable<string> | Iterable<string>,
  tlds: readonly string[],
  notes?: TidyNotes,
  none?: Failure,
): AsyncGenerator<ListedName> {
  const seen = new Set<string>();
  for await (const input of inputs) {
    for (const entry of entriesFor(input, tlds, notes)) {
      if (seen.has(entry.text)) notes?.duplicate();
      else {
        seen.add(entry.text);
        yield entry;
      }
    }
  }
  if (seen.size === 0 && none !== undefined) throw none;
}

function entriesFor(input: string, tlds: readonly string[], notes?: TidyNotes): ListedName[] {
  const read = tidyName(input, tlds);
  if (!read.ok) {
    const text = withoutPassword(input.trim());
    return [{ text, reason: read.reason, guess: nameGuess(input) }];
  }
  const { names, tidying }: TidyNames = read.value;
  if (tidying !== undefined) notes?.tidied(input.trim(), names, tidying);
  return names.map((text) => ({ text }));
}

function invalidName(refused: readonly ListedName[]): Failure {
  const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: (refused.length === 1 && refused[0]?.guess) || usualHint,
  });
}

function withoutPassword(input: string): string {
  return input.replace(/^.*@/s, '…@');
}
