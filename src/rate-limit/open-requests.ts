import type { LedgerEvent } from './events.ts';

interface OpenRequest {
  lastUnsentAt: number;
  isSent: boolean;
}

/** A request without an answer is published again after this. */
export const renewalMs = 2000;

/** Others no longer count on a request that has not been published for so long. */
export const leaseMs = 6000;

/** The requests of this process without an answer, and when each was last known to be unsent. */
export class OpenRequests {
  readonly #requests = new Map<string, OpenRequest>();

  get size(): number {
    return this.#requests.size;
  }

  lastUnsentAt(id: string): number | undefined {
    return this.#requests.get(id)?.lastUnsentAt;
  }

  add(id: string, lastUnsentAt: number): void {
    this.#requests.set(id, { lastUnsentAt, isSent: false });
  }

  markSent(id: string, at: number): void {
    const request = this.#requests.get(id);
    if (request === undefined) return;
    request.lastUnsentAt = at;
    request.isSent = true;
  }

  delete(id: string): void {
    this.#requests.delete(id);
  }

  /**
   * Renews what is due. A request that waited while this process was stopped has lost its turn and
   * is withdrawn; one that was under way counts again.
   */
  renew(now: number): LedgerEvent[] {
    const events: LedgerEvent[] = [];
    for (const [id, request] of this.#requests) {
      const silentMs = now - request.lastUnsentAt;
      const isLost = !request.isSent && silentMs >= leaseMs - renewalMs;
      if (isLost) this.#requests.delete(id);
      if (isLost) events.push({ kind: 'withdrawn', id, at: now });
      if (isLost || silentMs < renewalMs / 2) continue;
      request.lastUnsentAt = now;
      events.push({ kind: 'sent', id, at: now });
    }
    return events;
  }

  reservations(): LedgerEvent[] {
    return [...this.#requests].map(([id, { lastUnsentAt: at }]) => ({ kind: 'reserved', id, at }));
  }
}
