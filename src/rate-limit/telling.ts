import { lineOf, type News, subjectOf } from './events.ts';
import type { Ledger, LedgerLine } from './ledger.ts';

/** Whoever tells and hears by a ledger. */
export interface Listener {
  /** Leaves out what makes no difference any more. */
  choose(lines: readonly LedgerLine[]): readonly LedgerLine[];
  /** A reservation that came too late is no place: its process has repeated it in the next part. */
  hear(line: LedgerLine): void;
  /** All of it has been heard. @returns what is to be told of it */
  heard(): News | undefined;
  /** All that others must know of this process, where its earlier lines may be lost to them. */
  statement(lost: readonly string[]): string[];
  /** The requests that take room now. */
  taken(): string[];
  /** How many these are, at most. */
  most(): number;
  /** The ledger cannot be used, and is not used any more. */
  trouble(error: unknown): void;
}

/** More rounds than any reasonable state of the files takes. */
const mostRounds = 10;

/** Exchanges news with other processes: what is told goes out in one piece, what is new is heard. */
export class Telling {
  readonly #listener: Listener;
  #ledger: Ledger | undefined;
  #untold: string[] = [];
  #isDue = false;
  #part: number | undefined;
  /** What took room when this part of the ledger began, or was first seen, and stands in the one before it. */
  #carried: readonly string[] = [];

  constructor(ledger: Ledger, listener: Listener) {
    this.#ledger = ledger;
    this.#listener = listener;
  }

  /** Whether this process is not alone. */
  get isShared(): boolean {
    return this.#ledger !== undefined;
  }

  /** Goes out with the next exchange. */
  tell(news: News): void {
    if (this.#ledger !== undefined) this.#untold.push(lineOf(news));
  }

  /** Later than this turn, so that what happens together is told together. */
  exchangeSoon(): void {
    if (this.#isDue || this.#ledger === undefined) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#untold.length > 0) this.exchange();
    });
  }

  exchange(): void {
    const ledger = this.#ledger;
    if (ledger === undefined) return;
    try {
      this.#exchange(ledger);
      this.#sealWhenLong(ledger);
    } catch (error) {
      this.#ledger = undefined;
      this.#untold = [];
      ledger.close();
      this.#listener.trouble(error);
    }
  }

  close(): void {
    this.exchange();
    this.#ledger?.close();
    this.#ledger = undefined;
  }

  #exchange(ledger: Ledger): void {
    let lines = this.#untold;
    this.#untold = [];
    for (let round = 0; round < mostRounds; round += 1) {
      const { lines: told, before, isLost } = ledger.exchange(lines);
      for (const line of this.#listener.choose(told)) this.#listener.hear(line);
      this.#notePart(ledger.part, told.slice(0, before));
      const found = this.#listener.heard();
      if (found !== undefined) this.tell(found);
      if (!isLost) return;
      lines = this.#listener.statement(lines);
    }
    throw new Error('the ledger does not keep what is written');
  }

  /** @param before the lines of the part before this one, for a process that sees both at once */
  #notePart(part: number, before: readonly LedgerLine[]): void {
    if (part === this.#part) return;
    const taken = this.#listener.taken();
    const ids =
      this.#part === undefined ? new Set(before.map(({ text }) => subjectOf(text))) : undefined;
    this.#carried = ids ? taken.filter((id) => ids.has(id)) : taken;
    this.#part = part;
  }

  /** Parts stay short, so that whoever comes next has little to read. */
  #sealWhenLong(ledger: Ledger): void {
    if (!ledger.isLong(this.#listener.most())) return;
    const taken = new Set(this.#listener.taken());
    if (!this.#carried.some((id) => taken.has(id))) ledger.seal();
  }
}
