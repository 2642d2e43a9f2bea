import { expect, it } from 'vitest';
import { createDeferred } from '../support/deferred.ts';
import { startServer } from '../support/loopback-server.ts';
import { startProcess, waitForExit } from '../support/spawn.ts';

it.each([
  ['SIGINT', 'interrupted', 130],
  ['SIGTERM', 'terminated', 143],
] as const)('%s ends the wait for an answer', async (signal, word, code) => {
  const requestArrived = createDeferred();
  const env = await startServer(requestArrived.resolve);
  const child = startProcess(['tier'], { env });
  const end = waitForExit(child);
  await requestArrived.promise;
  child.kill(signal);
  expect(await end).toEqual({ stdout: '', stderr: `error: ${word}\n`, code });
});
