import type { Rate } from '../core/periods.ts';

/** A request that is to be sent, is under way, or was answered within the last window. */
export interface Reservation {
  id: string;
  /** When it was last known to be unsent. */
  since: number;
  /** Its place in the queue that all processes agree on. */
  order: number;
  /** Until when it takes room in the window; infinite while it is unanswered. */
  until: number;
}

/**
 * Who may send when: a sliding window over reservations in their order. A pure function of what it
 * has been told, so that everybody who reads the same news computes the same schedule.
 *
 * A request takes room from its reservation until one window after its answer arrived. The server
 * had the request before it answered, so whatever the way there took, its own count is never higher.
 * All times are in milliseconds of one clock that never jumps.
 */
export class Schedule {
  readonly #rate: Rate;
  readonly #taken = new Map<string, Reservation>();
  /** The answered ones in the order of their answers, and those before `#head` done with. */
  #answered: { reservation: Reservation; until: number }[] = [];
  #head = 0;
  #next = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** How many take room, at most: some of them may have left it by now. */
  get size(): number {
    return this.#taken.size;
  }

  /** Puts a request at the end of the queue, to be sent when its turn comes. */
  reserve(id: string, at: number): void {
    if (this.#taken.has(id)) return;
    const order = this.#next;
    this.#taken.set(id, { id, since: at, order, until: Number.POSITIVE_INFINITY });
    this.#next += 1;
  }

  /** It is sent now, and not when it was reserved; also when it was counted as over. */
  sent(id: string, at: number): void {
    const { order = -1 } = this.#taken.get(id) ?? {};
    this.#taken.set(id, { id, since: at, order, until: Number.POSITIVE_INFINITY });
  }

  /** What was told of it was told by another clock: it is `at` that counts. */
  correct(id: string, at: number): void {
    const known = this.#taken.get(id);
    if (known === undefined) return;
    known.since = at;
    if (!Number.isFinite(known.until)) return;
    known.until = at + this.#rate.windowMs;
    this.#answered.push({ reservation: known, until: known.until });
  }

  /** Its answer arrived at `at`. Told twice, the later one counts. */
  answered(id: string, at: number): void {
    const until = at + this.#rate.windowMs;
    const known = this.#taken.get(id);
    // What was reserved before anything known here stands before it in the queue.
    const reservation = known ?? { id, since: at, order: -1, until };
    if (known === undefined) this.#taken.set(id, reservation);
    else if (Number.isFinite(known.until) && known.until >= until) return;
    reservation.until = until;
    this.#answered.push({ reservation, until });
  }

  /** It will not be sent. */
  withdraw(id: string): void {
    this.#taken.delete(id);
  }

  /** The service has asked for a break: nothing is sent before `until`. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /**
   * Milliseconds until a reserved request may be sent; undefined while that hangs on answers that
   * are still to come.
   */
  wait(id: string, now: number, _isFirst?: boolean): number | undefined {
    this.#forget(now);
    const paused = Math.max(0, this.#pausedUntil - now);
    if (this.#taken.size <= this.#rate.requests) return paused;
    const ahead = this.#ahead(id, now);
    const tooMany = ahead.length - this.#rate.requests;
    if (tooMany < 0) return paused;
    const until = ahead.map((reservation) => reservation.until).filter(Number.isFinite);
    const free = until.sort((one, other) => one - other)[tooMany];
    return free === undefined ? undefined : Math.max(paused, Math.floor(free - now) + 1);
  }

  /** All that take room at `now`. */
  taken(now: number): Reservation[] {
    return [...this.#taken.values()].filter(({ until }) => until >= now);
  }

  /** Those that stand before a request and take room at `now`. */
  #ahead(id: string, now: number): Reservation[] {
    const order = this.#taken.get(id)?.order ?? Number.POSITIVE_INFINITY;
    return this.taken(now).filter((other) => other.order < order);
  }

  #forget(now: number): void {
    for (;;) {
      const first = this.#answered[this.#head];
      if (first === undefined || first.until >= now) break;
      const { id } = first.reservation;
      if (this.#taken.get(id)?.until === first.until) this.#taken.delete(id);
      this.#head += 1;
    }
    if (this.#head > 1000 && this.#head * 2 > this.#answered.length) {
      this.#answered = this.#answered.slice(this.#head);
      this.#head = 0;
    }
  }
}
