import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createDeferred } from '../support/deferred.ts';
import { availabilityBody, balanceData, credentials } from '../support/fixtures.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { runProcess, runShell, startProcess, waitForExit } from '../support/spawn.ts';

it('SIGTERM prints the rows that --cron held back, and the reason', async () => {
  const fifthRequest = createDeferred();
  let requests = 0;
  const env = await startServer(async (request, response) => {
    requests += 1;
    // check sends four requests at a time, so the fifth one follows the first row.
    if (requests === 5) fifthRequest.resolve();
    if (requests > 4) return;
    const { domain } = JSON.parse(await text(request));
    const data = { domain, status: 'taken', available: false };
    response.end(JSON.stringify({ success: true, data }));
  });
  const names = ['n1.af', 'n2.af', 'n3.af', 'n4.af', 'n5.af', 'n6.af'];
  const child = startProcess(['check', ...names, '--cron'], { env });
  const end = waitForExit(child);
  await fifthRequest.promise;
  const start = Date.now();
  child.kill('SIGTERM');
  const { stdout, stderr, code } = await end;
  expect(stdout).toMatch(/^DOMAIN .*\nn1\.af /);
  expect({ stderr, code }).toEqual({ stderr: 'error: terminated\n', code: 143 });
  expect(Date.now() - start).toBeLessThan(2500);
});

it.each(['tier', 'tier --cron'])('dotaf %s prints a bug with its stack', async (line) => {
  const brokenScript = path.join(createTempFolder(), 'broken.mjs');
  writeFileSync(brokenScript, "URL.canParse = () => { throw new TypeError('no such thing'); };\n");
  const env = createEnv({ ...credentials, NODE_OPTIONS: `--import=${brokenScript}` });
  const { stdout, stderr, code } = await runProcess(line.split(' '), { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 70 });
  expect(stderr).toMatch(
    /^error: this is a bug in dotaf [\d.]+: no such thing\n {4}at .*\(.*dist\/.*\.js:\d+:\d+\)\n.*\nhint: please report it, .*\n$/s,
  );
});

it('prints a failure although stdout is full', async () => {
  const env = await startServer(async (request, response) => {
    const { domain } = JSON.parse(await text(request));
    if (domain === 'b.af') response.writeHead(401).end('{}');
    else response.end(availabilityBody(domain));
  });
  expect(await runShell('dotaf check a.af b.af --cron > /dev/full', { env })).toMatchObject({
    stderr: expect.stringContaining('error: the service refused the credentials'),
    code: 3,
  });
});

it('prints the reason if stdout is closed', async () => {
  expect(await runShell('dotaf balance --min 500 --sandbox --cron >&-')).toEqual({
    stdout: '',
    stderr: 'note: 468.20 USD is less than 500\n',
    code: 1,
  });
});

it.skipIf(process.platform !== 'linux')(
  'a mark stays where it was if the changes cannot be printed',
  async () => {
    let domains = ['kabul.af', 'herat.af'];
    const env = await startServer((_, response) => {
      const data = { ...balanceData, active_domains: domains.length, domains };
      response.end(JSON.stringify({ success: true, data }));
    });
    const changes = 'dotaf domains changes --mark daily --cron --expect none';
    expect(await runShell(changes, { env })).toMatchObject({ stdout: '', code: 1 });
    domains = ['kabul.af'];
    expect(await runShell(`${changes} > /dev/full`, { env })).toMatchObject({
      stderr: expect.stringMatching(/error: cannot write to stdout: the disk is full/),
      code: 10,
    });
    expect((await runShell(changes, { env })).stdout).toContain('herat.af');
  },
);
