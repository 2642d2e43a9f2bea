import { describe, expect, it } from 'vitest';
import type { Rate } from '../../src/core/periods.ts';
import { waitOfLookUp, waitOfRun } from '../../src/rate-limit/room.ts';
import type { View } from '../../src/rate-limit/view.ts';

const minute = 60_000;

const perMinute = (requests: number) => ({ requests, windowMs: minute });

interface Taken {
  /** How many slots this process has, and how many others have. */
  own?: number;
  others?: number;
  /** When the last of them was taken. */
  at?: number;
  /** When each of the first was answered. */
  answers?: number[];
  pausedUntil?: number;
}

function viewOf({ windowMs }: Rate, now: number, taken: Taken = {}): View {
  const { own = 0, others = 0, at = 0, answers = [], pausedUntil = 0 } = taken;
  const ends = Array.from({ length: own + others }, (_, index) =>
    index < answers.length ? (answers[index] ?? 0) + windowMs : Number.POSITIVE_INFINITY,
  );
  const sentAt = ends.length > 0 ? at : Number.NEGATIVE_INFINITY;
  return {
    ...{ now, ends, own, sentAt, pausedUntil, learned: undefined },
    ...{ isOpenElsewhere: false, accepted: 0, refused: 0 },
  };
}

function waitForRoom(rate: Rate, taken: Taken, now: number, own: typeof none, isLowered = false) {
  return waitOfRun(viewOf(rate, now, taken), rate, isLowered, own);
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
    expect(waitForRoom(rate, { others: burst - 1 }, 0, none)).toBe(0);
    expect(waitForRoom(rate, { others: burst }, 0, none)).not.toBe(0);
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
      const rate = { requests: 60, windowMs };
      expect(waitForRoom(rate, {}, 0, { underWay, answered })).toBe(expected);
    },
  );

  it('may have many under way once its burst is sent', () => {
    const own = { underWay: 28, answered: 0 };
    expect(waitForRoom(perMinute(60), { others: 28 }, 0, own)).toBe(2069);
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
    expect(waitForRoom(rate, taken, now, none)).toBe(expected);
  });

  it.each([
    ['nothing taken', {}, 5000, 5000],
    ['its burst sent', { others: 28 }, 5000, 5000],
    ['its burst sent, and the pause short', { others: 28 }, 100, 2069],
  ])('waits for the end of a pause: %s', (_, taken, ms, expected) => {
    expect(waitForRoom(perMinute(60), { ...taken, pausedUntil: ms }, 0, none)).toBe(expected);
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
    expect(waitForRoom(perMinute(20), taken, now, { underWay, answered: 0 }, true)).toBe(expected);
  });
});

describe('a single look-up', () => {
  const rate = { requests: 3, windowMs: 1000 };

  it.each<[string, Taken, number, number | undefined]>([
    ['has room at once', { others: 2, answers: [0, 0] }, 0, 0],
    ['has no room behind another one', { others: 2, answers: [300, 400] }, 1, 901],
    ['waits for the first slot', { others: 3, answers: [100, 200, 300] }, 0, 701],
    ['waits for the third slot', { others: 3, answers: [100, 200, 300] }, 2, 901],
    ['waits a window more', { others: 3, answers: [100, 200, 300] }, 3, 1701],
    ['waits two windows more', { others: 3, answers: [100, 200, 300] }, 8, 2901],
    ['waits where there are too many', { others: 4, answers: [100, 200, 300, 350] }, 0, 801],
    ['waits for an answer', { own: 1, others: 2 }, 0, undefined],
    ['waits for the second answer', { others: 3, answers: [100] }, 1, undefined],
    ['waits for the end of a pause', { pausedUntil: 5000 }, 0, 4600],
    [
      'waits for a slot after a pause',
      { others: 3, answers: [390, 390, 390], pausedUntil: 500 },
      0,
      991,
    ],
  ])('%s', (_, taken, ahead, expected) => {
    expect(waitOfLookUp(viewOf(rate, 400, taken), rate, ahead)).toBe(expected);
  });
});
