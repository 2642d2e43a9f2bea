export interface Reservation {
  id: string;
  isOwn: boolean;
  lastUnsentAt: number;
  order: number;
  /** Infinite while it is unanswered. */
  until: number;
  isRefused: boolean;
  lastPart: number;
}

/** The slots that are taken, with what is asked of them for every request at hand. */
export class Reservations {
  readonly #ownPrefix: string;
  readonly #all = new Map<string, Reservation>();
  readonly #unansweredOfOthers = new Map<string, Reservation>();
  /** Those before `#head` are expired. */
  #answered: { reservation: Reservation; until: number }[] = [];
  #head = 0;
  #own = 0;

  constructor(self: string) {
    this.#ownPrefix = `${self}:`;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Counts the reservations of this process. */
  get own(): number {
    return this.#own;
  }

  get(id: string): Reservation | undefined {
    return this.#all.get(id);
  }

  unansweredOfOthers(): Reservation[] {
    return [...this.#unansweredOfOthers.values()];
  }

  taken(now: number): Reservation[] {
    return [...this.#all.values()].filter(({ until }) => until >= now);
  }

  /** When one more becomes free after `count` others, as far as answers have come. */
  freeAfter(count: number): number | undefined {
    let left = count;
    for (let index = this.#head; index < this.#answered.length; index += 1) {
      const { reservation, until } = this.#answered[index] ?? {};
      if (reservation?.until !== until) continue;
      if (left === 0) return until;
      left -= 1;
    }
    return undefined;
  }

  add(id: string, at: number, order: number): Reservation {
    const isOwn = id.startsWith(this.#ownPrefix);
    const until = Number.POSITIVE_INFINITY;
    const own = { id, isOwn, lastUnsentAt: at };
    const reservation = { ...own, order, until, isRefused: false, lastPart: -1 };
    this.#all.set(id, reservation);
    if (isOwn) this.#own += 1;
    else this.#unansweredOfOthers.set(id, reservation);
    return reservation;
  }

  reopen(reservation: Reservation): void {
    reservation.until = Number.POSITIVE_INFINITY;
    if (!reservation.isOwn) this.#unansweredOfOthers.set(reservation.id, reservation);
  }

  end(reservation: Reservation, until: number): void {
    reservation.until = until;
    this.#unansweredOfOthers.delete(reservation.id);
    this.#answered.push({ reservation, until });
  }

  delete(reservation: Reservation | undefined): void {
    if (reservation === undefined) return;
    this.#all.delete(reservation.id);
    this.#unansweredOfOthers.delete(reservation.id);
    // Its end frees nothing any more.
    reservation.until = Number.NaN;
    if (reservation.isOwn) this.#own -= 1;
  }

  expire(now: number): void {
    for (;;) {
      const first = this.#answered[this.#head];
      if (first === undefined || first.until >= now) break;
      // It may have gone on since, or have been answered again.
      if (first.reservation.until === first.until) this.delete(first.reservation);
      this.#head += 1;
    }
    if (this.#head * 2 > this.#answered.length) {
      this.#answered = this.#answered.slice(this.#head);
      this.#head = 0;
    }
  }
}
