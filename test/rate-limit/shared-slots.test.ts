import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestSlot, SharedRequestSlots } from '../../src/rate-limit/shared-slots.ts';
import { createTempFolder } from '../support/home.ts';
import { TestClock } from '../support/test-clock.ts';

const windowMs = 1000;

/** Requests stay on the board for this long, for others that count them in a longer window. */
const retentionMs = 3_600_000;

/** After its last sign of life, a process counts as one whose requests have arrived. */
const silentMs = 5000;

/** A machine on which processes with one folder are started, stopped and killed. */
function createMachine(folder = path.join(createTempFolder(), 'rate-limit')) {
  const clock = new TestClock();
  const troubles: unknown[] = [];
  const start = (ownWindowMs = windowMs) => {
    let isRunning = true;
    // A process that does not run has no timers.
    const timer = (ms: number, callback: () => void) =>
      clock.timer(ms, () => isRunning && callback());
    const sharing = { folder, onError: (error: unknown) => troubles.push(error) };
    const board = new SharedRequestSlots(ownWindowMs, { ...clock, timer }, sharing);
    const kill = () => {
      isRunning = false;
    };
    return Object.assign(board, { kill });
  };
  const send = () => {
    const one = start();
    one.readUsage();
    one.claim();
  };
  const files = () => readdirSync(folder);
  const taken = () => start().readUsage().releaseTimes;
  return { clock, folder, troubles, start, send, files, taken };
}

const unanswered = Number.POSITIVE_INFINITY;

describe('a slot', () => {
  it('is visible to other processes at once and expires one window after its response', () => {
    const { clock, start, taken } = createMachine();
    const one = start();
    const [first, second] = [one.claim(), one.claim()];
    expect(taken()).toEqual([unanswered, unanswered]);
    clock.advance(300);
    one.markAnswered(second, true);
    one.release(first);
    expect(start().readUsage()).toMatchObject({ releaseTimes: [1300], isRecovered: true });
    clock.advance(windowMs);
    expect(taken()).toEqual([1300]);
    clock.advance(1);
    expect(taken()).toEqual([]);
  });

  it.each([
    ['at once', 0, silentMs + windowMs],
    // Its last sign of life was 1.5 s before.
    ['after a while', 7500, 6000 + silentMs + windowMs],
  ])('of a process killed %s counts until its request must have arrived', (_, ms, end) => {
    const { clock, start, taken } = createMachine();
    const one = start();
    one.claim();
    for (let passed = 0; passed < ms; passed += 500) clock.advance(500);
    one.kill();
    expect(taken()).toEqual([unanswered]);
    clock.advance(end - windowMs - clock.elapsed() + 1);
    expect(taken()).toEqual([end]);
    clock.advance(end - clock.elapsed() + 1);
    expect(taken()).toEqual([]);
  });
});

it('slots are kept for a process with a longer window', () => {
  const { clock, start } = createMachine();
  for (let process = 0; process < 3; process += 1) {
    const one = start();
    for (let requests = 0; requests < 2; requests += 1) {
      one.markAnswered(one.claim(), false);
      clock.advance(windowMs + 1);
    }
    one.close();
  }
  expect(start().readUsage().releaseTimes).toEqual([]);
  expect(start(60_000).readUsage().releaseTimes).toHaveLength(6);
});

it('a long run keeps its latest slots in a small file', () => {
  const { clock, folder, start, files } = createMachine();
  const one = start();
  for (let requests = 0; requests < 1100; requests += 1) {
    one.markAnswered(one.claim(), false);
    clock.advance(windowMs + 1);
  }
  expect(start(500 * windowMs).readUsage().releaseTimes).toHaveLength(499);
  expect(statSync(path.join(folder, files()[0] ?? '')).size).toBeLessThan(25_000);
});

