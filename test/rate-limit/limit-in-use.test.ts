import { describe, expect, it } from 'vitest';
import {
  afterOverload,
  afterRefusal,
  afterStatement,
  type LearnedLimit,
  type LimitState,
  requestsInUse,
  type StatedLimit,
} from '../../src/rate-limit/limit-in-use.ts';

const minute = 60_000;

const hour = 3_600_000;

function learned(requests: number, others: Partial<LearnedLimit> = {}): LearnedLimit {
  return { at: 0, requests, windowMs: minute, holdMs: 3 * minute, ...others };
}

function state(requests: number, now: number, limit?: LearnedLimit): LimitState {
  return { setting: { requests, windowMs: minute }, learned: limit, now };
}

describe('the limit in use', () => {
  it('is the setting at first', () => {
    expect(requestsInUse(state(60, 0))).toBe(60);
  });

  it.each([
    [60, 20, [20, 23, 26, 30, 34, 40, 46, 53, 60, 60]],
    [8, 2, [2, 3, 4, 5, 6, 7, 8]],
  ])('of %d grows from %d window by window once it has held', (setting, requests, expected) => {
    const limit = learned(requests, { at: minute });
    const at = (now: number) => requestsInUse(state(setting, now, limit));
    expect([at(0), at(4 * minute - 1)]).toEqual([requests, requests]);
    expect(expected.map((_, index) => at((index + 4) * minute - 1))).toEqual(expected);
  });

  it.each([
    ['in half of its window', learned(10, { windowMs: minute / 2 }), 20],
    ['in two of its windows', learned(31, { windowMs: 2 * minute }), 15],
    ['less than one in its window', learned(1, { windowMs: 2 * minute }), 1],
    ['as many as the setting', learned(60), 60],
    ['more than the setting', learned(90), 60],
  ])('is computed for the window of the setting: %s', (_, limit, expected) => {
    expect(requestsInUse(state(60, 0, limit))).toBe(expected);
  });
});

describe('after a refusal', () => {
  it.each<[number, number, number, number | undefined]>([
    // One or two without an answer say nothing: others may have used up the limit.
    [60, 0, 1, undefined],
    [60, 0, 2, undefined],
    [60, 0, 3, 30],
    // Few answers may be chance.
    [60, 1, 1, 30],
    [60, 4, 1, 30],
    [61, 4, 1, 30],
    [6, 4, 1, 4],
    [60, 5, 1, 5],
    [60, 50, 1, 50],
    [60, 54, 1, 54],
    [60, 55, 1, 54],
    [60, 90, 1, 54],
    [20, 19, 1, 18],
    [5, 5, 1, 4],
    [2, 2, 1, 1],
    [1, 1, 1, 1],
  ])(
    'of %d, with %d accepted and %d refused, the limit is %s',
    (setting, accepted, refused, requests) => {
      const event = afterRefusal(state(setting, 7), 3, { accepted, refused });
      expect(event).toEqual(requests === undefined ? undefined : learned(requests, { at: 7 }));
    },
  );

  it.each([
    [1000, 30_000],
    [10_000, 30_000],
    [10_001, 30_003],
    [minute, 3 * minute],
    [hour, hour],
  ])('in windows of %d ms it holds for %d ms', (windowMs, holdMs) => {
    const setting = { requests: 60, windowMs };
    const answers = { accepted: 20, refused: 1 };
    const event = afterRefusal({ setting, learned: undefined, now: 7 }, 3, answers);
    expect(event).toEqual({ at: 7, requests: 20, windowMs, holdMs });
  });

  it.each<[string, number, number, number | undefined]>([
    ['says nothing if it was sent before', 1999, 1000 + 9 * minute, undefined],
    ['says nothing if it was sent at the same time', 2000, 1000 + 9 * minute, undefined],
    ['holds as long if it had not held yet', 2001, 2000 + 3 * minute - 1, 3 * minute],
    ['holds three times as long if it had', 2001, 2000 + 3 * minute, 9 * minute],
  ])('of a lower limit it %s', (_, sentAt, now, holdMs) => {
    const limit = learned(20, { at: 2000 });
    const event = afterRefusal(state(60, now, limit), sentAt, { accepted: 10, refused: 1 });
    expect(event).toEqual(holdMs && learned(10, { at: now, holdMs }));
  });

  it('it never holds longer than an hour', () => {
    const limit = learned(20, { holdMs: hour / 2 });
    const event = afterRefusal(state(60, hour / 2, limit), 1, { accepted: 10, refused: 1 });
    expect(event).toEqual(learned(10, { at: hour / 2, holdMs: hour }));
  });

  it('for an overload it is seven tenths, and one at least', () => {
    const lower = [60, 10, 1].map((requests) => afterOverload(state(requests, 7), 3));
    expect(lower).toEqual([42, 7, 1].map((requests) => learned(requests, { at: 7 })));
    expect(afterOverload(state(60, 7, learned(20)), 0)).toBeUndefined();
  });

  it('holds as at first where a lower limit has grown back to the setting', () => {
    const limit = learned(20, { holdMs: hour });
    const event = afterRefusal(state(60, 2 * hour, limit), 1, { accepted: 50, refused: 1 });
    expect(event).toEqual(learned(50, { at: 2 * hour }));
  });
});

