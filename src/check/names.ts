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
  /** Says why it is not a name. */
  reason?: string;
}

export type Names = AsyncIterable<ListedName> | Iterable<ListedName>;

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
  /** The end of a list notes what was tidied in it. */
  names: Names;
  /** Undefined for a list. */
  typed?: readonly DomainName[];
  /** Says that the list is empty. */
  empty?: string;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
  /** Reads the names once more, where that is possible. */
  again?: () => Names;
}

/** So few typed names are single look-ups, whose waits are bounded. */
const mostLookUps = 8;

/** So many names are named in a note; more are counted. */
const mostNamed = 3;

const quietMs = 1000;

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

const listHint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';

/**
 * Opens the names to ask for: those that are typed, a file, or stdin for a lone `-`, and without
 * any name a stdin that is connected.
 *
 * @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name
 */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, file, doing, none } = request;
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const tlds = context.settings.preference('tld');
  const note = (notes: Tidier) => notes.write((text) => context.output.note(text), doing);
  const isAsked = file === '-' || (typed.length === 1 && typed[0] === '-');
  const { stdin } = context.surroundings;
  if (isAsked || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    const open = () => noted(stdin.stream, context);
    const inputs = listedNames(open, 'stdin', context.signal);
    const names = tidied(inputs, new Tidier(tlds), note, isAsked ? undefined : none);
    return { names, empty: 'stdin holds no names', isBulk: true };
  }
  if (file !== undefined) {
    const read = () => listedNames(() => openNamedFile(file), `'${file}'`, context.signal);
    const again = isRegularFile(file) ? { again: () => tidied(read(), new Tidier(tlds)) } : {};
    const names = tidied(read(), new Tidier(tlds), note);
    return { names, empty: `'${file}' holds no names`, isBulk: true, ...again };
  }
  if (typed.length === 0) throw none;
  const tidier = new Tidier(tlds);
  const names = typed.flatMap(namesInWord).flatMap((word) => tidier.namesOf(word));
  const refused = names.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  await note(tidier);
  const isBulk = names.length > mostLookUps;
  return { names, typed: names.map(({ text }) => text), isBulk, again: () => names };
}

/** A stdin that stays silent would look like a hang. */
function noted(stream: Readable, { surroundings, output }: Context): Readable {
  const cancel = surroundings.clock.timer(quietMs, () => {
    void output.note('reading names from stdin, one per line');
  });
  return stream.once('readable', cancel).once('close', cancel);
}

/** A row for what is not a name. */
export function invalidRow(name: ListedName): FailedRow {
  const { text, reason } = name;
  const failure = invalidName([name]).saying(`not a domain name: it ${reason}`);
  return { asked: { domain: text }, failure: failure.with({ about: `'${text}'` }) };
}

/** Makes names of inputs, each of them once, and remembers what it has changed. */
class Tidier {
  readonly #tlds: readonly string[];
  readonly #seen = new Set<string>();
  readonly #changes: string[] = [];
  #otherChanges = 0;
  #duplicates = 0;

  constructor(tlds: readonly string[]) {
    this.#tlds = tlds;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** The names that an input adds, or the input if it is not a name. */
  namesOf(input: string): ListedName[] {
    const read = tidyName(input, this.#tlds);
    if (!read.ok) {
      const text = withoutPassword(input.trim());
      return this.#isNew(text) ? [{ text, reason: read.reason }] : [];
    }
    const { names, tidying } = read.value;
    if (tidying !== undefined) this.#remember(input.trim(), names);
    return names.filter((name) => this.#isNew(name)).map((text) => ({ text }));
  }

  async write(note: (text: string) => Promise<void>, doing: string): Promise<void> {
    const others = this.#otherChanges > 0 ? ` and ${counted(this.#otherChanges, 'other')}` : '';
    const parts = this.#changes.length > 0 ? [`${doing} ${this.#changes.join(', ')}${others}`] : [];
    if (this.#duplicates > 0) parts.push(`left out ${counted(this.#duplicates, 'duplicate')}`);
    if (parts.length > 0) await note(parts.join('; '));
  }

  #isNew(name: string): boolean {
    const isNew = !this.#seen.has(name);
    if (isNew) this.#seen.add(name);
    else this.#duplicates += 1;
    return isNew;
  }

  #remember(input: string, names: readonly string[]): void {
    if (this.#changes.length === mostNamed) {
      this.#otherChanges += 1;
      return;
    }
    this.#changes.push(`${names.join(' and ')} for '${withoutPassword(input)}'`);
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

/** @param none thrown where there is no name */
async function* tidied(
  inputs: AsyncIterable<string>,
  tidier: Tidier,
  onEnd?: (tidier: Tidier) => Promise<void>,
  none?: Failure,
): AsyncGenerator<ListedName> {
  for await (const input of inputs) {
    for (const name of tidier.namesOf(input)) yield name;
  }
  if (tidier.isEmpty && none !== undefined) throw none;
  await onEnd?.(tidier);
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
