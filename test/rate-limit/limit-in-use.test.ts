import { describe, expect, it } from 'vitest';
import type { LearnedLimit } from '../../src/rate-limit/board.ts';
import {
  afterOverload,
  afterRefusal,
  afterStatement,
  requestsInUse,
  type StatedLimit,
} from '../../src/rate-limit/limit-in-use.ts';

const minute = 60_000;

const perMinute = (requests: number) => ({ requests, windowMs: minute });

function learned(requests: number, others: Partial<LearnedLimit> = {}): LearnedLimit {
  return { at: 0, requests, windowMs: minute, holdMs: 3 * minute, ...others };
}

function shown(now: number, accepted = 0, limit?: LearnedLimit) {
  return { now, learned: limit, accepted };
}

describe('the limit in use', () => {
  it.each([
    [60, 20, [20, 23, 26, 30, 34, 40, 46, 53, 60, 60]],
    [8, 2, [2, 3, 4, 5, 6, 7, 8]],
  ])('of %d grows from %d window by window once it has held', (setting, requests, expected) => {
    const limit = learned(requests, { at: minute });
    const at = (now: number) => requestsInUse(perMinute(setting), shown(now, 0, limit));
    expect([at(0), at(4 * minute - 1)]).toEqual([requests, requests]);
    expect(expected.map((_, index) => at((index + 4) * minute - 1))).toEqual(expected);
  });
});

describe('a refusal', () => {
  it.each([
    // The first one after few answers is only remembered.
    [60, 0, 60, 20],
    [60, 25, 60, 25],
    [60, 30, 30, 30],
    [60, 55, 54, 54],
    [2, 2, 1, 1],
    [1, 1, 1, 1],
  ])(
    'of %d after %d answers makes the limit %d, and one after it %d',
    (setting, accepted, ...then) => {
      const rate = perMinute(setting);
      const first = afterRefusal(rate, shown(7, accepted), 3);
      const known = learned(setting, { at: 1 });
      const next = afterRefusal(rate, shown(7, accepted, known), 3);
      expect([first?.requests, next?.requests]).toEqual(then);
    },
  );

  it.each<[string, number, number, number | undefined]>([
    ['says nothing if it was sent before', 2000, 1000 + 9 * minute, undefined],
    ['holds as long if it had not held yet', 2001, 2000 + 3 * minute - 1, 3 * minute],
    ['holds three times as long if it had', 2001, 2000 + 3 * minute, 9 * minute],
    ['holds as at first if it has grown back', 2001, 120 * minute, 3 * minute],
  ])('of a lower limit %s', (_, sentAt, now, holdMs) => {
    const known = shown(now, 50, learned(20, { at: 2000 }));
    expect(afterRefusal(perMinute(60), known, sentAt)?.holdMs).toBe(holdMs);
  });

  it('for an overload makes it seven tenths, and one at least', () => {
    const lower = [60, 10, 1].map((requests) => afterOverload(perMinute(requests), shown(7), 3));
    expect(lower).toEqual([42, 7, 1].map((requests) => learned(requests, { at: 7 })));
  });
});

describe('a statement of the service', () => {
  const rate = (requests: number, windowMs: number) => ({ rate: { requests, windowMs } });
  const full = { remaining: 0, resetMs: minute };

  it.each<[string, StatedLimit, number, number | undefined, number | undefined]>([
    ['nothing', {}, 10, undefined, undefined],
    ['a lower rate', rate(20, minute), 0, 20, undefined],
    ['a rate of two windows', rate(31, 2 * minute), 0, 15, undefined],
    ['a rate of a longer window', rate(31, 2 * minute + 1), 0, undefined, undefined],
    ['the same rate', rate(60, minute), 0, undefined, undefined],
    ['some room', { ...full, remaining: 1, requests: 20 }, 9, undefined, undefined],
    ['no room for longer', { ...full, resetMs: 2 * minute + 1 }, 9, undefined, undefined],
    ['no room, where four fifths were used', full, 48, undefined, minute],
    ['no room, where more was used', full, 49, undefined, undefined],
    ['no room of a number', { ...full, requests: 20 }, 0, 20, minute],
    ['no room for a short while', { ...full, resetMs: minute / 4 }, 9, undefined, minute / 4],
  ])('of %s is heeded', (_, stated, accepted, requests, pauseMs) => {
    const after = afterStatement(perMinute(60), shown(7, accepted), stated);
    expect([after.learned?.requests, after.pauseMs]).toEqual([requests, pauseMs]);
  });
});
