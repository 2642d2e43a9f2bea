import type { Clock } from '../platform/surroundings.ts';
import {
  formatEvent,
  idIn,
  isBefore,
  type LedgerEvent,
  parseEvent,
  processOf,
  relevantLines,
} from './events.ts';
import type { Ledger, LedgerLine } from './ledger.ts';
import { leaseMs, type OpenRequests } from './open-requests.ts';
import { longestTransitMs, type SlidingWindow } from './sliding-window.ts';

export interface LedgerSyncOptions {
  ledger: Ledger;
  self: string;
  clock: Clock;
  window: SlidingWindow;
  open: OpenRequests;
  onTrouble(error: unknown): void;
}

const maxRounds = 10;

/** Filtering costs more than applying fewer lines than this. */
const manyLines = 20;

/** Writes the events of this process to the ledger, and applies those of all in their order there. */
export class LedgerSync {
  readonly #options: LedgerSyncOptions;
  #unwritten: LedgerEvent[] = [];
  #isExchangeDue = false;
  #isClosed = false;

  constructor(options: LedgerSyncOptions) {
    this.#options = options;
    // What is open has been published since then, so that no line before it matters.
    options.ledger.skipWhere((line) => isBefore(line, this.#relevantSince - leaseMs));
  }

  get #relevantSince(): number {
    const { clock, window } = this.#options;
    return nowOf(clock) - window.windowMs - longestTransitMs;
  }

  write(events: readonly LedgerEvent[], isUrgent: boolean): void {
    if (this.#isClosed || events.length === 0) return;
    const { clock } = this.#options;
    this.#unwritten.push(...events);
    if (isUrgent) this.exchange(nowOf(clock));
    else if (!this.#isExchangeDue) {
      this.#isExchangeDue = true;
      clock.immediate(() => {
        this.#isExchangeDue = false;
        if (this.#unwritten.length > 0) this.exchange(nowOf(clock));
      });
    }
  }

  exchange(now: number): void {
    if (this.#isClosed) return;
    const { ledger, window, onTrouble } = this.#options;
    try {
      this.#exchangeEvents(now);
      if (!ledger.isLong(window.size)) return;
      if (window.taken(now).every(({ lastPart }) => lastPart === ledger.part)) ledger.seal();
    } catch (error) {
      this.#isClosed = true;
      ledger.close();
      onTrouble(error);
    }
  }

  close(): void {
    this.write(this.#options.window.limit.lasting(nowOf(this.#options.clock)), true);
    if (this.#unwritten.length > 0) this.exchange(nowOf(this.#options.clock));
    this.#isClosed = true;
    this.#options.ledger.close();
  }

  #exchangeEvents(now: number): void {
    const { ledger, window } = this.#options;
    const since = this.#relevantSince;
    let written = this.#unwritten;
    this.#unwritten = [];
    for (let round = 0; round < maxRounds; round += 1) {
      const { lines, isEcho, isLost } = ledger.exchange(written.map(formatEvent));
      if (isEcho) {
        for (const event of written)
          if ('id' in event) this.#place(event.id, event.kind === 'reserved', ledger.part, now);
      } else {
        const relevant = lines.length < manyLines ? lines : relevantLines(lines, since);
        for (const line of relevant) this.#applyLine(line, now);
      }
      if (window.lacksRestart) {
        window.apply({ kind: 'restarted', at: now }, now);
        this.#unwritten.push({ kind: 'restarted', at: now });
      }
      if (!isLost) return;
      written = this.#snapshot(written, now);
    }
    throw new Error('the ledger does not keep what is written');
  }

  #applyLine({ text, isLate, part }: LedgerLine, now: number): void {
    const { self, window } = this.#options;
    const isReservation = text.startsWith('R');
    // Its process repeats it in the next part.
    if (isReservation && isLate) return;
    const id = idIn(text);
    if (text.startsWith(`${self}:`, 2)) {
      this.#place(id, isReservation, part, now);
      return;
    }
    const event = parseEvent(text);
    if (event === undefined) return;
    window.apply(event, now);
    window.notePart(id, part);
  }

  /** This process knows its requests best: the ledger tells it only the order of reservations. */
  #place(id: string, isReservation: boolean, part: number, now: number): void {
    const { window, open } = this.#options;
    const at = isReservation ? open.lastUnsentAt(id) : undefined;
    if (at !== undefined) window.apply({ kind: 'reserved', id, at }, now);
    window.notePart(id, part);
  }

  #snapshot(lost: readonly LedgerEvent[], now: number): LedgerEvent[] {
    const { self, window, open } = this.#options;
    const answers = window.answers(now).filter(({ id }) => processOf(id) === self);
    const others = lost.filter(({ kind }) => kind === 'withdrawn' || kind === 'restarted');
    return [...others, ...window.limit.lasting(now), ...answers, ...open.reservations()];
  }
}

/** In whole milliseconds of the clock that all processes share. */
export function nowOf(clock: Clock): number {
  return Math.ceil(clock.elapsed());
}