describe('a statement of the service', () => {
  const rate = (requests: number, windowMs: number): StatedLimit => ({
    rate: { requests, windowMs },
  });
  const full = { remaining: 0, resetMs: minute };

  it.each<[string, StatedLimit, number, number | undefined, number | undefined]>([
    ['nothing', {}, 10, undefined, undefined],
    ['a lower rate', rate(20, minute), 0, 20, undefined],
    ['a rate of half a window', rate(11, minute / 2), 0, 22, undefined],
    ['a rate of two windows', rate(31, 2 * minute), 0, 15, undefined],
    ['a rate of a longer window', rate(31, 2 * minute + 1), 0, undefined, undefined],
    ['a rate below one', rate(1, 2 * minute), 0, 1, undefined],
    ['the same rate', rate(60, minute), 0, undefined, undefined],
    ['a higher rate', rate(61, minute), 0, undefined, undefined],
    ['a rate and no room', { ...rate(20, minute), ...full }, 0, 20, undefined],
    ['a rate of a day and no room', { ...rate(99, 99 * hour), ...full }, 9, 9, minute],
    ['some room', { ...full, remaining: 1, requests: 20 }, 9, undefined, undefined],
    ['no room, until it is not told', { remaining: 0, requests: 20 }, 9, undefined, undefined],
    ['no room for two windows', { ...full, resetMs: 2 * minute }, 9, 9, 2 * minute],
    ['no room for longer', { ...full, resetMs: 2 * minute + 1 }, 9, undefined, undefined],
    ['no room, where four fifths were used', full, 48, 48, minute],
    ['no room, where more was used', full, 49, undefined, undefined],
    ['no room of a number', { ...full, requests: 20 }, 0, 20, minute],
    ['no room of a small number', { ...full, requests: 4 }, 9, undefined, minute],
    ['no room of five', { ...full, requests: 5 }, 0, 5, minute],
    ['no room of more than the setting', { ...full, requests: 100 }, 9, undefined, minute],
    ['no room after few answers', full, 4, undefined, minute],
    ['no room after five', full, 5, 5, minute],
    ['no room for a short while', { ...full, resetMs: minute / 4 }, 9, undefined, minute / 4],
    ['no room for a bit longer', { ...full, resetMs: 15_001 }, 9, 9, 15_001],
  ])('of %s is heeded', (_, stated, accepted, requests, pauseMs) => {
    const { learned: event, pauseMs: ms } = afterStatement(state(60, 7), stated, accepted);
    expect(event).toEqual(requests === undefined ? undefined : learned(requests, { at: 7 }));
    expect(ms).toBe(pauseMs);
  });
});
