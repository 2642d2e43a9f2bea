import type { Rate } from '../core/periods.ts';
import type { LedgerEvent } from './events.ts';

export interface Reservation {
  id: string;
  lastUnsentAt: number;
  order: number;
  /** Infinite while it is unanswered. */
  until: number;
  lastPart?: number;
}

export const longestTransitMs = 3000;

/**
 * Computes from events when each request may be sent, alike in every process that applies them. A
 * request takes a slot from its reservation until one window after its answer arrived: the server
 * had it before that, so its own count is never higher. Times are in milliseconds.
 */
export class SlidingWindow {
  readonly #rate: Rate;
  readonly #reservations = new Map<string, Reservation>();
  /** Those before `#head` are expired. */
  #answered: { reservation: Reservation; until: number }[] = [];
  #head = 0;
  #nextOrder = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  readonly #fromBeforeRestart = new Set<string>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  get size(): number {
    return this.#reservations.size;
  }

  get lacksRestart(): boolean {
    return this.#fromBeforeRestart.size > 0;
  }

  notePart(id: string, part: number): void {
    const reservation = this.#reservations.get(id);
    if (reservation !== undefined) reservation.lastPart = part;
  }

  /** An event from the future was written before the machine restarted: it counts from `now`. */
  apply(event: LedgerEvent, now: number): void {
    const isFromBefore = event.at > now + longestTransitMs;
    const at = isFromBefore ? now : event.at;
    if (event.kind === 'paused') this.#pausedUntil = Math.max(this.#pausedUntil, at + event.ms);
    else if (event.kind === 'restarted') this.#restart(at);
    else {
      if (isFromBefore) this.#fromBeforeRestart.add(event.id);
      if (event.kind === 'reserved') this.#reserve(event.id, at);
      else if (event.kind === 'sent') this.#reopen(event.id, at);
      else if (event.kind === 'answered') this.#answer(event.id, at);
      else this.#reservations.delete(event.id);
    }
  }

  wait(id: string, now: number): number | undefined {
    this.#expire(now);
    const paused = Math.max(0, this.#pausedUntil - now);
    if (this.#reservations.size <= this.#rate.requests) return paused;
    const order = this.#reservations.get(id)?.order ?? Number.POSITIVE_INFINITY;
    const ahead = this.taken(now).filter((other) => other.order < order);
    const excess = ahead.length - this.#rate.requests;
    if (excess < 0) return paused;
    const ends = ahead.map(({ until }) => until).filter(Number.isFinite);
    const free = ends.sort((one, other) => one - other)[excess];
    return free === undefined ? undefined : Math.max(paused, Math.floor(free - now) + 1);
  }

  taken(now: number): Reservation[] {
    return [...this.#reservations.values()].filter(({ until }) => until >= now);
  }

  unanswered(): Reservation[] {
    return [...this.#reservations.values()].filter(({ until }) => !Number.isFinite(until));
  }

  answers(now: number) {
    return this.taken(now)
      .filter(({ until }) => Number.isFinite(until))
      .map(({ id, until }) => ({ kind: 'answered', id, at: until - this.#rate.windowMs }) as const);
  }

  #reserve(id: string, at: number): void {
    if (this.#reservations.has(id)) return;
    const order = this.#nextOrder;
    this.#reservations.set(id, { id, lastUnsentAt: at, order, until: Number.POSITIVE_INFINITY });
    this.#nextOrder += 1;
  }

  #reopen(id: string, at: number): void {
    const { order = -1 } = this.#reservations.get(id) ?? {};
    this.#reservations.set(id, { id, lastUnsentAt: at, order, until: Number.POSITIVE_INFINITY });
  }

  #answer(id: string, at: number): void {
    const until = at + this.#rate.windowMs;
    // An unknown request was reserved before everything that is known here.
    const known = this.#reservations.get(id) ?? {
      id,
      lastUnsentAt: at,
      order: -1,
      until: Number.NEGATIVE_INFINITY,
    };
    if (Number.isFinite(known.until) && known.until >= until) return;
    known.until = until;
    this.#reservations.set(id, known);
    this.#answered.push({ reservation: known, until });
  }

  #restart(at: number): void {
    for (const id of this.#fromBeforeRestart) {
      const known = this.#reservations.get(id);
      if (known === undefined) continue;
      known.lastUnsentAt = at;
      if (!Number.isFinite(known.until)) continue;
      known.until = at + this.#rate.windowMs;
      this.#answered.push({ reservation: known, until: known.until });
    }
    this.#fromBeforeRestart.clear();
  }

  #expire(now: number): void {
    for (;;) {
      const first = this.#answered[this.#head];
      if (first === undefined || first.until >= now) break;
      const { id } = first.reservation;
      if (this.#reservations.get(id)?.until === first.until) this.#reservations.delete(id);
      this.#head += 1;
    }
    if (this.#head > 1000 && this.#head * 2 > this.#answered.length) {
      this.#answered = this.#answered.slice(this.#head);
      this.#head = 0;
    }
  }
}
