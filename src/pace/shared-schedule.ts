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
 * A schedule that all processes with the same ledger agree on: each appends what it does, and all
 * learn everything in the order of the lines. Nothing is locked, so nothing can be left locked.
 */
export class SharedSchedule {
  readonly #schedule: Schedule;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #self: string;
  #sharing: Sharing | undefined;
  /** Own requests without an answer, and when each was last known to be unsent. */
  readonly #open = new Map<string, number>();
  #untold: string[] = [];
  #isTellingSoon = false;
  #part: number | undefined;
  /** What took room when this part of the ledger began, and may stand in the one before it. */
  #carried: readonly string[] = [];

  constructor(rate: Rate, sharing: Sharing, now: () => number) {
    this.#schedule = new Schedule(rate);
    this.#windowMs = rate.windowMs;
    this.#now = now;
    this.#self = sharing.self;
    this.#sharing = sharing;
  }

  reserve(id: string, at: number): void {
    this.#open.set(id, at);
    this.#tell({ kind: 'reserved', id, at });
    this.#exchange();
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

  wait(id: string, now: number): number | undefined {
    const wait = this.#schedule.wait(id, now);
    if (wait === 0 || this.#sharing === undefined) return wait;
    // Not yet, by what is known here: there may be news.
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
        for (const line of told) this.#learn(newsIn(line));
        for (const line of late) this.#learn(newsIn(line), false);
        if (!isLost) break;
        if (tries > 10) throw new Error('the ledger does not keep what is written');
        lines = this.#statement(lines);
      }
      this.#sealWhenLong(ledger);
    } catch (error) {
      this.#goOnAlone(error);
    }
  }

  /** @param isPlace false for a reservation that came too late, and stands in the next part too */
  #learn(news: News | undefined, isPlace = true): void {
    if (news === undefined) return;
    const at = this.#settled(news.at);
    if (news.kind === 'paused') this.#schedule.pause(at + news.ms);
    else if (processOf(news.id) === this.#self) {
      const isNew = news.kind === 'reserved' && this.#open.has(news.id);
      if (isNew && isPlace) this.#schedule.reserve(news.id, at);
    } else if (news.kind === 'reserved') {
      if (isPlace) this.#schedule.reserve(news.id, at);
    } else if (news.kind === 'sent') this.#schedule.sent(news.id, at);
    else if (news.kind === 'answered') this.#schedule.answered(news.id, at);
    else this.#schedule.withdraw(news.id);
  }

  /** The clock starts again with the machine: what was told before may seem to be still to come. */
  #settled(at: number): number {
    const now = this.#now();
    return at > now + longestWayMs ? now : at;
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
    const others = lines.filter((line) => /^[PC]/.test(line));
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
    sharing?.onTrouble(error);
  }
}
