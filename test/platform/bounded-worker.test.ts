import { expect, it, onTestFinished } from 'vitest';
import { LimitExceeded, startBoundedWorker } from '../../src/platform/bounded-worker.ts';
import { TestClock } from '../test-clock.ts';

const first = "const { parentPort: port, workerData } = require('node:worker_threads');";

/** A thread that does this with each `question`, by a clock of its own. */
async function threadOf(work: string, limits = { ms: Number.POSITIVE_INFINITY, megabytes: 1e6 }) {
  const clock = new TestClock();
  const stop = new AbortController();
  const source = `${first} port.on('message', (question) => { ${work} }); port.postMessage('ready');`;
  const worker = await startBoundedWorker(source, 'data', limits, { clock, signal: stop.signal });
  onTestFinished(() => worker.end());
  return { worker, clock, stop };
}

/** Lets time pass until it is decided. */
async function decided(clock: TestClock, answer: Promise<unknown>): Promise<unknown> {
  let outcome: { is: unknown } | undefined;
  answer.then(
    (is) => {
      outcome = { is };
    },
    (is: unknown) => {
      outcome = { is };
    },
  );
  while (outcome === undefined) {
    clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcome.is;
}

const forEver = 'for (;;);';

it('answers one question after the other, and knows its data', async () => {
  const { worker } = await threadOf('port.postMessage([workerData, question + 1])');
  expect(await worker.ask(1)).toEqual(['data', 2]);
  expect(await worker.ask(2)).toEqual(['data', 3]);
});

it('is ended when an answer takes too long', async () => {
  const { worker, clock } = await threadOf(forEver, { ms: 1000, megabytes: 1e6 });
  const answer = worker.ask(1);
  const start = clock.elapsed();
  expect(await decided(clock, answer)).toEqual(new LimitExceeded('it ran for more than 1 s'));
  expect(clock.elapsed() - start).toBe(1000);
});

it.each([
  ['outside the heap', 'const kept = []; for (;;) kept.push(Buffer.alloc(1e6, 1));'],
  [
    'in WebAssembly',
    'const kept = new WebAssembly.Memory({ initial: 0 }); for (;;) { kept.grow(16); new Uint8Array(kept.buffer).fill(1); }',
  ],
  ['in the heap', 'const kept = []; for (;;) kept.push({});'],
])('is ended when it takes too much memory %s', async (_, work) => {
  const { worker, clock } = await threadOf(work, { ms: Number.POSITIVE_INFINITY, megabytes: 100 });
  const failure = new LimitExceeded('it took more than 100 MB of memory');
  expect(await decided(clock, worker.ask(1))).toEqual(failure);
});

it('is ended by the signal, and gives its reason', async () => {
  const { worker, stop } = await threadOf(forEver);
  const answer = worker.ask(1);
  stop.abort(new Error('interrupted'));
  await expect(answer).rejects.toThrow('interrupted');
});

it('throws what goes wrong in the thread', async () => {
  const { worker } = await threadOf("throw new RangeError('too deep')");
  await expect(worker.ask(1)).rejects.toThrow(new RangeError('too deep'));
});
