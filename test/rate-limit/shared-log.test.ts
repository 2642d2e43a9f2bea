import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestSlot, SharedRateLimitLog } from '../../src/rate-limit/shared-log.ts';
import { createTempFolder } from '../support/home.ts';
import { TestClock } from '../support/test-clock.ts';

const windowMs = 1000;

/** Slots are retained this long for processes with a longer window. */
const retentionMs = 3_600_000;

/** A process silent for this long is dead; its in-flight requests have landed. */
const silentMs = 5000;

/** Simulates processes that share a folder and can be started and killed. */
function createMachine(folder = path.join(createTempFolder(), 'rate-limit')) {
  const clock = new TestClock();
  const errors: unknown[] = [];
  const running = new Set<string>();
  let processes = 0;
  const start = (ownWindowMs = windowMs) => {
    let isRunning = true;
    // Killed processes fire no timers.
    const timer = (ms: number, callback: () => void) =>
      clock.timer(ms, () => isRunning && callback());
    const key = String(processes);
    processes += 1;
    running.add(key);
    const sharing = {
      folder,
      processKey: key,
      isRunning: (processKey: string) => running.has(processKey),
      onError: (error: unknown) => errors.push(error),
    };
    const board = new SharedRateLimitLog(ownWindowMs, { ...clock, timer }, sharing);
    const kill = () => {
      isRunning = false;
      running.delete(key);
    };
    return Object.assign(board, { kill, close: kill });
  };
  const send = () => {
    const slots = start();
    slots.readUsage();
    slots.claim();
  };
  const files = () => readdirSync(folder);
  const readReleaseTimes = () => start().readUsage().releaseTimes;
  return { clock, folder, errors, start, send, files, readReleaseTimes };
}

const noResponse = Number.POSITIVE_INFINITY;

describe('a slot', () => {
  it('is visible to other processes at once and expires one window after its response', () => {
    const { clock, start, readReleaseTimes } = createMachine();
    const slots = start();
    const [first, second] = [slots.claim(), slots.claim()];
    expect(readReleaseTimes()).toEqual([noResponse, noResponse]);
    clock.advance(300);
    slots.markAnswered(second, true);
    slots.release(first);
    expect(start().readUsage()).toMatchObject({ releaseTimes: [1300], isRecovered: true });
    clock.advance(windowMs);
    expect(readReleaseTimes()).toEqual([1300]);
    clock.advance(1);
    expect(readReleaseTimes()).toEqual([]);
  });

  it('of a killed process counts until its request must have arrived', () => {
    const { clock, start, readReleaseTimes } = createMachine();
    const slots = start();
    slots.claim();
    slots.kill();
    expect(readReleaseTimes()).toEqual([noResponse]);
    clock.advance(silentMs);
    expect(readReleaseTimes()).toEqual([silentMs + windowMs]);
    clock.advance(windowMs + 1);
    expect(readReleaseTimes()).toEqual([]);
  });

  it('of a suspended process counts for a minute', () => {
    const { clock, start, readReleaseTimes } = createMachine();
    start().claim();
    clock.advance(59_999);
    expect(readReleaseTimes()).toEqual([noResponse]);
    clock.advance(1);
    expect(readReleaseTimes()).toEqual([60_000 + windowMs]);
  });

  it('from before a reboot does not count', () => {
    const { folder, readReleaseTimes } = createMachine();
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(path.join(folder, 'log-83333'), '1-1/0.5/1 5000000000 Infinity 0\n');
    expect(readReleaseTimes()).toEqual([]);
  });
});

it('slots are kept for a process with a longer window', () => {
  const { clock, start } = createMachine();
  for (let process = 0; process < 3; process += 1) {
    const slots = start();
    for (let requests = 0; requests < 2; requests += 1) {
      slots.markAnswered(slots.claim(), false);
      clock.advance(windowMs + 1);
    }
    slots.close();
  }
  expect(start().readUsage().releaseTimes).toEqual([]);
  expect(start(60_000).readUsage().releaseTimes).toHaveLength(6);
});

it('a long run keeps its latest slots in a small file', () => {
  const { clock, folder, start, files } = createMachine();
  const slots = start();
  for (let requests = 0; requests < 1100; requests += 1) {
    slots.markAnswered(slots.claim(), false);
    clock.advance(windowMs + 1);
  }
  expect(start(500 * windowMs).readUsage().releaseTimes).toHaveLength(499);
  expect(statSync(path.join(folder, files()[0] ?? '')).size).toBeLessThan(25_000);
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
      const slots = start();
      slots.readUsage();
      slots.markAnswered(slots.claim(), false);
      if (process % 2 === 0) slots.close();
      else slots.kill();
      counts.push(files().length);
      clock.advance(retentionMs / 40);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(42);
    expect(counts.at(-1)).toBeGreaterThan(39);
  });
});

it.skipIf(process.platform === 'win32')('deletes nothing through a link or of another name', () => {
  const { clock, folder, errors, start } = createMachine();
  const documents = createTempFolder();
  for (const name of ['log-0', 'notes.txt']) writeFileSync(path.join(documents, name), '');
  clock.advance(2 * retentionMs);
  symlinkSync(documents, folder);
  start().claim();
  expect(readdirSync(documents)).toHaveLength(2);
  expect(String(errors[0])).toContain('it is a symbolic link');
  rmSync(folder);
  renameSync(documents, folder);
  start().claim();
  expect(readdirSync(folder)).toEqual(['log-120', 'notes.txt']);
});

