import {
  copyFileSync,
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
import { type RequestSlot, SharedRateLimitLog } from '../../src/state/rate-limit-log.ts';
import { createTempFolder } from '../support/home.ts';
import { createSharing } from '../support/rate-limit-sharing.ts';
import { TestClock } from '../support/test-clock.ts';

const windowMs = 1000;

const hourMs = 3_600_000;

/** Creates processes that share a folder, and can be killed. */
function createMachine(folder = path.join(createTempFolder(), 'rate-limit'), timeoutMs = 15_000) {
  const clock = new TestClock();
  const errors: unknown[] = [];
  const running = new Set<string>();
  let processCount = 0;
  const start = (ownWindowMs = windowMs) => {
    processCount += 1;
    const processKey = `${processCount}-1`;
    running.add(processKey);
    const sharing = createSharing(folder, {
      processKey,
      isRunning: (key) => running.has(key),
      timeoutMs,
      onError: (error) => errors.push(error),
    });
    const log = new SharedRateLimitLog(ownWindowMs, clock, sharing);
    return Object.assign(log, { kill: () => running.delete(processKey) });
  };
  const files = () => readdirSync(folder);
  const readReleaseTimes = (ownWindowMs = windowMs) => start(ownWindowMs).readUsage().releaseTimes;
  return { clock, folder, errors, start, files, readReleaseTimes };
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
    const { clock, start } = createMachine();
    const [slots, reader] = [start(), start()];
    slots.claim();
    slots.kill();
    clock.advance(4999);
    expect(reader.readUsage().releaseTimes).toEqual([noResponse]);
    clock.advance(1);
    expect(reader.readUsage()).toMatchObject({ releaseTimes: [6000], hasPendingElsewhere: false });
    clock.advance(windowMs + 1);
    expect(reader.readUsage().releaseTimes).toEqual([]);
  });

  it('of a process that was killed after a slow connection counts from when that is noticed', () => {
    const { clock, start } = createMachine();
    const [slots, reader] = [start(), start()];
    slots.claim();
    clock.advance(9000);
    expect(reader.readUsage().releaseTimes).toEqual([noResponse]);
    slots.kill();
    expect(reader.readUsage().releaseTimes).toEqual([9000 + windowMs]);
  });

  it('of a suspended process counts until the time-out of its request, and then by its response', () => {
    const { clock, start, readReleaseTimes } = createMachine();
    const slots = start();
    const slot = slots.claim();
    clock.advance(19_999);
    expect(readReleaseTimes()).toEqual([noResponse]);
    clock.advance(1);
    expect(readReleaseTimes()).toEqual([20_000 + windowMs]);
    clock.advance(100_000);
    expect(readReleaseTimes()).toEqual([]);
    expect(slots.readUsage().releaseTimes).toEqual([noResponse]);
    slots.markAnswered(slot, false);
    expect(readReleaseTimes()).toEqual([120_000 + windowMs]);
  });

  it.each([
    ['an answer', 'accepted', 5e9 + 10],
    ['a request', 'pending', 5e9 + 20_000],
  ])('from before a reboot counts from the boot: %s', (_, status, answeredAt) => {
    const { clock, folder, start, files, readReleaseTimes } = createMachine();
    mkdirSync(folder, { mode: 0o700 });
    const request = JSON.stringify({ id: '1-1/0.5/1', status, sentAt: 5e9, answeredAt });
    const pause = JSON.stringify({ pausedAt: 5e9, pausedUntil: 5e9 + 60_000 });
    writeFileSync(path.join(folder, 'log-83333-60000'), `${request}\n${pause}\n`);
    expect(start().readUsage()).toMatchObject({
      releaseTimes: [windowMs],
      pausedUntil: -noResponse,
    });
    clock.advance(windowMs + 1);
    expect(readReleaseTimes()).toEqual([]);
    clock.advance(2 * hourMs);
    start().claim();
    expect(files()).toEqual(['log-120-60000']);
  });
});

