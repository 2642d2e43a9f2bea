import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fixedWindow, strictWindow } from '../support/contention.ts';
import { availabilityBody } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { startProcess, waitForExit } from '../support/spawn.ts';

function createNames(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}.af`);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile());
}

it('four processes use the limit fully and get no 429, even when killed', async () => {
  const [requests, windowMs] = [60, 3000];
  const policies = [strictWindow, fixedWindow].map((create) => create({ requests, windowMs }));
  const arrivals: number[] = [];
  let rejectedCount = 0;
  let onArrival = () => {};
  const env = await startServer(async (request, response) => {
    const { domain } = JSON.parse(await text(request));
    const now = performance.now();
    arrivals.push(now);
    const statuses = policies.map((admit) => admit(now).status);
    if (statuses.includes(429)) rejectedCount += 1;
    response.end(availabilityBody(domain, false));
    onArrival();
  });
  const check = (number: number) => {
    const variables = { DOTAF_RATE_LIMIT: `${requests}/${windowMs}ms` };
    const child = startProcess(['check', '-', '--json', '--quiet'], {
      env: { ...env, ...variables },
    });
    child.stdin?.end(`${createNames(`p${number}-`, 1000).join('\n')}\n`);
    return { child, end: waitForExit(child) };
  };
  const running = [0, 1, 2, 3].map(check);
  const kill = async (signal: NodeJS.Signals) => {
    const [oldest] = running.splice(0, 1);
    oldest?.child.kill(signal);
    await oldest?.end;
  };
  for (let kills = 0; kills < 6; kills += 1) {
    const targetCount = arrivals.length + requests / 2;
    await new Promise<void>((resolve) => {
      onArrival = () => arrivals.length >= targetCount && resolve();
    });
    // A random delay, so that some processes are killed while they wait.
    await setTimeout((Math.random() * windowMs) / 3);
    await kill('SIGKILL');
    running.push(check(4 + kills));
  }
  while (running.length > 0) await kill('SIGTERM');
  expect(rejectedCount).toBe(0);
  // The requests of the first window may be sent in a burst.
  const [from, to] = [(arrivals[0] ?? 0) + windowMs, arrivals.at(-1) ?? 0];
  const sentCount = arrivals.filter((time) => time > from).length;
  expect((sentCount * windowMs) / (to - from) / requests).toBeGreaterThan(0.85);
});

it('state files contain neither key nor secret', async () => {
  const home = createTempFolder();
  const env = await startServer((_, response) => response.end(availabilityBody('a.af', false)));
  const { code } = await waitForExit(
    startProcess(['check', 'a.af', '-q'], { env: { ...env, DOTAF_HOME: home } }),
  );
  const files = listFiles(home);
  expect(code).toBe(0);
  expect(files.filter((file) => file.includes('rate-limit'))).not.toEqual([]);
  for (const file of files) {
    expect(`${file} ${readFileSync(file, 'latin1')}`).not.toMatch(/key_of|secret_of/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});
