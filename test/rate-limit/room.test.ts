import { describe, expect, it } from 'vitest';
import type { Rate } from '../../src/core/periods.ts';
import { waitForRoom } from '../../src/rate-limit/room.ts';
import { SlidingWindow } from '../../src/rate-limit/sliding-window.ts';

const minute = 60_000;

const perMinute = (requests: number) => ({ requests, windowMs: minute });

interface Taken {
  /** How many slots this process has, and how many others have. */
  own?: number;
  others?: number;
  /** When they were all reserved. */
  at?: number;
  /** When each of the first was answered. */
  answers?: number[];
}

function windowWith(rate: Rate, { own = 0, others = 0, at = 0, answers = [] }: Taken = {}) {
  const window = new SlidingWindow(rate, 'self');
  const ids = [
    ...Array.from({ length: own }, (_, index) => `self:${index}`),
    ...Array.from({ length: others }, (_, index) => `other:${index}`),
  ];
  for (const id of ids) window.apply({ kind: 'reserved', id, at }, at);
  for (const [index, answer] of answers.entries())
    window.apply({ kind: 'answered', id: ids[index] ?? '', at: answer }, answer);
  return window;
}

const none = { underWay: 0, answered: 0 };

describe('a run', () => {
  it.each<[Rate, number]>([
    [perMinute(60), 28],
    [perMinute(20), 10],
    [perMinute(600), 300],
    [{ requests: 3, windowMs: 10_000 }, 2],
    [{ requests: 20, windowMs: 2001 }, 10],
    [{ requests: 20, windowMs: 2000 }, 20],
  ])('at %j sends %d at once', (rate, burst) => {
    const full = windowWith(rate, { others: burst });
    expect(waitForRoom(windowWith(rate, { others: burst - 1 }), 0, none)).toBe(0);
    expect(waitForRoom(full, 0, none)).not.toBe(0);
  });

  it.each<[number, number, number, number | undefined]>([
    [minute, 2, 0, 0],
    [minute, 3, 0, undefined],
    [minute, 3, 7, undefined],
    [minute, 3, 8, 0],
    [minute, 4, 8, undefined],
    [minute, 4, 16, 0],
    [2001, 3, 0, undefined],
    [2000, 3, 0, 0],
  ])(
    'in windows of %d ms with %d under way after %d answers has room in %s ms',
    (windowMs, underWay, answered, expected) => {
      const window = windowWith({ requests: 60, windowMs });
      expect(waitForRoom(window, 0, { underWay, answered })).toBe(expected);
    },
  );

  it('may have many under way once its burst is sent', () => {
    const window = windowWith(perMinute(60), { others: 28 });
    expect(waitForRoom(window, 0, { underWay: 28, answered: 0 })).toBe(2069);
  });

  it.each<[string, Rate, Taken, number, number | undefined]>([
    // A 29th of a minute, and an eighth of a slot for those who have all.
    ['no answer yet', perMinute(60), { own: 28 }, 0, 2194],
    ['none of its own', perMinute(60), { others: 28 }, 0, 2069],
    ['its time past', perMinute(60), { others: 28 }, 2100, 0],
    ['half of them its own', perMinute(60), { own: 14, others: 14 }, 0, 2132],
    ['some time later', perMinute(60), { others: 28 }, 2000, 69],
    ['reserved later', perMinute(60), { others: 28, at: 500 }, 500, 2069],
    ['an answer', perMinute(60), { others: 28, answers: [290] }, 290, 1789],
    ['the last but the reserve', perMinute(60), { others: 55 }, 0, 30_001],
    ['all but the reserve', perMinute(60), { others: 56 }, 0, undefined],
    ['one of them answered', perMinute(60), { others: 56, answers: [100] }, 100, 60_001],
    ['all its own', perMinute(60), { own: 56, answers: [100] }, 100, 60_126],
    ['the reserve too', perMinute(60), { others: 58, answers: [1, 2, 3] }, 3, 60_001],
    ['fewer answers than that', perMinute(60), { others: 58, answers: [1, 2] }, 2, undefined],
    ['few slots', perMinute(4), { own: 4, answers: [0] }, 0, 60_301],
    ['a short window', { requests: 2, windowMs: 1000 }, { own: 2, answers: [0] }, 0, 1006],
  ])('that has sent its first spreads what follows: %s', (_, rate, taken, now, expected) => {
    expect(waitForRoom(windowWith(rate, taken), now, none)).toBe(expected);
  });

  it.each([
    ['nothing taken', {}, 5000, 5000],
    ['its burst sent', { others: 28 }, 5000, 5000],
    ['its burst sent, and the pause short', { others: 28 }, 100, 2069],
  ])('waits for the end of a pause: %s', (_, taken, ms, expected) => {
    const window = windowWith(perMinute(60), taken);
    window.apply({ kind: 'paused', at: 0, ms }, 0);
    expect(waitForRoom(window, 0, none)).toBe(expected);
  });
});

describe('where the limit is lowered to 20, a run', () => {
  it.each<[string, Taken, number, number, number | undefined]>([
    ['sends one', {}, 0, 2, 0],
    ['has three under way', {}, 0, 3, undefined],
    ['has three under way, also after its first', { own: 3 }, 0, 3, undefined],
    // A 19th of a minute, and a two-hundredth for those who have all.
    ['spreads from the second on', { own: 1 }, 0, 1, 3458],
    [
      'spreads over more than what is free soon',
      { own: 18, at: 59_000, answers: [100] },
      59_000,
      0,
      2701,
    ],
  ])('%s', (_, taken, now, underWay, expected) => {
    const window = windowWith(perMinute(60), taken);
    const event = { at: 0, requests: 20, windowMs: minute, holdMs: 3 * minute } as const;
    window.apply({ kind: 'learned', ...event }, 0);
    expect(waitForRoom(window, now, { underWay, answered: 0 })).toBe(expected);
  });
});