describe('files', () => {
  it('are private, as is their folder, and not created by readers', () => {
    const { folder, start, files } = createMachine();
    start().readUsage();
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    start().claim();
    const modes = [folder, ...files().map((name) => path.join(folder, name))];
    expect(modes.map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('are kept for an hour, for processes with a longer window', () => {
    const { clock, start, files, readReleaseTimes } = createMachine();
    for (let process = 0; process < 150; process += 1) {
      const slots = start();
      slots.markAnswered(slots.claim(), false);
      clock.advance(60_000);
    }
    expect(files()).toHaveLength(63);
    expect(readReleaseTimes()).toEqual([]);
    expect(readReleaseTimes(hourMs)).toHaveLength(60);
  });

  it('of a process with a longer window are not deleted by one with a shorter window', () => {
    const { clock, start, readReleaseTimes } = createMachine();
    const slots = start(24 * hourMs);
    clock.advance(23 * hourMs);
    slots.markAnswered(slots.claim(), false);
    clock.advance(23 * hourMs);
    start().claim();
    expect(readReleaseTimes(24 * hourMs)).toHaveLength(2);
  });

  it.skipIf(process.platform === 'win32')('of another name or beyond a link are kept', () => {
    const { clock, folder, errors, start, files } = createMachine();
    const documents = createTempFolder();
    for (const name of ['log-0-60000', 'notes.txt']) writeFileSync(path.join(documents, name), '');
    clock.advance(2 * hourMs);
    symlinkSync(documents, folder);
    start().claim();
    expect(readdirSync(documents)).toHaveLength(2);
    expect(String(errors[0])).toContain('it is a symbolic link');
    rmSync(folder);
    renameSync(documents, folder);
    start().claim();
    expect(files()).toEqual(['log-120-60000', 'notes.txt']);
  });

  it('that an earlier version wrote are read, and so are fields that a later one adds', () => {
    const { clock, folder, start } = createMachine();
    mkdirSync(folder, { mode: 0o700 });
    for (const name of ['log-0-60000', 'log-0-3600000'])
      copyFileSync(path.join(import.meta.dirname, 'log-of-0.1.0', name), path.join(folder, name));
    clock.advance(1500);
    expect(start().readUsage()).toMatchObject({
      releaseTimes: [1600, 1900, 2400, noResponse],
      pausedAt: 1400,
      pausedUntil: 3400,
      isRecovered: false,
    });
  });
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
    [
      'a folder for a file',
      (folder) => mkdirSync(path.join(folder, 'log-0-60000'), { recursive: true }),
    ],
  ])('makes each process count alone, with one warning: %s is there', (_, obstruct) => {
    const { folder, errors, start } = createMachine();
    obstruct(folder);
    const slots = start();
    slots.readUsage();
    slots.markAnswered(slots.claim(), false);
    slots.pause(10);
    expect(slots.readUsage()).toMatchObject({ releaseTimes: [windowMs], pausedUntil: 10 });
    expect(errors).toHaveLength(1);
  });
});

it('tolerates foreign lines in its files', () => {
  const time = fc.oneof(fc.double(), fc.constantFrom(0, 20_000, 1e300));
  const status = fc.constantFrom('pending', 'accepted', 'refused', 'lost', 'released', 'x');
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ id: fc.string(), status, sentAt: time, answeredAt: time })
      .map((record) => JSON.stringify(record)),
    fc.record({ pausedAt: time, pausedUntil: time }).map((record) => JSON.stringify(record)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const { clock, folder, errors, start } = createMachine();
      mkdirSync(folder, { mode: 0o700 });
      writeFileSync(path.join(folder, 'log-0-60000'), lines.join('\n'));
      clock.advance(20_000);
      const slots = start();
      slots.markAnswered(slots.claim(), false);
      const { now, releaseTimes, pausedUntil, sentAt } = slots.readUsage();
      expect(releaseTimes.every((end) => end >= now)).toBe(true);
      expect(pausedUntil).toBeLessThanOrEqual(now + hourMs);
      expect(sentAt).toBeLessThanOrEqual(now);
      expect(errors).toEqual([]);
    }),
  );
});

/** A process between two accesses to the log, so that those of other processes interleave. */
interface SimulatedProcess {
  log: ReturnType<ReturnType<typeof createMachine>['start']>;
  next: 'look' | 'put' | 'check' | 'answer';
  slot?: RequestSlot;
}

it('never admits more than the limit, in any order of writes, reads and kills', () => {
  const step = fc.record({
    process: fc.nat({ max: 3 }),
    ms: fc.oneof(fc.constant(0), fc.nat({ max: 400 })),
    isKill: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
    /** Time of arrival, as a fraction of the time between request and response. */
    arrivalFraction: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const requests = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(requests, fc.array(step, { maxLength: 150 }), (limit, steps) => {
      const { clock, errors, start } = createMachine(undefined, 60_000);
      const startSimulated = (): SimulatedProcess => ({ log: start(), next: 'look' });
      const simulated = Array.from({ length: 4 }, startSimulated);
      const arrivals: number[] = [];
      for (const { process, ms, isKill, arrivalFraction } of steps) {
        clock.advance(ms);
        const current = simulated[process] ?? startSimulated();
        const { log, next, slot } = current;
        const now = clock.elapsed();
        if (isKill) {
          log.kill();
          if (next === 'answer' && slot) arrivals.push(slot.sentAt + arrivalFraction * 3000);
          simulated[process] = startSimulated();
        } else if (next === 'look') {
          if (log.readUsage().releaseTimes.length < limit) current.next = 'put';
        } else if (next === 'put') {
          current.slot = log.claim();
          current.next = 'check';
        } else if (slot && next === 'check') {
          const isFree = log.readUsage().releaseTimes.length <= limit;
          if (!isFree) log.release(slot);
          current.next = isFree ? 'answer' : 'look';
        } else if (slot) {
          arrivals.push(slot.sentAt + arrivalFraction * (now - slot.sentAt));
          log.markAnswered(slot, false);
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
