import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { credentials } from './support/fixtures.ts';
import { environment, temporaryFolder } from './support/home.ts';
import { environmentOf, serve } from './support/loopback-server.ts';
import { ended, run, shell, start } from './support/spawn.ts';

it.each([
  [5, 'a refused connection', async () => environmentOf(1)],
  [5, 'a time-out', () => serve(() => {})],
])('%i: %s', async (code, _, system) => {
  const env = await system();
  expect((await run(['tier', '--max-wait', '0', '--timeout', '0.05'], { env })).code).toBe(code);
});

it.skipIf(process.platform !== 'linux')('10: a full disk behind stdout', async () => {
  const { stderr, code } = await shell('dotaf tier --sandbox > /dev/full');
  expect({ stderr, code }).toEqual({
    stderr: 'error: cannot write to stdout: the disk is full (ENOSPC)\nhint: free some space\n',
    code: 10,
  });
});

it('70: a bug', async () => {
  const broken = path.join(temporaryFolder(), 'broken.mjs');
  writeFileSync(broken, "URL.canParse = () => { throw new TypeError('no such thing'); };\n");
  const env = environment({ ...credentials, NODE_OPTIONS: `--import=${broken}` });
  const { stdout, stderr, code } = await run(['tier'], { env });
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^error: this is a bug in dotaf [\d.]+: no such thing\n {4}at .*\(.*dist\/.*\.js:\d+:\d+\)\n.*\nhint: please report it, .*\n$/s,
  );
  expect(code).toBe(70);
});

it.each([
  [130, 'SIGINT', 'interrupted'],
  [143, 'SIGTERM', 'terminated'],
] as const)('%i: %s', async (code, signal, word) => {
  const arrived = deferred();
  const env = await serve(arrived.resolve);
  const child = start(['tier'], { env });
  const end = ended(child);
  await arrived.promise;
  child.kill(signal);
  expect(await end).toEqual({ stdout: '', stderr: `error: ${word}\n`, code });
});