it('each process republishes its slots on its next read after all files are removed', () => {
  const { clock, folder, start, taken } = createMachine();
  const boards = [start(), start()];
  for (const one of boards) one.markAnswered(one.claim(), false);
  clock.advance(500);
  rmSync(folder, { recursive: true });
  expect(boards.map((one) => one.readUsage().releaseTimes.length)).toEqual([1, 2]);
  expect(taken()).toEqual([1000, 1000]);
});

describe('files', () => {
  it('are private, as is their folder, and not created by readers', () => {
    const { folder, start, files } = createMachine();
    start().readUsage();
    start().close();
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    start().claim();
    const modes = [folder, ...files().map((name) => path.join(folder, name))];
    expect(modes.map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('of finished or killed processes are removed once all their slots have expired', () => {
    const { clock, start, files } = createMachine();
    const counts: number[] = [];
    for (let process = 0; process < 200; process += 1) {
      const one = start();
      one.readUsage();
      one.markAnswered(one.claim(), false);
      if (process % 2 === 0) one.close();
      else one.kill();
      counts.push(files().length);
      clock.advance(retentionMs / 40);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(42);
    expect(counts.at(-1)).toBeGreaterThan(39);
  });
});

it.each([
  ['an answer', 5e9 + 10],
  ['a request', unanswered],
])('entries from before a reboot count from the boot: %s', (_, time) => {
  const { clock, folder, start, send, files, taken } = createMachine();
  mkdirSync(folder);
  const header = [5e9 + 10, 0, 5e9, 1, windowMs, 30_000, 5e9, 60_000];
  writeFileSync(path.join(folder, 'old'), Float64Array.from([...header, 5e9, time, 0]));
  const view = start().readUsage();
  expect([view.releaseTimes.length, view.pausedUntil]).toEqual([1, -unanswered]);
  clock.advance(silentMs + windowMs + 1);
  expect(taken()).toEqual([]);
  clock.advance(retentionMs);
  send();
  expect(files()).toEqual([expect.not.stringMatching('old')]);
});

it('a pause lasts at most an hour', () => {
  const one = createMachine().start();
  one.pause(9e9);
  expect(one.readUsage()).toMatchObject({ pausedAt: 0, pausedUntil: 3_600_000 });
});

it('requests after a pause count as pending until one succeeds', () => {
  const { clock, start } = createMachine();
  const one = start();
  const seen = () => {
    const { pendingAfterPause, isRecovered } = start().readUsage();
    return [pendingAfterPause, isRecovered];
  };
  const before = one.claim();
  one.pause(100);
  expect(seen()).toEqual([0, false]);
  clock.advance(100);
  one.markAnswered(before, false);
  const refused = one.claim();
  expect(seen()).toEqual([1, false]);
  one.markAnswered(refused, true);
  expect(seen()).toEqual([0, false]);
  one.markAnswered(one.claim(), false);
  expect(seen()).toEqual([0, true]);
});

it('reads the files of earlier versions, ignoring their learned limit', () => {
  const { clock, folder, start } = createMachine();
  mkdirSync(folder);
  clock.advance(60_000);
  const learned = [59_000, 5, windowMs, 30_000];
  const slots = [59_000, 59_500, 0, 59_900, unanswered, 0, 59_800, 59_900, 1];
  const numbers = [59_900, 0, ...learned, 59_900, 7000, ...slots];
  writeFileSync(path.join(folder, 'earlier'), Float64Array.from(numbers));
  expect(start().readUsage()).toMatchObject({
    releaseTimes: [60_500, 60_900, unanswered],
    pausedAt: 59_900,
    pausedUntil: 66_900,
  });
});

it('writes files that earlier versions can read', () => {
  const { clock, folder, start, files } = createMachine();
  clock.advance(5000);
  const one = start();
  one.pause(7000);
  one.markAnswered(one.claim(), true);
  one.claim();
  const [name = ''] = files();
  const { buffer } = Uint8Array.from(readFileSync(path.join(folder, name)));
  const header = [5000, 0, 0, 0, 0, 0, 5000, 7000];
  expect([...new Float64Array(buffer)]).toEqual([...header, 5000, 5000, 1, 5000, unanswered, 0]);
});

describe('an unusable folder', () => {
  it.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(folder, '')],
    ['a folder for a file', (folder) => mkdirSync(path.join(folder, 'one'), { recursive: true })],
  ])('makes each process count alone, with one warning: %s is there', (_, spoil) => {
    const { folder, troubles, start } = createMachine();
    spoil(folder);
    const one = start();
    one.readUsage();
    one.markAnswered(one.claim(), false);
    one.pause(10);
    expect(one.readUsage()).toMatchObject({ releaseTimes: [windowMs], pausedUntil: 10 });
    one.close();
    expect(troubles).toHaveLength(1);
  });
});

it('tolerates foreign files in its folder', () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.float64Array({ maxLength: 40 }).map(({ buffer }) => new Uint8Array(buffer)),
  );
  fc.assert(
    fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
      const { clock, folder, troubles, start } = createMachine();
      mkdirSync(folder);
      for (const [index, bytes] of contents.entries())
        writeFileSync(path.join(folder, `other-${index}`), bytes);
      clock.advance(20_000);
      const one = start();
      one.markAnswered(one.claim(), false);
      const view = one.readUsage();
      const { releaseTimes, pausedUntil, sentAt } = view;
      expect(releaseTimes.every((end) => end >= view.now)).toBe(true);
      expect(pausedUntil).toBeLessThanOrEqual(view.now + 1000 + 3_600_000);
      expect(sentAt).toBeLessThanOrEqual(view.now + 1000);
      expect(troubles).toEqual([]);
    }),
  );
});

