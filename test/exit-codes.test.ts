import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { credentials } from './support/fixtures.ts';
import { environment, temporaryFolder } from './support/home.ts';
import { environmentOf, serve } from './support/loopback-server.ts';
import { dotaf, dotafSandbox } from './support/session.ts';
import { ended, run, shell, start } from './support/spawn.ts';

it.each([
  [0, 'an answer', 'tier'],
  [0, 'a taken name', 'check kabul.af'],
  [0, 'an empty list', 'domains ls --status none --json'],
  [0, 'a page of help', 'check --help'],
  [0, 'the version', '--version'],
  [1, 'the condition of --expect does not hold', 'check kabul.af --expect available'],
  [1, 'the condition of --min does not hold', 'balance --min 99999999'],
  [2, 'an unknown command', 'nope'],
  [2, 'an unknown option', 'tier --nope'],
  [2, 'an invalid name', 'check bad_name'],
  [2, 'an invalid jq expression', 'tier --jq .['],
  [4, 'an unknown domain', 'domains show nobody.af'],
  [9, 'some names have no answer', 'check kabul.af kabul.zz --json'],
  [10, 'a missing file', `check --file ${path.join(temporaryFolder(), 'none.txt')}`],
])('%i: %s', async (code, _, line) => {
  const session = await dotafSandbox(line.split(' '));
  expect(session.code).toBe(code);
  expect(session.stdout !== '').toBe([0, 1, 9].includes(code));
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
  const env = await serve((_request, response) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(body);
  });
  const session = await dotaf(['balance', '--max-wait', '0', '--json'], { env });
  expect(session.stdout).toBe('');
  expect(JSON.parse(session.stderr)).toHaveProperty('error.code');
  expect(session.code).toBe(code);
});

it.each([
  [3, 'no credentials', async () => environment()],
  [5, 'a refused connection', async () => environmentOf(1)],
  [5, 'a time-out', () => serve(() => {})],
])('%i: %s', async (code, _, surroundings) => {
  const env = await surroundings();
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
