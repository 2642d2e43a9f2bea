import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { credentials } from './support/fixtures.ts';
import { environment, temporaryFolder } from './support/home.ts';
import { environmentOf, serve } from './support/loopback-server.ts';
import { ended, run, shell, start } from './support/spawn.ts';

it.each([
  ['an answer', ['tier', '--sandbox']],
  ['a taken name', ['check', 'kabul.af', '--sandbox']],
  ['an empty list', ['domains', 'ls', '--status', 'none', '--sandbox']],
  ['a page of help', ['check', '--help']],
  ['the version', ['--version']],
])('0: %s', async (_, argv) => {
  expect((await run(argv)).code).toBe(0);
});

it.each([
  ['--expect', ['check', 'kabul.af', '--expect', 'available', '--sandbox']],
  ['--min', ['balance', '--min', '99999999', '--sandbox']],
])('1: the condition of %s does not hold', async (_, argv) => {
  const { stdout, stderr, code } = await run(argv);
  expect(code).toBe(1);
  expect(stdout).not.toBe('');
  expect(stderr).toMatch(/^note: /);
});

it.each([
  ['an unknown command', ['nope']],
  ['an unknown option', ['tier', '--nope', '--sandbox']],
  ['an invalid name', ['check', 'bad_name', '--sandbox']],
  ['an invalid jq expression', ['tier', '--jq', '.[', '--sandbox']],
])('2: %s', async (_, argv) => {
  const { stdout, code } = await run(argv);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
});

it('3: no credentials', async () => {
  expect((await run(['tier'])).code).toBe(3);
});

it('4: an unknown domain', async () => {
  expect((await run(['domains', 'show', 'nobody.af', '--sandbox'])).code).toBe(4);
});

it('5: a refused connection', async () => {
  const env = environmentOf(1);
  expect((await run(['tier', '--max-wait', '0'], { env })).code).toBe(5);
});

it('5: a time-out', async () => {
  const env = await serve(() => {});
  expect((await run(['tier', '--max-wait', '0', '--timeout', '0.05'], { env })).code).toBe(5);
});

it.each<[number, string, number, string, Record<string, string>]>([
  [3, 'a refused secret', 401, '{"success":false}', {}],
  [3, 'an address outside the allowlist', 403, '{"success":false}', {}],
  [6, 'a refusal', 422, '{"success":false}', {}],
  [6, 'a fault of the service', 500, '{"success":false}', {}],
  [6, 'success: false', 200, '{"success":false}', {}],
  [6, 'a redirect', 302, '', { location: 'https://elsewhere.example/' }],
  [7, 'the rate limit', 429, '{"success":false}', { 'retry-after': '60' }],
  [8, 'a web page', 200, '<html>', { 'content-type': 'text/html' }],
  [8, 'an unexpected shape', 200, '{"success":true}', {}],
])('%i: %s', async (code, _, status, body, headers) => {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(body);
  };
  const env = await serve(answer);
  const session = await run(['balance', '--max-wait', '0', '--json'], { env });
  expect(session.stdout).toBe('');
  expect(JSON.parse(session.stderr)).toHaveProperty('error.code');
  expect(session.code).toBe(code);
});

it('9: some names have no answer', async () => {
  const { stdout, code } = await run(['check', 'kabul.af', 'kabul.zz', '--sandbox', '--json']);
  expect(stdout.trim().split('\n')).toHaveLength(2);
  expect(code).toBe(9);
});

it('10: a missing file', async () => {
  const missing = path.join(temporaryFolder(), 'none.txt');
  expect((await run(['check', '--file', missing, '--sandbox'])).code).toBe(10);
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
  const { stdout, stderr, code } = await run(['tier'], {
    env: environment({
      ...credentials,
      NODE_OPTIONS: `--import=${broken}`,
    }),
  });
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
