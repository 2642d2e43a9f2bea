import type { Rate } from '../core/periods.ts';

/** The limit that a process has found to be the service's. */
export interface LearnedEvent {
  kind: 'learned';
  at: number;
  requests: number;
  windowMs: number;
  /** Milliseconds until a higher limit is tried again. */
  holdMs: number;
}

/** The service asked for a pause. */
export interface PauseEvent {
  kind: 'paused';
  at: number;
  ms: number;
}

/** What an answer says of the limit of the service. */
export interface StatedLimit {
  rate?: Rate | undefined;
  /** In a window that is not told. */
  requests?: number | undefined;
  remaining?: number | undefined;
  resetMs?: number | undefined;
}

/** Counts the answers of the last window. */
interface Answers {
  accepted: number;
  refused: number;
}

interface Statement {
  learned?: LearnedEvent;
  pauseMs?: number;
}

/** So many answers of a window show how many the service allows; fewer may be chance. */
const enoughAnswers = 5;

const enoughRefusals = 3;

const firstHoldMs = 30_000;
const firstHoldWindows = 3;
const growth = 1.15;
export const longestHoldMs = 3_600_000;

/**
 * The limit in use: the setting, or less after the service has refused what the setting allows.
 * After a time it grows from window to window; refused again, it holds three times as long.
 */
export class LimitInUse {
  readonly setting: Rate;
  #learned: LearnedEvent | undefined;
  #pause: PauseEvent = { kind: 'paused', at: Number.NEGATIVE_INFINITY, ms: 0 };

  constructor(setting: Rate) {
    this.setting = setting;
  }

  rate(now: number): Rate {
    return { requests: this.requests(now), windowMs: this.setting.windowMs };
  }

  requests(now: number): number {
    if (this.#learned === undefined) return this.setting.requests;
    const { requests, windowMs } = this.setting;
    const { at, holdMs } = this.#learned;
    const least = Math.floor((this.#learned.requests * windowMs) / this.#learned.windowMs);
    const steps = Math.max(0, Math.floor((now - at - holdMs) / windowMs) + 1);
    const grown = Math.max(least + steps, Math.floor(least * growth ** steps));
    if (grown >= requests) this.#learned = undefined;
    return Math.max(1, Math.min(requests, grown));
  }

  isLowered(now: number): boolean {
    return this.requests(now) < this.setting.requests;
  }

  /** Milliseconds that are left of a pause. */
  pause(now: number): number {
    return Math.max(0, endOf(this.#pause) - now);
  }

  /** What holds beyond a window, as it was published first. */
  lasting(now: number): (LearnedEvent | PauseEvent)[] {
    const learned = this.isLowered(now) && this.#learned ? [this.#learned] : [];
    return [...learned, ...(this.pause(now) > 0 ? [this.#pause] : [])];
  }

  apply(event: LearnedEvent | PauseEvent): void {
    if (event.kind === 'paused') {
      if (endOf(event) > endOf(this.#pause)) this.#pause = event;
      return;
    }
    const { at, requests } = this.#learned ?? { at: Number.NEGATIVE_INFINITY, requests: 0 };
    // Whatever the order in which two processes read each other, they end with the same.
    if (event.at > at || (event.at === at && event.requests < requests)) this.#learned = event;
  }

  /** @param refused how many were refused in the last window, and how many accepted */
  afterRefusal(
    now: number,
    sentAt: number,
    { accepted, refused }: Answers,
  ): LearnedEvent | undefined {
    // Others than we may have used up the limit.
    if (accepted === 0 && refused < enoughRefusals) return undefined;
    const current = this.requests(now);
    const isKnown = accepted >= enoughAnswers;
    const allowed = isKnown ? accepted : Math.max(accepted, Math.floor(current / 2));
    return this.#lower(now, sentAt, Math.min(allowed, Math.floor(current * 0.9)));
  }

  /** The service answers others, and has too much to do. */
  afterOverload(now: number, sentAt: number): LearnedEvent | undefined {
    return this.#lower(now, sentAt, Math.floor(this.requests(now) * 0.7));
  }

  /** A window that ends long before ours is none that our limit should follow. */
  afterStatement(now: number, stated: StatedLimit, accepted: number): Statement {
    const { windowMs } = this.setting;
    const current = this.requests(now);
    const lowered = (requests: number): Statement =>
      requests < current ? { learned: this.#event(now, requests, this.#firstHold) } : {};
    const { rate, requests, remaining, resetMs = Number.POSITIVE_INFINITY } = stated;
    if (rate !== undefined && rate.windowMs <= 2 * windowMs) {
      return lowered(Math.floor((rate.requests * windowMs) / rate.windowMs));
    }
    // Where our own window is as full, it knows better when there is room again.
    if (remaining !== 0 || resetMs > 2 * windowMs || accepted > current * 0.8) return {};
    const isOurWindow = resetMs > windowMs / 4 && (requests ?? accepted) >= enoughAnswers;
    return { ...(isOurWindow && lowered(requests ?? accepted)), pauseMs: resetMs };
  }

  get #firstHold(): number {
    return Math.max(firstHoldMs, firstHoldWindows * this.setting.windowMs);
  }

  #lower(now: number, sentAt: number, requests: number): LearnedEvent | undefined {
    const { at = Number.NEGATIVE_INFINITY, holdMs = this.#firstHold } = this.#learned ?? {};
    // It was sent before the limit was lowered.
    if (sentAt <= at) return undefined;
    const isTrial = now - at >= holdMs && this.#learned !== undefined;
    return this.#event(now, requests, isTrial ? holdMs * 3 : holdMs);
  }

  #event(at: number, requests: number, holdMs: number): LearnedEvent {
    const { windowMs } = this.setting;
    return {
      ...{ kind: 'learned', at, windowMs },
      requests: Math.max(1, requests),
      holdMs: Math.min(longestHoldMs, holdMs),
    };
  }
}

/** No pause is longer than an hour, whatever a ledger says. */
function endOf({ at, ms }: PauseEvent): number {
  return at + Math.min(ms, longestHoldMs);
}
