import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import {
  formatEvent,
  idIn,
  type LedgerEvent,
  parseEvent,
  processOf,
  relevantLines,
} from './events.ts';
import type { Ledger, LedgerLine } from './ledger.ts';
import { waitForRoom } from './room.ts';
import { longestTransitMs, type Reservation, SlidingWindow } from './sliding-window.ts';

export interface Sharing {
  ledger: Ledger;
  /** Unique among all that write to the ledger, of letters, digits, dots and hyphens. */
  self: string;
  isRunning(process: string): boolean;
  onTrouble(error: unknown): void;
}

/** With so many slots free, processes need not read each other's events before they send. */
const roomForAll = 4096;

const maxRounds = 10;

/** Filtering costs more than applying fewer lines than this. */
const manyLines = 20;

/**
 * Each process publishes its events in the ledger and applies those of all in the order of the lines.
 * Nothing is locked, so nothing can stay locked. Without a ledger it is the window of this process.
 */
export class SharedWindow {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #window: SlidingWindow;
  readonly #self: string;
  #sharing: Sharing | undefined;
  /** Own requests without an answer, and when each was last unsent. */
  readonly #open = new Map<string, number>();
  #reserved = 0;
  #unwritten: LedgerEvent[] = [];
  #isExchangeDue = false;

  constructor(rate: Rate, clock: Clock, sharing?: Sharing) {
    this.#rate = rate;
    this.#clock = clock;
    this.#self = sharing?.self ?? 'self';
    this.#window = new SlidingWindow(rate, this.#self);
    this.#sharing = sharing;
  }

  get unansweredOfOthers(): Reservation[] {
    return this.#window.unanswered().filter(({ id }) => processOf(id) !== this.#self);
  }

  reserve(): { id: string; wait: number | undefined } {
    const id = `${this.#self}:${this.#reserved}`;
    this.#reserved += 1;
    const event = { kind: 'reserved', id, at: this.#now() } as const;
    const spare = this.#rate.requests - roomForAll;
    this.#open.set(id, event.at);
    this.#write(event, spare < 0 || this.#window.size > spare);
    // Its line has given it a place by now; where none was written it gets the next one.
    this.#window.apply(event, event.at);
    return { id, wait: this.#window.wait(id, event.at) };
  }

  publish(kind: 'sent' | 'answered' | 'withdrawn', id: string): void {
    const event = { kind, id, at: this.#now() };
    if (kind === 'sent') {
      // Its reservation says so already.
      if (this.#open.get(id) === event.at) return;
      this.#open.set(id, event.at);
    } else this.#open.delete(id);
    this.#window.apply(event, event.at);
    // It must be written before it leaves, so that a kill in the next moment cannot hide it.
    this.#write(event, kind === 'sent');
  }

  pause(ms: number): void {
    const event = { kind: 'paused', at: this.#now(), ms: Math.ceil(ms) } as const;
    this.#window.apply(event, event.at);
    this.#write(event, true);
  }

  wait(id: string): number | undefined {
    return this.#window.wait(id, this.refresh());
  }

  waitForRoom(): number | undefined {
    return waitForRoom(this.#window, this.#now(), this.#open.size);
  }

  /** Learns what others have published. @returns the time */
  refresh(): number {
    const now = this.#now();
    this.#exchange(now);
    this.#expireDead(now);
    return now;
  }

  close(): void {
    if (this.#unwritten.length > 0) this.#exchange(this.#now());
    this.#sharing?.ledger.close();
    this.#sharing = undefined;
  }

  #write(event: LedgerEvent, isUrgent: boolean): void {
    if (this.#sharing === undefined) return;
    this.#unwritten.push(event);
    if (isUrgent) this.#exchange(event.at);
    else if (!this.#isExchangeDue) {
      this.#isExchangeDue = true;
      this.#clock.immediate(() => {
        this.#isExchangeDue = false;
        if (this.#unwritten.length > 0) this.#exchange(this.#now());
      });
    }
  }

  #exchange(now: number): void {
    if (this.#sharing === undefined) return;
    const { ledger } = this.#sharing;
    try {
      this.#exchangeEvents(ledger, now);
      if (!ledger.isLong(this.#window.size)) return;
      if (this.#window.taken(now).every(({ lastPart }) => lastPart === ledger.part)) ledger.seal();
    } catch (error) {
      this.#stopSharing(this.#sharing, error);
    }
  }

  #exchangeEvents(ledger: Ledger, now: number): void {
    const since = now - this.#rate.windowMs - longestTransitMs;
    let written = this.#unwritten;
    this.#unwritten = [];
    for (let round = 0; round < maxRounds; round += 1) {
      const { lines, isLost } = ledger.exchange(written.map(formatEvent));
      const relevant = lines.length < manyLines ? lines : relevantLines(lines, since);
      for (const line of relevant) this.#applyLine(line, now);
      if (this.#window.lacksRestart) {
        this.#window.apply({ kind: 'restarted', at: now }, now);
        this.#unwritten.push({ kind: 'restarted', at: now });
      }
      if (!isLost) return;
      written = this.#snapshot(written, now);
    }
    throw new Error('the ledger does not keep what is written');
  }

  #applyLine({ text, isLate, part }: LedgerLine, now: number): void {
    const isReservation = text.startsWith('R');
    // Its process repeats it in the next part.
    if (isReservation && isLate) return;
    const id = idIn(text);
    if (text.startsWith(`${this.#self}:`, 2)) {
      // This process knows its requests best: the ledger tells it only the order of reservations.
      const at = this.#open.get(id);
      if (isReservation && at !== undefined) this.#window.apply({ kind: 'reserved', id, at }, now);
    } else {
      const event = parseEvent(text);
      if (event === undefined) return;
      this.#window.apply(event, now);
    }
    this.#window.notePart(id, part);
  }

  #snapshot(lost: readonly LedgerEvent[], now: number): LedgerEvent[] {
    const answers = this.#window.answers(now).filter(({ id }) => processOf(id) === this.#self);
    const open = [...this.#open].map(([id, at]) => ({ kind: 'reserved', id, at }) as const);
    const others = lost.filter(({ kind }) => /^(paused|withdrawn|restarted)$/.test(kind));
    return [...others, ...answers, ...open];
  }

  /** Nobody publishes the answers to a process that is gone. */
  #expireDead(now: number): void {
    if (this.#sharing === undefined) return;
    const { isRunning } = this.#sharing;
    const running = new Map<string, boolean>();
    for (const { id, lastUnsentAt } of this.unansweredOfOthers) {
      const process = processOf(id);
      const isAlive = running.get(process) ?? isRunning(process);
      running.set(process, isAlive);
      const at = Math.min(lastUnsentAt, now) + longestTransitMs;
      if (!isAlive) this.#window.apply({ kind: 'answered', id, at }, now);
    }
  }

  #stopSharing({ ledger, onTrouble }: Sharing, error: unknown): void {
    this.#sharing = undefined;
    this.#unwritten = [];
    ledger.close();
    const at = this.#now();
    // Answers to other processes would never be seen.
    for (const { id } of this.unansweredOfOthers)
      this.#window.apply({ kind: 'answered', id, at }, at);
    for (const [id, since] of this.#open)
      this.#window.apply({ kind: 'reserved', id, at: since }, at);
    onTrouble(error);
  }

  #now(): number {
    return Math.ceil(this.#clock.elapsed());
  }
}
