import type { Rate } from '../core/periods.ts';
import type { LedgerEvent } from './events.ts';
import { LimitInUse } from './limit-in-use.ts';

export interface Reservation {
  id: string;
  lastUnsentAt: number;
  order: number;
  /** Infinite while it is unanswered. */
  until: number;
  isRefused?: boolean;
  lastPart?: number;
}

export const longestTransitMs = 3000;

/**
 * Computes from events when each request may be sent, alike in every process that applies them. A
 * request takes a slot from its reservation until one window after its answer arrived: the server
 * had it before that, so its own count is never higher. Times are in milliseconds.
 */
export class SlidingWindow {
  readonly limit: LimitInUse;
  readonly windowMs: number;
  readonly #ownPrefix: string;
  readonly #reservations = new Map<string, Reservation>();
  readonly #unanswered = new Map<string, Reservation>();
  /** Those before `#head` are expired. */
  #answered: { id: string; until: number }[] = [];
  #head = 0;
  #nextOrder = 0;
  #own = 0;
  #lastReservedAt = Number.NEGATIVE_INFINITY;
  readonly #fromBeforeRestart = new Set<string>();

  constructor(rate: Rate, self: string) {
    this.limit = new LimitInUse(rate);
    this.windowMs = rate.windowMs;
    this.#ownPrefix = `${self}:`;
  }

  get size(): number {
    return this.#reservations.size;
  }

  get lacksRestart(): boolean {
    return this.#fromBeforeRestart.size > 0;
  }

  /** Those of this process among the slots that are taken. */
  get own(): number {
    return this.#own;
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
      else if (event.kind === 'withdrawn') this.#delete(event.id);
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
    this.#expire(now);
    return this.#reservations.size;
  }

  taken(now: number): Reservation[] {
    return [...this.#reservations.values()].filter(({ until }) => until >= now);
  }

  /** When one more slot becomes free after `count` others, as far as answers have come. */
  freeAfter(count: number): number | undefined {
    let left = count;
    for (let index = this.#head; index < this.#answered.length; index += 1) {
      const { id = '', until } = this.#answered[index] ?? {};
      if (this.#reservations.get(id)?.until !== until) continue;
      if (left === 0) return until;
      left -= 1;
    }
    return undefined;
  }

  unanswered(): Reservation[] {
    return [...this.#unanswered.values()];
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
    if (this.#reservations.has(id)) return;
    this.#set({ id, lastUnsentAt: at, order: this.#nextOrder, until: Number.POSITIVE_INFINITY });
    this.#nextOrder += 1;
    this.#lastReservedAt = Math.max(this.#lastReservedAt, at);
  }

  #reopen(id: string, at: number): void {
    const { order = -1 } = this.#reservations.get(id) ?? {};
    this.#set({ id, lastUnsentAt: at, order, until: Number.POSITIVE_INFINITY });
  }

  #answer(id: string, at: number, isRefused: boolean): void {
    const until = at + this.windowMs;
    // An unknown request was reserved before everything that is known here.
    const { lastUnsentAt, order, ...known } = this.#reservations.get(id) ?? {
      lastUnsentAt: at,
      order: -1,
      until: Number.NEGATIVE_INFINITY,
    };
    if (Number.isFinite(known.until) && known.until >= until) return;
    this.#set({ ...known, id, lastUnsentAt, order, until, isRefused });
  }

  #restart(at: number): void {
    for (const id of this.#fromBeforeRestart) {
      const known = this.#reservations.get(id);
      if (known === undefined) continue;
      const until = Number.isFinite(known.until) ? at + this.windowMs : known.until;
      this.#set({ ...known, lastUnsentAt: at, until });
    }
    this.#fromBeforeRestart.clear();
  }

  #set(reservation: Reservation): void {
    const { id, until } = reservation;
    if (!this.#reservations.has(id) && id.startsWith(this.#ownPrefix)) this.#own += 1;
    this.#reservations.set(id, reservation);
    if (Number.isFinite(until)) {
      this.#unanswered.delete(id);
      this.#answered.push({ id, until });
    } else this.#unanswered.set(id, reservation);
  }

  #delete(id: string): void {
    if (!this.#reservations.delete(id)) return;
    this.#unanswered.delete(id);
    if (id.startsWith(this.#ownPrefix)) this.#own -= 1;
  }

  #expire(now: number): void {
    for (;;) {
      const first = this.#answered[this.#head];
      if (first === undefined || first.until >= now) break;
      if (this.#reservations.get(first.id)?.until === first.until) this.#delete(first.id);
      this.#head += 1;
    }
    if (this.#head > 1000 && this.#head * 2 > this.#answered.length) {
      this.#answered = this.#answered.slice(this.#head);
      this.#head = 0;
    }
  }
}
