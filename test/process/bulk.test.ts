import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { availabilityBody } from '../support/fixtures.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { runProcess, startProcess, waitForExit, withUlimit } from '../support/spawn.ts';

/** The rate limit bounds the requests in flight, which a killed process loses. */
const maxInFlight = 12;
const rate = { DOTAF_RATE_LIMIT: `${maxInFlight}/10ms` };

/** Starts a service that counts requests and can hold responses back. */
async function setUpBulkRun(count: number) {
  const folder = createTempFolder();
  const names = Array.from({ length: count }, (_, index) => `name-${index}.af`);
  const list = path.join(folder, 'names.txt');
  const out = path.join(folder, 'answers.jsonl');
  writeFileSync(list, `${names.join('\n')}\n`);
  const requestedNames: string[] = [];
  const heldReplies: (() => void)[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const service = {
    isHolding: false,
    waitForRequests: (count: number) =>
      new Promise<void>((resolve) => void waiters.push({ count, resolve })),
    answerAll() {
      service.isHolding = false;
      for (const answer of heldReplies.splice(0)) answer();
    },
  };
  const env = await startServer(async (request, response) => {
    const { domain } = JSON.parse(await text(request));
    const answer = () => response.end(availabilityBody(domain));
    requestedNames.push(domain);
    for (const { count, resolve } of waiters) if (requestedNames.length >= count) resolve();
    if (service.isHolding) heldReplies.push(answer);
    // Responses arrive out of order, so that dotaf has to reorder its rows.
    else setTimeout(answer, Math.random() * 4);
  });
  const argv = ['check', '--file', list, '--out', out, '--json'];
  const domains = () => {
    const lines = readFileSync(out, 'utf8').split('\n');
    expect(lines.pop(), 'the last line is complete').toBe('');
    return lines.map((line) => JSON.parse(line).domain);
  };
  return { names, out, requestedNames, service, argv, env: { ...env, ...rate }, domains };
}

/** Preloaded into dotaf: reports signals on stderr, and extends the grace period 100 times. */
const onStop = path.join(createTempFolder(), 'on-stop.cjs');
writeFileSync(
  onStop,
  `const { setTimeout } = globalThis;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => {
    globalThis.setTimeout = (callback, ms) => setTimeout(callback, 100 * ms);
    require('node:fs').writeSync(2, 'stopping\\n');
  });`,
);

it('a killed and resumed run loses, duplicates and changes no row', async () => {
  const { names, out, requestedNames, service, argv, env, domains } = await setUpBulkRun(300);
  let before = '';
  const kills = 6;
  for (let times = 0; times < kills; times += 1) {
    // In one home, the next process would wait for the request slots of the killed one.
    const child = startProcess([...argv, '--resume'], {
      env: { ...env, DOTAF_HOME: createTempFolder() },
    });
    const end = waitForExit(child);
    await service.waitForRequests(requestedNames.length + 1 + Math.floor(Math.random() * 60));
    child.kill('SIGKILL');
    const { stdout, signal } = await end;
    expect(signal).toBe('SIGKILL');
    const rows = completeLines(readFileSync(out, 'utf8'));
    expect(rows.startsWith(before), 'earlier rows are unchanged').toBe(true);
    expect(rows.startsWith(completeLines(stdout)), 'printed rows are in the file').toBe(true);
    before = rows;
  }
  expect((await runProcess([...argv, '--resume'], { env })).code).toBe(0);
  expect(domains()).toEqual(names);
  expect(readFileSync(out, 'utf8').startsWith(before)).toBe(true);
  // A kill may also lose the row that is being written.
  expect(requestedNames.length - names.length).toBeLessThanOrEqual(kills * (maxInFlight + 1));
});

describe.each([
  { signal: 'SIGINT', code: 130, word: 'interrupted' },
  { signal: 'SIGTERM', code: 143, word: 'terminated' },
] as const)('$signal', ({ signal, code, word }) => {
  it('keeps all finished rows and prints how to resume', async () => {
    const { names, requestedNames, service, argv, env, domains } = await setUpBulkRun(120);
    const child = startProcess(argv, { env: { ...env, NODE_OPTIONS: `--require=${onStop}` } });
    const end = waitForExit(child);
    await service.waitForRequests(20);
    service.isHolding = true;
    await service.waitForRequests(25);
    const isStopping = child.stderr && once(child.stderr, 'data');
    child.kill(signal);
    await isStopping;
    service.answerAll();
    const { stdout, stderr, ...exit } = await end;
    expect(exit).toEqual({ code });
    const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({
      ...{ code: 'interrupted', message: word },
      hint: 'the same command with --resume goes on from here',
    });
    expect(domains()).toEqual([...requestedNames].sort(compareByNumber));
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((row) => JSON.parse(row).domain),
    ).toEqual(domains());
    expect(requestedNames.length).toBeLessThan(names.length);
    expect((await runProcess([...argv, '--resume'], { env })).code).toBe(0);
    expect([...requestedNames].sort(compareByNumber), 'no name is asked twice').toEqual(names);
    expect(domains()).toEqual(names);
  });
});

it.each<[NodeJS.Signals[], number[]]>([
  [['SIGINT'], [130]],
  [['SIGTERM'], [143]],
  // Either signal may be handled first.
  [
    ['SIGINT', 'SIGTERM'],
    [130, 143],
  ],
])('%j ends a run even if the service no longer answers', async (signals, expected) => {
  const { service, argv, env, domains, names } = await setUpBulkRun(40);
  const child = startProcess(argv, { env });
  const end = waitForExit(child);
  await service.waitForRequests(10);
  service.isHolding = true;
  await service.waitForRequests(15);
  for (const signal of signals) child.kill(signal);
  const { code } = await end;
  expect(expected).toContain(code);
  const rows = domains();
  expect(rows).toEqual(names.slice(0, rows.length));
});

function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function compareByNumber(left: string, right: string): number {
  return Number.parseInt(left.slice(5), 10) - Number.parseInt(right.slice(5), 10);
}

it.skipIf(process.platform === 'win32')(
  'a file size limit ends a run with complete rows',
  async () => {
    const file = path.join(createTempFolder(), 'answers.jsonl');
    const stdin = Array.from({ length: 40 }, (_, index) => `n-${index}.af\n`).join('');
    const argv = ['check', '-', '--sandbox', '--out', file];
    const env = createEnv({ DOTAF_RATE_LIMIT: '100000/1s' });
    const command = withUlimit('-f 1');
    const { stderr, code } = await runProcess(argv, { command, env, stdin });
    expect(code).toBe(10);
    expect(stderr).toContain('the file would be larger than is allowed (EFBIG)');
    expect(stderr).toContain('hint: raise the limit (ulimit -f)');
    const content = readFileSync(file, 'utf8');
    expect(content.length).toBeGreaterThan(100);
    const rest = await runProcess([...argv, '--resume', '--json'], { env, stdin });
    expect(rest.code).toBe(0);
    expect(rest.stdout.split('\n').length - 1).toBe(40);
    expect(readFileSync(file, 'utf8').split('\n').length - 1).toBe(40);
  },
);
