import type { Rate } from '../core/rate.ts';
import type { Ledger } from './ledger.ts';
import { lineOf, type News, newsIn, processOf } from './news.ts';
import { type Reservation, Schedule } from './schedule.ts';

/** What processes share a window by. */
export interface Sharing {
  ledger: Ledger;
  /** Names this process among all that ever write to the ledger, in letters, digits, dots, hyphens. */
  self: string;
  isRunning(process: string): boolean;
  /** The window is that of this process alone from now on, since the ledger cannot be used. */
  onTrouble(error: unknown): void;
}

/**
 * A request whose process has gone without an answer may have been on its way to the service for so
 * long after it was sent.
 */
const longestWayMs = 3000;

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
  #sharing: Sharing | undefined;
  /** Own requests without an answer, and when each was last known to be unsent. */
  readonly #open = new Map<string, number>();
  #untold: string[] = [];
  #isTellingSoon = false;
  /** A request of this process waits to learn its place. */
  #isInLine = false;
  /** Requests that were told of by a clock before this one, and by nobody corrected. */
  readonly #ofBefore = new Set<string>();
  #part: number | undefined;
  /** What took room when this part of the ledger began, and may stand in the one before it. */
  #carried: readonly string[] = [];

  constructor(rate: Rate, sharing: Sharing, now: () => number) {
    this.#schedule = new Schedule(rate);
    this.#requests = rate.requests;
    this.#windowMs = rate.windowMs;
    this.#now = now;
    this.#self = sharing.self;
    this.#sharing = sharing;
  }

  reserve(id: string, at: number): void {
    this.#open.set(id, at);
    this.#tell({ kind: 'reserved', id, at });
    if (this.#schedule.size + roomForAll > this.#requests) {
      this.#isInLine = true;
      this.#exchange();
      this.#isInLine = false;
    } else this.#exchangeSoon();
    // Where it could not be written, the order within this process is all there is.
    this.#schedule.reserve(id, at);
  }

  sent(id: string, at: number): void {
    this.#open.set(id, at);
    this.#schedule.sent(id, at);
    this.#tell({ kind: 'sent', id, at });
    // Before it leaves, so that even a kill in the next moment does not hide it.
    this.#exchange();
  }

  answered(id: string, at: number): void {
    this.#open.delete(id);
    this.#schedule.answered(id, at);
    this.#tell({ kind: 'answered', id, at });
    this.#exchangeSoon();
  }

  withdraw(id: string): void {
    this.#open.delete(id);
    this.#schedule.withdraw(id);
    this.#tell({ kind: 'withdrawn', id, at: this.#now() });
    this.#exchangeSoon();
  }

  pause(until: number): void {
    const at = this.#now();
    this.#schedule.pause(until);
    this.#tell({ kind: 'paused', at, ms: until - at });
    this.#exchange();
  }

  /** @param isFirst it has been reserved a moment ago, so that there is no news since */
  wait(id: string, now: number, isFirst = false): number | undefined {
    const wait = this.#schedule.wait(id, now);
    if ((wait === 0 && isFirst) || this.#sharing === undefined) return wait;
    // Somebody may have made room meanwhile, or heard that nothing is to be sent.
    this.#exchange();
    this.#countTheDead(now);
    return this.#schedule.wait(id, now);
  }

  /** Whether an answer to another process may make room. */
  get isForOthers(): boolean {
    return this.#foreign().length > 0;
  }

  close(): void {
    this.#exchange();
    this.#sharing?.ledger.close();
    this.#sharing = undefined;
  }

  #tell(news: News): void {
    if (this.#sharing !== undefined) this.#untold.push(lineOf(news));
  }

  /** Later than this turn, so that what happens together is told together. */
  #exchangeSoon(): void {
    if (this.#isTellingSoon) return;
    this.#isTellingSoon = true;
    setImmediate(() => {
      this.#isTellingSoon = false;
      if (this.#untold.length > 0) this.#exchange();
    });
  }

  /** Tells what is new here and learns what is new elsewhere. */
  #exchange(): void {
    if (this.#sharing === undefined) return;
    const { ledger } = this.#sharing;
    try {
      let lines = this.#untold;
      this.#untold = [];
      for (let tries = 0; ; tries += 1) {
        const { lines: told, late, isLost } = ledger.exchange(lines);
        for (const line of told) if (!this.#isKnown(line)) this.#learn(newsIn(line));
        for (const line of late) this.#learn(newsIn(line), false);
        if (this.#ofBefore.size > 0) {
          const at = this.#now();
          this.#restarted(at);
          this.#tell({ kind: 'restarted', at });
        }
        if (!isLost) break;
        if (tries > 10) throw new Error('the ledger does not keep what is written');
        lines = this.#statement(lines);
      }
      this.#sealWhenLong(ledger);
    } catch (error) {
      this.#goOnAlone(error);
    }
  }

  /** What this process has told itself, unless it asks for its place in the order of the lines. */
  #isKnown(line: string): boolean {
    return line.startsWith(`${this.#self}:`, 2) && !(this.#isInLine && line.startsWith('R'));
  }

  /** @param isPlace false for a reservation that came too late, and stands in the next part too */
  #learn(news: News | undefined, isPlace = true): void {
    if (news === undefined) return;
    const at = this.#settled(news);
    if (news.kind === 'restarted') this.#restarted(at);
    else if (news.kind === 'paused') this.#schedule.pause(at + news.ms);
    else if (processOf(news.id) === this.#self) {
      const isNew = news.kind === 'reserved' && this.#open.has(news.id);
      if (isNew && isPlace) this.#schedule.reserve(news.id, at);
    } else if (news.kind === 'reserved') {
      if (isPlace) this.#schedule.reserve(news.id, at);
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

  #restarted(at: number): void {
    for (const id of this.#ofBefore) this.#schedule.correct(id, at);
    this.#ofBefore.clear();
  }

  /** Nobody will tell of the answers to a process that has gone. */
  #countTheDead(now: number): void {
    const running = new Map<string, boolean>();
    for (const { id, since } of this.#foreign()) {
      const process = processOf(id);
      const isRunning = running.get(process) ?? this.#sharing?.isRunning(process) ?? false;
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

  /** All that others must know of this process, where its earlier lines may be lost to them. */
  #statement(lines: readonly string[]): string[] {
    const answered = this.#schedule
      .taken(this.#now())
      .filter(({ id, until }) => Number.isFinite(until) && processOf(id) === this.#self)
      .map(({ id, until }) => lineOf({ kind: 'answered', id, at: until - this.#windowMs }));
    const open = [...this.#open].map(([id, at]) => lineOf({ kind: 'reserved', id, at }));
    const others = lines.filter((line) => /^[PCB]/.test(line));
    return [...others, ...answered, ...open];
  }

  /** Parts stay short, so that whoever comes next has little to read. */
  #sealWhenLong(ledger: Ledger): void {
    const taken = () => this.#schedule.taken(this.#now()).map(({ id }) => id);
    if (ledger.part !== this.#part) {
      this.#part = ledger.part;
      this.#carried = taken();
    }
    if (!ledger.isLong(this.#schedule.size)) return;
    const stillTaken = new Set(taken());
    if (!this.#carried.some((id) => stillTaken.has(id))) ledger.seal();
  }

  #goOnAlone(error: unknown): void {
    const sharing = this.#sharing;
    this.#sharing = undefined;
    this.#untold = [];
    // Their answers will not be heard of any more.
    for (const { id } of this.#foreign()) this.#schedule.answered(id, this.#now());
    for (const [id, at] of this.#open) this.#schedule.reserve(id, at);
    sharing?.ledger.close();
    sharing?.onTrouble(error);
  }
}
