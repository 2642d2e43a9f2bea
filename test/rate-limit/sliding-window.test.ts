import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/rate-limit/events.ts';
import { SlidingWindow } from '../../src/rate-limit/sliding-window.ts';

const windowMs = 1000;

type RequestEvent = Extract<LedgerEvent, { id: string }>;

const event = (kind: RequestEvent['kind'], id: string, at: number) => ({ kind, id, at });

/** A window of two requests, after events that were each applied at their time or at `now`. */
function windowAfter(events: LedgerEvent[], now?: number): SlidingWindow {
  const window = new SlidingWindow({ requests: 2, windowMs }, 'self');
  for (const one of events) window.apply(one, now ?? one.at);
  return window;
}

const reserved = (...ids: string[]) => ids.map((id) => event('reserved', id, 0));

describe('a request', () => {
  it.each<[string, LedgerEvent[], number | undefined]>([
    ['has its turn by order, not by time', [event('reserved', 'a:0', 9), ...reserved('b:0')], 0],
    ['waits while it is the third', reserved('a:0', 'a:1', 'b:0'), undefined],
    ['waits from an answer', [...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:1', 5)], 1006],
    [
      'waits for the first of two ends',
      [...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:0', 9), event('refused', 'a:1', 7)],
      1008,
    ],
    [
      'waits for the second end as the fourth',
      [
        ...reserved('a:0', 'a:1', 'a:2', 'b:0'),
        event('answered', 'a:2', 9),
        event('answered', 'a:0', 5),
      ],
      1010,
    ],
    [
      'waits for one more answer as the fourth',
      [...reserved('a:0', 'a:1', 'a:2', 'b:0'), event('answered', 'a:0', 5)],
      undefined,
    ],
    ['does not wait for those behind it', reserved('a:0', 'b:0', 'a:1', 'a:2'), 0],
    [
      'goes on after a withdrawal',
      [...reserved('a:0', 'a:1', 'b:0'), event('withdrawn', 'a:0', 1)],
      0,
    ],
    [
      'keeps its turn when it is repeated',
      [...reserved('b:0', 'a:0', 'a:1'), ...reserved('b:0')],
      0,
    ],
    [
      'comes after those that nobody has reserved',
      [...reserved('b:0'), event('sent', 'a:0', 0), event('sent', 'a:1', 0)],
      undefined,
    ],
    ['comes after everything if it is unknown', reserved('a:0', 'a:1', 'a:2'), undefined],
    [
      'is held by the last of two answers to another',
      [...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:0', 9), event('answered', 'a:0', 5)],
      1010,
    ],
    [
      'is held again by one that goes on after its answer',
      [...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:0', 9), event('sent', 'a:0', 20)],
      undefined,
    ],
  ])('%s', (_, events, wait) => {
    expect(windowAfter(events, 0).wait('b:0', 0)).toBe(wait);
  });

  it('waits in whole milliseconds until the window after an answer is over', () => {
    const window = windowAfter([...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:0', 0)]);
    expect([0, 0.5, 999, 999.5, 1000].map((now) => window.wait('b:0', now))).toEqual([
      ...[1001, 1000, 2, 1],
      1,
    ]);
    expect(window.wait('b:0', 1001)).toBe(0);
    expect([window.size, window.countTaken(1001)]).toEqual([2, 2]);
  });

  it('waits for a pause, and for a slot that is free later', () => {
    const events = [...reserved('a:0', 'a:1', 'b:0'), event('answered', 'a:0', 0)];
    const window = windowAfter([...events, { kind: 'paused', at: 0, ms: 500 }]);
    expect([window.wait('a:0', 0), window.wait('b:0', 0)]).toEqual([500, 1001]);
    window.apply({ kind: 'paused', at: 0, ms: 2000 }, 0);
    expect([window.wait('a:0', 0), window.wait('b:0', 0)]).toEqual([2000, 2000]);
  });
});

describe('the slots that are taken', () => {
  it('tell what of others is unanswered, what was answered, and what was refused', () => {
    const window = windowAfter([
      ...reserved('self:0', 'a:0', 'a:1', 'self:1'),
      event('answered', 'a:0', 10),
      event('refused', 'self:1', 20),
    ]);
    expect(window.unansweredOfOthers().map(({ id }) => id)).toEqual(['a:1']);
    expect(window.taken(0).map(({ id, isOwn }) => [id, isOwn])).toEqual([
      ['self:0', true],
      ['a:0', false],
      ['a:1', false],
      ['self:1', true],
    ]);
    expect(window.own).toBe(2);
    expect(window.answers(0)).toEqual([
      event('answered', 'a:0', 10),
      event('refused', 'self:1', 20),
    ]);
    expect(window.countAnswers(1010)).toEqual({ accepted: 1, refused: 1 });
    expect(window.countAnswers(1011)).toEqual({ accepted: 0, refused: 1 });
    expect([1010, 1011, 1020, 1021].map((now) => [window.countTaken(now), window.own])).toEqual([
      [4, 2],
      [3, 2],
      [3, 2],
      [2, 1],
    ]);
  });

  it('become free one after the other, as far as answers have come', () => {
    const window = windowAfter([
      ...reserved('a:0', 'a:1', 'a:2', 'a:3', 'a:4'),
      event('answered', 'a:0', 1),
      event('answered', 'a:1', 2),
      event('answered', 'a:2', 3),
      event('answered', 'a:1', 4),
      event('withdrawn', 'a:2', 5),
      event('answered', 'a:3', 6),
    ]);
    const free = () => [0, 1, 2, 3].map((count) => window.freeAfter(count));
    expect(free()).toEqual([1001, 1004, 1006, undefined]);
    expect(window.countTaken(1003)).toBe(3);
    expect(free()).toEqual([1004, 1006, undefined, undefined]);
    expect(window.countTaken(1007)).toBe(1);
    expect(free()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('stay taken by a request that goes on after its answer', () => {
    const answered = [...reserved('a:0'), event('answered', 'a:0', 10)];
    const window = windowAfter([...answered, event('sent', 'a:0', 20)]);
    expect([window.countTaken(99_999), window.unansweredOfOthers().length]).toEqual([1, 1]);
    window.apply(event('refused', 'a:0', 100_000), 100_000);
    expect([window.countTaken(101_000), window.countTaken(101_001)]).toEqual([1, 0]);
  });

  it('stay as they are when an unknown request is withdrawn', () => {
    const window = windowAfter([...reserved('self:0'), event('withdrawn', 'self:1', 0)]);
    expect([window.size, window.own]).toEqual([1, 1]);
  });

  it('are counted right after thousands', () => {
    const window = new SlidingWindow({ requests: 2, windowMs }, 'self');
    for (let at = 0; at < 5000; at += 1) {
      window.apply(event('reserved', `self:${at}`, at), at);
      window.apply(event('answered', `self:${at}`, at), at);
      const taken = Math.min(at, windowMs) + 1;
      expect([window.countTaken(at), window.own]).toEqual([taken, taken]);
      const first = Math.max(at, windowMs);
      expect([window.freeAfter(0), window.freeAfter(taken - 1)]).toEqual([first, at + windowMs]);
    }
  });

  it('remember the last reservation, and the last part of each', () => {
    const window = windowAfter([event('reserved', 'a:0', 9), event('reserved', 'a:1', 5)]);
    expect(window.lastReservedAt).toBe(9);
    window.notePart('a:0', 3);
    window.notePart('unknown:0', 4);
    expect(window.taken(9).map(({ id, lastPart }) => [id, lastPart])).toEqual([
      ['a:0', 3],
      ['a:1', -1],
    ]);
  });

  it('tell when a request was last known to be unsent', () => {
    const window = windowAfter([...reserved('a:0', 'a:1'), event('sent', 'a:1', 7)]);
    expect(window.unansweredOfOthers().map(({ lastUnsentAt }) => lastUnsentAt)).toEqual([0, 7]);
  });
});

describe('an event of the future', () => {
  it('counts as it is up to three seconds, as far as clocks may differ', () => {
    const window = windowAfter([event('answered', 'a:0', 3000)], 0);
    expect([window.lacksRestart, window.answers(0)]).toEqual([
      false,
      [event('answered', 'a:0', 3000)],
    ]);
  });

  it('is from before a restart of the machine, and counts from now and then from the restart', () => {
    const before = [event('answered', 'a:0', 3001), event('reserved', 'a:1', 9000)];
    const window = windowAfter(before, 0);
    const known = () => window.taken(0).map(({ lastUnsentAt, until }) => [lastUnsentAt, until]);
    expect(window.lacksRestart).toBe(true);
    expect(known()).toEqual([
      [0, 1000],
      [0, Number.POSITIVE_INFINITY],
    ]);
    window.apply(event('reserved', 'a:2', 30), 40);
    window.apply({ kind: 'restarted', at: 50 }, 60);
    expect(window.lacksRestart).toBe(false);
    expect(known()).toEqual([
      [50, 1050],
      [50, Number.POSITIVE_INFINITY],
      [30, Number.POSITIVE_INFINITY],
    ]);
    window.apply({ kind: 'restarted', at: 70 }, 70);
    expect(known()[0]).toEqual([50, 1050]);
  });

  it('is forgotten with a request that was withdrawn before the restart is known', () => {
    const window = windowAfter(
      [event('reserved', 'a:0', 9000), event('withdrawn', 'a:0', 9000)],
      0,
    );
    window.apply({ kind: 'restarted', at: 0 }, 0);
    expect([window.size, window.lacksRestart]).toEqual([0, false]);
  });

  it('is no pause and no limit', () => {
    const window = windowAfter(
      [
        { kind: 'paused', at: 3001, ms: 9 },
        { kind: 'learned', at: 3001, requests: 1, windowMs, holdMs: 9 },
      ],
      0,
    );
    expect([window.limit.pause(0), window.limit.requests(0), window.lacksRestart]).toEqual([
      0,
      2,
      false,
    ]);
  });
});
