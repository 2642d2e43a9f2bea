import type { DomainName } from '../core/names.ts';
import { Failure } from '../errors.ts';
import { type AskedName, askedNames } from './asked-names.ts';
import type { NameInputs } from './name-list.ts';
import { inOrder } from './ordered.ts';

export interface AskRun<Result> {
  inputs: NameInputs;
  tlds: readonly string[];
  ask(name: DomainName, isBulk: boolean): Promise<Result>;
  /** A row for what is no name, in a list: the others are asked for all the same. */
  refuse(input: string, failure: Failure): Result;
  note(text: string): Promise<void>;
  progress(text: string | undefined): void;
}

const atOnce = 6;

/** Asks about names, several at a time, and gives the results in the order of the names. */
export async function* askNames<Result>(run: AskRun<Result>): AsyncGenerator<Result> {
  const { inputs, tlds } = run;
  const notes = new TidyReport(inputs.kind === 'typed' ? 20 : 5);
  const asked = askedNames(inputs.names, tlds, notes);
  const isTyped = inputs.kind === 'typed';
  const names = isTyped ? await settled(asked) : asked;
  if (isTyped) await notes.tell(run.note);
  const total = Array.isArray(names) ? names.length : undefined;
  let done = 0;
  const work = (one: AskedName) =>
    'name' in one
      ? run.ask(one.name, total !== 1)
      : Promise.resolve(run.refuse(withoutPassword(one.input), refusal([one])));
  run.progress(progressText(done, total));
  try {
    for await (const result of inOrder(names, atOnce, work)) {
      done += 1;
      run.progress(progressText(done, total));
      yield result;
    }
  } finally {
    run.progress(undefined);
  }
  await notes.tell(run.note);
}

/** Typed names are all names, or nothing is sent. */
async function settled(asked: AsyncIterable<AskedName>): Promise<AskedName[]> {
  const all: AskedName[] = [];
  for await (const one of asked) all.push(one);
  const refused = all.filter((one) => 'reason' in one);
  if (refused.length > 0) throw refusal(refused);
  return all;
}

function refusal(refused: { input: string; reason: string }[]): Failure {
  const reasons = refused.map(({ input, reason }) => `'${withoutPassword(input)}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: 'a name is letters, digits and inner hyphens between dots, such as kabul.af',
  });
}

/** What is pasted may be an address with a password in it. */
function withoutPassword(input: string): string {
  return input.replace(/^.*@/s, '…@');
}

function progressText(done: number, total: number | undefined): string {
  if (total === 1) return 'asking';
  return `answered ${done}${total === undefined ? '' : ` of ${total}`}`;
}

/** What tidying changed, a note each up to a bound, and the rest as a number. */
class TidyReport {
  readonly #most: number;
  #lines: string[] = [];
  #told = 0;
  #untold = 0;
  #duplicates = 0;

  constructor(most: number) {
    this.#most = most;
  }

  changed(input: string, names: string): void {
    if (this.#told >= this.#most) this.#untold += 1;
    else this.#lines.push(`'${withoutPassword(input)}' is read as ${names}`);
    this.#told += 1;
  }

  duplicate(): void {
    this.#duplicates += 1;
  }

  async tell(note: (text: string) => Promise<void>): Promise<void> {
    const lines = this.#lines;
    if (this.#untold > 0) lines.push(`${this.#untold} more were tidied in the same way`);
    if (this.#duplicates > 0) {
      lines.push(
        `${this.#duplicates} ${this.#duplicates === 1 ? 'duplicate is' : 'duplicates are'} left out`,
      );
    }
    this.#lines = [];
    this.#untold = 0;
    this.#duplicates = 0;
    for (const line of lines) await note(line);
  }
}
