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
import { SharedRateLimitLog } from '../../src/state/rate-limit-log.ts';
import { createTempFolder } from '../support/home.ts';
import { createSharing } from '../support/rate-limit-sharing.ts';
import { TestClock } from '../support/test-clock.ts';

const windowMs = 1000;

const hourMs = 3_600_000;

/** Creates processes that share a folder, and can be killed. */
function createMachine() {
  const folder = path.join(createTempFolder(), 'rate-limit');
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

it.each<[string, (folder: string) => void]>([
  ['a file', (folder) => writeFileSync(folder, '')],
  [
    'a folder for a file',
    (folder) => mkdirSync(path.join(folder, 'log-0-60000'), { recursive: true }),
  ],
])('each process counts alone, with one warning, if %s is in the way', (_, obstruct) => {
  const { folder, errors, start } = createMachine();
  obstruct(folder);
  const slots = start();
  slots.readUsage();
  slots.markAnswered(slots.claim(), false);
  slots.pause(10);
  expect(slots.readUsage()).toMatchObject({ releaseTimes: [windowMs], pausedUntil: 10 });
  expect(errors).toHaveLength(1);
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
