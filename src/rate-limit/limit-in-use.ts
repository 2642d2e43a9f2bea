import type { Rate } from '../core/periods.ts';
import { type LearnedLimit, longestHoldMs, type View } from './board.ts';

type Shown = Pick<View, 'now' | 'learned' | 'accepted'>;

export interface StatedLimit {
  rate?: Rate | undefined;
  /** In a window of unknown length. */
  requests?: number | undefined;
  remaining?: number | undefined;
  resetMs?: number | undefined;
}

const firstHoldMs = 30_000;
const firstHoldWindows = 3;
const growth = 1.15;

/** The setting, or less after the service has refused what the setting allows: then it grows slowly. */
export function requestsInUse({ requests, windowMs }: Rate, { learned, now }: Shown): number {
  if (learned === undefined) return requests;
  const least = Math.floor((learned.requests * windowMs) / learned.windowMs);
  const steps = Math.max(0, Math.floor((now - learned.at - learned.holdMs) / windowMs) + 1);
  const grown = Math.max(least + steps, Math.floor(least * growth ** steps));
  return Math.max(1, Math.min(requests, grown));
}

/**
 * A refusal shows the limit where at least half of the limit in use was accepted. After fewer
 * requests, others may have used it up, or it comes from a gateway: the first such refusal is only
 * remembered, and each that was sent after it lowers the limit to what was accepted or a third.
 *
 * @param sentAt when the request was sent that was refused for too many requests
 */
export function afterRefusal(setting: Rate, shown: Shown, sentAt: number) {
  const { now, learned, accepted } = shown;
  const current = requestsInUse(setting, shown);
  const isRepeated = learned !== undefined && now - learned.at < learned.holdMs;
  if (accepted < current / 2 && !isRepeated) return learn(setting, shown, current, sentAt);
  const allowed = Math.max(accepted, Math.floor(current / 3));
  return learn(setting, shown, Math.min(allowed, Math.floor(current * 0.9)), sentAt);
}

/** @param sentAt as above */
export function afterOverload(setting: Rate, shown: Shown, sentAt: number) {
  return learn(setting, shown, Math.floor(requestsInUse(setting, shown) * 0.7), sentAt);
}

/** A window that ends long before ours is not one that our limit should follow. */
export function afterStatement(
  setting: Rate,
  shown: Shown,
  { rate, requests, remaining, resetMs = Number.POSITIVE_INFINITY }: StatedLimit,
): { learned?: LearnedLimit | undefined; pauseMs?: number } {
  const { windowMs } = setting;
  const current = requestsInUse(setting, shown);
  const lowerTo = (stated: number) =>
    stated < current ? { learned: learn(setting, shown, stated) } : {};
  if (rate !== undefined && rate.windowMs <= 2 * windowMs) {
    return lowerTo(Math.floor((rate.requests * windowMs) / rate.windowMs));
  }
  // Where our own window is as full, it knows better when there is room again.
  if (remaining !== 0 || resetMs > 2 * windowMs || shown.accepted > current * 0.8) return {};
  const isOurWindow = resetMs > windowMs / 4 && requests !== undefined;
  return { ...(isOurWindow && lowerTo(requests)), pauseMs: resetMs };
}

/** @returns undefined for what was sent before the limit that is known was learned */
function learn(
  setting: Rate,
  shown: Shown,
  requests: number,
  sentAt = Number.POSITIVE_INFINITY,
): LearnedLimit | undefined {
  const { now, learned } = shown;
  const { windowMs } = setting;
  let holdMs = Math.max(firstHoldMs, firstHoldWindows * windowMs);
  if (learned !== undefined) {
    if (sentAt <= learned.at) return undefined;
    const isTrial = now - learned.at >= learned.holdMs;
    const isLowered = requestsInUse(setting, shown) < setting.requests;
    if (isLowered) holdMs = Math.min(longestHoldMs, learned.holdMs * (isTrial ? 3 : 1));
  }
  return { at: now, requests: Math.max(1, requests), windowMs, holdMs };
}
