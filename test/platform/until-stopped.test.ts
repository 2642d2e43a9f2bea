import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { untilStopped } from '../../src/platform/named-file.ts';

it('keeps no chunk of a long list that has been read', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const stream = Readable.from(
    (function* () {
      for (let chunk = 0; chunk < 100; chunk += 1) yield Buffer.alloc(1000);
    })(),
  );
  const chunks = untilStopped(stream, new AbortController().signal);
  const read: WeakRef<object>[] = [];
  for (let count = 0; count < 60; count += 1) {
    const { value } = await chunks.next();
    if (typeof value === 'object') read.push(new WeakRef(value));
  }
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(read).toHaveLength(60);
  expect(read.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(10);
  await chunks.return(undefined);
});

it('ends at once when it is stopped, with the reason of the stop', async () => {
  const stop = new AbortController();
  const stream = new Readable({ read() {} });
  const next = untilStopped(stream, stop.signal).next();
  stop.abort(new Error('stopped'));
  await expect(next).rejects.toThrow('stopped');
  expect(stream.destroyed).toBe(true);
});
