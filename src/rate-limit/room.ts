import type { Rate } from '../core/periods.ts';
import type { View } from './view.ts';

/** A wait is in milliseconds; undefined while it depends on answers. */
export type Wait = number | undefined;

interface Own {
  /** Requests of this process without an answer. */
  underWay: number;
  /** Answers since the last refusal. */
  answered: number;
}

/** Nobody minds a wait that a window of this length can cause. */
const shortWindowMs = 2000;

/** At first and after a refusal, a run has few requests under way that can be refused. */
const firstAtOnce = 3;
const answersForOneMore = 8;

/** @param ahead how many look-ups of this process wait for a slot before this one */
export function waitOfLookUp(view: View, { requests, windowMs }: Rate, ahead: number): Wait {
  const { now, ends } = view;
  const paused = Math.max(0, view.pausedUntil - now);
  let excess = ends.length + ahead - requests;
  if (excess < 0) return paused;
  let laterMs = 0;
  // Those ahead take their slots for a window more.
  for (; excess >= ends.length; excess -= requests) laterMs += windowMs;
  const end = ends[excess] ?? now;
  return Number.isFinite(end) ? Math.max(paused, until(end + laterMs, view)) : undefined;
}

/**
 * A run sends half of its share at once, and spreads the rest over the time until the next slot
 * becomes free, so that from then on slots become free evenly. It leaves some of them to single
 * look-ups; and the more a run has of the window, the later it comes after other runs.
 */
export function waitOfRun(view: View, limit: Rate, isLowered: boolean, own: Own): Wait {
  const { now, ends } = view;
  const { requests, windowMs } = limit;
  const { ceiling, ...share } = shareOfRuns(limit);
  const burst = isLowered ? 1 : share.burst;
  const count = ends.length;
  const atOnce = firstAtOnce + Math.floor(own.answered / answersForOneMore);
  const isCareful = isLowered || (count < burst && windowMs > shortWindowMs);
  if (isCareful && own.underWay >= atOnce) return undefined;
  const paused = Math.max(0, view.pausedUntil - now);
  if (count < burst) return paused;
  const end = ends[Math.max(0, count - ceiling)] ?? Number.POSITIVE_INFINITY;
  const room = ceiling - count;
  const whole = Number.isFinite(end) ? end - view.sentAt : windowMs;
  const due = room > 0 ? view.sentAt + whole / (room + 1) : end;
  if (!Number.isFinite(due)) return undefined;
  const earliest = isLowered ? view.sentAt + (0.8 * windowMs) / requests : due;
  const yielded = Math.min(windowMs / requests / 8, windowMs / 200) * (view.own / count);
  return Math.max(paused, until(Math.max(due, earliest) + yielded, view));
}

function shareOfRuns({ requests, windowMs }: Rate): { ceiling: number; burst: number } {
  if (windowMs <= shortWindowMs) return { ceiling: requests, burst: requests };
  // With many slots a minute the next one is free soon enough.
  const reserve = Math.min(requests / 15, windowMs / requests / 200);
  const ceiling = requests - Math.floor(reserve);
  return { ceiling, burst: Math.ceil(ceiling / 2) };
}

/** A slot is free only after its end, so a wait is a bit longer than the time until then. */
function until(end: number, { now }: View): number {
  return Math.max(0, Math.floor(end - now) + 1);
}
