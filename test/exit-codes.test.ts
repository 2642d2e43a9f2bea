import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import { credentials } from './support/fixtures.ts';
import { createEnv, createTempFolder } from './support/home.ts';
import { envForPort, startServer } from './support/loopback-server.ts';
import { runProcess, runShell, startProcess, waitForExit } from './support/spawn.ts';

it.each([
  [5, 'a refused connection', async () => envForPort(1)],
  [5, 'a time-out', () => startServer(() => {})],
])('exits with %i after %s', async (code, _, system) => {
  const env = await system();
  expect((await runProcess(['tier', '--max-wait', '0', '--timeout', '0.05'], { env })).code).toBe(
    code,
  );
});

it.skipIf(process.platform !== 'linux')(
  'exits with 10 if the disk behind stdout is full',
  async () => {
    const { stderr, code } = await runShell('dotaf tier --sandbox > /dev/full');
    expect({ stderr, code }).toEqual({
      stderr: 'error: cannot write to stdout: the disk is full (ENOSPC)\nhint: free some space\n',
      code: 10,
    });
  },
);

it('exits with 70 on a bug', async () => {
  const brokenScript = path.join(createTempFolder(), 'broken.mjs');
  writeFileSync(brokenScript, "URL.canParse = () => { throw new TypeError('no such thing'); };\n");
  const env = createEnv({ ...credentials, NODE_OPTIONS: `--import=${brokenScript}` });
  const { stdout, stderr, code } = await runProcess(['tier'], { env });
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^error: this is a bug in dotaf [\d.]+: no such thing\n {4}at .*\(.*dist\/.*\.js:\d+:\d+\)\n.*\nhint: please report it, .*\n$/s,
  );
  expect(code).toBe(70);
});

it.each([
  [130, 'SIGINT', 'interrupted'],
  [143, 'SIGTERM', 'terminated'],
] as const)('exits with %i after %s', async (code, signal, word) => {
  const requestArrived = createDeferred();
  const env = await startServer(requestArrived.resolve);
  const child = startProcess(['tier'], { env });
  const end = waitForExit(child);
  await requestArrived.promise;
  child.kill(signal);
  expect(await end).toEqual({ stdout: '', stderr: `error: ${word}\n`, code });
});
