import type { Rate } from '../core/periods.ts';
import type { SlidingWindow } from './sliding-window.ts';

/** Nobody minds a wait that a window of this length can cause. */
const shortWindowMs = 2000;

/** At first and after a refusal, a run has few requests under way that can be refused. */
const firstAtOnce = 3;
const answersForOneMore = 8;

/**
 * A run sends half of its share at once, and spreads the rest over the time until the next slot
 * becomes free, so that from then on slots become free evenly. It leaves some of them to single
 * look-ups, which reserve theirs at once; and the more a run has of the window, the later it comes
 * after other runs. The limit itself does not depend on any of this.
 *
 * @param own how many requests of this process have no answer, and how many had one since a refusal
 * @returns milliseconds until a run may reserve a slot; undefined while that depends on answers
 */
export function waitForRoom(
  window: SlidingWindow,
  now: number,
  own: { underWay: number; answered: number },
): number | undefined {
  const rate = window.limit.rate(now);
  const { requests, windowMs } = rate;
  const { ceiling, ...share } = shareOfRuns(rate);
  const isLowered = window.limit.isLowered(now);
  const burst = isLowered ? 1 : share.burst;
  const count = window.countTaken(now);
  const atOnce = firstAtOnce + Math.floor(own.answered / answersForOneMore);
  const isCareful = isLowered || (count < burst && windowMs > shortWindowMs);
  if (isCareful && own.underWay >= atOnce) return undefined;
  if (count < burst) return window.limit.pause(now);
  const last = window.lastReservedAt;
  const free = window.freeAfter(Math.max(0, count - ceiling));
  const room = ceiling - count;
  const spacing = ((free ?? last + windowMs) - last) / (room + 1);
  const due = room > 0 ? last + spacing : free;
  if (due === undefined) return undefined;
  const earliest = isLowered ? last + (0.8 * windowMs) / requests : due;
  const yielded = Math.min(windowMs / requests / 8, windowMs / 200) * (window.own / count);
  return Math.max(window.limit.pause(now), Math.floor(Math.max(due, earliest) + yielded - now) + 1);
}

function shareOfRuns({ requests, windowMs }: Rate): { ceiling: number; burst: number } {
  if (windowMs <= shortWindowMs) return { ceiling: requests, burst: requests };
  // With many slots a minute the next one is free soon enough.
  const reserve = Math.min(requests / 15, windowMs / requests / 200);
  const ceiling = requests - Math.floor(reserve);
  return { ceiling, burst: Math.ceil(ceiling / 2) };
}
