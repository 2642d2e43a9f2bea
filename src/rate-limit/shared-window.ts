import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { type LedgerEvent, processOf } from './events.ts';
import type { Ledger } from './ledger.ts';
import { LedgerSync, nowOf } from './ledger-sync.ts';
import type { StatedLimit } from './limit-in-use.ts';
import { leaseMs, OpenRequests, renewalMs } from './open-requests.ts';
import type { Reservation } from './reservations.ts';
import { waitForRoom } from './room.ts';
import { longestTransitMs, SlidingWindow } from './sliding-window.ts';

export interface Sharing {
  ledger: Ledger;
  /** Unique among all that write to the ledger, of letters, digits, dots and hyphens. */
  self: string;
  isRunning(process: string): boolean;
  onTrouble(error: unknown): void;
}

/** With so many slots free, processes need not read each other's events before they send. */
const roomForAll = 4096;

/**
 * Each process publishes its events in the ledger and applies those of all in the order of the lines.
 * Nothing is locked, so nothing can stay locked. Without a ledger it is the window of this process.
 */
export class SharedWindow {
  readonly #clock: Clock;
  readonly #window: SlidingWindow;
  readonly #self: string;
  readonly #open = new OpenRequests();
  readonly #sharing: Sharing | undefined;
  #ledger: LedgerSync | undefined;
  #reserved = 0;
  /** Counts the answers since a refusal. */
  #answered = 0;
  #lastingAt = 0;
  #renewAt = Number.POSITIVE_INFINITY;
  #cancelRenewal: (() => void) | undefined;

  constructor(rate: Rate, clock: Clock, sharing?: Sharing) {
    this.#clock = clock;
    this.#self = sharing?.self ?? 'self';
    this.#window = new SlidingWindow(rate, this.#self);
    this.#sharing = sharing;
    this.#ledger = sharing && this.#syncWith(sharing);
  }

  get unansweredOfOthers(): Reservation[] {
    return this.#window.unansweredOfOthers();
  }

  reserve(): { id: string; wait: number | undefined } {
    const id = `${this.#self}:${this.#reserved}`;
    this.#reserved += 1;
    const event = { kind: 'reserved', id, at: this.#now() } as const;
    const spare = this.#window.limit.requests(event.at) - roomForAll;
    this.#open.add(id, event.at);
    this.#ledger?.write([event], this.#window.size > spare);
    // Its line has given it a place by now; where none was written it gets the next one.
    this.#window.apply(event, event.at);
    const wait = this.#window.wait(id, event.at);
    if (wait === 0) this.#open.markSent(id, event.at);
    if (this.#ledger !== undefined) this.#cancelRenewal ??= this.#startRenewal(event.at);
    return { id, wait };
  }

  publish(kind: 'sent' | 'answered' | 'withdrawn', id: string): void {
    const event = { kind, id, at: this.#now() };
    if (kind === 'sent') {
      const isKnown = this.#open.lastUnsentAt(id) === event.at;
      this.#open.markSent(id, event.at);
      if (isKnown) return;
    } else this.#open.delete(id);
    if (kind === 'answered') this.#answered += 1;
    this.#window.apply(event, event.at);
    // It must be written before it leaves, so that a kill in the next moment cannot hide it.
    this.#ledger?.write([event], kind === 'sent');
  }

  pause(ms: number): void {
    this.#applyToAll([{ kind: 'paused', at: this.#now(), ms: Math.ceil(ms) }]);
  }

  /** Publishes a refusal, and what it says of the limit. @returns true when the limit is lower now */
  refuse(id: string, isOverload: boolean): boolean {
    const at = this.#now();
    const sentAt = this.#open.lastUnsentAt(id) ?? at;
    this.#open.delete(id);
    this.#answered = 0;
    this.#applyToAll([{ kind: 'refused', id, at }]);
    const { limit } = this.#window;
    const learned = isOverload
      ? limit.afterOverload(at, sentAt)
      : limit.afterRefusal(at, sentAt, this.#window.countAnswers(at));
    if (learned !== undefined) this.#applyToAll([learned]);
    return learned !== undefined;
  }

  /** Heeds what the service says of its limit. @returns true when the limit is lower now */
  heed(stated: StatedLimit): boolean {
    const now = this.#now();
    const { limit } = this.#window;
    const { accepted } = this.#window.countAnswers(now);
    const { learned, pauseMs } = limit.afterStatement(now, stated, accepted);
    if (pauseMs !== undefined) this.pause(pauseMs);
    if (learned !== undefined) this.#applyToAll([learned]);
    return learned !== undefined;
  }

  get limit(): number {
    return this.#window.limit.requests(this.#now());
  }

  /** True when others no longer count on a request that waits: it must be reserved anew. */
  isLost(id: string): boolean {
    return this.#open.lastUnsentAt(id) === undefined;
  }

  wait(id: string): number | undefined {
    return this.#window.wait(id, this.#now());
  }

  waitForRoom(): number | undefined {
    const own = { underWay: this.#open.size, answered: this.#answered };
    return waitForRoom(this.#window, this.#now(), own);
  }

  /** Learns what others have published. */
  refresh(): void {
    const now = this.#now();
    if (now >= this.#renewAt) this.#renew(now);
    this.#ledger?.exchange(now);
    this.#expireGone(now);
  }

  close(): void {
    this.#cancelRenewal?.();
    this.#ledger?.close();
    this.#ledger = undefined;
  }

  #startRenewal(now: number): () => void {
    this.#renewAt = now + renewalMs;
    return this.#clock.timer(renewalMs, () => this.#renew(this.#now()));
  }

  #renew(now: number): void {
    this.#cancelRenewal?.();
    const events = this.#open.renew(now);
    // Nobody reads lines from before the last window.
    const isDue = now - this.#lastingAt >= this.#window.windowMs / 2;
    if (isDue) events.push(...this.#window.limit.lasting(now));
    if (isDue) this.#lastingAt = now;
    this.#applyToAll(events);
    const isNeeded = this.#ledger !== undefined && this.#open.size > 0;
    this.#renewAt = Number.POSITIVE_INFINITY;
    this.#cancelRenewal = isNeeded ? this.#startRenewal(now) : undefined;
  }

  /** Nobody publishes the answers to a process that is gone or stopped. */
  #expireGone(now: number): void {
    if (this.#ledger === undefined) return;
    const running = new Map<string, boolean | undefined>();
    for (const { id, lastUnsentAt } of this.unansweredOfOthers) {
      const process = processOf(id);
      const isAlive = running.get(process) ?? this.#sharing?.isRunning(process);
      running.set(process, isAlive);
      const at = Math.min(lastUnsentAt, now) + longestTransitMs;
      if (!isAlive || now - lastUnsentAt > leaseMs)
        this.#window.apply({ kind: 'answered', id, at }, now);
    }
  }

  #syncWith({ ledger, self, onTrouble }: Sharing): LedgerSync {
    const stopSharing = (error: unknown) => {
      this.#ledger = undefined;
      const at = this.#now();
      // Answers to other processes would never be seen.
      for (const { id } of this.unansweredOfOthers)
        this.#window.apply({ kind: 'answered', id, at }, at);
      this.#applyToAll(this.#open.reservations());
      onTrouble(error);
    };
    const [clock, window, open] = [this.#clock, this.#window, this.#open];
    return new LedgerSync({ ledger, self, clock, window, open, onTrouble: stopSharing });
  }

  #applyToAll(events: readonly LedgerEvent[]): void {
    for (const event of events) this.#window.apply(event, this.#now());
    this.#ledger?.write(events, true);
  }

  #now(): number {
    return nowOf(this.#clock);
  }
}
