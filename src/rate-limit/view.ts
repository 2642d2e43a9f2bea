import { type LearnedLimit, longestHoldMs, type Pause } from './limit-in-use.ts';

/** The place of one request in the limit. Times are in milliseconds of the shared clock. */
export interface Slot {
  readonly index: number;
  /** Negative for a request that was not sent; 0 is a time. */
  sentAt: number;
  /** Infinite while there is no answer. */
  answeredAt: number;
  isRefused: boolean;
}

/** What one process says of itself. */
export interface ProcessState {
  /** Its last sign of life. */
  aliveAt: number;
  /** It has ended, and writes no more. */
  isClosed: boolean;
  learned: LearnedLimit | undefined;
  pause: Pause;
  slots: Slot[];
}

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

export const nothing: ProcessState = {
  ...{ aliveAt: 0, isClosed: false, learned: undefined, pause: { at: 0, ms: 0 }, slots: [] },
};

/** Whatever a process has sent has arrived this long after its last sign of life. */
const silentMs = 5000;

/** A time that is further ahead is from before the machine started, when the clock began again. */
const aheadMs = 1000;

export function viewOf(
  own: ProcessState,
  others: Iterable<ProcessState>,
  now: number,
  windowMs: number,
): View {
  const view: View = {
    ...{ now, ends: [], own: 0, isOpenElsewhere: false, sentAt: Number.NEGATIVE_INFINITY },
    ...{ accepted: 0, refused: 0, learned: undefined, pausedUntil: 0 },
  };
  add(view, { ...own, aliveAt: now }, windowMs);
  view.own = view.ends.length;
  for (const state of others) add(view, state, windowMs);
  view.isOpenElsewhere = view.ends.includes(Number.POSITIVE_INFINITY, view.own);
  view.ends.sort((one, other) => one - other);
  return view;
}

function add(
  view: View,
  { slots, learned, pause, ...state }: ProcessState,
  windowMs: number,
): void {
  const { now } = view;
  const silentAt = past(state.aliveAt, now) + silentMs;
  const isAlive = !state.isClosed && silentAt >= now;
  for (const { sentAt, answeredAt, isRefused } of slots) {
    const isOpen = answeredAt === Number.POSITIVE_INFINITY;
    const arrivedAt = isOpen && !isAlive ? silentAt : past(answeredAt, now);
    const end = arrivedAt + windowMs;
    // A file may hold any bytes, which need not be numbers.
    if (!(end >= now)) continue;
    view.ends.push(end);
    view.sentAt = Math.max(view.sentAt, past(sentAt, now));
    if (!isOpen) view[isRefused ? 'refused' : 'accepted'] += 1;
  }
  if (learned !== undefined && learned.at < now + aheadMs && isNewer(learned, view.learned))
    view.learned = { ...learned, holdMs: Math.min(learned.holdMs, longestHoldMs) };
  if (pause.at < now + aheadMs)
    view.pausedUntil = Math.max(view.pausedUntil, pause.at + Math.min(pause.ms, longestHoldMs));
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

const headerLength = 8;
const slotLength = 3;

/** The first numbers of a file. */
export function headerOf({ aliveAt, isClosed, learned, pause }: ProcessState): number[] {
  const { at, requests, windowMs, holdMs } = learned ?? noLimit;
  return [aliveAt, Number(isClosed), at, requests, windowMs, holdMs, pause.at, pause.ms];
}

const noLimit: LearnedLimit = { at: 0, requests: 0, windowMs: 0, holdMs: 0 };

/** The place of a slot in a file, counted in numbers. */
export function placeOf(index: number): number {
  return headerLength + index * slotLength;
}

export function slotNumbers({ sentAt, answeredAt, isRefused }: Slot): number[] {
  return [sentAt, answeredAt, Number(isRefused)];
}

/** Reads what another process has written. */
export function stateOf(numbers: Float64Array): ProcessState {
  const [aliveAt = 0, isClosed, at = 0, requests = 0, windowMs = 0, holdMs = 0] = numbers;
  const [pausedAt = 0, ms = 0] = numbers.subarray(headerLength - 2);
  const isLimit = at >= 0 && requests > 0 && windowMs > 0 && holdMs >= 0;
  const slots: Slot[] = [];
  for (let place = headerLength; place + slotLength <= numbers.length; place += slotLength) {
    const [sentAt = 0, answeredAt = 0, isRefused] = numbers.subarray(place, place + slotLength);
    if (sentAt >= 0)
      slots.push({ index: slots.length, sentAt, answeredAt, isRefused: isRefused === 1 });
  }
  return {
    ...{ aliveAt, isClosed: isClosed === 1, slots },
    learned: isLimit ? { at, requests, windowMs, holdMs } : undefined,
    pause: ms > 0 ? { at: pausedAt, ms } : nothing.pause,
  };
}
