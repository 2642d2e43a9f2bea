import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { acquire } from '../../src/platform/file-lock.ts';
import { processSurroundings } from '../../src/platform/process.ts';
import { temporaryFolder } from '../support/home.ts';
import { TestClock } from '../support/test-clock.ts';

const failure = (holder: string) => new Failure('config', `process ${holder} holds the lock`);

/** A process as the lock sees it. */
function host(processId: number, isAlive = (id: number) => id < 1000, clock = new TestClock()) {
  const isRunning = (name: string) => /^[1-9]/.test(name) && isAlive(Number(name.split('-')[0]));
  return { clock, random: Math.random, processName: `${processId}-`, isRunning };
}

type Host = ReturnType<typeof host>;

async function locked<Value>(file: string, holder: Host, work: () => Promise<Value>) {
  const release = await acquire(file, holder, 10_000, failure);
  try {
    return await work();
  } finally {
    release();
  }
}

function lockFile(text?: string): string {
  const file = path.join(temporaryFolder(), 'config.lock');
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets every process in, one at a time, whatever dead processes have left', async () => {
  const leftBehind = fc.oneof(
    fc.integer({ min: 1000, max: 9999 }).map((id) => `+${id}.000000000001`),
    fc.integer({ min: 1, max: 999 }).map((id) => `+${id}.00000`),
    fc.constantFrom('', '+', '-', 'x', '+0.000000000001', '+-1.000000000001', '\u0000', '{"a":1}'),
    fc.string(),
  );
  const scenario = fc.record({
    left: fc.array(leftBehind, { maxLength: 8 }),
    works: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 }),
    fails: fc.nat({ max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ left, works, fails }) => {
      const file = lockFile(left.join('\n'));
      const clock = new TestClock();
      let atWork = 0;
      const settled = await Promise.allSettled(
        works.map((turns, at) =>
          locked(file, host(at + 1, undefined, clock), async () => {
            atWork += 1;
            expect(atWork).toBe(1);
            for (let turn = 0; turn < turns; turn += 1) await nextTurn();
            atWork -= 1;
            if (at === fails) throw new Error('of the work');
            return at;
          }),
        ),
      );
      expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual(
        works.map((_, at) => (at === fails ? 'failed' : at)),
      );
      expect(readFileSync(file, 'utf8')).toBe('');
    }),
    { numRuns: 100 },
  );
});

it.skipIf(process.platform !== 'linux')('tells a process from an earlier one of its id', () => {
  const { processName, isRunning } = processSurroundings(() => Buffer.of());
  expect(isRunning(processName)).toBe(true);
  for (const name of [`${process.pid}-1`, '', '0', '-1', 'x']) expect(isRunning(name)).toBe(false);
});

it('takes a new ticket when the file was emptied, and is released when it was removed', async () => {
  const file = lockFile('\n+8.000000000001\n');
  const isAlive = () => {
    writeFileSync(file, '');
    return true;
  };
  const work = async () => {
    rmSync(file);
    return 'done';
  };
  expect(await locked(file, host(7, isAlive), work)).toBe('done');
  expect(await locked(file, host(7), async () => 'again')).toBe('again');
});