it('a pause lasts at most an hour', () => {
  const slots = createMachine().start();
  slots.pause(9e9);
  expect(slots.readUsage()).toMatchObject({ pausedAt: 0, pausedUntil: 3_600_000 });
});

it('requests after a pause count as pending until one succeeds', () => {
  const { clock, start } = createMachine();
  const slots = start();
  const readState = () => {
    const { pendingAfterPause, isRecovered } = start().readUsage();
    return [pendingAfterPause, isRecovered];
  };
  const before = slots.claim();
  slots.pause(100);
  expect(readState()).toEqual([0, false]);
  clock.advance(100);
  slots.markAnswered(before, false);
  const afterPause = slots.claim();
  expect(readState()).toEqual([1, false]);
  slots.markAnswered(afterPause, true);
  expect(readState()).toEqual([0, false]);
  slots.markAnswered(slots.claim(), false);
  expect(readState()).toEqual([0, true]);
});

describe('an unusable folder', () => {
  it.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(folder, '')],
    ['a folder for a file', (folder) => mkdirSync(path.join(folder, 'log-0'), { recursive: true })],
  ])('makes each process count alone, with one warning: %s is there', (_, obstruct) => {
    const { folder, errors, start } = createMachine();
    obstruct(folder);
    const slots = start();
    slots.readUsage();
    slots.markAnswered(slots.claim(), false);
    slots.pause(10);
    expect(slots.readUsage()).toMatchObject({ releaseTimes: [windowMs], pausedUntil: 10 });
    slots.close();
    expect(errors).toHaveLength(1);
  });
});

it('tolerates foreign files in its folder', () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.string({ unit: fc.constantFrom(...'\n/ 0123456789.-Infity') }))
      .map((lines) => Buffer.from(lines.join('\n'))),
  );
  fc.assert(
    fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
      const { clock, folder, errors, start } = createMachine();
      mkdirSync(folder);
      for (const [index, bytes] of contents.entries())
        writeFileSync(path.join(folder, `log-${index}`), bytes);
      clock.advance(20_000);
      const slots = start();
      slots.markAnswered(slots.claim(), false);
      const view = slots.readUsage();
      const { releaseTimes, pausedUntil, sentAt } = view;
      expect(releaseTimes.every((end) => end >= view.now)).toBe(true);
      expect(pausedUntil).toBeLessThanOrEqual(view.now + 1000 + 3_600_000);
      expect(sentAt).toBeLessThanOrEqual(view.now + 1000);
      expect(errors).toEqual([]);
    }),
  );
});

/** State machine of a process; its steps interleave with those of other processes. */
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
    /** Arrival at the service, as a fraction of the time between sending and response. */
    arrivalFraction: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const requests = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(requests, fc.array(step, { maxLength: 150 }), (limit, steps) => {
      const { clock, errors, start } = createMachine();
      const startSimulated = (): SimulatedProcess => ({ board: start(), next: 'look' });
      const simulated = Array.from({ length: 4 }, startSimulated);
      const arrivals: number[] = [];
      for (const { process, ms, isKill, arrivalFraction } of steps) {
        clock.advance(ms);
        const current = simulated[process] ?? startSimulated();
        const { board, next, slot } = current;
        const now = clock.elapsed();
        if (isKill) {
          board.kill();
          if (next === 'answer' && slot) arrivals.push(slot.sentAt + arrivalFraction * 3000);
          simulated[process] = startSimulated();
        } else if (next === 'look') {
          if (board.readUsage().releaseTimes.length < limit) current.next = 'put';
        } else if (next === 'put') {
          current.slot = board.claim();
          current.next = 'check';
        } else if (slot && next === 'check') {
          const isFree = board.readUsage().releaseTimes.length <= limit;
          if (!isFree) board.release(slot);
          current.next = isFree ? 'answer' : 'look';
        } else if (slot) {
          arrivals.push(slot.sentAt + arrivalFraction * (now - slot.sentAt));
          board.markAnswered(slot, false);
          current.next = 'look';
        }
      }
      arrivals.sort((left, right) => left - right);
      for (const [index, arrival] of arrivals.entries())
        expect((arrivals[index + limit] ?? noResponse) - arrival).toBeGreaterThan(windowMs);
      expect(errors).toEqual([]);
    }),
    { numRuns: Number(process.env.TEST_RUNS ?? 200) },
  );
});

it('counts a record of version 0.1.0, and one of a newer version that has one field more', () => {
  const { folder, readReleaseTimes } = createMachine();
  mkdirSync(folder, { mode: 0o700 });
  const records = ['0/0.5/1 0 0 0', '1/0.25/1 0 Infinity 0 later'];
  writeFileSync(path.join(folder, 'log-0'), `${records.join('\n')}\n`, { mode: 0o600 });
  expect(readReleaseTimes()).toHaveLength(2);
});