/** What a process does next; each of these may come between any two of another process. */
interface SimulatedProcess {
  board: ReturnType<ReturnType<typeof createMachine>['start']>;
  next: 'look' | 'put' | 'check' | 'answer';
  slot?: RequestSlot;
}

it('never admits more than the limit, in any order of writes, reads and kills', () => {
  const step = fc.record({
    process: fc.nat({ max: 3 }),
    ms: fc.oneof(fc.constant(0), fc.nat({ max: 400 })),
    isKill: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
    /** When the service has the request, between its sending and its answer. */
    counted: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const requests = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(requests, fc.array(step, { maxLength: 150 }), (limit, steps) => {
      const { clock, troubles, start } = createMachine();
      const newcomer = (): SimulatedProcess => ({ board: start(), next: 'look' });
      const courses = Array.from({ length: 4 }, newcomer);
      const arrivals: number[] = [];
      for (const { process, ms, isKill, counted } of steps) {
        clock.advance(ms);
        const course = courses[process] ?? newcomer();
        const { board, next, slot } = course;
        const now = clock.elapsed();
        if (isKill) {
          board.kill();
          if (next === 'answer' && slot) arrivals.push(slot.sentAt + counted * 3000);
          courses[process] = newcomer();
        } else if (next === 'look') {
          if (board.readUsage().releaseTimes.length < limit) course.next = 'put';
        } else if (next === 'put') {
          course.slot = board.claim();
          course.next = 'check';
        } else if (slot && next === 'check') {
          const isFree = board.readUsage().releaseTimes.length <= limit;
          if (!isFree) board.release(slot);
          course.next = isFree ? 'answer' : 'look';
        } else if (slot) {
          arrivals.push(slot.sentAt + counted * (now - slot.sentAt));
          board.markAnswered(slot, false);
          course.next = 'look';
        }
      }
      arrivals.sort((one, other) => one - other);
      for (const [index, arrival] of arrivals.entries())
        expect((arrivals[index + limit] ?? unanswered) - arrival).toBeGreaterThan(windowMs);
      expect(troubles).toEqual([]);
    }),
    { numRuns: Number(process.env.TEST_RUNS ?? 200) },
  );
});
