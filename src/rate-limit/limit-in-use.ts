import type { Rate } from '../core/periods.ts';

/** What the service has shown to be its limit. Times are in milliseconds of the shared clock. */
export interface LearnedLimit extends Rate {
  at: number;
  /** After this time a higher limit is tried. */
  holdMs: number;
}

/** What an answer says of the limit of the service. */
export interface StatedLimit {
  rate?: Rate | undefined;
  /** In a window of unknown length. */
  requests?: number | undefined;
  remaining?: number | undefined;
  resetMs?: number | undefined;
}

/** What the limit in use depends on. */
export interface LimitState {
  setting: Rate;
  learned: LearnedLimit | undefined;
  now: number;
}

/** Counts the answers of the last window. */
interface Answers {
  accepted: number;
  refused: number;
}

/** So many answers of a window show how many the service allows; fewer may be chance. */
const enoughAnswers = 5;

const enoughRefusals = 3;

const firstHoldMs = 30_000;
const firstHoldWindows = 3;
const growth = 1.15;
export const longestHoldMs = 3_600_000;

/** The setting, or less after the service has refused what the setting allows: then it grows slowly. */
export function requestsInUse({ setting, learned, now }: LimitState): number {
  const { requests, windowMs } = setting;
  if (learned === undefined) return requests;
  const least = Math.floor((learned.requests * windowMs) / learned.windowMs);
  const steps = Math.max(0, Math.floor((now - learned.at - learned.holdMs) / windowMs) + 1);
  const grown = Math.max(least + steps, Math.floor(least * growth ** steps));
  return Math.max(1, Math.min(requests, grown));
}

/** @param sentAt when the request was sent that was refused for too many requests */
export function afterRefusal(
  state: LimitState,
  sentAt: number,
  { accepted, refused }: Answers,
): LearnedLimit | undefined {
  // Others than we may have used up the limit.
  if (accepted === 0 && refused < enoughRefusals) return undefined;
  const current = requestsInUse(state);
  const isKnown = accepted >= enoughAnswers;
  const allowed = isKnown ? accepted : Math.max(accepted, Math.floor(current / 2));
  return lowered(state, sentAt, Math.min(allowed, Math.floor(current * 0.9)));
}

/** The service answers others, and has too much to do. @param sentAt as above */
export function afterOverload(state: LimitState, sentAt: number): LearnedLimit | undefined {
  return lowered(state, sentAt, Math.floor(requestsInUse(state) * 0.7));
}

/** A window that ends long before ours is not one that our limit should follow. */
export function afterStatement(
  state: LimitState,
  stated: StatedLimit,
  accepted: number,
): { learned?: LearnedLimit; pauseMs?: number } {
  const { windowMs } = state.setting;
  const current = requestsInUse(state);
  const lower = (requests: number) =>
    requests < current ? { learned: learnedNow(state, requests, firstHold(state)) } : {};
  const { rate, requests, remaining, resetMs = Number.POSITIVE_INFINITY } = stated;
  if (rate !== undefined && rate.windowMs <= 2 * windowMs) {
    return lower(Math.floor((rate.requests * windowMs) / rate.windowMs));
  }
  // Where our own window is as full, it knows better when there is room again.
  if (remaining !== 0 || resetMs > 2 * windowMs || accepted > current * 0.8) return {};
  const isOurWindow = resetMs > windowMs / 4 && (requests ?? accepted) >= enoughAnswers;
  return { ...(isOurWindow && lower(requests ?? accepted)), pauseMs: resetMs };
}

function lowered(state: LimitState, sentAt: number, requests: number): LearnedLimit | undefined {
  const { learned, setting, now } = state;
  if (learned === undefined || requestsInUse(state) === setting.requests)
    return learnedNow(state, requests, firstHold(state));
  // It was sent before the limit was lowered.
  if (sentAt <= learned.at) return undefined;
  const isTrial = now - learned.at >= learned.holdMs;
  return learnedNow(state, requests, isTrial ? learned.holdMs * 3 : learned.holdMs);
}

function learnedNow({ setting, now }: LimitState, requests: number, holdMs: number): LearnedLimit {
  const { windowMs } = setting;
  return {
    ...{ at: now, windowMs },
    requests: Math.max(1, requests),
    holdMs: Math.min(longestHoldMs, holdMs),
  };
}

function firstHold({ setting }: LimitState): number {
  return Math.max(firstHoldMs, firstHoldWindows * setting.windowMs);
}
