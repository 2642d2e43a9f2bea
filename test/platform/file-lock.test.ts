import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTurn } from '../../src/platform/file-lock.ts';
import { temporaryFolder } from '../support/home.ts';
import { TestClock } from '../test-clock.ts';

/** A process that lives, as the queue sees it. */
function host(processId: number, isAlive = (id: number) => id < 1000, clock = new TestClock()) {
  return { clock, random: Math.random, processId, isAlive, startOf: () => undefined };
}

function queueWith(text?: string): string {
  const file = path.join(temporaryFolder(), 'config.queue');
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets one work at a time, and everyone in the end, whatever the dead have left', async () => {
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
      const queue = queueWith(left.join('\n'));
      const clock = new TestClock();
      let atWork = 0;
      const settled = await Promise.allSettled(
        works.map((turns, at) =>
          inTurn(queue, host(at + 1, undefined, clock), async () => {
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
      expect(readFileSync(queue, 'utf8')).toBe('');
    }),
    { numRuns: 100 },
  );
});

it('takes a ticket of this process that it has not drawn for one of the dead', async () => {
  const queue = queueWith('\n+7.000000000001\n');
  const { clock, ...rest } = host(7);
  expect(await inTurn(queue, { clock, ...rest }, async () => 'done')).toBe('done');
  expect(clock.sleeps).toEqual([]);
});

it('waits for a process that lives, and then says which it is', async () => {
  const queue = queueWith('\n+8.000000000001\n');
  await expect(inTurn(queue, host(7), async () => 'done')).rejects.toMatchObject({
    code: 'config',
    message: 'process 8 is still writing the config',
    details: { hint: `try again; if that process is not a dotaf, remove ${queue}` },
  });
  expect(readFileSync(queue, 'utf8')).toMatch(/^\n\+8\.0+1\n\n\+(7-\.\d{12})\n\n-\1\n$/);
});

it('goes on when the one at work is killed', async () => {
  const queue = queueWith('\n+8.000000000001\n');
  let looks = 0;
  const isAlive = () => {
    looks += 1;
    return looks < 5;
  };
  expect(await inTurn(queue, host(7, isAlive), async () => 'done')).toBe('done');
});

it('draws again when its ticket is gone with an emptied queue', async () => {
  const queue = queueWith('\n+8.000000000001\n');
  const isAlive = () => {
    writeFileSync(queue, '');
    return true;
  };
  expect(await inTurn(queue, host(7, isAlive), async () => 'done')).toBe('done');
});

it('leaves the queue to those who wait in it', async () => {
  const queue = queueWith();
  await inTurn(queue, host(7), async () => appendFileSync(queue, '\n+8.000000000001\n'));
  expect(readFileSync(queue, 'utf8')).toMatch(/\n\+8\.000000000001\n\n-7-\.\d{12}\n$/);
});

it('has done its work also when the queue is gone by then', async () => {
  const queue = queueWith();
  const work = async () => {
    rmSync(queue);
    return 'done';
  };
  expect(await inTurn(queue, host(7), work)).toBe('done');
  expect(existsSync(queue)).toBe(false);
});
