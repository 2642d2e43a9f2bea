import { mixedScripts } from '../core/name-faults.ts';
import { type DomainName, nameGuess, tidyName } from '../core/names.ts';
import { Failure } from '../errors.ts';
import { SeenNames } from './seen-names.ts';

export interface ListedName {
  /** A name, or an input that is not one, without any password in it. */
  text: string;
  /** Says why it is not a name. */
  reason?: string;
  /** A hint with the name that was probably meant. */
  guess?: string | undefined;
}

/** Leaves out duplicates. */
export async function* tidyNames(
  inputs: AsyncIterable<string> | Iterable<string>,
  tlds: readonly string[],
  report?: TidyReport,
): AsyncGenerator<ListedName> {
  const seen = new SeenNames();
  for await (const input of inputs) {
    const tidied = tidyName(input, tlds);
    if (!tidied.ok) {
      const guess = nameGuess(input);
      yield { text: withoutPassword(input.trim()), reason: tidied.reason, guess };
      continue;
    }
    const { names, isChanged } = tidied.value;
    if (isChanged) report?.changed(input.trim(), names.join(', '));
    for (const name of names) {
      if (seen.add(name)) yield { text: name };
      else report?.duplicate();
    }
  }
}

/** @throws Failure `invalid_name` with every input that is not a name */
export async function tidyTypedNames(
  typed: readonly string[],
  tlds: readonly string[],
  report: TidyReport,
): Promise<DomainName[]> {
  const names: DomainName[] = [];
  const refused: ListedName[] = [];
  for await (const entry of tidyNames(typed, tlds, report)) {
    if (entry.reason === undefined) names.push(entry.text);
    else refused.push(entry);
  }
  if (refused.length > 0) throw invalidName(refused);
  return names;
}

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

export function invalidName(refused: ListedName[]): Failure {
  const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: (refused.length === 1 && refused[0]?.guess) || usualHint,
  });
}

/** The failure of a row, whose name stands beside it. */
export function invalidEntry(entry: ListedName): Failure {
  const failure = invalidName([entry]).saying(`not a domain name: it ${entry.reason}`);
  return failure.with({ about: `'${entry.text}'` });
}

/** Notes changes of names one by one up to a bound, and the number of the rest. */
export class TidyReport {
  readonly #bound: number;
  readonly #notes: string[] = [];
  #others = 0;
  #duplicates = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  changed(input: string, names: string): void {
    if (this.#notes.length >= this.#bound) this.#others += 1;
    else this.#notes.push(`'${withoutPassword(input)}' is read as ${names}${mixing(input)}`);
  }

  duplicate(): void {
    this.#duplicates += 1;
  }

  async write(note: (text: string) => Promise<void>): Promise<void> {
    const notes = this.#notes.splice(0);
    if (this.#others > 0) notes.push(`${this.#others} more were tidied in the same way`);
    if (this.#duplicates === 1) notes.push('1 duplicate is left out');
    if (this.#duplicates > 1) notes.push(`${this.#duplicates} duplicates are left out`);
    this.#others = 0;
    this.#duplicates = 0;
    for (const text of notes) await note(text);
  }
}

/** A name that looks like another, of letters that are none of its script. */
function mixing(input: string): string {
  const scripts = /[^\x00-\x7f]/.test(input) ? mixedScripts(input) : undefined;
  return scripts === undefined ? '' : `; it mixes ${scripts} letters`;
}

function withoutPassword(input: string): string {
  return input.replace(/^.*@/s, '…@');
}
