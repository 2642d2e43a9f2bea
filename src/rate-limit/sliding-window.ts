import type { Rate } from '../core/periods.ts';
import type { LedgerEvent } from './events.ts';
import { LimitInUse } from './limit-in-use.ts';
import { type Reservation, Reservations } from './reservations.ts';

export const longestTransitMs = 3000;

/**
 * Computes from events when each request may be sent, alike in every process that applies them. A
 * request takes a slot from its reservation until one window after its answer arrived: the server
 * had it before that, so its own count is never higher. Times are in milliseconds.
 */
export class SlidingWindow {
  readonly limit: LimitInUse;
  readonly windowMs: number;
  readonly #reservations: Reservations;
  #nextOrder = 0;
  #lastReservedAt = Number.NEGATIVE_INFINITY;
  readonly #fromBeforeRestart = new Set<string>();

  constructor(rate: Rate, self: string) {
    this.limit = new LimitInUse(rate);
    this.windowMs = rate.windowMs;
    this.#reservations = new Reservations(self);
  }

  get size(): number {
    return this.#reservations.size;
  }

  get lacksRestart(): boolean {
    return this.#fromBeforeRestart.size > 0;
  }

  /** Those of this process among the slots that are taken. */
  get own(): number {
    return this.#reservations.own;
  }

  get lastReservedAt(): number {
    return this.#lastReservedAt;
  }

  notePart(id: string, part: number): void {
    const reservation = this.#reservations.get(id);
    if (reservation !== undefined) reservation.lastPart = part;
  }

  /** A request from the future was written before the machine restarted: it counts from `now`. */
  apply(event: LedgerEvent, now: number): void {
    const isFromBefore = event.at > now + longestTransitMs;
    const at = isFromBefore ? now : event.at;
    if (event.kind === 'restarted') this.#restart(at);
    else if (event.kind === 'paused' || event.kind === 'learned') {
      if (!isFromBefore) this.limit.apply(event);
    } else {
      if (isFromBefore) this.#fromBeforeRestart.add(event.id);
      if (event.kind === 'reserved') this.#reserve(event.id, at);
      else if (event.kind === 'sent') this.#reopen(event.id, at);
      else if (event.kind === 'withdrawn')
        this.#reservations.delete(this.#reservations.get(event.id));
      else this.#answer(event.id, at, event.kind === 'refused');
    }
  }

  wait(id: string, now: number): number | undefined {
    const paused = this.limit.pause(now);
    const limit = this.limit.requests(now);
    if (this.countTaken(now) <= limit) return paused;
    const order = this.#reservations.get(id)?.order ?? Number.POSITIVE_INFINITY;
    const ahead = this.taken(now).filter((other) => other.order < order);
    const excess = ahead.length - limit;
    if (excess < 0) return paused;
    const ends = ahead.map(({ until }) => until).filter(Number.isFinite);
    const free = ends.sort((one, other) => one - other)[excess];
    return free === undefined ? undefined : Math.max(paused, Math.floor(free - now) + 1);
  }

  countTaken(now: number): number {
    this.#reservations.expire(now);
    return this.#reservations.size;
  }

  taken(now: number): Reservation[] {
    return this.#reservations.taken(now);
  }

  /** When one more slot becomes free after `count` others, as far as answers have come. */
  freeAfter(count: number): number | undefined {
    return this.#reservations.freeAfter(count);
  }

  unansweredOfOthers(): Reservation[] {
    return this.#reservations.unansweredOfOthers();
  }

  /** Counts what the service has accepted and refused in the last window. */
  countAnswers(now: number): { accepted: number; refused: number } {
    const answered = this.taken(now).filter(({ until }) => Number.isFinite(until));
    const refused = answered.filter(({ isRefused }) => isRefused).length;
    return { accepted: answered.length - refused, refused };
  }

  answers(now: number): (LedgerEvent & { id: string })[] {
    return this.taken(now)
      .filter(({ until }) => Number.isFinite(until))
      .map(({ id, until, isRefused }) => {
        return { kind: isRefused ? 'refused' : 'answered', id, at: until - this.windowMs };
      });
  }

  #reserve(id: string, at: number): void {
    if (this.#reservations.get(id) !== undefined) return;
    this.#reservations.add(id, at, this.#nextOrder);
    this.#nextOrder += 1;
    this.#lastReservedAt = Math.max(this.#lastReservedAt, at);
  }

  #reopen(id: string, at: number): void {
    const reservation = this.#known(id, at);
    reservation.lastUnsentAt = at;
    this.#reservations.reopen(reservation);
  }

  #answer(id: string, at: number, isRefused: boolean): void {
    const reservation = this.#known(id, at);
    const until = at + this.windowMs;
    if (Number.isFinite(reservation.until) && reservation.until >= until) return;
    reservation.isRefused = isRefused;
    this.#reservations.end(reservation, until);
  }

  #restart(at: number): void {
    for (const id of this.#fromBeforeRestart) {
      const known = this.#reservations.get(id);
      if (known === undefined) continue;
      known.lastUnsentAt = at;
      if (Number.isFinite(known.until)) this.#reservations.end(known, at + this.windowMs);
    }
    this.#fromBeforeRestart.clear();
  }

  /** An unknown request was reserved before everything that is known here. */
  #known(id: string, at: number): Reservation {
    return this.#reservations.get(id) ?? this.#reservations.add(id, at, -1);
  }
}
