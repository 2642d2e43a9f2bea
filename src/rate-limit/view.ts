import { type LearnedLimit, longestHoldMs } from './limit-in-use.ts';

/**
 * The state of one process as numbers: a header (see `places`), then three numbers per slot: the time
 * of sending, the time of the answer, and 1 if it was refused. Times are in milliseconds of the clock
 * that all processes share. A free slot has the times -1, since 0 is a time; a slot without an answer
 * has infinity as the time of its answer.
 */
export type Sheet = Float64Array<ArrayBuffer>;

export const places = {
  /** The last sign of life. */
  aliveAt: 0,
  /** 1 for a process that has ended, and writes no more. */
  isClosed: 1,
  /** When the limit was learned, which it is, and how long it holds. */
  learned: 2,
  /** When the pause began, and how long it is. */
  pause: 6,
  slots: 8,
};

export const numbersOfSlot = 3;

/** What all processes of one credential say, at one moment. */
export interface View {
  now: number;
  /** When each slot that is taken becomes free, the first one first; infinite without an answer. */
  ends: number[];
  /** How many of these slots are our own. */
  own: number;
  /** Others wait for answers, and nothing tells us when those arrive. */
  isOpenElsewhere: boolean;
  /** The latest of all. */
  sentAt: number;
  /** Counts the answers of the last window. */
  accepted: number;
  refused: number;
  learned: LearnedLimit | undefined;
  pausedUntil: number;
}

/** Whatever a process has sent has arrived this long after its last sign of life. */
const silentMs = 5000;

/** A time that is further ahead is from before the machine started, when the clock began again. */
const aheadMs = 1000;

export function viewOf(
  own: Sheet | undefined,
  others: Iterable<Sheet>,
  now: number,
  windowMs: number,
): View {
  const view: View = {
    ...{ now, ends: [], own: 0, isOpenElsewhere: false, sentAt: Number.NEGATIVE_INFINITY },
    ...{ accepted: 0, refused: 0, learned: undefined, pausedUntil: 0 },
  };
  if (own !== undefined) add(view, own, windowMs, now);
  view.own = view.ends.length;
  for (const sheet of others) add(view, sheet, windowMs, sheet[places.aliveAt] ?? 0);
  view.isOpenElsewhere = view.ends.includes(Number.POSITIVE_INFINITY, view.own);
  view.ends.sort((one, other) => one - other);
  return view;
}

/** Anybody may have written the numbers, so that each comparison must fail for what is none. */
function add(view: View, sheet: Sheet, windowMs: number, aliveAt: number): void {
  const { now } = view;
  const silentAt = past(aliveAt, now) + silentMs;
  const isAlive = sheet[places.isClosed] !== 1 && silentAt >= now;
  for (let place = places.slots; place + 2 < sheet.length; place += numbersOfSlot) {
    const sentAt = sheet[place] ?? -1;
    const answeredAt = sheet[place + 1] ?? 0;
    const isOpen = answeredAt === Number.POSITIVE_INFINITY;
    const arrivedAt = isOpen && !isAlive ? silentAt : past(answeredAt, now);
    const isTaken = sentAt >= 0 && arrivedAt + windowMs >= now;
    if (!isTaken) continue;
    view.ends.push(arrivedAt + windowMs);
    view.sentAt = Math.max(view.sentAt, past(sentAt, now));
    if (!isOpen) view[sheet[place + 2] === 1 ? 'refused' : 'accepted'] += 1;
  }
  const [learnedAt = 0, requests = 0, limitWindowMs = 0, holdMs = 0] = sheet.subarray(
    places.learned,
  );
  const learned = { at: learnedAt, requests, windowMs: limitWindowMs, holdMs };
  learned.holdMs = Math.min(holdMs, longestHoldMs);
  const isLimit = learnedAt < now + aheadMs && requests > 0 && limitWindowMs > 0 && holdMs > 0;
  if (isLimit && isNewer(learned, view.learned)) view.learned = learned;
  const [pausedAt = 0, pauseMs = 0] = sheet.subarray(places.pause);
  const pausedUntil = pausedAt + Math.min(pauseMs, longestHoldMs);
  if (pausedAt < now + aheadMs && pausedUntil > view.pausedUntil) view.pausedUntil = pausedUntil;
}

/** In whatever order two are read, the same one is used. */
function isNewer(learned: LearnedLimit, known: LearnedLimit | undefined): boolean {
  if (known === undefined || learned.at > known.at) return true;
  return learned.at === known.at && learned.requests < known.requests;
}

/** An answer that is still awaited is in the future for good reason. */
function past(time: number, now: number): number {
  return time > now + aheadMs && Number.isFinite(time) ? 0 : time;
}
