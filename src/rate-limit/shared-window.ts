import type { Rate } from '../core/periods.ts';
import { lineOf, linesSince, type News, newsIn, processOf } from './events.ts';
import type { Ledger, LedgerLine } from './ledger.ts';
import { type Reservation, Schedule } from './sliding-window.ts';
import { Telling } from './telling.ts';

/** What processes share a window by. */
export interface Sharing {
  ledger: Ledger;
  /** Names this process among all that ever write to the ledger, in letters, digits, dots, hyphens. */
  self: string;
  isRunning(process: string): boolean;
  /** The window is that of this process alone from now on, since the ledger cannot be used. */
  onTrouble(error: unknown): void;
}

/** How long after it was sent a request without an answer may have been on its way. */
const longestWayMs = 3000;

/** So many lines at once are those of an earlier run, and worth a look at what is still of use. */
const manyLines = 20;

/**
 * With so much room, what a hundred processes send in one turn without having heard of each other
 * still fits: then they need not tell before each request, but only in time.
 */
const roomForAll = 4096;

/**
 * A schedule that all processes with the same ledger agree on: each appends what it does, and all
 * learn everything in the order of the lines. Nothing is locked, so nothing can be left locked.
 */
export class SharedSchedule {
  readonly #schedule: Schedule;
  readonly #requests: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #self: string;
  readonly #sharing: Sharing;
  readonly #telling: Telling;
  /** Own requests without an answer, and when each was last known to be unsent. */
  readonly #open = new Map<string, number>();
  /** A request of this process waits to learn its place. */
  #isInLine = false;
  /** Requests that were told of by a clock before this one, and by nobody corrected. */
  readonly #ofBefore = new Set<string>();

  constructor(rate: Rate, sharing: Sharing, now: () => number) {
    this.#schedule = new Schedule(rate);
    this.#requests = rate.requests;
    this.#windowMs = rate.windowMs;
    this.#now = now;
    this.#self = sharing.self;
    this.#sharing = sharing;
    this.#telling = new Telling(sharing.ledger, {
      choose: (lines) =>
        lines.length < manyLines ? lines : linesSince(lines, now() - this.#windowMs - longestWayMs),
      hear: (line) => this.#hear(line),
      heard: () => this.#restart(),
      statement: (lost) => this.#statement(lost),
      taken: () => this.#schedule.taken(now()).map(({ id }) => id),
      most: () => this.#schedule.size,
      trouble: (error) => this.#goOnAlone(error),
    });
  }

  reserve(id: string, at: number): void {
    this.#open.set(id, at);
    this.#telling.tell({ kind: 'reserved', id, at });
    this.#isInLine = this.#schedule.size + roomForAll > this.#requests;
    if (this.#isInLine) this.#telling.exchange();
    else this.#telling.exchangeSoon();
    this.#isInLine = false;
    // Where it could not be written, the order within this process is all there is.
    this.#schedule.reserve(id, at);
  }

  sent(id: string, at: number): void {
    this.#open.set(id, at);
    this.#schedule.sent(id, at);
    this.#telling.tell({ kind: 'sent', id, at });
    // Before it leaves, so that even a kill in the next moment does not hide it.
    this.#telling.exchange();
  }

  answered(id: string, at: number): void {
    this.#open.delete(id);
    this.#schedule.answered(id, at);
    this.#telling.tell({ kind: 'answered', id, at });
    this.#telling.exchangeSoon();
  }

  withdraw(id: string): void {
    this.#open.delete(id);
    this.#schedule.withdraw(id);
    this.#telling.tell({ kind: 'withdrawn', id, at: this.#now() });
    this.#telling.exchangeSoon();
  }

  pause(until: number): void {
    const at = this.#now();
    this.#schedule.pause(until);
    this.#telling.tell({ kind: 'paused', at, ms: until - at });
    this.#telling.exchange();
  }

  /** @param isFirst it has been reserved a moment ago, so that there is no news since */
  wait(id: string, now: number, isFirst = false): number | undefined {
    const wait = this.#schedule.wait(id, now);
    if ((wait === 0 && isFirst) || !this.#telling.isShared) return wait;
    // Somebody may have made room meanwhile, or heard that nothing is to be sent.
    this.#telling.exchange();
    this.#countTheDead(now);
    return this.#schedule.wait(id, now);
  }

  /** Whether an answer to another process may make room. */
  get isForOthers(): boolean {
    return this.#foreign().length > 0;
  }

  close(): void {
    this.#telling.close();
  }

  #hear({ text, isLate }: LedgerLine): void {
    // What this process has told itself it knows, unless a request is to learn its place.
    const isOwn = text.startsWith(`${this.#self}:`, 2);
    if (isOwn && !(this.#isInLine && text.startsWith('R'))) return;
    const news = newsIn(text);
    if (news === undefined) return;
    const at = this.#settled(news);
    if (news.kind === 'restarted') this.#correct(at);
    else if (news.kind === 'paused') this.#schedule.pause(at + news.ms);
    else if (news.kind === 'reserved') {
      if (!isLate && (!isOwn || this.#open.has(news.id))) this.#schedule.reserve(news.id, at);
    } else if (news.kind === 'sent') this.#schedule.sent(news.id, at);
    else if (news.kind === 'answered') this.#schedule.answered(news.id, at);
    else this.#schedule.withdraw(news.id);
  }

  /**
   * The clock starts again with the machine: what was told before may seem to be still to come. It
   * holds as if it were told when the first of all processes sees it, which tells the others.
   */
  #settled(news: News): number {
    const now = this.#now();
    if (news.at <= now + longestWayMs) return news.at;
    if ('id' in news) this.#ofBefore.add(news.id);
    return now;
  }

  #restart(): News | undefined {
    if (this.#ofBefore.size === 0) return undefined;
    const at = this.#now();
    this.#correct(at);
    return { kind: 'restarted', at };
  }

  #correct(at: number): void {
    for (const id of this.#ofBefore) this.#schedule.correct(id, at);
    this.#ofBefore.clear();
  }

  /** Nobody will tell of the answers to a process that has gone. */
  #countTheDead(now: number): void {
    const running = new Map<string, boolean>();
    for (const { id, since } of this.#foreign()) {
      const process = processOf(id);
      const isRunning = running.get(process) ?? this.#sharing.isRunning(process);
      running.set(process, isRunning);
      if (!isRunning) this.#schedule.answered(id, Math.min(since, now) + longestWayMs);
    }
  }

  /** Unanswered requests of other processes. */
  #foreign(): Reservation[] {
    return this.#schedule
      .taken(this.#now())
      .filter(
        ({ id, until }) => until === Number.POSITIVE_INFINITY && processOf(id) !== this.#self,
      );
  }

  #statement(lost: readonly string[]): string[] {
    const answered = this.#schedule
      .taken(this.#now())
      .filter(({ id, until }) => Number.isFinite(until) && processOf(id) === this.#self)
      .map(({ id, until }) => lineOf({ kind: 'answered', id, at: until - this.#windowMs }));
    const open = [...this.#open].map(([id, at]) => lineOf({ kind: 'reserved', id, at }));
    return [...lost.filter((line) => /^[PCB]/.test(line)), ...answered, ...open];
  }

  #goOnAlone(error: unknown): void {
    // Their answers will not be heard of any more.
    for (const { id } of this.#foreign()) this.#schedule.answered(id, this.#now());
    for (const [id, at] of this.#open) this.#schedule.reserve(id, at);
    this.#sharing.onTrouble(error);
  }
}
