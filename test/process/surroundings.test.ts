import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { temporaryFolder } from '../support/home.ts';
import { serve } from '../support/loopback-server.ts';
import { ended, program, run, shell } from '../support/spawn.ts';

const hasScript = spawnSync('script', ['--version']).status === 0;

const tier = 'current tier  Silver\nnext tier     Gold\nneeded        68 more domains to Gold\n';

it.each([
  ['cron', { HOME: temporaryFolder(), LOGNAME: 'reseller', SHELL: '/bin/sh', PATH: '/bin' }],
  ['an empty home', { HOME: '' }],
  ['a home that cannot be', { HOME: '/dev/null/missing' }],
  ['a home that cannot be written', { HOME: '/proc' }],
])('works in the bare environment of %s, where it stores nothing', async (_, env) => {
  const session = await run(['tier', '--sandbox'], { env });
  expect(session).toMatchObject({ stdout: tier, stderr: '', code: 0 });
});

it('writes no file but its own compiled code for a lookup in the sandbox', async () => {
  const home = temporaryFolder();
  await run(['check', 'kabul.af', '--sandbox'], { env: { HOME: home } });
  expect(readdirSync(home)).toEqual(['.local']);
  expect(readdirSync(path.join(home, '.local/state/dotaf'))).toEqual(['compiled']);
});

it('answers in a working directory that no longer exists', async () => {
  const gone = 'cd "$(mktemp -d)" && rmdir "$PWD" &&';
  expect(await shell(`${gone} dotaf tier --sandbox`)).toMatchObject({ stdout: tier, code: 0 });
  expect(await shell(`${gone} dotaf __complete profiles`)).toMatchObject({ stderr: '', code: 0 });
});

it.skipIf(!hasScript)('shows a spinner on a terminal without a width, and ends', async () => {
  const shown = deferred();
  const env = await serve(async (_, response) => {
    await shown.promise;
    response.end('{"success":true,"data":{"current_tier":"Silver"}}');
  });
  const line = `stty cols 0; '${process.execPath}' '${program}' tier`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...env, TERM: 'xterm' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.on('data', (text) => String(text).includes('asking') && shown.resolve());
  const { stdout, code } = await ended(child);
  expect(stdout).toContain('Silver');
  expect(code).toBe(0);
});
