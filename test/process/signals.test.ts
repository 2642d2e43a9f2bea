import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createNodeSystem } from '../../src/system/node-system.ts';
import { createDeferred } from '../support/deferred.ts';
import { createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { startProcess, waitForExit } from '../support/spawn.ts';

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends the wait for the next name', async (signal) => {
  const pipe = path.join(createTempFolder(), 'names');
  execFileSync('mkfifo', [pipe]);
  const child = startProcess(['check', '--file', pipe, '--sandbox']);
  const end = waitForExit(child);
  // Opening a FIFO for writing blocks until dotaf reads it.
  const writer = await open(pipe, 'w');
  onTestFinished(() => writer.close());
  await writer.write('a.af\n');
  child.kill(signal);
  expect((await end).code).toBe(signal === 'SIGINT' ? 130 : 143);
});

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

it('the listener receives each signal and stays registered', () => {
  const before = process.listenerCount('SIGINT');
  const signals: string[] = [];
  const listener = (signal: string) => void signals.push(signal);
  onTestFinished(() => void process.off('SIGINT', listener).off('SIGTERM', listener));
  createNodeSystem('dist').onStopSignal(listener);
  process.emit('SIGINT', 'SIGINT');
  // If none were left, a library that restores the cursor would exit the process.
  expect(process.listenerCount('SIGINT')).toBe(before + 1);
  process.emit('SIGTERM', 'SIGTERM');
  expect(signals).toEqual(['SIGINT', 'SIGTERM']);
});
