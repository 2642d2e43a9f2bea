import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { mixedScripts } from '../core/name-faults.ts';
import { type DomainName, nameGuess, type Tidying, tidyName } from '../core/names.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
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

/** A stdin without a name may be a pipe that is only slow. */
const quietMs = 1000;

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
    const inputs = stdinNames(context);
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
  const read: ListedName[] = [];
  for await (const name of tidied(typed.flatMap(namesInWord), tlds, notes)) read.push(name);
  const refused = read.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  await notes.write((text) => context.output.note(text), request.doing);
  const names = read.map(({ text }) => text);
  const again = () => tidied(names, tlds);
  return { names: again(), typed: names, isBulk: names.length > mostLookUps, again };
}

/** A row for what is not a name. */
export function invalidRow(name: ListedName): FailedRow {
  const { text, reason } = name;
  const failure = invalidName([name]).saying(`not a domain name: it ${reason}`);
  return { asked: { domain: text }, failure: failure.with({ about: `'${text}'` }) };
}

/** Says what was tidied: a few typed names by themselves, more of them by their number. */
class TidyNotes {
  readonly #tlds: readonly string[];
  readonly #counts = { completed: 0, converted: 0, reduced: 0 };
  readonly #named: string[] = [];
  #firstMixed = '';
  #mixed = 0;
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
    this.#firstMixed ||= `'${said}' mixes ${scripts} letters`;
    this.#mixed += 1;
  }

  duplicate(): void {
    this.#duplicates += 1;
  }

  /** @param doing what is done with a name: each of a few is named */
  async write(note: (text: string) => Promise<void>, doing?: string): Promise<void> {
    const isNamed = doing !== undefined && this.#named.length <= mostNamed;
    const tidied = (isNamed ? this.#named : this.#counted).join(', ');
    if (tidied !== '') await note(isNamed ? `${doing} ${tidied}` : tidied);
    const others = this.#mixed - 1;
    const so = `, and so ${others === 1 ? 'does' : 'do'} ${counted(others, 'other')}`;
    if (this.#mixed > 0) await note(this.#firstMixed + (others > 0 ? so : ''));
    const duplicates = said(this.#duplicates, 'duplicate', 'left out');
    if (duplicates.length > 0) await note(duplicates.join());
  }

  get #counted(): string[] {
    const { completed, converted, reduced } = this.#counts;
    const tlds = this.#tlds.map((tld) => `.${tld}`).join(' and ');
    return [
      ...said(completed, 'label', `completed with ${tlds}`),
      ...said(converted, 'name', 'converted to ASCII'),
      ...said(reduced, 'URL', 'reduced to the host name'),
    ];
  }
}

function said(count: number, noun: string, done: string): string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${count === 1 ? 'is' : 'are'} ${done}`];
}

/** Says so where no name comes for a while. */
async function* stdinNames(context: Context): AsyncGenerator<string> {
  const { surroundings, output, signal } = context;
  const { stdin, clock } = surroundings;
  const ending = stdin.isTTY ? 'Ctrl-D ends the list' : 'the list ends with it';
  const cancel = clock.timer(quietMs, () => {
    if (!signal.aborted) void output.note(`reading names from stdin, one per line; ${ending}`);
  });
  try {
    for await (const name of listedNames(() => stdin.stream, 'stdin', signal)) {
      cancel();
      yield name;
    }
  } finally {
    cancel();
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
    for (const name of namesFor(input, tlds, notes)) {
      const isNew = !seen.has(name.text);
      if (isNew) yield name;
      else notes?.duplicate();
      seen.add(name.text);
    }
  }
  if (seen.size === 0 && none !== undefined) throw none;
}

function namesFor(input: string, tlds: readonly string[], notes?: TidyNotes): ListedName[] {
  const read = tidyName(input, tlds);
  if (!read.ok) {
    const text = withoutPassword(input.trim());
    return [{ text, reason: read.reason, guess: nameGuess(input) }];
  }
  const { names, tidying } = read.value;
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
